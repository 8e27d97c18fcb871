/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* A client: gives each of its servers one block after the other, and lets the idle ones steal when
 * there are no more. */
#include "plugins/projects/b1/b1-simulation.h"

/* A block with fewer faults is done before a share of it could be sent. */
#define LEAST_WORTH 8

static void
set_state (B1Simulation *self, B1SimClient *client, const char *state)
{
  sim_world_record (self->world, client->stream, "B1ClientStateEvent", client->object,
                    { "state", SIM_TEXT (state) }, { "waiting_blocks", client->waiting.length },
                    { "open_faults", client->n_open_faults });
}

static void
send_task (B1Simulation *self, B1SimClient *client, B1SimServer *server, B1SimBlock *block)
{
  const B1Message message = { .kind = B1_MESSAGE_TASK,
                              .client = client->number,
                              .server = server->number,
                              .other = SPUR_NONE,
                              .block = block,
                              .block_object = block != NULL ? block->object : SPUR_NONE };
  server->is_idle = block == NULL;
  server->is_robbed = FALSE;
  server->known_remaining = block != NULL ? block->n_faults : 0;
  b1_send (self, &message);
}

static void
steal_for (B1Simulation *self, B1SimClient *client, B1SimServer *thief)
{
  B1SimServer *victim = NULL;
  B1Message message = { .kind = B1_MESSAGE_STEAL,
                        .client = client->number,
                        .other = thief->number,
                        .block_object = SPUR_NONE };

  for (guint i = 0; i < self->n_servers; i++)
    {
      B1SimServer *server = &self->servers[i];

      if (server->client == client->number && !server->is_idle && !server->is_robbed &&
          (victim == NULL || server->known_remaining > victim->known_remaining))
        victim = server;
    }
  if (victim == NULL || victim->known_remaining < LEAST_WORTH)
    return;
  victim->is_robbed = TRUE;
  thief->is_promised = TRUE;
  message.server = victim->number;
  b1_send (self, &message);
}

/* While there are blocks, the idle servers get them; then they get shares of those of others. */
static void
serve_idle (B1Simulation *self, B1SimClient *client)
{
  for (guint i = 0; i < self->n_servers; i++)
    {
      B1SimServer *server = &self->servers[i];

      if (server->client != client->number || !server->is_idle || server->is_promised)
        continue;
      if (client->waiting.length > 0)
        send_task (self, client, server, g_queue_pop_head (&client->waiting));
      else
        steal_for (self, client, server);
    }
}

static void
end_client (B1Simulation *self, B1SimClient *client)
{
  client->has_ended = TRUE;
  for (guint i = 0; i < self->n_servers; i++)
    {
      if (self->servers[i].client == client->number)
        send_task (self, client, &self->servers[i], NULL);
    }
  sim_world_end (self->world, client->stream, client->object);
}

static void
take_result (B1Simulation *self, B1SimClient *client, const B1Message *message)
{
  B1SimServer *server = &self->servers[message->server];

  client->n_open_faults -= message->block->n_faults;
  server->is_idle = TRUE;
  server->is_promised = FALSE;
  server->is_robbed = FALSE;
  server->known_remaining = 0;
  g_free (message->block);
  set_state (self, client, "collecting");
}

static void
take_load (B1Simulation *self, const B1Message *message)
{
  B1SimServer *server = &self->servers[message->server];

  server->is_robbed = FALSE;
  if (message->block_object == SPUR_NONE)
    return;

  /* A server that tells of a load has work, stolen or not. */
  server->is_idle = FALSE;
  server->is_promised = FALSE;
  server->known_remaining = message->n_remaining;
}

void
b1_client_take (B1Simulation *self, B1SimClient *client, const B1Message *message)
{
  if (message->other != SPUR_NONE)
    self->servers[message->other].is_promised = FALSE;
  if (message->kind == B1_MESSAGE_RESULT)
    take_result (self, client, message);
  else
    take_load (self, message);
  if (client->n_open_faults == 0 && !client->has_ended)
    end_client (self, client);
  else if (!client->has_ended)
    {
      serve_idle (self, client);
      set_state (self, client, "waiting");
    }
}

void
b1_client_start (B1Simulation *self, B1SimClient *client)
{
  set_state (self, client, "distributing");
  serve_idle (self, client);
  set_state (self, client, "waiting");
}
