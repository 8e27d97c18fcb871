/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "plugins/projects/b4/b4-partition.h"
#include "plugins/projects/kit/sim-program.h"

/* What the processes of the parallel simulation tell each other. */
typedef enum
{
  B4_MESSAGE_SIGNALS,
  B4_MESSAGE_FORWARD,
  B4_MESSAGE_INITIATION,
  B4_MESSAGE_TOPOLOGY,
  B4_MESSAGE_STATE,
  B4_MESSAGE_COMPLETION,
  B4_MESSAGE_LOCATION,
  B4_MESSAGE_ASK,
  B4_MESSAGE_REPORT,
  B4_MESSAGE_GLOBAL_TIME,
} B4MessageKind;

typedef struct
{
  B4MessageKind kind;
  guint from;
  guint to;
  guint64 n_bytes;
  guint64 migration;

  /* In which round of the search for the global virtual time it was sent. */
  guint round;
  guint32 partition;
  guint destination;
  guint version;
  guint64 virtual_time;
  GArray *signals;
  B4Partition *moved;
  SimMail *mail;

  /* Of a report. */
  gint64 n_in_transit;
  guint64 local_time;
  guint n_partitions;
  guint32 candidate;
} B4Message;

/* A simulator. */
typedef struct
{
  guint number;
  guint stream;
  guint32 object;
  const char *state;
  gboolean is_busy;
  gboolean is_done;

  /* How long a piece of work takes, in percent of what it should. */
  guint slowness;
  GQueue inbox;

  /* Time that is to be spent before work goes on. */
  gint64 debt_ns;

  /* By number of the partition: itself where it is here, where it is, and how often it moved before
   * it came there. */
  B4Partition **partitions;
  guint *locations;
  guint *versions;
  guint64 *evaluations;

  /* What waits to be sent, by simulator. */
  GArray **outgoing;
  GArray *produced;
  guint64 local_time;
  guint64 global_time;
  guint n_steps;

  /* For the controller's rounds: messages sent less those received, of this round and the one
   * before, and the least virtual time sent in this round. */
  guint round;
  gint64 n_in_transit[2];
  guint64 least_sent;
  guint64 last_local_time;
  gint64 last_report_ns;
} B4Node;

typedef struct
{
  SimWorld *world;
  B4Circuit *circuit;
  guint n_nodes;
  B4Node *nodes;
  guint32 *partition_objects;

  /* The controller: a process on the first host. */
  guint controller_stream;
  guint32 controller_object;
  guint round;
  guint n_reports;
  gint64 n_in_transit;
  guint64 least;
  guint64 global_time;
  guint64 *local_times;
  guint *n_partitions;
  guint32 *candidates;
  gint64 *leads;
  guint n_rounds_since;
  gboolean is_migrating;

  /* What came out, for tests. */
  guint64 n_rollbacks;
  guint64 n_undone;
  guint64 n_executed;
  guint64 n_committed;
  guint n_migrations;
  guint8 *final_values;
} B4Simulation;

/* The number of the controller among senders and receivers. */
#define B4_THE_CONTROLLER G_MAXUINT

B4Simulation *b4_simulation_new (SimWorld *world, const SimOptions *options);

void b4_simulation_free (B4Simulation *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (B4Simulation, b4_simulation_free)

void b4_simulation_run (B4Simulation *self);

/* Traffic: the network and its events. */

B4Message *b4_message_new (B4MessageKind kind, guint from, guint to);

void b4_message_free (B4Message *self);

/* Takes @message, and records that it is sent. */
void b4_send (B4Simulation *self, B4Message *message);

void b4_record_receive (B4Simulation *self, B4Message *message);

/* A simulator. */

/* Sees to it that the node looks into its inbox. */
void b4_node_wake (B4Simulation *self, B4Node *node);

/* The controller. */

void b4_controller_start (B4Simulation *self);

void b4_controller_handle (B4Simulation *self, const B4Message *message);
