/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/projects/a1/a1-simulation.h"

#include "plugins/projects/kit/sim-program.h"

static void
add_words (A1Simulation *self)
{
  static const SimState states[] = {
    { "running", SPUR_STATE_WORK },         { "blocked", SPUR_STATE_IDLE },
    { "migrating", SPUR_STATE_OVERHEAD },   { "no user", SPUR_STATE_IDLE },
    { "interactive use", SPUR_STATE_IDLE },
  };
  static const char *const names[] = { [A1_SERVICE_CREATE] = "node_create_proc",
                                       [A1_SERVICE_CREATED] = "proc_has_been_created",
                                       [A1_SERVICE_LOAD] = "node_get_loadavg",
                                       [A1_SERVICE_EVACUATE] = "node_evacuate",
                                       [A1_SERVICE_EVACUATED] = "node_has_been_evacuated" };

  sim_world_add_states (self->world, states, G_N_ELEMENTS (states));
  for (guint i = A1_SERVICE_CREATE; i < G_N_ELEMENTS (names); i++)
    self->service_names[i] = sim_world_add_string (self->world, names[i]);
}

static void
add_computer (A1Simulation *self, guint number)
{
  A1SimComputer *computer = &self->computers[number];
  g_autofree char *name = g_strdup_printf ("node%u", number + 1);
  guint host = sim_world_add_host (self->world, "A1Computer", "computer", "%s", name);

  computer->number = number;
  computer->target = sim_world_get_target (self->world, host);
  computer->stream = sim_world_add_stream (self->world, host, "monitor of node%u", number + 1);
  computer->monitor =
    sim_world_add_object (self->world, "A1Monitor", "monitor", "monitor of node%u", number + 1);
  computer->slowness = (guint) sim_random_between (self->random, 80, 140);
  for (guint i = 0; i < G_N_ELEMENTS (computer->processors); i++)
    {
      g_autofree char *processor = g_strdup_printf ("%s/cpu%u", name, i);

      computer->processors[i] =
        spur_trace_add_object (sim_world_get_trace (self->world), sim_type ("A1Processor"),
                               processor, "processor", computer->target);
    }
}

static void
add_network (A1Simulation *self)
{
  g_autofree guint32 *members = g_new0 (guint32, self->n_computers);

  for (guint i = 0; i < self->n_computers; i++)
    members[i] = self->computers[i].target;
  self->network = sim_world_add_object (self->world, "SpurNeighborhood", "network", "ethernet");
  self->members = sim_world_add_group (self->world, "ethernet", members, self->n_computers);
}

static void
start_simulation (gpointer simulation, guint64 unused_a, guint64 unused_b)
{
  A1Simulation *self = simulation;

  sim_world_record (self->world, self->central_stream, "SpurLoCreationPlacementEvent",
                    self->central, { "destination", self->computers[0].target });
  a1_monitor_start (self);
}

static void
run_simulation (SimWorld *world, const SimOptions *options)
{
  A1Simulation simulation = { .world = world,
                              .random = sim_world_get_random (world),
                              .n_computers = options->n_hosts,
                              .n_wanted = options->size };

  simulation.processes = g_ptr_array_new_with_free_func (g_free);
  simulation.computers = g_new0 (A1SimComputer, simulation.n_computers);
  add_words (&simulation);
  for (guint i = 0; i < simulation.n_computers; i++)
    add_computer (&simulation, i);
  add_network (&simulation);
  simulation.central_stream = sim_world_add_stream (world, 0, "central monitor");
  simulation.central = sim_world_add_object (world, "A1Monitor", "monitor", "central monitor");
  sim_world_at (world, 1000000, start_simulation, &simulation, 0, 0);
  sim_world_run (world);
  g_free (simulation.computers);
  g_ptr_array_unref (simulation.processes);
}

const SimProgram a1_program = {
  .classes = a1_classes,
  .name = "a1",
  .summary =
    "Simulates a network of computers under the monitoring system OCM: processes, threads\n"
    "and objects come and go, users log in and out, a computer joins and another one leaves.\n"
    "Writes the trace of what the monitors see.",
  .size_help = "How many processes are created",
  .hosts = { 4, 6, 128 },
  .size = { 6, 48, 20000 },
  .run = run_simulation,
};
