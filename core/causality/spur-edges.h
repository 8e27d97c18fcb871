/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/store/trace/spur-trace.h"

G_BEGIN_DECLS

/**
 * SPUR_CAUSALITY_ERROR:
 *
 * Errors of matching and of the happened-before relation.
 *
 * Since: 1.0
 */
#define SPUR_CAUSALITY_ERROR (spur_causality_error_quark ())

/**
 * SpurCausalityError:
 * @SPUR_CAUSALITY_ERROR_CYCLE: the edges form a cycle, so the matching is wrong
 * @SPUR_CAUSALITY_ERROR_RANGE: a time lies outside of what a time may be
 * @SPUR_CAUSALITY_ERROR_DELAY: what is said of a mu cannot be read, or names nothing that is there
 *
 * Errors of the domain %SPUR_CAUSALITY_ERROR.
 *
 * Since: 1.0
 */
typedef enum
{
  SPUR_CAUSALITY_ERROR_CYCLE,
  SPUR_CAUSALITY_ERROR_RANGE,
  SPUR_CAUSALITY_ERROR_DELAY,
} SpurCausalityError;

SPUR_AVAILABLE_IN_ALL
GQuark spur_causality_error_quark (void);

#define SPUR_TYPE_EDGES (spur_edges_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_FINAL_TYPE (SpurEdges, spur_edges, SPUR, EDGES, GObject)

typedef struct _SpurEdge SpurEdge;
typedef struct _SpurDelays SpurDelays;
typedef struct _SpurMember SpurMember;
typedef struct _SpurCollective SpurCollective;
typedef struct _SpurUnmatched SpurUnmatched;
typedef struct _SpurMatchCounts SpurMatchCounts;

/**
 * SPUR_MU_DEFAULT:
 *
 * An edge's mu that stands for the mu of the correction.
 *
 * Since: 1.0
 */
#define SPUR_MU_DEFAULT G_MININT64

/**
 * SpurEdge:
 * @from_event: position of the send in its stream
 * @to_event: position of the receive in its stream
 * @mu_ns: least delay, or %SPUR_MU_DEFAULT
 * @from_stream: stream of the send
 * @to_stream: stream of the receive
 *
 * A one-to-one edge between two different streams.
 *
 * Since: 1.0
 */
struct _SpurEdge
{
  guint64 from_event;
  guint64 to_event;
  gint64 mu_ns;
  guint32 from_stream;
  guint32 to_stream;
};

/**
 * SpurEdgeKind:
 * @SPUR_EDGE_MESSAGE: a message is sent and received
 * @SPUR_EDGE_MIGRATION: an active object leaves and comes
 * @SPUR_EDGE_CREATION: an active object is created, and what happens to it follows
 * @SPUR_EDGE_SYNCHRONISATION: a lock is handed over, or a thread waits for the end of others
 * @SPUR_EDGE_COLLECTIVE: a pair of members of a collective operation of %SPUR_PATTERN_PAIRS; what
 *   other operations ask of their members are no edges of their own
 * @SPUR_EDGE_NAMED: nothing but the trace says it, which names the one event as the predecessor of
 *   the other
 *
 * What an edge stands for. It follows from the meaning of the event classes at its ends, whatever
 * their names are.
 *
 * Since: 1.0
 */
typedef enum
{
  SPUR_EDGE_MESSAGE,
  SPUR_EDGE_MIGRATION,
  SPUR_EDGE_CREATION,
  SPUR_EDGE_SYNCHRONISATION,
  SPUR_EDGE_COLLECTIVE,
  SPUR_EDGE_NAMED,
} SpurEdgeKind;

/**
 * SPUR_N_EDGE_KINDS:
 *
 * How many kinds of edges there are.
 *
 * Since: 1.0
 */
#define SPUR_N_EDGE_KINDS 6

/**
 * SpurMember:
 * @enter_event: position of the begin in @stream
 * @exit_event: position of the end in @stream
 * @stream: the member's stream
 * @sends: whether it contributes data
 * @receives: whether it gets data
 *
 * A participant of a collective operation.
 *
 * Since: 1.0
 */
struct _SpurMember
{
  guint64 enter_event;
  guint64 exit_event;
  guint32 stream;
  guint8 sends;
  guint8 receives;
};

/**
 * SpurCollective:
 * @pattern: which members wait for which
 * @root: position of the root in @members, or %SPUR_NONE
 * @n_members: how many take part
 * @members: (array length=n_members): in the communicator's order
 *
 * One instance of a collective operation. The edges between its members follow from @pattern
 * and are never built.
 *
 * Since: 1.0
 */
struct _SpurCollective
{
  SpurPattern pattern;
  guint32 root;
  guint32 n_members;
  const SpurMember *members;
};

/**
 * SpurUnmatchedReason:
 * @SPUR_UNMATCHED_SEND: a send that no receive meets
 * @SPUR_UNMATCHED_RECEIVE: a receive that no send meets
 * @SPUR_UNMATCHED_REPEATED: a send with a number that another send has, or another receive of what
 *   only one can gather
 * @SPUR_UNMATCHED_ORDER: the end of a message of an object whose events lie in several streams, and
 *   nothing says in which order
 * @SPUR_UNMATCHED_BEGIN: the begin of a collective operation without an end
 * @SPUR_UNMATCHED_END: the end of a collective operation without a begin
 * @SPUR_UNMATCHED_STRANGER: the end of a collective operation of a communicator that is not known,
 *   or that its subject is no member of
 * @SPUR_UNMATCHED_MEMBER: the first member that is there of a collective operation that others
 *   are missing in
 * @SPUR_UNMATCHED_DISAGREEMENT: the first member of a collective operation whose members disagree
 *   on what they do
 *
 * Why an event is at the end of no edge.
 *
 * Since: 1.0
 */
typedef enum
{
  SPUR_UNMATCHED_SEND,
  SPUR_UNMATCHED_RECEIVE,
  SPUR_UNMATCHED_REPEATED,
  SPUR_UNMATCHED_ORDER,
  SPUR_UNMATCHED_BEGIN,
  SPUR_UNMATCHED_END,
  SPUR_UNMATCHED_STRANGER,
  SPUR_UNMATCHED_MEMBER,
  SPUR_UNMATCHED_DISAGREEMENT,
} SpurUnmatchedReason;

/**
 * SpurUnmatched:
 * @event: position of the event in its stream
 * @stream: position of its stream
 * @reason: why it is here
 * @object: the active object at the other side, or the first member that is missing; %SPUR_NONE
 *   where it is not known
 * @n_missing: how many members are missing
 *
 * An event that should have a partner and has none.
 *
 * Since: 1.0
 */
struct _SpurUnmatched
{
  guint64 event;
  guint32 stream;
  SpurUnmatchedReason reason;
  guint32 object;
  guint32 n_missing;
};

/**
 * SpurMatchCounts:
 * @n_collectives: collective operations that other ranks have, too, where the edges are one rank's
 *   (#SpurPartition); else 0
 * @n_local: messages that were sent and received in one and the same stream; they are no edges
 * @n_unmatched_sends: sends that have no receive, or come second with an identifier that another
 *   send has
 * @n_unmatched_receives: receives that have no send
 * @n_incomplete_collectives: collective operations that lack members or have members that disagree
 *   on what they do, plus begins and ends that belong to none
 * @n_named: edges that are there only because the trace names the one event as the predecessor of
 *   the other
 * @n_unmatched: sends, receives and collective operations without a partner in all
 * @n_cyclic: edges, and pairs of members of collective operations, that were left out because they
 *   are part of cycles
 *
 * What was found besides edges.
 *
 * Since: 1.0
 */
struct _SpurMatchCounts
{
  guint64 n_collectives;
  guint64 n_local;
  guint64 n_unmatched_sends;
  guint64 n_unmatched_receives;
  guint64 n_incomplete_collectives;
  guint64 n_named;
  guint64 n_unmatched;
  guint64 n_cyclic;
};

/**
 * SPUR_EDGES_MAX_UNMATCHED:
 *
 * The most unmatched events that are kept; the others are counted only.
 *
 * Since: 1.0
 */
#define SPUR_EDGES_MAX_UNMATCHED 1000

SPUR_AVAILABLE_IN_ALL
const char *spur_unmatched_reason_get_text (SpurUnmatchedReason reason);

SPUR_AVAILABLE_IN_ALL
const char *spur_edge_kind_get_text (SpurEdgeKind kind);

SPUR_AVAILABLE_IN_ALL
SpurEdges *spur_edges_new (guint n_streams);

SPUR_AVAILABLE_IN_ALL
SpurEdges *spur_edges_new_for_trace (SpurTrace *trace, const SpurJob *job, GError **error);

SPUR_AVAILABLE_IN_ALL
void spur_edges_add (SpurEdges *self, const SpurEdge *edge);

SPUR_AVAILABLE_IN_ALL
void spur_edges_add_of_kind (SpurEdges *self, const SpurEdge *edge, SpurEdgeKind kind);

SPUR_AVAILABLE_IN_ALL
void spur_edges_add_collective (SpurEdges *self, const SpurCollective *collective);

SPUR_AVAILABLE_IN_ALL
guint spur_edges_get_n_streams (SpurEdges *self);

SPUR_AVAILABLE_IN_ALL
const SpurEdge *spur_edges_get_all (SpurEdges *self, gsize *n_edges);

SPUR_AVAILABLE_IN_ALL
SpurEdgeKind spur_edges_get_kind (SpurEdges *self, gsize index);

SPUR_AVAILABLE_IN_ALL
gsize spur_edges_get_n_collectives (SpurEdges *self);

SPUR_AVAILABLE_IN_ALL
guint64 spur_edges_count_collectives (SpurEdges *self);

SPUR_AVAILABLE_IN_ALL
void spur_edges_get_collective (SpurEdges *self, gsize index, SpurCollective *collective);

SPUR_AVAILABLE_IN_ALL
SpurDelays *spur_edges_get_delays (SpurEdges *self);

SPUR_AVAILABLE_IN_ALL
const SpurMatchCounts *spur_edges_get_counts (SpurEdges *self);

SPUR_AVAILABLE_IN_ALL
const SpurUnmatched *spur_edges_get_unmatched (SpurEdges *self, gsize *n_unmatched);

G_END_DECLS
