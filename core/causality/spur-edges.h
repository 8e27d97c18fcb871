/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/store/spur-trace.h"

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
 *
 * Errors of the domain %SPUR_CAUSALITY_ERROR.
 *
 * Since: 1.0
 */
typedef enum
{
  SPUR_CAUSALITY_ERROR_CYCLE,
  SPUR_CAUSALITY_ERROR_RANGE,
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
 * @pattern: who waits for whom
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

SPUR_AVAILABLE_IN_ALL
SpurEdges *spur_edges_new (guint n_streams);

SPUR_AVAILABLE_IN_ALL
SpurEdges *spur_edges_new_for_trace (SpurTrace *trace, const SpurJob *job, GError **error);

SPUR_AVAILABLE_IN_ALL
void spur_edges_add (SpurEdges *self, const SpurEdge *edge);

SPUR_AVAILABLE_IN_ALL
void spur_edges_add_collective (SpurEdges *self, const SpurCollective *collective);

SPUR_AVAILABLE_IN_ALL
guint spur_edges_get_n_streams (SpurEdges *self);

SPUR_AVAILABLE_IN_ALL
const SpurEdge *spur_edges_get_all (SpurEdges *self, gsize *n_edges);

SPUR_AVAILABLE_IN_ALL
gsize spur_edges_get_n_collectives (SpurEdges *self);

SPUR_AVAILABLE_IN_ALL
void spur_edges_get_collective (SpurEdges *self, gsize index, SpurCollective *collective);

SPUR_AVAILABLE_IN_ALL
gint64 spur_edges_get_collective_mu_ns (SpurEdges *self, gsize index);

SPUR_AVAILABLE_IN_ALL
SpurDelays *spur_edges_get_delays (SpurEdges *self);

SPUR_AVAILABLE_IN_ALL
guint64 spur_edges_get_n_local (SpurEdges *self);

SPUR_AVAILABLE_IN_ALL
guint64 spur_edges_get_n_unmatched_sends (SpurEdges *self);

SPUR_AVAILABLE_IN_ALL
guint64 spur_edges_get_n_unmatched_receives (SpurEdges *self);

SPUR_AVAILABLE_IN_ALL
guint64 spur_edges_get_n_incomplete_collectives (SpurEdges *self);

SPUR_AVAILABLE_IN_ALL
guint64 spur_edges_get_n_named (SpurEdges *self);

G_END_DECLS
