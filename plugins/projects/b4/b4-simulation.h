/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "plugins/projects/kit/sim-program.h"

typedef enum
{
  B4_GATE_INPUT,
  B4_GATE_AND,
  B4_GATE_OR,
  B4_GATE_NAND,
  B4_GATE_XOR,
} B4GateKind;

typedef struct
{
  guint32 inputs[2];
  guint32 partition;

  /* In ticks of virtual time, above 0. */
  guint8 delay;
  guint8 kind;
} B4Gate;

/* The signal of a gate takes a value at a virtual time. One of @is_anti takes the signal of the
 * same id back. */
typedef struct
{
  guint64 virtual_time;
  guint64 id;
  guint32 gate;
  guint32 partition;
  guint8 value;
  guint8 is_anti;
} B4Signal;

/* A logic circuit in partitions. What gate i feeds is fanout[first_fanout[i]] up to that of i + 1,
 * and the partitions that want to know of it likewise, its own first. */
typedef struct
{
  guint n_gates;
  guint n_partitions;
  guint64 end;
  B4Gate *gates;
  guint32 *first_fanout;
  guint32 *fanout;
  guint32 *first_partition;
  guint32 *partitions;

  /* What comes from outside. */
  GArray *stimuli;
} B4Circuit;

/* Gates are numbered so that near ones are wired with near ones, and partitions are runs of
 * numbers. Stimuli end at the virtual time @end. */
B4Circuit *b4_circuit_new (SimRandom *random, guint n_gates, guint n_partitions, guint64 end);

void b4_circuit_free (B4Circuit *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (B4Circuit, b4_circuit_free)

guint8 b4_circuit_evaluate (const B4Circuit *self, guint32 gate, const guint8 *values);

/* The virtual time of nothing more to do. */
#define B4_NEVER G_MAXUINT64

/* A partition of the circuit that is simulated optimistically: it goes on with the signals that it
 * knows, and goes back when one comes late. States are saved incrementally, what was sent in vain
 * is taken back by anti-signals. */
typedef struct
{
  const B4Circuit *circuit;
  guint32 number;

  /* Of all gates, as far as they concern this partition. */
  guint8 *values;
  guint8 *promised;

  /* By virtual time and gate; the first n_done have been worked on. */
  GArray *signals;
  guint n_done;

  GArray *saved;
  GArray *sent;

  /* Anti-signals whose signals have not come yet. */
  GArray *orphans;

  guint64 next_id;
  guint64 n_committed;
  guint64 n_evaluations;
} B4Partition;

/* What it took to go back. */
typedef struct
{
  guint64 from;
  guint64 to;
  guint n_undone;
  guint n_anti;
} B4Rollback;

B4Partition *b4_partition_new (const B4Circuit *circuit, guint32 number);

void b4_partition_free (B4Partition *self);

/* When the next signal is to be worked on, or B4_NEVER. */
guint64 b4_partition_get_next (const B4Partition *self);

/* The last virtual time that was worked on, 0 for none. */
guint64 b4_partition_get_done (const B4Partition *self);

/* Nothing before this will change by what the partition itself knows. */
guint64 b4_partition_get_least (const B4Partition *self);

/* Takes a signal or anti-signal. Where it comes late the partition goes back: TRUE, @rollback says
 * how far, and anti-signals are appended to @out. */
gboolean
b4_partition_insert (B4Partition *self, const B4Signal *signal, GArray *out, B4Rollback *rollback);

/* Works on all signals of the next virtual time; what follows from them is appended to @out. The
 * number of gates that were evaluated. */
guint b4_partition_execute (B4Partition *self, GArray *out);

/* What lies before the global virtual time never comes back, and is forgotten. */
void b4_partition_collect (B4Partition *self, guint64 global_time);

/* What moving it takes: the netlist, and all that it knows. */
guint64 b4_partition_get_topology_bytes (const B4Partition *self);

guint64 b4_partition_get_state_bytes (const B4Partition *self);

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
  gboolean has_begun;
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
  gboolean has_controller;
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
