/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/projects/kit/sim-programs.h"

#include "plugins/projects/a7/a7-state.h"

static void
run_simulation (SimWorld *world, const SimOptions *options)
{
  A7Simulation self = { .world = world,
                        .random = sim_world_get_random (world),
                        .pieces = g_array_new (FALSE, FALSE, sizeof (A7Piece)),
                        .weight = options->size };

  a7_network_prepare (&self, options->n_hosts);
  a7_network_start (&self);
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
  .summary = "Simulates load balancing in a hypercube: a tree of subproblems is distributed by\n"
             "bisection, grows where it is hard, and is balanced by diffusion.",
  .size_help = "How many units of work there are at first",
  .hosts = { 2, 8, 1 << A7_MAX_DIMENSION },
  .size = { 1000, 30000, 10000000 },
  .run = run_simulation,
};
