/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/causality/spur-edges-private.h"
#include "core/causality/spur-scan-private.h"

G_BEGIN_DECLS

/* Pairs the sends and receives of all streams. */
void spur_match_messages (
  SpurEdges *edges, SpurScan *scans, guint n_streams, const SpurJob *job, SpurMatchCounts *counts);

/* Joins the ends of all streams to collective operations. What is known by pairs goes to @pairs,
 * SpurEdge. */
void spur_match_collectives (SpurEdges *edges,
                             SpurTrace *trace,
                             SpurScan *scans,
                             guint n_streams,
                             SpurMatchCounts *counts,
                             GArray *unmatched,
                             GArray *pairs);

/* Adds edges in any order, which it puts in order; returns how many were not there already. */
guint64 spur_match_merge (SpurEdges *edges, SpurEdge *more, gsize n_more);

/* Adds what the trace itself says happened directly before what. */
void spur_match_predecessors (SpurEdges *edges, SpurTrace *trace, SpurMatchCounts *counts);

G_END_DECLS
