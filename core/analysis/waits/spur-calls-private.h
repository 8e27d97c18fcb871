/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/causality/spur-nodes-internal.h"

/* The calls of every stream that may wait: spans of states of kind communication, and spans in
 * which the innermost state is of kind idle, each up to the next state inside of it; and for each
 * node, an event at the end of an edge, the innermost call of kind communication around it. One
 * pass over the columns of each stream finds them, with the times of all nodes. */

/* What is known of a call. */
typedef enum
{
  SPUR_CALL_IS_IDLE = 1 << 0,      /* of kind idle, and around no node */
  SPUR_CALL_IS_IMMEDIATE = 1 << 1, /* the state says that it returns at once */
  SPUR_CALL_SENDS = 1 << 2,        /* messages, or completes what another one sent */
  SPUR_CALL_SENDS_MANY = 1 << 3,
  SPUR_CALL_RECEIVES = 1 << 4,
  SPUR_CALL_IS_EAGER =
    1 << 5, /* a message that it sends is not larger than those that do not wait */
  SPUR_CALL_HAS_END = 1 << 6, /* an idle state around the end of a collective operation */
} SpurCallFlags;

#define SPUR_CALL_FLAG_BITS 7
#define SPUR_CALL_LENGTH_BITS 25
#define SPUR_CALL_IS_LONG ((1u << SPUR_CALL_LENGTH_BITS) - 1)

/* Times are those of the correction that was asked for. A call that the stream does not leave ends
 * with its last event. There may be a call in three events, so they are small: those of 33 ms or
 * more, and those that end before they begin, have the length %SPUR_CALL_IS_LONG, and are looked
 * up. */
typedef struct
{
  gint64 enter_ns;
  guint32 enter_event;
  guint32 flags : SPUR_CALL_FLAG_BITS;
  guint32 length_ns : SPUR_CALL_LENGTH_BITS;
} SpurCall;

typedef struct
{
  guint32 call;
  gint64 length_ns;
} SpurLongCall;

/* What no call is around. */
#define SPUR_CALL_NONE G_MAXUINT32

/* What a node is. */
typedef enum
{
  SPUR_NODE_KIND_OTHER, /* a fork, a join, or an event that is named as a predecessor */
  SPUR_NODE_KIND_SEND,
  SPUR_NODE_KIND_RECEIVE,
  SPUR_NODE_KIND_RELEASE,
  SPUR_NODE_KIND_ACQUIRE,
  SPUR_NODE_KIND_BEGIN, /* of a collective operation */
  SPUR_NODE_KIND_END,
} SpurNodeKind;

/* The states that a stream is in at an event, the innermost last, among those of all marks. The
 * last change was at @changed_ns. */
typedef struct
{
  guint64 event;
  gint64 changed_ns;
  guint32 first_state;
  guint32 n_states;
} SpurStateMark;

/* How long a stream works: outside of its calls, from its first event to its last; and how long it
 * is in each state without those inside of it, the last of them outside of all. The marks, at
 * distances as the stream is stored, let a part of it be read again. */
typedef struct
{
  gint64 begin_ns;
  gint64 end_ns;
  gint64 work_ns;
  gboolean has_events;
  gint64 *states_ns;
  GArray *marks;
  GArray *marked_states;
} SpurStreamWork;

/* The calls of a stream in the order of their enters. */
typedef struct
{
  SpurCall *calls;
  guint32 n_calls;
  guint32 n_allocated;
  /* Of SpurLongCall, by call. */
  GArray *long_calls;
  guint64 first_node;
  guint64 n_nodes;
  SpurStreamWork work;
} SpurStreamCalls;

/* By node: when it was; how long its stream had worked; what it is; the call around it; and of a
 * receive the call around the event that posted it, of a send the call that completes it where that
 * is another one, else %SPUR_CALL_NONE. Calls are counted in their stream. Work is only known where
 * it was asked for, else @own_ns is NULL. */
typedef struct
{
  SpurNodes *nodes;
  guint n_streams;
  SpurStreamCalls *streams;
  /* The stream of the first node of each block of nodes, and the last stream. */
  guint32 *streams_of_blocks;
  gint64 *times_ns;
  gint64 *own_ns;
  guint8 *kinds;
  guint32 *call_of;
  guint32 *posted_in;
} SpurCalls;

typedef struct
{
  SpurTrace *trace;
  SpurEdges *edges;
  SpurCorrection *correction; /* NULL for raw times */
  gint64 eager_bytes;         /* messages up to this size are sent without waiting; below 0: none */
  gboolean with_work;
  const SpurJob *job;
} SpurCallsInput;

/* Fails with %SPUR_CAUSALITY_ERROR_RANGE where a stream has 2^32 events or the trace 2^32 nodes. */
SpurCalls *spur_calls_new (const SpurCallsInput *input, GError **error);

void spur_calls_free (SpurCalls *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SpurCalls, spur_calls_free)

gint64 spur_calls_find_length_ns (const SpurStreamCalls *self, guint32 call);

static inline gint64
spur_calls_get_length_ns (const SpurStreamCalls *self, const SpurCall *call)
{
  return G_LIKELY (call->length_ns != SPUR_CALL_IS_LONG)
           ? (gint64) call->length_ns
           : spur_calls_find_length_ns (self, (guint32) (call - self->calls));
}

static inline gint64
spur_calls_get_leave_ns (const SpurStreamCalls *self, const SpurCall *call)
{
  return call->enter_ns + spur_calls_get_length_ns (self, call);
}

/* The call around a node of the stream, or NULL. */
static inline const SpurCall *
spur_calls_get (const SpurCalls *self, guint stream, guint64 node)
{
  guint32 call = self->call_of[node];

  return call != SPUR_CALL_NONE ? &self->streams[stream].calls[call] : NULL;
}

/* A block is mostly of one stream. */
#define SPUR_CALLS_BLOCK_BITS 10

/* The stream of a node. Streams without nodes are passed over. */
static inline guint
spur_calls_get_stream (const SpurCalls *self, guint64 node)
{
  const guint32 *range = &self->streams_of_blocks[node >> SPUR_CALLS_BLOCK_BITS];
  guint low = range[0], high = range[1];

  while (low < high)
    {
      guint middle = high - (high - low) / 2;

      if (self->streams[middle].first_node <= node)
        low = middle;
      else
        high = middle - 1;
    }
  return low;
}

/* Nodes at the other end of messages lie all over memory. What is looked up of them is fetched that
 * many steps before: the node at twice the distance, then its call. 4, 8 and 16 take the same time
 * with 'spur waits' on a trace of 8.7 million events. */
#define SPUR_CALLS_AHEAD 8

static inline void
spur_calls_fetch_node (const SpurCalls *self, guint32 node)
{
  if (node >= self->nodes->n_nodes)
    return;
  __builtin_prefetch (&self->times_ns[node]);
  __builtin_prefetch (&self->call_of[node]);
  __builtin_prefetch (&self->posted_in[node]);
}

/* @of_node is @call_of or @posted_in. */
static inline void
spur_calls_fetch_call (const SpurCalls *self, guint32 node, const guint32 *of_node)
{
  if (node < self->nodes->n_nodes && of_node[node] != SPUR_CALL_NONE)
    __builtin_prefetch (&self->streams[spur_calls_get_stream (self, node)].calls[of_node[node]]);
}
