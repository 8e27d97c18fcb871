/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/projects/kit/sim-programs.h"

#include "plugins/projects/b2/b2-state.h"

static void
run_simulation (SimWorld *world, const SimOptions *options)
{
  B2Simulation self = { .world = world,
                        .random = sim_world_get_random (world),
                        .interpreters = g_array_new (FALSE, FALSE, sizeof (B2InterpreterInfo)) };

  b2_nodes_prepare (&self, options->n_hosts);
  b2_scheduler_prepare (&self, options->size);
  b2_nodes_start (&self);
  b2_scheduler_start (&self);
  sim_world_run (world);
  for (guint i = 0; i < self.interpreters->len; i++)
    g_queue_clear (&b2_get_interpreter (&self, i)->waiting);
  g_array_unref (self.interpreters);
  g_free (self.queries);
  g_free (self.nodes);
}

const SimProgram b2_program = {
  .classes = b2_classes,
  .name = "b2",
  .summary = "Simulates a parallel database system: partial queries in interpreters that are\n"
             "assigned once, where memory is free and the network is not too busy.",
  .size_help = "How many queries there are",
  .hosts = { 2, 6, 200 },
  .size = { 1, 24, 5000 },
  .run = run_simulation,
};
