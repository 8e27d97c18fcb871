/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/causality/spur-dependence-internal.h"
#include "core/causality/spur-edge-visitor-internal.h"
#include "core/clock/logical/spur-clock-pass-private.h"

/* An enter or exit of a collective operation in a stream; for an exit @member has a bit more. */
typedef struct
{
  guint64 node;
  guint32 instance;
  guint32 member;
} SpurClockJoin;

#define SPUR_CLOCK_JOIN_EXIT (1u << 31)

/* How far a collective operation is: how many enters are missing, or of a scan how many members
 * from the first on have entered, or send nothing. @has_bounds: those of all members are known.
 * @round: the one of a sweep in which they were computed last, from drafts; what is known already
 * comes out the same. */
typedef struct
{
  gsize first_member;
  gint64 latest_ns;
  guint64 round;
  guint32 n_pending;
  guint32 n_leading;
  gboolean has_bounds;
} SpurClockInstance;

/* Until a node is done, its LC' is later than all times: no stream waits for it, or the stream that
 * is this much more does, and those after it in the list that begins there. */
#define SPUR_CLOCK_NOT_DONE (2 * SPUR_TIME_LIMIT_NS)
#define SPUR_CLOCK_AWAITED (SPUR_CLOCK_NOT_DONE + 1)

/* How far a stream is in a pass. While it waits it is listed at the node that it waits for
 * (@awaited_node, which edge @next_edge is from), or known to the instance that it waits in
 * (@waits_in).
 *
 * @bound_ns is what the edges [@edge, @next_edge) into the present node ask, and the exits before
 * @join. @edge_node and @join_node are the next nodes with edges into them and with enters or
 * exits. @route is the first route of the halo that was not sent along. */
typedef struct
{
  guint64 node;
  guint64 last_node;
  guint64 edge_node;
  guint64 join_node;
  SpurClockLine line;
  SpurClockControl control;
  gint64 bound_ns;
  gsize edge;
  gsize next_edge;
  gsize last_edge;
  const SpurClockJoin *first_join;
  const SpurClockJoin *join;
  const SpurClockJoin *last_join;

  SpurClockJumps jumps;
  guint64 first_node;
  gsize route;

  guint64 awaited_node;
  guint32 waits_in;
  guint32 next_waiter;
} SpurClockRun;

/* No node at all. */
#define SPUR_CLOCK_NO_NODE G_MAXUINT64

typedef struct
{
  SpurClockPass *pass;
  const SpurClockParameters *parameters;
  SpurEdgeVisitor visitor;
  SpurTrace *trace;
  gint64 *limits_ns;
  SpurClockRun *runs;
  guint n_streams;
  const SpurJob *job;
  const SpurDistribution *distribution;

  /* A ring of the own streams that can go on. */
  guint32 *queue;
  guint32 queue_begin;
  guint32 queue_end;
  guint32 n_queued;
  guint64 n_turns;
  /* Nodes that were done in this pass, and rounds of its sweeps. */
  guint64 n_done;
  guint64 n_rounds;

  /* Collective operations: all enters and exits by stream, and by member what its exit waits for.
   */
  SpurClockJoin *joins;
  SpurClockInstance *instances;
  gint64 *bounds_ns;
  gint64 *room_ns;
} SpurClockForward;

/* LC' of a node, or what stands for it. */
static inline gint64
spur_clock_get_ns (const SpurClockForward *self, guint64 node)
{
  return self->pass->clock_ns[node];
}

static inline void
spur_clock_set_ns (const SpurClockForward *self, guint64 node, gint64 clock_ns)
{
  self->pass->clock_ns[node] = clock_ns;
}

/* Whether LC' is one. */
static inline gboolean
spur_clock_is_done (gint64 clock_ns)
{
  return clock_ns < SPUR_CLOCK_NOT_DONE;
}

/* The stream can go on. */
static inline void
spur_clock_wake (SpurClockForward *self, guint32 stream)
{
  SpurClockRun *run = &self->runs[stream];

  run->awaited_node = SPUR_CLOCK_NO_NODE;
  run->waits_in = SPUR_NONE;
  self->queue[self->queue_end] = stream;
  self->queue_end = self->queue_end == self->n_streams ? 0 : self->queue_end + 1;
  self->n_queued++;
}

/* Runs a stream until it waits or is at its end. */
gboolean spur_clock_run_stream (SpurClockForward *self, guint32 stream, GError **error);

/* Gives the next node of another rank's stream its LC'. */
void spur_clock_take_ghost (SpurClockForward *self, guint32 stream, gint64 clock_ns);

/* The stream is not listed at any node any longer. */
void spur_clock_forget_wait (SpurClockForward *self, guint32 stream);

/* Has the stream look again at all that comes into its present node. */
void spur_clock_run_again (const SpurClockForward *self, SpurClockRun *run);

/* Runs all streams as far as sweeps are worth it. @is_refused: they cannot run these edges. */
gboolean spur_clock_sweep (SpurClockForward *self, gboolean *is_refused, GError **error);

/* How many nodes of a stream are about worth a sweep; 0 for none. */
extern guint spur_clock_sweep_nodes;

/* Where more nodes than that are propagated at a time, only nodes that may change are visited
 * again.
 */
extern guint spur_clock_sweep_few;

/* Runs all streams, of all ranks, until they are at their ends; where edges form a cycle, those in
 * it and after it stop before. Whether it succeeds is the same on all ranks. */
gboolean spur_clock_run_all (SpurClockForward *self, GError **error);

/* Puts all streams to their first nodes, of which none is done. */
void spur_clock_forward_open (SpurClockForward *self);

/* Runs streams to their last nodes, and others as far as these wait for them: their last nodes are
 * moved there. There is a queue. */
gboolean spur_clock_run_cut (SpurClockForward *self, GError **error);

/* The stream and node that a stream waits for. */
void spur_clock_get_awaited (SpurClockForward *self,
                             guint32 stream,
                             guint32 *from_stream,
                             guint64 *from_node);

void spur_clock_joins_init (SpurClockForward *self);

void spur_clock_joins_clear (SpurClockForward *self);

/* Takes the bounds of the exits at the stream's present event; FALSE where an enter is not done. */
gboolean spur_clock_joins_take (SpurClockForward *self, guint32 stream);

/* Tells the instances of the enters at the stream's nodes that are done now, and goes past them. */
void spur_clock_joins_publish (SpurClockForward *self, guint32 stream);

/* LC' of the members' enters, or what stands for it, into room_ns. */
void spur_clock_joins_read_enters (SpurClockForward *self, const SpurCollective *collective);

/* An enter that is not done and that the stream waits for. */
void spur_clock_joins_get_awaited (SpurClockForward *self,
                                   guint32 stream,
                                   guint32 *from_stream,
                                   guint64 *from_node);

/* A node's event, by its position in the trace. */
guint64 spur_clock_get_event (const SpurClockForward *self, guint32 stream, guint64 node);
