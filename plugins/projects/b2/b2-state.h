/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "plugins/projects/kit/sim-world.h"

#define B2_MAX_SCANS 4
#define B2_NOBODY G_MAXUINT
#define B2_MEGABYTE G_GUINT64_CONSTANT (1048576)

/* Above this load of the network nothing is assigned that would read over it. */
#define B2_BUSY_PER_MILLE 850

/* Also the types of messages that the trace names. */
typedef enum
{
  B2_MESSAGE_REPORT = 1,
  B2_MESSAGE_ASSIGNMENT,
  B2_MESSAGE_COMPLETION,
  B2_MESSAGE_TUPLES,
} B2MessageKind;

typedef struct
{
  guint32 target;
  guint32 monitor;
  guint stream;
  guint64 memory;
  guint64 taken;
  guint n_interpreters;
  gint64 disk_free_ns;
  guint64 n_read_bytes;

  /* What the scheduler knows of it, and has reserved there. */
  gboolean is_known;
  guint64 reserved;
} B2NodeInfo;

typedef struct
{
  guint32 object;
  guint query;
  gboolean is_join;
  guint node;

  /* The node on whose disk is what it scans. */
  guint disk;
  guint64 need;
  guint n_batches;
  guint64 n_tuples;

  /* Of a join: batches that wait, and how many scans go on. */
  GQueue waiting;
  guint n_open;
  gboolean is_busy;
} B2InterpreterInfo;

typedef struct
{
  guint32 object;
  guint n_scans;
  guint disks[B2_MAX_SCANS];
  guint n_batches[B2_MAX_SCANS];
  guint join;
  guint n_running;
  gboolean is_assigned;
} B2QueryInfo;

typedef struct
{
  B2MessageKind kind;
  guint node;
  guint interpreter;
  guint64 memory;
  guint load_per_mille;
} B2Message;

typedef struct
{
  SimWorld *world;
  SimRandom *random;
  guint n_nodes;
  B2NodeInfo *nodes;
  GArray *interpreters;
  guint n_queries;
  B2QueryInfo *queries;
  guint n_arrived;
  guint n_done;
  gboolean is_over;

  /* The network that all share, and what went over it since it was measured. */
  guint32 network;
  gint64 network_free_ns;
  guint64 n_network_bytes;
  guint network_per_mille;
  guint known_network_per_mille;

  guint32 scheduler;
} B2Simulation;

static inline B2InterpreterInfo *
b2_get_interpreter (B2Simulation *self, guint interpreter)
{
  return &g_array_index (self->interpreters, B2InterpreterInfo, interpreter);
}

/* b2-nodes.c: nodes, the network, and all messages of the load management */

/* To the scheduler, or to the message's node. */
void b2_nodes_send (B2Simulation *self, const B2Message *message);

/* When @n_bytes that are to go over the network now have gone. */
gint64 b2_nodes_transfer (B2Simulation *self, guint64 n_bytes);

/* b2-scheduler.c: which interpreter runs where */

void b2_scheduler_prepare (B2Simulation *self, guint n_queries);
void b2_scheduler_start (B2Simulation *self);
void b2_scheduler_handle (B2Simulation *self, const B2Message *message);

/* b2-interpreters.c: how partial queries are interpreted */

void b2_interpreters_begin (B2Simulation *self, guint interpreter);
