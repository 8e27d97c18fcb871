/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/projects/a8/a8-simulation.h"

#include "plugins/projects/kit/sim-program.h"

static void
add_words (A8Simulation *self)
{
  static const SimState states[] = {
    { "running", SPUR_STATE_WORK },
    { "in use", SPUR_STATE_WORK },
    { "ready", SPUR_STATE_IDLE },
    { "waiting for a depot", SPUR_STATE_COMMUNICATION },
    { "waiting for its actors", SPUR_STATE_IDLE },
    { "not used", SPUR_STATE_IDLE },
  };
  static const char *const operations[] = { "read", "write", "append", "search" };

  sim_world_add_states (self->world, states, G_N_ELEMENTS (states));
  for (guint i = 0; i < G_N_ELEMENTS (operations); i++)
    self->operations[i] = sim_world_add_string (self->world, operations[i]);
}

static void
add_hosts (A8Simulation *self)
{
  self->hosts = g_new0 (A8SimHost, self->n_hosts);
  for (guint i = 0; i < self->n_hosts; i++)
    {
      A8SimHost *host = &self->hosts[i];
      guint number = sim_world_add_host (self->world, "A8Host", "host", "host %u", i + 1);

      host->number = i;
      host->stream = sim_world_add_stream (self->world, number, "host %u", i + 1);
      host->manager =
        sim_world_add_object (self->world, "A8Manager", "manager", "manager %u", i + 1);
      host->slowness = (guint) sim_random_between (self->random, 90, 150);
      host->known_index = g_new0 (guint, self->n_hosts);
      g_queue_init (&host->jobs);
    }
}

static void
start_simulation (gpointer simulation, guint64 unused_a, guint64 unused_b)
{
  A8Simulation *self = simulation;

  for (guint i = 0; i < self->n_hosts; i++)
    {
      guint32 target = sim_world_get_target (self->world, i);

      sim_world_record (self->world, self->hosts[i].stream, "SpurTargetAdditionEvent", target,
                        { "attributes", sim_world_values (self->world, SPUR_TYPE_RESOURCE_LIST,
                                                          { "speed", "percent",
                                                            10000 / self->hosts[i].slowness }) });
      sim_world_record (self->world, self->hosts[i].stream, "SpurLoCreationPlacementEvent",
                        self->hosts[i].manager, { "destination", target });
    }
  a8_actor_begin (self, a8_actor_new (self, SPUR_NONE, 0));
  a8_manager_start (self);
}

static void
run_simulation (SimWorld *world, const SimOptions *options)
{
  A8Simulation simulation = { .world = world,
                              .random = sim_world_get_random (world),
                              .n_hosts = options->n_hosts,
                              .max_actors = options->size };

  simulation.actors = g_ptr_array_new_with_free_func (g_free);
  simulation.depots = g_ptr_array_new_with_free_func (g_free);
  add_words (&simulation);
  add_hosts (&simulation);
  sim_world_at (world, 50000, start_simulation, &simulation, 0, 0);
  sim_world_run (world);
  for (guint i = 0; i < simulation.n_hosts; i++)
    g_free (simulation.hosts[i].known_index);
  g_free (simulation.hosts);
  g_ptr_array_unref (simulation.actors);
  g_ptr_array_unref (simulation.depots);
}

const SimProgram a8_program = {
  .classes = a8_classes,
  .name = "a8",
  .summary = "Simulates a distributed operating system: actors that create actor spheres and use\n"
             "depots, near and far, and managers that tell each other load indices and locations.\n"
             "Writes the trace of every use of a component.",
  .size_help = "How many actors there are at most",
  .hosts = { 1, 5, 128 },
  .size = { 1, 48, 20000 },
  .run = run_simulation,
};
