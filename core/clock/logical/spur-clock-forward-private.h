/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/causality/spur-dependence-internal.h"
#include "core/clock/logical/spur-clock-pass-private.h"

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

/* Until a node is done, its LC' is later than all times: nobody waits for it, or the stream that
 * is this much more, and those after it in the list that begins there. */
#define SPUR_CLOCK_NOT_DONE (2 * SPUR_TIME_LIMIT_NS)
#define SPUR_CLOCK_AWAITED (SPUR_CLOCK_NOT_DONE + 1)

/* A stream on its way through its nodes. While it waits it is listed at the node that it waits for
 * (@awaited_node, which edge @next_edge is from), or known to the instance that it waits in
 * (@waits_in), or listed by its worker where somebody else's may do what it waits for.
 *
 * @bound_ns is what the edges [@edge, @next_edge) into the present node say, and the exits before
 * @join. @edge_node and @join_node are the next nodes with edges into them and with enters or
 * exits. */
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

  guint64 n_jumps;
  gint64 largest_jump_ns;
  gint64 largest_error_ns;
  guint64 first_node;

  guint64 awaited_node;
  guint32 waits_in;
  guint32 next_waiter;
  guint32 worker;
  gboolean is_listed;
} SpurClockRun;

/* No node at all. */
#define SPUR_CLOCK_NO_NODE G_MAXUINT64

/* A thread with streams of its own, and so with nodes that follow each other. */
typedef struct
{
  guint64 first_node;
  guint64 end_node;
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

typedef struct
{
  SpurClockPass *pass;
  const SpurClockParameters *parameters;
  const SpurNodes *nodes;
  SpurTrace *trace;
  SpurEdges *edges;
  /* One of them is NULL. */
  const SpurEdge *all_edges;
  const SpurNodePair *plain_pairs;
  gint64 *limits_ns;
  SpurClockRun *runs;
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
  gsize n_prefixes;
} SpurClockForward;

/* LC' of a node, or what stands for it. */
static inline gint64
spur_clock_get_ns (const SpurClockForward *self, guint64 node)
{
  return __atomic_load_n (&self->pass->clock_ns[node], __ATOMIC_ACQUIRE);
}

static inline void
spur_clock_set_ns (const SpurClockForward *self, guint64 node, gint64 clock_ns)
{
  __atomic_store_n (&self->pass->clock_ns[node], clock_ns, __ATOMIC_RELEASE);
}

/* The edges, out of @pairs where these say all. */
static inline guint64
spur_clock_get_from (const SpurClockForward *self, const SpurNodePair *pairs, gsize edge)
{
  return pairs != NULL ? pairs[edge].from
                       : spur_nodes_find_from (self->nodes, &self->all_edges[edge]);
}

static inline guint64
spur_clock_get_to (const SpurClockForward *self, const SpurNodePair *pairs, gsize edge)
{
  return pairs != NULL ? pairs[edge].to : spur_nodes_find_to (self->nodes, &self->all_edges[edge]);
}

static inline gint64
spur_clock_get_mu (const SpurClockForward *self, const SpurNodePair *pairs, gsize edge)
{
  return pairs != NULL ? self->parameters->mu_ns
                       : spur_clock_edge_mu (self->parameters, &self->all_edges[edge]);
}

/* Whether LC' is one. */
static inline gboolean
spur_clock_is_done (gint64 clock_ns)
{
  return clock_ns < SPUR_CLOCK_NOT_DONE;
}

/* Lowers the limit of a node of which LC' is known. */
static inline void
spur_clock_lower (gint64 *limits_ns, guint64 node, gint64 limit_ns, gboolean is_shared)
{
  gint64 *place = &limits_ns[node];
  gint64 before_ns;

  if (!is_shared)
    {
      *place = MIN (*place, limit_ns);
      return;
    }
  before_ns = __atomic_load_n (place, __ATOMIC_RELAXED);
  while (limit_ns < before_ns && !__atomic_compare_exchange_n (place, &before_ns, limit_ns, TRUE,
                                                               __ATOMIC_RELAXED, __ATOMIC_RELAXED))
    ;
}

/* Runs a stream until it waits or is at its end. */
gboolean spur_clock_run_stream (SpurClockForward *self, guint32 stream, GError **error);

/* Whether what a stream waits for is done. */
gboolean spur_clock_is_ready (SpurClockForward *self, guint32 stream);

void spur_clock_wake (SpurClockForward *self, guint32 stream);

/* Takes the stream off the list of the node that it waits for. */
void spur_clock_forget_wait (SpurClockForward *self, guint32 stream);

/* Has the stream look again at all that comes into its present node. */
void spur_clock_run_again (const SpurClockForward *self, SpurClockRun *run);

/* Runs all streams as far as sweeps are worth it. @is_refused: they do not know of what is there.
 */
gboolean spur_clock_sweep (SpurClockForward *self, gboolean *is_refused, GError **error);

/* How many nodes of a stream are about worth a sweep; 0 for none. */
extern guint spur_clock_sweep_nodes;

/* Where more nodes than that are drawn at a time only those are looked at again that may have to
 * change. */
extern guint spur_clock_sweep_few;

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

/* Tells the instances of the enters at the stream's nodes that are done now, and goes past them. */
void spur_clock_joins_publish (SpurClockForward *self, guint32 stream);

/* LC' of the enter, or what stands for it. */
static inline gint64
spur_clock_joins_get_enter_ns (const SpurClockForward *self, const SpurMember *member)
{
  return spur_clock_get_ns (self, spur_nodes_find_enter (self->nodes, member));
}

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

/* Lowers the limits of enters of collective operations, when LC' of the exits is known.
 * @is_shared: others do so at the same time. */
typedef struct
{
  const SpurClockPass *pass;
  const SpurClockParameters *parameters;
  SpurEdges *edges;
  gboolean is_shared;
  gint64 *room_ns;
  guint32 n_room;
} SpurClockLimiter;

void spur_clock_limiter_take (SpurClockLimiter *self, gsize index);

void spur_clock_limiter_clear (SpurClockLimiter *self);

/* The same for all of them but those that are done. */
void spur_clock_limit (SpurClockPass *pass,
                       const SpurClockParameters *parameters,
                       SpurEdges *edges,
                       const SpurJob *job);

G_END_DECLS
