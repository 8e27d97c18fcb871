/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/projects/kit/sim-programs.h"

#include "plugins/projects/a5/a5-state.h"

static void
run_simulation (SimWorld *world, const SimOptions *options)
{
  A5Simulation self = { .world = world,
                        .random = sim_world_get_random (world),
                        .provers = g_array_new (FALSE, FALSE, sizeof (A5ProverInfo)) };

  a5_hosts_prepare (&self, options->n_hosts);
  a5_supervisor_prepare (&self, options->size);
  a5_hosts_start (&self);
  sim_world_run (world);
  g_array_unref (self.provers);
  g_free (self.problems);
  g_free (self.hosts);
}

const SimProgram a5_program = {
  .classes = a5_classes,
  .name = "a5",
  .summary =
    "Simulates cooperative parallel theorem proving: provers of several strategies compete\n"
    "for a proof, exchange lemmas, and are placed by memory, speed and users of hosts.",
  .size_help = "How many problems are to be proved",
  .hosts = { 2, 6, 200 },
  .size = { 1, 24, 2000 },
  .run = run_simulation,
};
