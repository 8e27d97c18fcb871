/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/base/spur-error-internal.h"
#include "core/base/spur-order-internal.h"
#include "core/base/spur-pages-private.h"
#include "core/causality/spur-matcher-internal.h"
#include "core/store/trace/spur-store-internal.h"

/* What edges are merged to. */
typedef struct
{
  SpurEdge *edges;
  SpurEdgeKinds kinds;
  gsize n_edges;
} Merged;

static void
add_merged (Merged *self, const SpurEdge *edge, guint64 kind)
{
  if (self->kinds.each != NULL)
    self->kinds.each[self->n_edges] = (guint8) kind;
  self->edges[self->n_edges++] = *edge;
}

/* Both in the order of the later event, then of the earlier one. What both have is there once, of
 * the kind that it has in @edges. */
static void
merge_edges (Merged *self, SpurEdges *edges, const SpurKindEdge *more, gsize n_more)
{
  const SpurEdgeKinds *kinds = spur_edges_get_kinds (edges);
  gsize i = 0, k = 0, n_edges;
  const SpurEdge *all = spur_edges_get_all (edges, &n_edges);

  while (i < n_edges || k < n_more)
    {
      int order = i == n_edges ? 1 : -1;

      if (i < n_edges && k < n_more)
        order = spur_edge_compare (&all[i], &more[k].edge);
      if (order <= 0)
        add_merged (self, &all[i], spur_edge_kinds_get (kinds, i));
      else if (self->n_edges == 0 ||
               spur_edge_compare (&self->edges[self->n_edges - 1], &more[k].edge) != 0)
        add_merged (self, &more[k].edge, more[k].kind);
      i += order <= 0;
      k += order >= 0;
    }
}

static guint
list_kinds (SpurEdges *edges, const SpurKindEdge *more, gsize n_more)
{
  const SpurEdgeKinds *kinds = spur_edges_get_kinds (edges);
  guint mask = 0;

  if (spur_edges_get_n_edges (edges) > 0)
    mask = kinds->each != NULL ? ~0u : 1u << kinds->all;
  for (gsize i = 0; i < n_more; i++)
    mask |= 1u << more[i].kind;
  return mask;
}

/* Adds edges in any order, which it puts in order; returns how many were not there already. */
static guint64
spur_match_merge (SpurEdges *edges, SpurKindEdge *more, gsize n_more)
{
  gsize n_edges = spur_edges_get_n_edges (edges);
  Merged merged = { NULL };

  if (n_more == 0)
    return 0;
  SPUR_SORT_UNLESS_SORTED (more, n_more, spur_kind_edge_compare);
  merged.edges = SPUR_PAGES_NEW (SpurEdge, n_edges + n_more);
  merged.kinds = spur_edge_kinds_new (list_kinds (edges, more, n_more), n_edges + n_more);
  merge_edges (&merged, edges, more, n_more);
  spur_edges_take (edges, merged.edges, merged.n_edges, &merged.kinds);
  return merged.n_edges - n_edges;
}

void
spur_match_predecessors (SpurEdges *edges, SpurTrace *trace, SpurMatchCounts *counts)
{
  gsize n_rows;
  const SpurPredecessor *rows = spur_trace_get_all_predecessors (trace, &n_rows);
  g_autofree SpurKindEdge *named = g_new (SpurKindEdge, MAX (n_rows, 1));

  for (gsize i = 0; i < n_rows; i++)
    named[i] = (SpurKindEdge){ { rows[i].predecessor_event, rows[i].event, SPUR_MU_DEFAULT,
                                 rows[i].predecessor_stream, rows[i].stream },
                               SPUR_EDGE_NAMED };
  counts->n_named = spur_match_merge (edges, named, n_rows);
}

static void
scan_stream (guint index, gpointer user_data)
{
  SpurMatchScan *self = user_data;
  guint s = self->own != NULL ? self->own[index] : index;

  if (spur_job_is_cancelled (self->job, NULL) || g_atomic_int_get (&self->classes.is_mixed))
    return;
  spur_trace_fetch_streams (self->trace, s, SPUR_CHUNK_CLASSES | SPUR_CHUNK_RECORDS);
  if (!spur_scan_stream (&self->scans[s], self->trace, spur_trace_get_stream (self->trace, s),
                         &self->classes))
    g_atomic_int_set (&self->too_many, s + 1);
  spur_job_report (self->job, "matching",
                   (guint64) g_atomic_int_add ((gint *) &self->n_done, 1) + 1, self->n_own);
}

gboolean
spur_match_scan (SpurMatchScan *self, gboolean merges_tags, GError **error)
{
  self->scans = SPUR_PAGES_NEW0 (SpurScan, spur_trace_get_n_streams (self->trace) + 1);
  spur_scan_classes_init (&self->classes, self->trace);
  if (merges_tags)
    spur_scan_classes_merge_tags (&self->classes);
  spur_job_run (self->job, self->n_own, scan_stream, self);
  if (spur_job_is_cancelled (self->job, error) || self->classes.is_mixed)
    return FALSE;
  if (self->too_many != 0)
    return spur_error_set (
      error, SPUR_CAUSALITY_ERROR, SPUR_CAUSALITY_ERROR_RANGE,
      "%s: more sends or receives than 2^30; split the trace by time",
      spur_stream_get_name (spur_trace_get_stream (self->trace, self->too_many - 1)));
  return TRUE;
}

void
spur_match_scan_clear (SpurMatchScan *self)
{
  for (guint s = 0; s < spur_trace_get_n_streams (self->trace); s++)
    spur_scan_clear (&self->scans[s]);
  spur_pages_free (self->scans);
  spur_scan_classes_clear (&self->classes);
}

/* Collective operations on their way to edges, found while messages are. */
typedef struct
{
  const SpurMatchInput *input;
  SpurEdges *edges;
  SpurMatchCounts counts;
  GArray *unmatched;
  GArray *pairs;
} Collecting;

static void
collect_edges (gpointer data)
{
  Collecting *self = data;

  spur_match_collectives (self->edges, self->input->trace, self->input->scans,
                          self->input->n_streams, &self->counts, self->unmatched, self->pairs);
}

gboolean
spur_match_all (SpurEdges *edges,
                SpurMatchInput *input,
                SpurMatchCounts *counts,
                GArray *unmatched,
                GArray *pairs)
{
  g_autoptr (GArray) in_collectives = g_array_new (FALSE, FALSE, sizeof (SpurUnmatched));
  g_autoptr (GArray) of_collectives = g_array_new (FALSE, FALSE, sizeof (SpurKindEdge));
  Collecting collecting = { input, edges, { 0 }, in_collectives, of_collectives };
  const SpurMatchBeside beside = { collect_edges, &collecting };

  input->beside = &beside;
  if (!spur_match_messages (edges, input, counts, unmatched))
    return FALSE;
  counts->n_incomplete_collectives += collecting.counts.n_incomplete_collectives;
  g_array_append_vals (unmatched, in_collectives->data, in_collectives->len);
  g_array_append_vals (pairs, of_collectives->data, of_collectives->len);
  spur_match_merge (edges, (SpurKindEdge *) (gpointer) pairs->data, pairs->len);
  for (guint s = 0; s < input->n_streams; s++)
    {
      const GArray *of_stream = input->scans[s].unmatched;

      if (of_stream != NULL)
        g_array_append_vals (unmatched, of_stream->data, of_stream->len);
    }
  return TRUE;
}

static gboolean
join_scans (SpurMatchScan *scan, SpurEdges *edges)
{
  SpurMatchCounts counts = { 0 };
  g_autoptr (GArray) pairs = g_array_new (FALSE, FALSE, sizeof (SpurKindEdge));
  g_autoptr (GArray) unmatched = g_array_new (FALSE, FALSE, sizeof (SpurUnmatched));
  g_autoptr (SpurPresences) presences =
    spur_presences_new (scan->trace, &scan->classes, scan->scans, scan->job);
  SpurMatchInput input = {
    .trace = scan->trace,
    .scans = scan->scans,
    .n_streams = scan->n_own,
    .presences = presences,
    .makes_nodes = TRUE,
    .merges_tags = scan->classes.merges_tags,
    .job = scan->job,
  };

  if (presences != NULL)
    spur_presences_follow (presences, scan->trace, pairs);
  if (!spur_match_all (edges, &input, &counts, unmatched, pairs))
    return FALSE;
  spur_match_predecessors (edges, scan->trace, &counts);
  spur_edges_take_unmatched (edges, g_steal_pointer (&unmatched));
  spur_edges_set_counts (edges, &counts);
  return TRUE;
}

/* Fails without an error where tags were merged that must not be. */
static gboolean
match_streams (
  SpurTrace *trace, SpurEdges *edges, gboolean merges_tags, const SpurJob *job, GError **error)
{
  SpurMatchScan scan = { .trace = trace, .job = job, .n_own = spur_trace_get_n_streams (trace) };
  gboolean is_done = spur_match_scan (&scan, merges_tags, error) && join_scans (&scan, edges);

  spur_match_scan_clear (&scan);
  return is_done;
}

/* With fewer events in a stream than that, about, there may be nearly as many channels as messages
 * if each tag has its own. */
#define SHORT_STREAM_EVENTS (1u << 16)

static gboolean
has_short_streams (SpurTrace *trace)
{
  return spur_trace_get_n_events (trace) / SHORT_STREAM_EVENTS < spur_trace_get_n_streams (trace);
}

/**
 * spur_edges_new_for_trace:
 * @trace: a sealed trace
 * @job: (nullable): how the work is to be done
 * @error: return location for an error
 *
 * Finds the edges of a trace from what its event classes say: sends and receives by their match
 * rule, the begins and ends of collective operations by instance. The predecessors in other streams
 * that the trace knows of are edges, too, of whatever class the events are; so an event may be at
 * the end of several edges and at the begin of others.
 *
 * Where a send meets no receive, or a receive no send, it is counted and is no edge; the same
 * holds for a message within one stream. Takes time in the order of the number of events.
 *
 * Returns: (transfer full): the edges, or %NULL with %G_IO_ERROR_CANCELLED, or with
 *   %SPUR_CAUSALITY_ERROR_RANGE where a stream has more than 2^30 messages
 *
 * Since: 1.0
 */
SpurEdges *
spur_edges_new_for_trace (SpurTrace *trace, const SpurJob *job, GError **error)
{
  g_autoptr (SpurEdges) edges = NULL;
  g_autoptr (GError) problem = NULL;

  g_return_val_if_fail (SPUR_IS_TRACE (trace), NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  edges = spur_edges_new (spur_trace_get_n_streams (trace));
  if ((has_short_streams (trace) && match_streams (trace, edges, TRUE, job, &problem)) ||
      (problem == NULL && match_streams (trace, edges, FALSE, job, &problem)))
    return g_steal_pointer (&edges);
  return spur_error_pass_null (error, g_steal_pointer (&problem));
}
