/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* An incomplete hypercube: nodes are neighbours where their numbers differ in one bit. It is
 * connected for any number of nodes. */
#include "config.h"

#include "core/model/objects/spur-neighborhood.h"
#include "core/model/objects/spur-resource-list.h"
#include "events/spur-lo-events.h"
#include "events/spur-target-events.h"
#include "plugins/projects/a7/a7-state.h"

#define START_NS 50000

static void
add_node (A7Simulation *self, guint node)
{
  A7NodeInfo *info = &self->nodes[node];
  g_autofree char *name = g_strdup_printf ("node %u", node);
  g_autofree char *balancer = g_strdup_printf ("balancer %u", node);
  guint host = sim_world_add_host (self->world, sim_type ("A7Node"), name, "node of the hypercube");

  info->target = sim_world_get_target (self->world, host);
  info->stream = sim_world_add_stream (self->world, host, name);
  info->balancer =
    sim_world_add_object (self->world, sim_type ("A7Balancer"), balancer, "diffusion of load");
  info->current = A7_NOTHING;
  g_queue_init (&info->waiting);
  for (guint bit = 0; bit < self->dimension; bit++)
    {
      if ((node ^ 1u << bit) < self->n_nodes)
        info->neighbours[info->n_neighbours++] = node ^ 1u << bit;
    }
}

void
a7_network_prepare (A7Simulation *self, guint n_nodes)
{
  SpurTrace *trace = sim_world_get_trace (self->world);

  self->states[A7_STATE_WAITING] = sim_world_add_state (self->world, "waiting", SPUR_STATE_IDLE);
  self->states[A7_STATE_BISECTING] =
    sim_world_add_state (self->world, "bisecting", SPUR_STATE_OVERHEAD);
  self->states[A7_STATE_EXPANDING] =
    sim_world_add_state (self->world, "expanding", SPUR_STATE_WORK);
  self->states[A7_STATE_SOLVING] = sim_world_add_state (self->world, "solving", SPUR_STATE_WORK);
  self->balancing = sim_world_add_state (self->world, "balancing", SPUR_STATE_OVERHEAD);
  self->subproblem_type = spur_trace_add_string (trace, "subproblem");
  self->balancer_type = spur_trace_add_string (trace, "balancer");
  self->n_nodes = n_nodes;
  while (1u << self->dimension < n_nodes)
    self->dimension++;
  self->nodes = g_new0 (A7NodeInfo, n_nodes);
  for (guint i = 0; i < n_nodes; i++)
    add_node (self, i);
}

static void
record_links (A7Simulation *self, guint node)
{
  const A7NodeInfo *info = &self->nodes[node];

  for (guint i = 0; i < info->n_neighbours; i++)
    {
      guint other = info->neighbours[i];
      const guint32 members[] = { info->target, self->nodes[other].target };
      g_autofree char *name = g_strdup_printf ("link %u-%u", node, other);
      guint32 group;

      if (other < node)
        continue;
      group = spur_trace_add_group (sim_world_get_trace (self->world), name, members,
                                    G_N_ELEMENTS (members));
      sim_world_record (
        self->world, info->stream, SPUR_TYPE_TARGET_CREATE_NEIGHBORHOOD_EVENT,
        { "target", sim_world_add_object (self->world, SPUR_TYPE_NEIGHBORHOOD, name, "link") },
        { "members", group });
    }
}

static void
begin_node (gpointer data, guint64 node, guint64 unused)
{
  A7Simulation *self = data;
  const A7NodeInfo *info = &self->nodes[node];
  guint32 attributes = sim_world_values (self->world, SPUR_TYPE_RESOURCE_LIST,
                                         { "speed", "units/s", 1000000000 / A7_UNIT_NS },
                                         { "links", NULL, info->n_neighbours });

  sim_world_record (self->world, info->stream, SPUR_TYPE_TARGET_ADDITION_EVENT,
                    { "target", info->target }, { "attributes", attributes });
  sim_world_record (self->world, info->stream, SPUR_TYPE_LO_CREATION_PLACEMENT_EVENT,
                    { "object", info->balancer }, { "type", self->balancer_type },
                    { "destination", info->target });
  record_links (self, (guint) node);
  if (node == 0)
    a7_bisection_distribute (self, a7_bisection_add_root (self));
}

void
a7_network_start (A7Simulation *self)
{
  for (guint i = 0; i < self->n_nodes; i++)
    sim_world_at (self->world, START_NS, begin_node, self, i, 0);
}
