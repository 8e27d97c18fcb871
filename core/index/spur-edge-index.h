/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/analysis/presence/spur-timeline.h"
#include "core/causality/spur-edges.h"

G_BEGIN_DECLS

#define SPUR_TYPE_EDGE_INDEX (spur_edge_index_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_FINAL_TYPE (SpurEdgeIndex, spur_edge_index, SPUR, EDGE_INDEX, GObject)

/**
 * SpurIndexedEdge:
 * @sent_ns: when it is sent
 * @received_ns: when it is received
 * @mu_ns: its least delay
 * @n_bytes: what its send says to have sent; 0 where it says nothing
 * @edge: its position in spur_edges_get_all()
 *
 * An edge at the times of an index.
 *
 * Since: 1.0
 */
typedef struct
{
  gint64 sent_ns;
  gint64 received_ns;
  gint64 mu_ns;
  guint64 n_bytes;
  gsize edge;
} SpurIndexedEdge;

/**
 * SpurEdgeBundle:
 * @from_group: the group of the streams that send
 * @to_group: the group of those that receive
 * @n_edges: how many edges
 * @n_bytes: the bytes of all of them
 * @n_reversed: of the edges, those received before they are sent
 * @n_below_mu: of the edges, those received less than their mu after they are sent; counts the
 *   reversed ones, too
 * @least_ns: the least delay of one
 * @largest_ns: the largest delay of one
 *
 * Edges from a group of streams to another.
 *
 * Since: 1.0
 */
typedef struct
{
  guint32 from_group;
  guint32 to_group;
  guint64 n_edges;
  guint64 n_bytes;
  guint64 n_reversed;
  guint64 n_below_mu;
  gint64 least_ns;
  gint64 largest_ns;
} SpurEdgeBundle;

/**
 * SpurEdgeIndexOptions:
 * @raw: whether times are those of the clocks, else those of the trace's correction
 * @mu_ns: the least delay of an edge that has none of its own
 * @groups: (nullable): the group of each stream; %NULL where each is one of its own
 * @timeline: (nullable): where objects are, at the same times; %NULL for an index without moves
 *
 * What an index of edges is of.
 *
 * Since: 1.0
 */
typedef struct
{
  gboolean raw;
  gint64 mu_ns;
  const guint32 *groups;
  SpurTimeline *timeline;
} SpurEdgeIndexOptions;

/**
 * SpurEdgeVisit:
 * @edge: an edge
 * @user_data: what was given with the function
 *
 * Is called with an edge.
 *
 * Since: 1.0
 */
typedef void (*SpurEdgeVisit) (const SpurIndexedEdge *edge, gpointer user_data);

SPUR_AVAILABLE_IN_ALL
SpurEdgeIndex *spur_edge_index_new (SpurTrace *trace,
                                    SpurEdges *edges,
                                    const SpurEdgeIndexOptions *options,
                                    const SpurJob *job);

SPUR_AVAILABLE_IN_ALL
void spur_edge_index_visit (
  SpurEdgeIndex *self, gint64 from_ns, gint64 to_ns, SpurEdgeVisit visit, gpointer user_data);

SPUR_AVAILABLE_IN_ALL
const SpurEdgeBundle *
spur_edge_index_get_bundles (SpurEdgeIndex *self, gint64 from_ns, gint64 to_ns, gsize *n_bundles);

SPUR_AVAILABLE_IN_ALL
const SpurIndexedEdge *spur_edge_index_get_violations (SpurEdgeIndex *self,
                                                       gint64 from_ns,
                                                       gint64 to_ns,
                                                       gsize *n_violations);

SPUR_AVAILABLE_IN_ALL
const SpurMove *
spur_edge_index_get_moves (SpurEdgeIndex *self, gint64 from_ns, gint64 to_ns, gsize *n_moves);

G_END_DECLS
