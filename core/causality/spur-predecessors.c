/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/base/spur-order-internal.h"
#include "core/base/spur-pages-private.h"
#include "core/causality/spur-matcher-internal.h"

/* Both in the order of the later event, then of the earlier one. What both have is there once. */
static gsize
merge_edges (
  const SpurEdge *edges, gsize n_edges, const SpurEdge *more, gsize n_more, SpurEdge *merged)
{
  gsize i = 0, k = 0, n = 0;

  while (i < n_edges || k < n_more)
    {
      int order = i == n_edges ? 1 : -1;

      if (i < n_edges && k < n_more)
        order = spur_edge_compare (&edges[i], &more[k]);
      if (order <= 0 || n == 0 || spur_edge_compare (&merged[n - 1], &more[k]) != 0)
        merged[n++] = order <= 0 ? edges[i] : more[k];
      i += order <= 0;
      k += order >= 0;
    }
  return n;
}

guint64
spur_match_merge (SpurEdges *edges, SpurEdge *more, gsize n_more)
{
  gsize n_edges, n_merged;
  const SpurEdge *all;
  SpurEdge *merged;

  if (n_more == 0)
    return 0;
  all = spur_edges_get_all (edges, &n_edges);
  SPUR_SORT_UNLESS_SORTED (more, n_more, spur_edge_compare);
  merged = SPUR_PAGES_NEW (SpurEdge, n_edges + n_more);
  n_merged = merge_edges (all, n_edges, more, n_more, merged);
  spur_edges_take (edges, merged, n_merged);
  return n_merged - n_edges;
}

void
spur_match_predecessors (SpurEdges *edges, SpurTrace *trace, SpurMatchCounts *counts)
{
  gsize n_rows;
  const SpurPredecessor *rows = spur_trace_get_all_predecessors (trace, &n_rows);
  g_autofree SpurEdge *named = g_new (SpurEdge, MAX (n_rows, 1));

  for (gsize i = 0; i < n_rows; i++)
    named[i] = (SpurEdge){ rows[i].predecessor_event, rows[i].event, SPUR_MU_DEFAULT,
                           rows[i].predecessor_stream, rows[i].stream };
  counts->n_named = spur_match_merge (edges, named, n_rows);
}
