/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "plugins/projects/b4/b4-circuit.h"

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
