/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* An incomplete hypercube: nodes are neighbours where their numbers differ in one bit. It is
 * connected for any number of nodes. */
#include "plugins/projects/a7/a7-state.h"
#include "plugins/projects/kit/sim-program.h"

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

static void
prepare_network (A7Simulation *self, guint n_nodes)
{
  static const SimState states[] = { { "waiting", SPUR_STATE_IDLE },
                                     { "bisecting", SPUR_STATE_OVERHEAD },
                                     { "expanding", SPUR_STATE_WORK },
                                     { "solving", SPUR_STATE_WORK },
                                     { "balancing", SPUR_STATE_OVERHEAD } };

  sim_world_add_states (self->world, states, G_N_ELEMENTS (states));
  sim_world_add_string (self->world, "subproblem");
  sim_world_add_string (self->world, "balancer");
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
      sim_world_record (self->world, info->stream, "SpurTargetCreateNeighborhoodEvent",
                        sim_world_add_object (self->world, "SpurNeighborhood", "link", "%s", name),
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

  sim_world_record (self->world, info->stream, "SpurTargetAdditionEvent", info->target,
                    { "attributes", attributes });
  sim_world_record (self->world, info->stream, "SpurLoCreationPlacementEvent", info->balancer,
                    { "type", SIM_TEXT ("balancer") }, { "destination", info->target });
  record_links (self, (guint) node);
  if (node == 0)
    a7_bisection_distribute (self, a7_bisection_add_root (self));
}

static void
start_network (A7Simulation *self)
{
  for (guint i = 0; i < self->n_nodes; i++)
    sim_world_at (self->world, START_NS, begin_node, self, i, 0);
}

static void
run_simulation (SimWorld *world, const SimOptions *options)
{
  A7Simulation self = { .world = world,
                        .random = sim_world_get_random (world),
                        .pieces = g_array_new (FALSE, FALSE, sizeof (A7Piece)),
                        .weight = options->size };

  prepare_network (&self, options->n_hosts);
  start_network (&self);
  a7_diffusion_start (&self);
  sim_world_run (world);
  for (guint i = 0; i < self.n_nodes; i++)
    g_queue_clear (&self.nodes[i].waiting);
  g_array_unref (self.pieces);
  g_free (self.nodes);
}

const SimProgram a7_program = {
  .classes = a7_classes,
  .name = "a7",
  .title = "Load balancing in a hypercube (A7)",
  .summary = "Simulates load balancing in a hypercube: a tree of subproblems is distributed by\n"
             "bisection, grows where it is hard, and is balanced by diffusion.",
  .size_help = "How many units of work there are at first",
  .hosts = { 2, 8, 1 << A7_MAX_DIMENSION },
  .size = { 1000, 30000, 10000000 },
  .run = run_simulation,
};
