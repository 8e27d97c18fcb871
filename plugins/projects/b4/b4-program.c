/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/projects/kit/sim-programs.h"

#include "plugins/projects/b4/b4-simulation.h"

static void
run_simulation (SimWorld *world, const SimOptions *options)
{
  g_autoptr (B4Simulation) simulation = b4_simulation_new (world, options);

  b4_simulation_run (simulation);
}

const SimProgram b4_program = {
  .classes = b4_classes,
  .name = "b4",
  .summary =
    "Simulates the parallel simulation of a logic circuit by time warp: simulators that run\n"
    "ahead and roll back, a controller that finds the global virtual time and migrates\n"
    "partitions of the circuit. Writes the trace of all events of the protocol.",
  .size_help = "How many gates the circuit has",
  .hosts = { 2, 4, 64 },
  .size = { 64, 320, 30000 },
  .run = run_simulation,
};
