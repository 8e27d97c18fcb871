/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/projects/b1/b1-simulation.h"

#include "events/spur-lo-events.h"
#include "events/spur-target-events.h"
#include "plugins/projects/kit/sim-programs.h"

#define HEADER_BYTES 48
#define FAULT_BYTES 96
#define MEAN_FAULTS 64

/* From this many servers on there is a second client. */
#define SERVERS_FOR_TWO 6

B1SimBlock *
b1_sim_block_new (B1Simulation *self, guint n_faults)
{
  g_autofree char *name = g_strdup_printf ("block %u", ++self->n_blocks);
  B1SimBlock *block = g_new0 (B1SimBlock, 1);

  block->object = sim_world_add_object (self->world, sim_type ("B1Block"), name, "block");
  block->n_faults = n_faults;
  block->n_remaining = n_faults;
  return block;
}

/* Who sends and who receives. */
typedef struct
{
  guint from_stream;
  guint to_stream;
  guint32 from;
  guint32 to;
  guint64 n_bytes;
} Way;

static Way
find_way (B1Simulation *self, const B1Message *message)
{
  const B1SimClient *client = &self->clients[message->client];
  const B1SimServer *server = &self->servers[message->server];
  guint n_faults = message->block != NULL ? message->block->n_faults : 0;
  guint64 n_bytes = HEADER_BYTES + (guint64) n_faults * FAULT_BYTES;

  if (message->kind == B1_MESSAGE_BLOCK)
    {
      const B1SimServer *victim = &self->servers[message->other];

      return (Way){ victim->stream, server->stream, victim->object, server->object, n_bytes };
    }
  if (message->kind == B1_MESSAGE_TASK || message->kind == B1_MESSAGE_STEAL)
    return (Way){ client->stream, server->stream, client->object, server->object, n_bytes };
  return (Way){ server->stream, client->stream, server->object, client->object, n_bytes };
}

static void
record_work (
  B1Simulation *self, const B1Message *message, const Way *way, guint stream, gboolean is_send)
{
  const B1SimBlock *block = message->block;
  guint32 here = is_send ? way->from : way->to, there = is_send ? way->to : way->from;

  if (message->kind == B1_MESSAGE_TASK)
    sim_world_record (
      self->world, stream, is_send ? sim_type ("B1TaskSendEvent") : sim_type ("B1TaskReceiveEvent"),
      { "object", here }, { "peer", there }, { "tag", message->kind }, { "size", way->n_bytes },
      { "block", message->block_object }, { "faults", block != NULL ? block->n_faults : 0 });
  else
    sim_world_record (self->world, stream,
                      is_send ? sim_type ("B1ResultSendEvent") : sim_type ("B1ResultReceiveEvent"),
                      { "object", here }, { "peer", there }, { "tag", message->kind },
                      { "size", way->n_bytes }, { "block", message->block_object },
                      { "faults", block->n_faults }, { "patterns", block->n_patterns },
                      { "redundant", block->n_redundant }, { "aborted", block->n_aborted });
}

static void
record_management (
  B1Simulation *self, const B1Message *message, const Way *way, guint stream, gboolean is_send)
{
  guint32 here = is_send ? way->from : way->to, there = is_send ? way->to : way->from;

  if (message->kind == B1_MESSAGE_LOAD)
    sim_world_record (
      self->world, stream,
      is_send ? sim_type ("B1LoadIndexSendEvent") : sim_type ("B1LoadIndexReceiveEvent"),
      { "component", here }, { "peer", there }, { "tag", message->kind }, { "size", way->n_bytes },
      { "block", message->block_object }, { "remaining", message->n_remaining });
  else if (message->kind == B1_MESSAGE_STEAL)
    sim_world_record (self->world, stream,
                      is_send ? sim_type ("B1StealSendEvent") : sim_type ("B1StealReceiveEvent"),
                      { "component", here }, { "peer", there }, { "tag", message->kind },
                      { "size", way->n_bytes }, { "thief", self->servers[message->other].object });
  else
    sim_world_record (
      self->world, stream,
      is_send ? sim_type ("B1BlockMigrationSendEvent") : sim_type ("B1BlockMigrationReceiveEvent"),
      { "object", message->block_object }, { "source", way->from }, { "destination", way->to },
      { "migration", message->migration }, { "remaining", message->n_remaining });
}

static void
record_message (B1Simulation *self, const B1Message *message, const Way *way, gboolean is_send)
{
  guint stream = is_send ? way->from_stream : way->to_stream;

  if (message->kind == B1_MESSAGE_TASK || message->kind == B1_MESSAGE_RESULT)
    record_work (self, message, way, stream, is_send);
  else
    record_management (self, message, way, stream, is_send);
}

static void
deliver_message (gpointer simulation, guint64 data, guint64 unused)
{
  B1Simulation *self = simulation;
  g_autofree B1Message *message = GSIZE_TO_POINTER (data);
  const Way way = find_way (self, message);

  record_message (self, message, &way, FALSE);
  if (message->kind == B1_MESSAGE_RESULT || message->kind == B1_MESSAGE_LOAD)
    b1_client_take (self, &self->clients[message->client], message);
  else
    b1_server_take (self, &self->servers[message->server], message);
}

void
b1_send (B1Simulation *self, B1Message *message)
{
  const Way way = find_way (self, message);

  record_message (self, message, &way, TRUE);
  sim_world_at (self->world,
                sim_world_arrival_ns (self->world, way.from_stream, way.to_stream, way.n_bytes),
                deliver_message, self, GPOINTER_TO_SIZE (message), 0);
}

static void
add_states (B1Simulation *self)
{
  self->states = (B1States){
    .distributing = sim_world_add_state (self->world, "distributing", SPUR_STATE_OVERHEAD),
    .collecting = sim_world_add_state (self->world, "collecting", SPUR_STATE_OVERHEAD),
    .waiting = sim_world_add_state (self->world, "waiting", SPUR_STATE_IDLE),
    .generating = sim_world_add_state (self->world, "generating", SPUR_STATE_WORK),
    .simulating = sim_world_add_state (self->world, "simulating faults", SPUR_STATE_WORK),
    .splitting = sim_world_add_state (self->world, "splitting", SPUR_STATE_OVERHEAD),
  };
}

static void
add_server (B1Simulation *self, guint number)
{
  B1SimServer *server = &self->servers[number];
  g_autofree char *host_name = g_strdup_printf ("hp%u", number + 1);
  g_autofree char *name = g_strdup_printf ("server %u", number + 1);
  guint host = sim_world_add_host (self->world, sim_type ("B1Computer"), host_name, "computer");

  server->number = number;
  server->stream = sim_world_add_stream (self->world, host, name);
  server->object = sim_world_add_object (self->world, sim_type ("B1Server"), name, "server");
  server->client = number % self->n_clients;
  server->speed_percent = (guint) sim_random_between (self->random, 80, 160);
  server->thief = SPUR_NONE;
  server->is_idle = TRUE;
}

static void
add_client (B1Simulation *self, guint number, guint n_blocks)
{
  B1SimClient *client = &self->clients[number];
  g_autofree char *name = g_strdup_printf ("client %u", number + 1);

  client->number = number;
  client->stream = sim_world_add_stream (self->world, 0, name);
  client->object = sim_world_add_object (self->world, sim_type ("B1Client"), name, "client");
  g_queue_init (&client->waiting);
  for (guint i = 0; i < n_blocks; i++)
    {
      guint n_faults =
        (guint) sim_random_between (self->random, MEAN_FAULTS / 4, MEAN_FAULTS * 7 / 4);

      g_queue_push_tail (&client->waiting, b1_sim_block_new (self, n_faults));
      client->n_open_faults += n_faults;
    }
}

static void
start_client (gpointer simulation, guint64 number, guint64 unused)
{
  B1Simulation *self = simulation;
  B1SimClient *client = &self->clients[number];

  sim_world_record (self->world, client->stream, SPUR_TYPE_LO_CREATION_PLACEMENT_EVENT,
                    { "object", client->object },
                    { "destination", sim_world_get_target (self->world, 0) });
  /* A block is nowhere yet; the server that works on it is its place. */
  for (GList *link = client->waiting.head; link != NULL; link = link->next)
    sim_world_record (self->world, client->stream, SPUR_TYPE_LO_CREATION_EVENT,
                      { "object", ((const B1SimBlock *) link->data)->object },
                      { "creator", client->object });
  b1_client_start (self, client);
}

static void
start_server (gpointer simulation, guint64 number, guint64 unused)
{
  B1Simulation *self = simulation;
  B1SimServer *server = &self->servers[number];
  guint32 target = sim_world_get_target (self->world, server->number);

  sim_world_record (self->world, server->stream, SPUR_TYPE_TARGET_ADDITION_EVENT,
                    { "target", target });
  sim_world_record (self->world, server->stream, SPUR_TYPE_LO_CREATION_PLACEMENT_EVENT,
                    { "object", server->object },
                    { "creator", self->clients[server->client].object }, { "destination", target });
  b1_server_set_state (self, server, self->states.waiting);
}

static void
run_simulation (SimWorld *world, const SimOptions *options)
{
  B1Simulation simulation = { .world = world, .random = sim_world_get_random (world) };

  simulation.n_servers = options->n_hosts;
  simulation.n_clients = options->n_hosts >= SERVERS_FOR_TWO ? 2 : 1;
  simulation.servers = g_new0 (B1SimServer, simulation.n_servers);
  simulation.clients = g_new0 (B1SimClient, simulation.n_clients);
  add_states (&simulation);
  for (guint i = 0; i < simulation.n_servers; i++)
    {
      add_server (&simulation, i);
      sim_world_at (world, 1000 + i, start_server, &simulation, i, 0);
    }
  for (guint i = 0; i < simulation.n_clients; i++)
    {
      add_client (&simulation, i, options->size / simulation.n_clients);
      sim_world_at (world, 20000 + i, start_client, &simulation, i, 0);
    }
  sim_world_run (world);
  g_free (simulation.servers);
  g_free (simulation.clients);
}

const SimProgram b1_program = {
  .classes = b1_classes,
  .name = "b1",
  .summary =
    "Simulates automatic test pattern generation: clients send blocks of path delay faults\n"
    "to servers and collect results; towards the end idle servers steal half of what\n"
    "remains of a block. Writes the trace of all states, messages and blocks.",
  .size_help = "How many blocks of faults there are",
  .min_hosts = 2,
  .default_hosts = 8,
  .max_hosts = 256,
  .min_size = 4,
  .default_size = 64,
  .max_size = 100000,
  .run = run_simulation,
};
