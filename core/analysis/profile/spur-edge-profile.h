/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/analysis/profile/spur-profile.h"
#include "core/causality/spur-edges.h"

G_BEGIN_DECLS

/**
 * SpurEdgeProfile:
 * @kind: what the edges stand for
 * @from_class: the class of the events that they come from, its position in the trace
 * @n_edges: how many edges
 * @n_reversed: those that end before they begin, by the times that are used
 * @total_ns: the time from begin to end, of all edges together
 * @least_ns: the shortest one
 * @most_ns: the longest one
 *
 * How long the edges from the events of a class take: messages and migrations on their way.
 *
 * Since: 1.0
 */
typedef struct
{
  SpurEdgeKind kind;
  guint from_class;
  guint64 n_edges;
  guint64 n_reversed;
  gint64 total_ns;
  gint64 least_ns;
  gint64 most_ns;
} SpurEdgeProfile;

SPUR_AVAILABLE_IN_ALL
GArray *
spur_edge_profile_list (SpurTrace *trace, SpurEdges *edges, const SpurProfileSettings *settings);

G_END_DECLS
