/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Load management: managers tell each other load indices, and new actor spheres go where there is
 * least to do, as far as they know. */
#include "plugins/projects/a8/a8-simulation.h"

#define TELL_NS 2500000
#define INDEX_BYTES 24
#define SPHERE_BYTES 4096
#define LOCATION_BYTES 48

/* A message of the manager of one host to that of another one. */
static SimMessage
make_message (const A8Simulation *self, const char *type, A8Tag tag, guint from, guint to)
{
  static const guint64 n_bytes[] = { [A8_TAG_LOAD] = INDEX_BYTES,
                                     [A8_TAG_CREATION] = SPHERE_BYTES,
                                     [A8_TAG_LOCATION] = LOCATION_BYTES };

  return (SimMessage){ type,
                       { self->hosts[from].stream, self->hosts[from].manager },
                       { self->hosts[to].stream, self->hosts[to].manager },
                       tag,
                       n_bytes[tag] };
}

/* @index: the load index in the upper half, who tells it and who hears it in the lower one. */
static void
deliver_load (gpointer simulation, guint64 what, guint64 unused)
{
  A8Simulation *self = simulation;

  self->hosts[what & 0xffff].known_index[what >> 16 & 0xffff] = (guint) (what >> 32);
}

static void
tell_load (gpointer simulation, guint64 number, guint64 unused)
{
  A8Simulation *self = simulation;
  A8SimHost *host = &self->hosts[number];

  if (self->n_living == 0)
    {
      sim_world_end (self->world, host->stream, host->manager);
      return;
    }
  host->known_index[number] = host->n_actors;
  for (guint to = 0; to < self->n_hosts; to++)
    {
      const SimMessage message = make_message (self, "A8LoadIndex", A8_TAG_LOAD, host->number, to);

      if (to != number)
        sim_world_send (self->world, &message, deliver_load, self,
                        (guint64) host->n_actors << 32 | number << 16 | to,
                        { "index", host->n_actors });
    }
  sim_world_after (self->world, sim_random_about (self->random, TELL_NS), tell_load, self, number,
                   0);
}

static void
start_managers (A8Simulation *self)
{
  for (guint i = 0; i < self->n_hosts; i++)
    sim_world_after (self->world, 200000 + (gint64) i * TELL_NS / self->n_hosts, tell_load, self, i,
                     0);
}

static void
deliver_creation (gpointer simulation, guint64 number, guint64 unused)
{
  A8Simulation *self = simulation;
  A8SimActor *actor = a8_actor (self, (guint32) number);
  const A8SimActor *creator = a8_actor (self, actor->creator);
  const SimMessage location =
    make_message (self, "A8Location", A8_TAG_LOCATION, actor->host, creator->host);

  a8_actor_begin (self, actor);
  sim_world_send (self->world, &location, NULL, NULL, 0, { "creator", creator->object },
                  { "actor", actor->object },
                  { "location", sim_world_get_target (self->world, actor->host) });
}

static guint
choose_host (const A8Simulation *self, guint here)
{
  const A8SimHost *host = &self->hosts[here];
  guint best = here;

  for (guint i = 0; i < self->n_hosts; i++)
    {
      if (host->known_index[i] < host->known_index[best])
        best = i;
    }
  return best;
}

void
a8_manager_create (A8Simulation *self, const A8SimActor *creator)
{
  A8SimHost *host = &self->hosts[creator->host];
  SimMessage order;
  A8SimActor *actor;
  guint chosen;

  host->known_index[host->number] = host->n_actors;
  chosen = choose_host (self, host->number);
  actor = a8_actor_new (self, creator->number, chosen);

  /* Until the host tells itself, it is known that it has one more. */
  host->known_index[chosen]++;
  if (chosen == host->number)
    {
      a8_actor_begin (self, actor);
      return;
    }
  order = make_message (self, "A8SphereCreation", A8_TAG_CREATION, host->number, chosen);
  sim_world_send (self->world, &order, deliver_creation, self, actor->number,
                  { "creator", creator->object }, { "actor", actor->object });
}

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
  start_managers (self);
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
  .title = "Actors and depots of a distributed operating system (A8)",
  .summary = "Simulates a distributed operating system: actors that create actor spheres and use\n"
             "depots, near and far, and managers that tell each other load indices and locations.\n"
             "Writes the trace of every use of a component.",
  .size_help = "How many actors there are at most",
  .hosts = { 1, 5, 128 },
  .size = { 1, 48, 20000 },
  .run = run_simulation,
};
