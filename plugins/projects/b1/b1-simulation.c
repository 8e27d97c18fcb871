/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "plugins/projects/b1/b1-simulation.h"

#define HEADER_BYTES 48
#define FAULT_BYTES 96
#define MEAN_FAULTS 64

/* From this many servers on there is a second client. */
#define SERVERS_FOR_TWO 6

B1SimBlock *
b1_sim_block_new (B1Simulation *self, guint n_faults)
{
  B1SimBlock *block = g_new0 (B1SimBlock, 1);

  block->object =
    sim_world_add_object (self->world, "B1Block", "block", "block %u", ++self->n_blocks);
  block->n_faults = n_faults;
  block->n_remaining = n_faults;
  return block;
}

static void
deliver_message (gpointer simulation, guint64 data, guint64 unused)
{
  B1Simulation *self = simulation;
  g_autofree B1Message *message = GSIZE_TO_POINTER (data);

  if (message->kind == B1_MESSAGE_RESULT || message->kind == B1_MESSAGE_LOAD)
    b1_client_take (self, &self->clients[message->client], message);
  else
    b1_server_take (self, &self->servers[message->server], message);
}

void
b1_send (B1Simulation *self, const B1Message *message)
{
  static const char *const types[] = { [B1_MESSAGE_TASK] = "B1Task",
                                       [B1_MESSAGE_RESULT] = "B1Result",
                                       [B1_MESSAGE_LOAD] = "B1LoadIndex",
                                       [B1_MESSAGE_STEAL] = "B1Steal",
                                       [B1_MESSAGE_BLOCK] = "B1BlockMigration" };
  static const B1SimBlock no_block = { 0 };
  const B1SimClient *client = &self->clients[message->client];
  const B1SimServer *server = &self->servers[message->server];
  const B1SimBlock *block = message->block != NULL ? message->block : &no_block;
  const SimEnd here = { client->stream, client->object },
               there = { server->stream, server->object };
  SimMessage sent = { .type = types[message->kind], .from = here, .to = there };
  const SimField fields[][6] = {
    [B1_MESSAGE_TASK] = { { "block", message->block_object }, { "faults", block->n_faults } },
    [B1_MESSAGE_RESULT] = { { "block", message->block_object },
                            { "faults", block->n_faults },
                            { "patterns", block->n_patterns },
                            { "redundant", block->n_redundant },
                            { "aborted", block->n_aborted } },
    [B1_MESSAGE_LOAD] = { { "block", message->block_object },
                          { "remaining", message->n_remaining } },
    [B1_MESSAGE_STEAL] = { { "thief", message->other != SPUR_NONE
                                        ? self->servers[message->other].object
                                        : SPUR_NONE } },
    [B1_MESSAGE_BLOCK] = { { "remaining", message->n_remaining } },
  };

  if (message->kind == B1_MESSAGE_BLOCK)
    sent.from =
      (SimEnd){ self->servers[message->other].stream, self->servers[message->other].object };
  else if (message->kind == B1_MESSAGE_RESULT || message->kind == B1_MESSAGE_LOAD)
    {
      sent.from = there;
      sent.to = here;
    }
  sent.tag = message->kind;
  sent.n_bytes = HEADER_BYTES + (guint64) block->n_faults * FAULT_BYTES;
  sent.id = message->migration;
  sent.object = message->block_object;
  sim_world_send_fields (self->world, &sent, deliver_message, self,
                         GPOINTER_TO_SIZE (g_memdup2 (message, sizeof *message)),
                         fields[message->kind]);
}

static const SimState states[] = {
  { "distributing", SPUR_STATE_OVERHEAD },  { "collecting", SPUR_STATE_OVERHEAD },
  { "waiting", SPUR_STATE_IDLE },           { "generating", SPUR_STATE_WORK },
  { "simulating faults", SPUR_STATE_WORK }, { "splitting", SPUR_STATE_OVERHEAD },
};

static void
add_server (B1Simulation *self, guint number)
{
  B1SimServer *server = &self->servers[number];
  guint host = sim_world_add_host (self->world, "B1Computer", "computer", "hp%u", number + 1);

  server->number = number;
  server->stream = sim_world_add_stream (self->world, host, "server %u", number + 1);
  server->object =
    sim_world_add_object (self->world, "B1Server", "server", "server %u", number + 1);
  server->client = number % self->n_clients;
  server->speed_percent = (guint) sim_random_between (self->random, 80, 160);
  server->thief = SPUR_NONE;
  server->is_idle = TRUE;
}

static void
add_client (B1Simulation *self, guint number, guint n_blocks)
{
  B1SimClient *client = &self->clients[number];

  client->number = number;
  client->stream = sim_world_add_stream (self->world, 0, "client %u", number + 1);
  client->object =
    sim_world_add_object (self->world, "B1Client", "client", "client %u", number + 1);
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

  sim_world_record (self->world, client->stream, "SpurLoCreationPlacementEvent", client->object,
                    { "destination", sim_world_get_target (self->world, 0) });
  /* A block is nowhere yet; the server that works on it is its place. */
  for (GList *link = client->waiting.head; link != NULL; link = link->next)
    sim_world_record (self->world, client->stream, "SpurLoCreationEvent",
                      ((const B1SimBlock *) link->data)->object, { "creator", client->object });
  b1_client_start (self, client);
}

static void
start_server (gpointer simulation, guint64 number, guint64 unused)
{
  B1Simulation *self = simulation;
  B1SimServer *server = &self->servers[number];
  guint32 target = sim_world_get_target (self->world, server->number);

  sim_world_record_fields (self->world, server->stream, "SpurTargetAdditionEvent", target, NULL);
  sim_world_record (self->world, server->stream, "SpurLoCreationPlacementEvent", server->object,
                    { "creator", self->clients[server->client].object }, { "destination", target });
  b1_server_set_state (self, server, "waiting");
}

static void
run_simulation (SimWorld *world, const SimOptions *options)
{
  B1Simulation simulation = { .world = world, .random = sim_world_get_random (world) };

  simulation.n_servers = options->n_hosts;
  simulation.n_clients = options->n_hosts >= SERVERS_FOR_TWO ? 2 : 1;
  simulation.servers = g_new0 (B1SimServer, simulation.n_servers);
  simulation.clients = g_new0 (B1SimClient, simulation.n_clients);
  sim_world_add_states (world, states, G_N_ELEMENTS (states));
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
  .title = "Automatic test pattern generation (B1)",
  .summary =
    "Simulates automatic test pattern generation: clients send blocks of path delay faults\n"
    "to servers and collect results; towards the end idle servers steal half of what\n"
    "remains of a block. Writes the trace of all states, messages and blocks.",
  .size_help = "How many blocks of faults there are",
  .hosts = { 2, 8, 256 },
  .size = { 4, 64, 100000 },
  .run = run_simulation,
};
