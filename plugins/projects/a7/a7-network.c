/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* An incomplete hypercube: nodes are neighbours where their numbers differ in one bit. It is
 * connected for any number of nodes. */
#include "config.h"

#include "plugins/projects/a7/a7-state.h"

#define START_NS 50000

static void
add_node (A7Simulation *self, guint node)
{
  A7NodeInfo *info = &self->nodes[node];
  g_autofree char *balancer = g_strdup_printf ("balancer %u", node);
  guint host = sim_world_add_host (self->world, "A7Node", "node of the hypercube", "node %u", node);

  info->target = sim_world_get_target (self->world, host);
  info->stream = sim_world_add_stream (self->world, host, "node %u", node);
  info->balancer =
    sim_world_add_object (self->world, "A7Balancer", "diffusion of load", "%s", balancer);
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
  static const SimState states[A7_N_STATES] = { { "waiting", SPUR_STATE_IDLE },
                                                { "bisecting", SPUR_STATE_OVERHEAD },
                                                { "expanding", SPUR_STATE_WORK },
                                                { "solving", SPUR_STATE_WORK } };

  sim_world_add_states (self->world, states, A7_N_STATES, self->states);
  self->balancing = sim_world_add_state (self->world, "balancing", SPUR_STATE_OVERHEAD);
  self->subproblem_type = sim_world_add_string (self->world, "subproblem");
  self->balancer_type = sim_world_add_string (self->world, "balancer");
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
      group = sim_world_add_group (self->world, name, members, G_N_ELEMENTS (members));
      sim_world_record (
        self->world, info->stream, "SpurTargetCreateNeighborhoodEvent",
        { "target", sim_world_add_object (self->world, "SpurNeighborhood", "link", "%s", name) },
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

  sim_world_record (self->world, info->stream, "SpurTargetAdditionEvent",
                    { "target", info->target }, { "attributes", attributes });
  sim_world_record (self->world, info->stream, "SpurLoCreationPlacementEvent",
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
