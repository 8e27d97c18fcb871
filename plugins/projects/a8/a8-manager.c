/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Load management: managers tell each other load indices, and new actor spheres go where there is
 * least to do, as far as they know. */
#include "config.h"

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

void
a8_manager_start (A8Simulation *self)
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
