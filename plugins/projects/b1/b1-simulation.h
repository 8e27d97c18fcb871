/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "plugins/projects/kit/sim-program.h"

/* Some path delay faults, and what came out of them. */
typedef struct
{
  guint32 object;
  guint n_faults;
  guint n_remaining;
  guint n_patterns;
  guint n_redundant;
  guint n_aborted;
} B1SimBlock;

typedef enum
{
  B1_MESSAGE_TASK,
  B1_MESSAGE_RESULT,
  B1_MESSAGE_LOAD,
  B1_MESSAGE_STEAL,
  B1_MESSAGE_BLOCK,
} B1MessageKind;

/* Between a client and a server, or from server to server for a stolen block. */
typedef struct
{
  B1MessageKind kind;
  guint client;
  guint server;

  /* Who gives a stolen block, who is to get one, or who gets none. */
  guint32 other;
  B1SimBlock *block;
  guint32 block_object;
  guint n_remaining;
  guint64 migration;
} B1Message;

typedef struct
{
  guint number;
  guint stream;
  guint32 object;
  GQueue waiting;
  guint n_open_faults;
  gboolean has_ended;
} B1SimClient;

typedef struct
{
  guint number;
  guint stream;
  guint32 object;
  guint client;
  guint speed_percent;
  B1SimBlock *block;
  guint n_since_told;

  /* The idle server that is to get a share, or SPUR_NONE. */
  guint32 thief;

  /* What the client knows. */
  gboolean is_idle;
  guint known_remaining;
  gboolean is_robbed;
  gboolean is_promised;
} B1SimServer;

typedef struct
{
  SimWorld *world;
  SimRandom *random;
  guint n_clients;
  guint n_servers;
  B1SimClient *clients;
  B1SimServer *servers;
  guint n_blocks;
} B1Simulation;

/* Sends, and records that. */
void b1_send (B1Simulation *self, const B1Message *message);

B1SimBlock *b1_sim_block_new (B1Simulation *self, guint n_faults);

void b1_client_take (B1Simulation *self, B1SimClient *client, const B1Message *message);

void b1_server_take (B1Simulation *self, B1SimServer *server, const B1Message *message);

/* Gives each server of the client its first block. */
void b1_client_start (B1Simulation *self, B1SimClient *client);

void b1_server_set_state (B1Simulation *self, B1SimServer *server, const char *state);
