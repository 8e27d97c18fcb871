/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* A report as a tree, with the names of schemas/clock-report.schema.json. */
#include "cli/output/spur-clock-report-put.h"
#include "cli/output/spur-edges-tree.h"
#include "core/base/spur-order-internal.h"
#include "core/causality/spur-disagreements.h"

#define FORMAT_VERSION 1

/* More would make files of hundreds of megabytes. */
#define MAX_SAMPLED_STREAMS 1024

static void
add_disagreements (SpurTree *tree, const SpurReportFigures *report)
{
  g_autoptr (SpurDisagreements) found =
    spur_disagreements_find (report->trace, report->edges, NULL);

  spur_tree_add_count (tree, "other_sizes",
                       spur_disagreements_count (found, SPUR_DISAGREEMENT_SIZE));
  spur_tree_add_count (tree, "other_tags", spur_disagreements_count (found, SPUR_DISAGREEMENT_TAG));
}

/* What is unknown is null. */
static void
add_known (SpurTree *tree, const char *name, gint64 value, gboolean is_known)
{
  if (is_known)
    spur_tree_add_int (tree, name, value);
  else
    spur_tree_add_null (tree, name);
}

static void
add_violations (SpurTree *tree, const char *name, const SpurViolations *violations)
{
  spur_tree_begin_object (tree, name);
  spur_tree_add_count (tree, "reversed", violations->n_reversed);
  spur_tree_add_count (tree, "below_mu", violations->n_below_mu);
  spur_tree_add_int (tree, "worst_ns", violations->worst_ns);
  add_known (tree, "least_ns", violations->least_ns, violations->least_ns != G_MAXINT64);
  spur_tree_end (tree);
}

static void
add_classes (SpurTree *tree, const SpurReportFigures *report)
{
  const SpurReportClass *classes = report->classes;

  for (gsize i = 0; spur_tree_next_row (tree, "classes", i, report->n_classes); i++)
    {
      spur_tree_add_string (tree, "name", classes[i].name);
      spur_tree_add_string (tree, "kind", classes[i].is_collective ? "collective" : "one-to-one");
      spur_tree_add_count (tree, "edges", classes[i].n_edges);
      add_violations (tree, "before", &classes[i].before);
      add_violations (tree, "after", &classes[i].after);
    }
}

/* Pairs with the most reversed edges first. */
static int
compare_pairs (gconstpointer a, gconstpointer b)
{
  const SpurReportPair *first = *(const SpurReportPair *const *) a;
  const SpurReportPair *second = *(const SpurReportPair *const *) b;

  return SPUR_ORDER (second->before.n_reversed, first->before.n_reversed)
         ?: SPUR_ORDER (second->n_edges, first->n_edges)
         ?: SPUR_ORDER (first, second);
}

static void
add_pair (SpurTree *tree, const SpurReportFigures *report, const SpurReportPair *pair)
{
  const SpurReportStream *streams = report->streams;

  spur_tree_print_note (tree, "names", "%s, %s", streams[pair->from_stream].name,
                        streams[pair->to_stream].name);
  spur_tree_add_int (tree, "from", pair->from_stream);
  spur_tree_add_int (tree, "to", pair->to_stream);
  spur_tree_add_count (tree, "edges", pair->n_edges);
  add_violations (tree, "before", &pair->before);
  add_violations (tree, "after", &pair->after);
}

static void
add_pairs (SpurTree *tree, const SpurReportFigures *report, gboolean is_sorted)
{
  g_autoptr (GPtrArray) order = g_ptr_array_new ();

  for (gsize i = 0; i < report->n_pairs; i++)
    g_ptr_array_add (order, (gpointer) &report->pairs[i]);
  if (is_sorted)
    g_ptr_array_sort (order, compare_pairs);
  for (guint i = 0; spur_tree_next_row (tree, "pairs", i, order->len); i++)
    add_pair (tree, report, g_ptr_array_index (order, i));
}

static void
add_distortion (SpurTree *tree, const SpurDistortion *distortion)
{
  spur_tree_begin_object (tree, "distortion");
  spur_tree_add_count (tree, "intervals", distortion->n_intervals);
  spur_tree_begin_list (tree, "changes");
  for (guint i = 0; i < SPUR_REPORT_N_CHANGES; i++)
    spur_tree_add_count (tree, NULL, distortion->n_changes[i]);
  spur_tree_end (tree);
  spur_tree_add_double (tree, "mean", distortion->mean);
  spur_tree_add_double (tree, "weighted_mean", distortion->weighted_mean);
  spur_tree_add_double (tree, "max", distortion->max);
  spur_tree_add_int (tree, "max_ns", distortion->max_ns);
  spur_tree_add_int (tree, "sum_ns", distortion->sum_ns);
  spur_tree_add_int (tree, "length_ns", distortion->length_ns);
  spur_tree_end (tree);
}

/* [position, least shift, largest shift, half width or null] of the samples that have events. */
static void
add_samples (SpurTree *tree, const SpurReportStream *stream, gboolean is_sampled)
{
  spur_tree_begin_list (tree, "samples");
  for (guint i = 0; is_sampled && i < SPUR_REPORT_N_SAMPLES; i++)
    {
      const SpurReportSample *sample = &stream->samples[i];

      if (sample->min_ns > sample->max_ns)
        continue;
      spur_tree_begin_list (tree, NULL);
      spur_tree_add_int (tree, NULL, i);
      spur_tree_add_int (tree, NULL, sample->min_ns);
      spur_tree_add_int (tree, NULL, sample->max_ns);
      add_known (tree, NULL, sample->half_width_ns, sample->half_width_ns >= 0);
      spur_tree_end (tree);
    }
  spur_tree_end (tree);
}

static void
add_stream (SpurTree *tree, const SpurReportStream *stream, gboolean is_sampled)
{
  spur_tree_add_string (tree, "name", stream->name);
  spur_tree_add_int (tree, "domain", stream->domain);
  spur_tree_add_count (tree, "events", stream->n_events);
  spur_tree_add_count (tree, "moved_events", stream->n_moved);
  spur_tree_add_count (tree, "knots", stream->n_knots);
  spur_tree_begin_object (tree, "shift");
  spur_tree_add_int (tree, "first_ns", stream->first_shift_ns);
  spur_tree_add_int (tree, "last_ns", stream->last_shift_ns);
  spur_tree_add_int (tree, "min_ns", stream->min_shift_ns);
  spur_tree_add_int (tree, "max_ns", stream->max_shift_ns);
  spur_tree_add_double (tree, "mean_ns", stream->mean_shift_ns);
  spur_tree_end (tree);
  spur_tree_add_double (tree, "steepest", stream->steepest);
  add_known (tree, "steepest_event", (gint64) stream->steepest_event, stream->steepest > 1);
  add_known (tree, "half_width_ns", stream->half_width_ns, stream->half_width_ns >= 0);
  spur_tree_add_verdict (tree, stream->verdict, stream->component);
  add_distortion (tree, &stream->distortion);
  add_samples (tree, stream, is_sampled);
}

static void
add_trace (SpurTree *tree, const SpurReportFigures *report)
{
  SpurTrace *trace = report->trace;

  spur_tree_begin_object (tree, "trace");
  spur_tree_add_string (tree, "path", spur_trace_get_fact (trace, "path"));
  spur_tree_add_string (tree, "format", spur_trace_get_fact (trace, "format"));
  spur_tree_add_count (tree, "events", spur_trace_get_n_events (trace));
  spur_tree_add_int (tree, "streams", spur_trace_get_n_streams (trace));
  spur_tree_add_int (tree, "begin_ns", report->begin_ns);
  spur_tree_add_int (tree, "end_ns", report->end_ns);
  spur_tree_add_int (tree, "sample_count", SPUR_REPORT_N_SAMPLES);
  spur_tree_end (tree);
}

SpurTree *
spur_clock_report_make_tree (SpurClockReport *from, gboolean is_sorted)
{
  const SpurReportFigures *report = spur_clock_report_get_figures (from);
  SpurTree *tree = spur_tree_new ();

  spur_tree_add_string (tree, "format", "spur-clock-report");
  spur_tree_add_int (tree, "version", FORMAT_VERSION);
  add_trace (tree, report);
  spur_tree_add_findings (tree, report->trace, report->correction);
  spur_tree_add_int (tree, "mu_ns", report->mu_ns);
  spur_tree_add_check_object (tree, "before", &report->before);
  spur_tree_add_check_object (tree, "after", &report->after);
  spur_tree_begin_object (tree, "matching");
  spur_tree_add_edges (tree, report->edges);
  add_disagreements (tree, report);
  spur_tree_end (tree);
  spur_tree_add_count (tree, "moved_events", report->n_moved);
  add_distortion (tree, &report->distortion);
  add_classes (tree, report);
  add_pairs (tree, report, is_sorted);
  for (gsize i = 0; spur_tree_next_row (tree, "streams", i, report->n_streams); i++)
    add_stream (tree, &report->streams[i], report->n_streams <= MAX_SAMPLED_STREAMS);
  spur_tree_add_facts (tree, "facts", report->correction);
  return tree;
}
