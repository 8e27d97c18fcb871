/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* A server: generates a pattern for one fault after the other, and looks by simulation which
 * further faults the pattern detects. */
#include "plugins/projects/b1/b1-simulation.h"

#define GENERATE_NS 250000
#define HARD_GENERATE_NS 4000000
#define SIMULATE_NS 120000
#define SPLIT_NS 90000
#define FAULTS_PER_REPORT 8

/* Less than this is not worth a message. */
#define LEAST_SHARE 2

void
b1_server_set_state (B1Simulation *self, B1SimServer *server, const char *state)
{
  sim_world_record (self->world, server->stream, "B1ServerStateEvent", server->object,
                    { "state", SIM_TEXT (state) },
                    { "block", server->block != NULL ? server->block->object : SPUR_NONE });
}

static void
spend_time (B1Simulation *self, B1SimServer *server, gint64 work_ns, SimHandler then)
{
  sim_world_after (self->world, work_ns * server->speed_percent / 100, then, self, server->number,
                   0);
}

static void
send_result (B1Simulation *self, B1SimServer *server)
{
  const B1Message message = { .kind = B1_MESSAGE_RESULT,
                              .client = server->client,
                              .server = server->number,
                              .other = server->thief,
                              .block = server->block,
                              .block_object = server->block->object };
  server->thief = SPUR_NONE;
  sim_world_end (self->world, server->stream, server->block->object);
  server->block = NULL;
  b1_send (self, &message);
  b1_server_set_state (self, server, "waiting");
}

/* @refused: an idle server that gets nothing from here, or SPUR_NONE. */
static void
tell_load (B1Simulation *self, B1SimServer *server, guint32 refused)
{
  const B1Message message = { .kind = B1_MESSAGE_LOAD,
                              .client = server->client,
                              .server = server->number,
                              .other = refused,
                              .block_object =
                                server->block != NULL ? server->block->object : SPUR_NONE,
                              .n_remaining =
                                server->block != NULL ? server->block->n_remaining : 0 };
  server->n_since_told = 0;
  b1_send (self, &message);
}

static void generate_pattern (gpointer simulation, guint64 number, guint64 unused);

/* The idle server gets half of what remains, as a block of its own. */
static void
split_block (gpointer simulation, guint64 number, guint64 unused)
{
  B1Simulation *self = simulation;
  B1SimServer *server = &self->servers[number];
  guint n_share = server->block->n_remaining / 2;
  B1SimBlock *share = b1_sim_block_new (self, n_share);
  const B1Message message = { .kind = B1_MESSAGE_BLOCK,
                              .client = server->client,
                              .server = server->thief,
                              .other = server->number,
                              .block = share,
                              .block_object = share->object,
                              .n_remaining = n_share,
                              .migration = sim_world_next_id (self->world) };

  server->block->n_faults -= n_share;
  server->block->n_remaining -= n_share;
  sim_world_record (self->world, server->stream, "B1BlockSplitEvent", share->object,
                    { "creator", server->block->object }, { "destination", server->object },
                    { "remaining", n_share });
  server->thief = SPUR_NONE;
  b1_send (self, &message);
  tell_load (self, server, SPUR_NONE);
  generate_pattern (self, number, 0);
}

static void
next_fault (B1Simulation *self, B1SimServer *server)
{
  if (server->block->n_remaining == 0)
    {
      send_result (self, server);
      return;
    }
  if (server->thief != SPUR_NONE && server->block->n_remaining >= 2 * LEAST_SHARE)
    {
      b1_server_set_state (self, server, "splitting");
      spend_time (self, server, SPLIT_NS, split_block);
      return;
    }

  /* Too late to share: that the block is nearly done is all that the client needs to know. */
  if (server->thief != SPUR_NONE)
    {
      tell_load (self, server, server->thief);
      server->thief = SPUR_NONE;
    }
  generate_pattern (self, server->number, 0);
}

static void
finish_fault (gpointer simulation, guint64 number, guint64 n_done)
{
  B1Simulation *self = simulation;
  B1SimServer *server = &self->servers[number];
  B1SimBlock *block = server->block;

  n_done = MIN (n_done, block->n_remaining);
  block->n_remaining -= (guint) n_done;
  server->n_since_told += (guint) n_done;
  sim_world_record (self->world, server->stream, "B1BlockStateEvent", block->object,
                    { "remaining", block->n_remaining });
  if (server->n_since_told >= FAULTS_PER_REPORT && block->n_remaining > 0)
    tell_load (self, server, SPUR_NONE);
  next_fault (self, server);
}

static void
simulate_faults (gpointer simulation, guint64 number, guint64 unused)
{
  B1Simulation *self = simulation;
  B1SimServer *server = &self->servers[number];
  guint64 n_detected = 1 + sim_random_below (self->random, 3);
  gint64 work_ns = sim_random_about (self->random, SIMULATE_NS) * server->speed_percent / 100;

  server->block->n_patterns++;
  b1_server_set_state (self, server, "simulating faults");
  sim_world_after (self->world, work_ns, finish_fault, self, number, n_detected);
}

static void
generate_pattern (gpointer simulation, guint64 number, guint64 unused)
{
  B1Simulation *self = simulation;
  B1SimServer *server = &self->servers[number];
  guint64 luck = sim_random_below (self->random, 100);
  gint64 work_ns = sim_random_wait_ns (self->random, luck < 4 ? HARD_GENERATE_NS : GENERATE_NS);

  b1_server_set_state (self, server, "generating");
  work_ns = work_ns * server->speed_percent / 100;
  if (luck >= 20)
    {
      sim_world_after (self->world, work_ns, simulate_faults, self, number, 0);
      return;
    }
  server->block->n_aborted += luck < 4;
  server->block->n_redundant += luck >= 4;
  sim_world_after (self->world, work_ns, finish_fault, self, number, 1);
}

static void
begin_block (B1Simulation *self, B1SimServer *server, B1SimBlock *block)
{
  server->block = block;
  server->n_since_told = 0;
  server->thief = SPUR_NONE;
  generate_pattern (self, server->number, 0);
}

void
b1_server_take (B1Simulation *self, B1SimServer *server, const B1Message *message)
{
  if (message->kind == B1_MESSAGE_STEAL)
    {
      /* Work goes on to the end of the fault. */
      if (server->block != NULL)
        server->thief = message->other;
      else
        tell_load (self, server, message->other);
      return;
    }
  if (message->kind == B1_MESSAGE_TASK && message->block == NULL)
    {
      sim_world_end (self->world, server->stream, server->object);
      return;
    }
  if (message->kind == B1_MESSAGE_TASK)
    sim_world_record (self->world, server->stream, "SpurLoPlacementEvent", message->block_object,
                      { "destination", server->object });
  begin_block (self, server, message->block);

  /* That a stolen block arrived, the client cannot know. */
  if (message->kind == B1_MESSAGE_BLOCK)
    tell_load (self, server, SPUR_NONE);
}
