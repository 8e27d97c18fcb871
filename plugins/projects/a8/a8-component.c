/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Actors that run, create, use depots and end; and depots that serve one actor at a time. */
#include "plugins/projects/a8/a8-simulation.h"

#define BURST_NS 220000
#define SERVICE_NS 90000
#define CALL_BYTES 128
#define RETURN_BYTES 512
#define MAX_DEPTH 5

A8SimActor *
a8_actor (const A8Simulation *self, guint32 number)
{
  return g_ptr_array_index (self->actors, number);
}

static void
set_state (A8Simulation *self, guint host, guint32 object, const char *state, guint32 partner)
{
  sim_world_record (self->world, self->hosts[host].stream, "A8ComponentStateEvent", object,
                    { "state", SIM_TEXT (state) }, { "partner", partner });
}

static A8SimDepot *
add_depot (A8Simulation *self, guint host)
{
  A8SimDepot *depot = g_new0 (A8SimDepot, 1);

  depot->object =
    sim_world_add_object (self->world, "A8Depot", "depot", "depot %u", self->depots->len + 1);
  depot->host = host;
  g_queue_init (&depot->callers);
  g_ptr_array_add (self->depots, depot);
  return depot;
}

A8SimActor *
a8_actor_new (A8Simulation *self, guint32 creator, guint host)
{
  A8SimActor *actor = g_new0 (A8SimActor, 1);

  actor->number = self->actors->len;
  actor->object =
    sim_world_add_object (self->world, "A8Actor", "actor", "actor %u", self->actors->len + 1);
  actor->host = host;
  actor->creator = creator;
  actor->depth = creator != SPUR_NONE ? a8_actor (self, creator)->depth + 1 : 0;
  actor->n_bursts_left = (guint) sim_random_between (self->random, 8, 24);
  g_ptr_array_add (self->actors, actor);
  self->n_living++;
  return actor;
}

/* The processor: one thing at a time, in the order in which it came. */

static void run_next (A8Simulation *self, A8SimHost *host);

/* A job is twice an actor's number, plus whether a depot serves that actor. */
static void
add_job (A8Simulation *self, guint host, const A8SimActor *actor, gboolean is_service)
{
  g_queue_push_tail (&self->hosts[host].jobs, GUINT_TO_POINTER (2 * actor->number + is_service));
  run_next (self, &self->hosts[host]);
}

static void
make_ready (A8Simulation *self, A8SimActor *actor)
{
  set_state (self, actor->host, actor->object, "ready", SPUR_NONE);
  add_job (self, actor->host, actor, FALSE);
}

void
a8_actor_begin (A8Simulation *self, A8SimActor *actor)
{
  A8SimHost *host = &self->hosts[actor->host];
  guint32 target = sim_world_get_target (self->world, actor->host);
  const A8SimActor *creator = actor->creator != SPUR_NONE ? a8_actor (self, actor->creator) : NULL;
  gboolean is_remote = creator != NULL && creator->host != actor->host;

  host->n_actors++;
  sim_world_record (
    self->world, host->stream, "A8ActorCreationEvent", actor->object,
    { "type", sim_world_add_string (self->world, is_remote ? "remote thread" : "local thread") },
    { "creator", creator != NULL ? creator->object : host->manager }, { "destination", target },
    { "sphere", actor->object });
  for (guint i = 0; i < G_N_ELEMENTS (actor->depots); i++)
    {
      actor->depots[i] = add_depot (self, actor->host);
      sim_world_record (self->world, host->stream, "A8DepotCreationEvent", actor->depots[i]->object,
                        { "creator", actor->object }, { "destination", target },
                        { "sphere", actor->object });
    }
  make_ready (self, actor);
}

static void serve_next (A8Simulation *self, A8SimDepot *depot);

static void
deliver_return (gpointer simulation, guint64 number, guint64 unused)
{
  A8Simulation *self = simulation;
  A8SimActor *actor = a8_actor (self, (guint32) number);

  actor->called = NULL;
  make_ready (self, actor);
}

static void
finish_service (A8Simulation *self, A8SimActor *actor, gint64 spent_ns)
{
  A8SimDepot *depot = actor->called;
  const SimMessage answer = { "A8Return",
                              { self->hosts[depot->host].stream, depot->object },
                              { self->hosts[actor->host].stream, actor->object },
                              A8_TAG_RETURN,
                              RETURN_BYTES };

  depot->n_uses++;
  depot->busy_ns += spent_ns;
  g_queue_pop_head (&depot->callers);
  sim_world_send (self->world, &answer, deliver_return, self, actor->number,
                  { "operation", actor->operation });
  set_state (self, depot->host, depot->object, "not used", SPUR_NONE);
  serve_next (self, depot);
}

static void
serve_next (A8Simulation *self, A8SimDepot *depot)
{
  if (depot->callers.length > 0)
    add_job (self, depot->host,
             a8_actor (self, GPOINTER_TO_UINT (g_queue_peek_head (&depot->callers))), TRUE);
}

static void
deliver_call (gpointer simulation, guint64 number, guint64 unused)
{
  A8Simulation *self = simulation;
  A8SimActor *actor = a8_actor (self, (guint32) number);
  A8SimDepot *depot = actor->called;

  g_queue_push_tail (&depot->callers, GUINT_TO_POINTER (actor->number));
  if (depot->callers.length == 1)
    serve_next (self, depot);
}

/* An actor knows its own depots, and those of the actors that it was created in. */
static A8SimDepot *
choose_depot (A8Simulation *self, const A8SimActor *actor)
{
  const A8SimActor *owner = actor;

  while (owner->creator != SPUR_NONE && sim_random_chance (self->random, 450))
    owner = a8_actor (self, owner->creator);
  return owner->depots[sim_random_below (self->random, G_N_ELEMENTS (owner->depots))];
}

static void
call_depot (A8Simulation *self, A8SimActor *actor)
{
  A8SimDepot *depot = choose_depot (self, actor);
  const SimMessage call = { "A8Call",
                            { self->hosts[actor->host].stream, actor->object },
                            { self->hosts[depot->host].stream, depot->object },
                            A8_TAG_CALL,
                            CALL_BYTES };

  actor->called = depot;
  actor->n_uses++;
  actor->operation =
    self->operations[sim_random_below (self->random, G_N_ELEMENTS (self->operations))];
  sim_world_send (self->world, &call, deliver_call, self, actor->number,
                  { "operation", actor->operation });
  set_state (self, actor->host, actor->object, "waiting for a depot", depot->object);
}

static void try_to_end (A8Simulation *self, A8SimActor *actor);

static void
child_has_ended (gpointer simulation, guint64 number, guint64 unused)
{
  A8Simulation *self = simulation;
  A8SimActor *actor = a8_actor (self, (guint32) number);

  actor->n_children--;
  if (actor->is_joining)
    try_to_end (self, actor);
}

static void
end_actor (A8Simulation *self, A8SimActor *actor)
{
  A8SimHost *host = &self->hosts[actor->host];

  for (guint i = 0; i < G_N_ELEMENTS (actor->depots); i++)
    sim_world_record (self->world, host->stream, "A8ComponentTerminationEvent",
                      actor->depots[i]->object, { "uses", actor->depots[i]->n_uses },
                      { "busy", (guint64) actor->depots[i]->busy_ns });
  sim_world_record (self->world, host->stream, "A8ComponentTerminationEvent", actor->object,
                    { "uses", actor->n_uses }, { "busy", (guint64) actor->busy_ns });
  host->n_actors--;
  self->n_living--;
  if (actor->creator != SPUR_NONE)
    sim_world_after (self->world, 100000, child_has_ended, self, actor->creator, 0);
}

/* The actors that an actor created, and so all that could use its depots, end before it does. */
static void
try_to_end (A8Simulation *self, A8SimActor *actor)
{
  if (actor->n_children == 0)
    end_actor (self, actor);
  else if (!actor->is_joining)
    {
      actor->is_joining = TRUE;
      set_state (self, actor->host, actor->object, "waiting for its actors", SPUR_NONE);
    }
}

static void
finish_burst (A8Simulation *self, A8SimActor *actor, gint64 spent_ns)
{
  actor->busy_ns += spent_ns;
  if (--actor->n_bursts_left == 0)
    {
      try_to_end (self, actor);
      return;
    }
  if (self->actors->len < self->max_actors && actor->depth < MAX_DEPTH &&
      sim_random_chance (self->random, 300))
    {
      actor->n_children++;
      a8_manager_create (self, actor);
      make_ready (self, actor);
      return;
    }
  call_depot (self, actor);
}

static void
finish_job (gpointer simulation, guint64 job, guint64 spent_ns)
{
  A8Simulation *self = simulation;
  A8SimActor *actor = a8_actor (self, (guint32) job / 2);
  A8SimHost *host = &self->hosts[job % 2 == 1 ? actor->called->host : actor->host];

  host->is_busy = FALSE;
  if (job % 2 == 1)
    finish_service (self, actor, (gint64) spent_ns);
  else
    finish_burst (self, actor, (gint64) spent_ns);
  run_next (self, host);
}

static void
run_next (A8Simulation *self, A8SimHost *host)
{
  A8SimActor *actor;
  gboolean is_service;
  guint32 job;
  gint64 work_ns;

  if (host->is_busy || host->jobs.length == 0)
    return;
  host->is_busy = TRUE;
  job = GPOINTER_TO_UINT (g_queue_pop_head (&host->jobs));
  actor = a8_actor (self, job / 2);
  is_service = job % 2 == 1;
  work_ns =
    sim_random_wait_ns (self->random, is_service ? SERVICE_NS : BURST_NS) * host->slowness / 100;
  if (is_service)
    set_state (self, host->number, actor->called->object, "in use", actor->object);
  else
    set_state (self, host->number, actor->object, "running", SPUR_NONE);
  sim_world_after (self->world, work_ns + 1000, finish_job, self, job, (guint64) work_ns);
}
