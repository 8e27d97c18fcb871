/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/projects/kit/sim-programs.h"

#include "plugins/projects/b5/b5-state.h"

static void
free_message (gpointer data)
{
  B5Message *self = data;

  g_free (self->mail);
  g_free (self->carried);
  g_free (self);
}

static void
clear_simulation (B5Simulation *self)
{
  for (guint i = 0; i < self->n_processes; i++)
    {
      g_queue_clear_full (&self->processes[i].inbox, free_message);
      g_free (self->processes[i].known);
    }
  for (guint i = 0; i < self->n_agents; i++)
    {
      g_queue_clear (&self->agents[i].buffer);
      g_array_unref (self->agents[i].early);
    }
  g_free (self->processes);
  g_free (self->agents);
  g_array_unref (self->tasks);
  g_array_unref (self->pairs);
}

static void
run_simulation (SimWorld *world, const SimOptions *options)
{
  B5Simulation self = { .world = world,
                        .random = sim_world_get_random (world),
                        .deliver = b5_execution_deliver,
                        .tasks = g_array_new (FALSE, FALSE, sizeof (B5TaskInfo)),
                        .pairs = g_array_new (FALSE, FALSE, sizeof (B5Pair)),
                        .n_roots = options->size };

  b5_beginning_prepare (&self, options->n_hosts);
  b5_beginning_start (&self);
  sim_world_run (world);
  clear_simulation (&self);
}

const SimProgram b5_program = {
  .classes = b5_classes,
  .name = "b5",
  .summary = "Simulates a parallel program whose load is distributed by ALDY.",
  .size_help = "How many root tasks",
  .hosts = { 1, 6, 100 },
  .size = { 1, 40, 10000 },
  .run = run_simulation,
};
