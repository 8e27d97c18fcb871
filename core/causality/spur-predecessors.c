/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/base/spur-pages-private.h"
#include "core/causality/spur-matcher-private.h"

static SpurEdge
get_edge (const SpurPredecessor *row)
{
  return (SpurEdge){ row->predecessor_event, row->event, SPUR_MU_DEFAULT, row->predecessor_stream,
                     row->stream };
}

/* Both edges and predecessors are in the order of the later event, then of the earlier one. An edge
 * that both say is there once. */
static gsize
merge (
  const SpurEdge *edges, gsize n_edges, const SpurPredecessor *rows, gsize n_rows, SpurEdge *merged)
{
  gsize i = 0, k = 0, n = 0;

  while (i < n_edges || k < n_rows)
    {
      SpurEdge named = k < n_rows ? get_edge (&rows[k]) : (SpurEdge){ 0 };
      int order = i == n_edges ? 1 : -1;

      if (i < n_edges && k < n_rows)
        order = spur_edge_compare (&edges[i], &named);
      merged[n++] = order <= 0 ? edges[i] : named;
      i += order <= 0;
      k += order >= 0;
    }
  return n;
}

void
spur_match_predecessors (SpurEdges *edges, SpurTrace *trace, SpurMatchCounts *counts)
{
  gsize n_rows, n_edges, n_merged;
  const SpurPredecessor *rows = spur_trace_get_all_predecessors (trace, &n_rows);
  const SpurEdge *all = spur_edges_get_all (edges, &n_edges);
  SpurEdge *merged;

  if (n_rows == 0)
    return;
  merged = SPUR_PAGES_NEW (SpurEdge, n_edges + n_rows);
  n_merged = merge (all, n_edges, rows, n_rows, merged);
  counts->n_named = n_merged - n_edges;
  spur_edges_take (edges, merged, n_merged);
}
