/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/causality/spur-dependence-private.h"
#include "core/clock/spur-clock-pass-private.h"

G_BEGIN_DECLS

/* An enter or exit of a collective operation in a stream; for an exit @member has a bit more. */
typedef struct
{
  guint64 node;
  guint32 instance;
  guint32 member;
} SpurClockJoin;

#define SPUR_CLOCK_JOIN_EXIT (1u << 31)

/* How far a collective operation is. The lock is for the workers' changes. */
typedef struct
{
  SpurTopTwo top;
  guint32 n_pending;
  guint32 n_leading;
  guint8 lock;
} SpurClockInstance;

/* A stream on its way through its nodes. While it waits it is in the heap of the stream that it
 * waits for (@waits_for), or known to the instance that it waits in (@waits_in), or listed by its
 * worker where somebody else's may do what it waits for. */
typedef struct
{
  SpurClockLine line;
  SpurClockControl control;
  guint64 first_node;
  guint64 node;
  guint64 last_node;
  gboolean is_entered;
  guint32 worker;

  gint64 from_ns;
  gint64 clock_b_ns;
  gint64 bound_ns;
  gint64 largest_jump_ns;
  gint64 largest_error_ns;
  guint64 n_jumps;
  gsize edge;
  gsize last_edge;
  const SpurClockJoin *first_join;
  const SpurClockJoin *join;
  const SpurClockJoin *last_join;

  guint32 waits_for;
  guint32 waits_in;
  gboolean is_listed;
  guint64 awaited_node;
  guint32 waiters;
  guint32 first_child;
  guint32 next_waiter;
} SpurClockRun;

/* A thread with streams of its own. */
typedef struct
{
  guint32 *queue;
  guint32 n_room;
  guint32 queue_begin;
  guint32 queue_end;
  guint32 n_queued;
  guint32 *listed;
  guint32 n_listed;
  guint64 n_turns;
  guint64 n_nodes;
  guint n_sleeps;
  GError *error;
} SpurClockWorker;

/* Progress of streams is in cache lines of their own. */
#define SPUR_CLOCK_PROGRESS_STRIDE 8

typedef struct
{
  SpurClockPass *pass;
  const SpurClockParameters *parameters;
  const SpurNodes *nodes;
  SpurTrace *trace;
  SpurEdges *edges;
  const SpurEdge *all_edges;
  SpurClockRun *runs;
  guint64 *progress;
  guint n_streams;

  const SpurJob *job;
  SpurClockWorker *workers;
  guint n_workers;
  GMutex mutex;
  GCond cond;
  guint n_idle;
  gint is_over;

  /* Collective operations: all enters and exits by stream, and for the members of scans the
   * latest enter before them in the communicator. */
  SpurClockJoin *joins;
  SpurClockInstance *instances;
  gint64 *prefixes_ns;
  gsize *first_prefix;
} SpurClockForward;

/* The first node of a stream that is not done. */
static inline guint64
spur_clock_get_progress (const SpurClockForward *self, guint32 stream)
{
  return __atomic_load_n (&self->progress[stream * (gsize) SPUR_CLOCK_PROGRESS_STRIDE],
                          __ATOMIC_ACQUIRE);
}

/* Runs a stream until it waits or is at its end. */
gboolean spur_clock_run_stream (SpurClockForward *self, guint32 stream, GError **error);

/* Whether what a stream waits for is done. */
gboolean spur_clock_is_ready (SpurClockForward *self, guint32 stream);

void spur_clock_wake (SpurClockForward *self, guint32 stream);

/* Runs all streams until they are at their ends or stuck, on up to @n_workers threads. */
gboolean spur_clock_crew_run (SpurClockForward *self, guint n_workers, GError **error);

/* How far streams must go at a time to be given to several workers; 0 in tests. */
extern guint spur_clock_min_turn_nodes;

/* The stream and node that a stream waits for. */
void spur_clock_get_awaited (SpurClockForward *self,
                             guint32 stream,
                             guint32 *from_stream,
                             guint64 *from_node);

void spur_clock_joins_init (SpurClockForward *self);

void spur_clock_joins_clear (SpurClockForward *self);

/* Takes the bounds of the exits at the stream's present event; FALSE where an enter is not done. */
gboolean spur_clock_joins_take (SpurClockForward *self, guint32 stream);

/* Tells the instances of the enters at the stream's present event, and goes past it. */
void spur_clock_joins_publish (SpurClockForward *self, guint32 stream, gint64 clock_ns);

/* Whether the enters that the stream waits for are done. */
gboolean spur_clock_joins_is_ready (SpurClockForward *self, guint32 stream);

/* An enter that is not done and that the stream waits for. */
void spur_clock_joins_get_awaited (SpurClockForward *self,
                                   guint32 stream,
                                   guint32 *from_stream,
                                   guint64 *from_node);

/* Says which edges form the cycle that streams are stuck in, one of which is @stream. */
void spur_clock_name_cycle (SpurClockForward *self, guint32 stream, GError **error);

/* A node's event, by its position in the trace. */
guint64 spur_clock_get_event (const SpurClockForward *self, guint32 stream, guint64 node);

/* The limits of all nodes, when LC' is known. */
void spur_clock_limit (SpurClockPass *pass,
                       const SpurClockParameters *parameters,
                       SpurEdges *edges,
                       const SpurJob *job);

G_END_DECLS
