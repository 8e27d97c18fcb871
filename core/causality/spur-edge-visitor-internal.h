/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/causality/spur-mu-internal.h"
#include "core/causality/spur-nodes-internal.h"

/* The one way to visit edges: one by one with the nodes at their ends and their mu, and collective
 * operations with what each exit waits for. */
typedef struct
{
  SpurEdges *edges;
  const SpurNodes *nodes;
  SpurMu mu;
  /* One of them is NULL: where pairs of nodes say all, edges need not be made. */
  const SpurEdge *all;
  const SpurNodePair *pairs;
} SpurEdgeVisitor;

/* @nodes are those of the edges, which are @mu->edges. @needs_streams: edges are asked for the
 * streams at their ends. */
SpurEdgeVisitor
spur_edge_visitor_of (const SpurMu *mu, const SpurNodes *nodes, gboolean needs_streams);

/* @pairs are those of the visitor, which a loop is compiled with and without. */
static inline guint64
spur_edge_visitor_get_from (const SpurEdgeVisitor *self, const SpurNodePair *pairs, gsize edge)
{
  return pairs != NULL ? pairs[edge].from : spur_nodes_find_from (self->nodes, &self->all[edge]);
}

static inline guint64
spur_edge_visitor_get_to (const SpurEdgeVisitor *self, const SpurNodePair *pairs, gsize edge)
{
  return pairs != NULL ? pairs[edge].to : spur_nodes_find_to (self->nodes, &self->all[edge]);
}

static inline gint64
spur_edge_visitor_get_mu (const SpurEdgeVisitor *self, const SpurNodePair *pairs, gsize edge)
{
  return pairs != NULL ? self->mu.default_ns : spur_mu_get_edge (&self->mu, &self->all[edge]);
}

/* The first edge into a stream at an event or later. */
gsize spur_edges_find_into (SpurEdges *edges, guint32 stream, guint64 event);

/* A collective operation at some times: of each member the enter, the latest of the enters that its
 * exit waits for, G_MININT64 for none, and the latest of these with their mu. */
typedef struct
{
  gsize index;
  SpurCollective collective;
  gint64 *enters_ns;
  gint64 *latest_ns;
  gint64 *bounds_ns;
  guint32 n_room;
} SpurOperationTimes;

/* @operation is zeroed before the first one, and cleared after the last. */
void spur_edge_visitor_read (const SpurEdgeVisitor *self,
                             gsize index,
                             const gint64 *times,
                             SpurOperationTimes *operation);

static inline void
spur_operation_times_clear (SpurOperationTimes *self)
{
  g_clear_pointer (&self->enters_ns, g_free);
}
