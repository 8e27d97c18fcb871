/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/causality/spur-matcher-internal.h"
#include "core/causality/spur-moves-internal.h"
#include "core/store/trace/spur-store-internal.h"

typedef struct
{
  SpurTrace *trace;
  const SpurJob *job;
  SpurScanClasses classes;
  guint n_streams;
  guint n_done;
  guint too_many;
  SpurScan *scans;
} Matcher;

static void
scan_stream (guint index, gpointer user_data)
{
  Matcher *matcher = user_data;
  SpurStream *stream = spur_trace_get_stream (matcher->trace, index);

  if (spur_job_is_cancelled (matcher->job, NULL) || g_atomic_int_get (&matcher->classes.is_mixed))
    return;
  spur_trace_fetch_streams (matcher->trace, index, SPUR_CHUNK_CLASSES | SPUR_CHUNK_RECORDS);
  if (!spur_scan_stream (&matcher->scans[index], matcher->trace, stream, &matcher->classes))
    g_atomic_int_set (&matcher->too_many, index + 1);
  spur_job_report (matcher->job, "matching",
                   (guint64) g_atomic_int_add ((gint *) &matcher->n_done, 1) + 1,
                   matcher->n_streams);
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
  g_autoptr (GArray) of_collectives = g_array_new (FALSE, FALSE, sizeof (SpurEdge));
  Collecting collecting = { input, edges, { 0 }, in_collectives, of_collectives };
  const SpurMatchBeside beside = { collect_edges, &collecting };

  input->beside = &beside;
  if (!spur_match_messages (edges, input, counts, unmatched))
    return FALSE;
  counts->n_incomplete_collectives += collecting.counts.n_incomplete_collectives;
  g_array_append_vals (unmatched, in_collectives->data, in_collectives->len);
  g_array_append_vals (pairs, of_collectives->data, of_collectives->len);
  spur_match_merge (edges, (SpurEdge *) (gpointer) pairs->data, pairs->len);
  for (guint s = 0; s < input->n_streams; s++)
    {
      const GArray *of_stream = input->scans[s].unmatched;

      if (of_stream != NULL)
        g_array_append_vals (unmatched, of_stream->data, of_stream->len);
    }
  return TRUE;
}

/* Fails without an error where tags were merged that must not be. */
static gboolean
join_scans (Matcher *matcher, SpurEdges *edges, GError **error)
{
  SpurMatchCounts counts = { 0 };
  g_autoptr (GArray) pairs = NULL;
  g_autoptr (SpurPresences) presences = NULL;
  SpurMatchInput input = {
    .trace = matcher->trace,
    .scans = matcher->scans,
    .n_streams = matcher->n_streams,
    .makes_nodes = TRUE,
    .merges_tags = matcher->classes.merges_tags,
    .job = matcher->job,
  };
  g_autoptr (GArray) unmatched = NULL;

  if (spur_job_is_cancelled (matcher->job, error) || matcher->classes.is_mixed)
    return FALSE;
  if (matcher->too_many != 0)
    {
      SpurStream *stream = spur_trace_get_stream (matcher->trace, matcher->too_many - 1);

      g_set_error (error, SPUR_CAUSALITY_ERROR, SPUR_CAUSALITY_ERROR_RANGE,
                   "%s: more sends or receives than 2^30; split the trace by time",
                   spur_stream_get_name (stream));
      return FALSE;
    }
  unmatched = g_array_new (FALSE, FALSE, sizeof (SpurUnmatched));
  pairs = g_array_new (FALSE, FALSE, sizeof (SpurEdge));
  presences = spur_presences_new (matcher->trace, &matcher->classes, matcher->scans, matcher->job);
  if (presences != NULL)
    spur_presences_follow (presences, matcher->trace, pairs);
  input.presences = presences;
  if (!spur_match_all (edges, &input, &counts, unmatched, pairs))
    return FALSE;
  spur_match_predecessors (edges, matcher->trace, &counts);
  spur_edges_take_unmatched (edges, g_steal_pointer (&unmatched));
  spur_edges_set_counts (edges, &counts);
  return TRUE;
}

/* Fails without an error where tags were merged that must not be. */
static gboolean
match_scans (Matcher *matcher, SpurEdges *edges, gboolean merges_tags, GError **error)
{
  gboolean is_done;

  matcher->n_done = 0;
  spur_scan_classes_init (&matcher->classes, matcher->trace);
  if (merges_tags)
    spur_scan_classes_merge_tags (&matcher->classes);
  spur_job_run (matcher->job, matcher->n_streams, scan_stream, matcher);
  is_done = join_scans (matcher, edges, error);
  for (guint s = 0; s < matcher->n_streams; s++)
    spur_scan_clear (&matcher->scans[s]);
  memset (matcher->scans, 0, matcher->n_streams * sizeof *matcher->scans);
  spur_scan_classes_clear (&matcher->classes);
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
  g_autofree SpurScan *scans = NULL;
  g_autoptr (GError) problem = NULL;
  Matcher matcher = { trace, job };

  g_return_val_if_fail (SPUR_IS_TRACE (trace), NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  matcher.n_streams = spur_trace_get_n_streams (trace);
  matcher.scans = scans = g_new0 (SpurScan, matcher.n_streams + 1);
  edges = spur_edges_new (matcher.n_streams);
  if ((has_short_streams (trace) && match_scans (&matcher, edges, TRUE, &problem)) ||
      (problem == NULL && match_scans (&matcher, edges, FALSE, &problem)))
    return g_steal_pointer (&edges);
  g_propagate_error (error, g_steal_pointer (&problem));
  return NULL;
}
