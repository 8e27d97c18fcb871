/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Load management: managers tell each other load indices, and new actor spheres go where there is
 * least to do, as far as they know. */
#include "config.h"

#include "events/spur-lo-events.h"
#include "plugins/projects/a8/a8-simulation.h"

#define TELL_NS 2500000
#define INDEX_BYTES 24
#define SPHERE_BYTES 4096
#define LOCATION_BYTES 48

static void
record_load (A8Simulation *self, guint here, guint there, guint index, GType type)
{
  sim_world_record (self->world, self->hosts[here].stream, type,
                    { "component", self->hosts[here].manager },
                    { "peer", self->hosts[there].manager }, { "tag", A8_TAG_LOAD },
                    { "size", INDEX_BYTES }, { "index", index });
}

static void
deliver_load (gpointer simulation, guint64 ends, guint64 index)
{
  A8Simulation *self = simulation;
  guint from = (guint) (ends >> 32), to = (guint) (ends & G_MAXUINT32);

  record_load (self, to, from, (guint) index, sim_type ("A8LoadIndexReceiveEvent"));
  self->hosts[to].known_index[from] = (guint) index;
}

static void
tell_load (gpointer simulation, guint64 number, guint64 unused)
{
  A8Simulation *self = simulation;
  A8SimHost *host = &self->hosts[number];

  if (self->n_living == 0)
    {
      sim_world_record (self->world, host->stream, SPUR_TYPE_LO_TERMINATION_EVENT,
                        { "object", host->manager });
      return;
    }
  host->known_index[number] = host->n_actors;
  for (guint to = 0; to < self->n_hosts; to++)
    {
      if (to == number)
        continue;
      record_load (self, host->number, to, host->n_actors, sim_type ("A8LoadIndexSendEvent"));
      sim_world_at (
        self->world,
        sim_world_arrival_ns (self->world, host->stream, self->hosts[to].stream, INDEX_BYTES),
        deliver_load, self, number << 32 | to, host->n_actors);
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
record_creation (A8Simulation *self, guint here, guint there, const A8SimActor *actor, GType type)
{
  sim_world_record (
    self->world, self->hosts[here].stream, type, { "component", self->hosts[here].manager },
    { "peer", self->hosts[there].manager }, { "tag", A8_TAG_CREATION }, { "size", SPHERE_BYTES },
    { "creator", a8_actor (self, actor->creator)->object }, { "actor", actor->object });
}

static void
record_location (A8Simulation *self, guint here, guint there, const A8SimActor *actor, GType type)
{
  sim_world_record (
    self->world, self->hosts[here].stream, type, { "component", self->hosts[here].manager },
    { "peer", self->hosts[there].manager }, { "tag", A8_TAG_LOCATION }, { "size", LOCATION_BYTES },
    { "creator", a8_actor (self, actor->creator)->object }, { "actor", actor->object },
    { "location", sim_world_get_target (self->world, actor->host) });
}

static void
deliver_location (gpointer simulation, guint64 number, guint64 unused)
{
  A8Simulation *self = simulation;
  const A8SimActor *actor = a8_actor (self, (guint32) number);

  record_location (self, a8_actor (self, actor->creator)->host, actor->host, actor,
                   sim_type ("A8LocationReceiveEvent"));
}

static void
deliver_creation (gpointer simulation, guint64 number, guint64 unused)
{
  A8Simulation *self = simulation;
  A8SimActor *actor = a8_actor (self, (guint32) number);
  guint home = a8_actor (self, actor->creator)->host;
  gint64 arrival_ns;

  record_creation (self, actor->host, home, actor, sim_type ("A8SphereCreationReceiveEvent"));
  a8_actor_begin (self, actor);
  record_location (self, actor->host, home, actor, sim_type ("A8LocationSendEvent"));
  arrival_ns = sim_world_arrival_ns (self->world, self->hosts[actor->host].stream,
                                     self->hosts[home].stream, LOCATION_BYTES);
  sim_world_at (self->world, arrival_ns, deliver_location, self, number, 0);
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
  A8SimActor *actor;
  guint chosen;
  gint64 arrival_ns;

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
  record_creation (self, host->number, chosen, actor, sim_type ("A8SphereCreationSendEvent"));
  arrival_ns =
    sim_world_arrival_ns (self->world, host->stream, self->hosts[chosen].stream, SPHERE_BYTES);
  sim_world_at (self->world, arrival_ns, deliver_creation, self, actor->number, 0);
}
