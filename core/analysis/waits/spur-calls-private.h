/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/causality/spur-nodes-internal.h"

/* The calls of every stream that may wait: spans of states of kind communication and idle, and for
 * each node, an event at the end of an edge, the innermost call of kind communication around it.
 * One pass over the columns of each stream finds them, with the times of all nodes. */

/* What is known of a call. */
typedef enum
{
  SPUR_CALL_IS_IDLE = 1 << 0,      /* of kind idle, and around no node */
  SPUR_CALL_IS_IMMEDIATE = 1 << 1, /* the state says that it returns at once */
  SPUR_CALL_SENDS = 1 << 2,        /* messages */
  SPUR_CALL_SENDS_MANY = 1 << 3,
  SPUR_CALL_RECEIVES = 1 << 4,
  SPUR_CALL_IS_EAGER =
    1 << 5, /* a message that it sends is not larger than those that do not wait */
  SPUR_CALL_HAS_END = 1 << 6, /* an idle state around the end of a collective operation */
} SpurCallFlags;

/* Times are those of the correction that was asked for. A call that the stream does not leave ends
 * with its last event. */
typedef struct
{
  gint64 enter_ns;
  gint64 leave_ns;
  guint32 enter_event;
  guint32 flags;
} SpurCall;

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

/* The calls of a stream in the order of their enters. */
typedef struct
{
  SpurCall *calls;
  guint32 n_calls;
  guint32 n_allocated;
  guint64 first_node;
  guint64 n_nodes;
} SpurStreamCalls;

/* By node: when it was; what it is; the call around it; and of a receive the call around the event
 * that posted it, else %SPUR_CALL_NONE. Calls are counted in their stream. */
typedef struct
{
  SpurNodes *nodes;
  guint n_streams;
  SpurStreamCalls *streams;
  gint64 *times_ns;
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
  const SpurJob *job;
} SpurCallsInput;

/* Fails with %SPUR_CAUSALITY_ERROR_RANGE where a stream has 2^32 events or the trace 2^32 nodes. */
SpurCalls *spur_calls_new (const SpurCallsInput *input, GError **error);

void spur_calls_free (SpurCalls *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SpurCalls, spur_calls_free)

/* The call around a node of the stream, or NULL. */
static inline const SpurCall *
spur_calls_get (const SpurCalls *self, guint stream, guint64 node)
{
  guint32 call = self->call_of[node];

  return call != SPUR_CALL_NONE ? &self->streams[stream].calls[call] : NULL;
}

/* The stream of a node. */
guint spur_calls_get_stream (const SpurCalls *self, guint64 node);
