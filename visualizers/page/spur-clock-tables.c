/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Tables of the page about clocks: edges by class and pair, intervals, streams, facts. */
#include "core/base/spur-order-internal.h"
#include "core/causality/spur-disagreements.h"
#include "spur-enums.h"
#include "visualizers/page/spur-page-private.h"

#define MAX_PAIRS 100
#define MAX_STREAMS 1000

static void
append_violations (GString *html, const SpurViolations *before, const SpurViolations *after)
{
  spur_page_append_count (html, before->n_reversed, FALSE);
  spur_page_append_count (html, after->n_reversed, after->n_reversed > 0);
  spur_page_append_count (html, before->n_below_mu, FALSE);
  spur_page_append_count (html, after->n_below_mu, after->n_below_mu > 0);
  spur_page_append_ns (html, before->worst_ns, 5);
  if (after->least_ns != G_MAXINT64)
    spur_page_append_ns (html, after->least_ns, 5);
  else
    spur_page_append_cell (html, "", FALSE);
}

void
spur_clock_page_add_classes (GHashTable *pieces, const SpurReportFigures *figures)
{
  GString *html = spur_page_add_piece (pieces, "CLASSES");

  for (gsize i = 0; i < figures->n_classes; i++)
    {
      const SpurReportClass *class = &figures->classes[i];

      spur_page_begin_row (html, class->name);
      spur_page_append_count (html, class->n_edges, FALSE);
      append_violations (html, &class->before, &class->after);
      g_string_append (html, "</tr>\n");
    }
}

static int
compare_pairs (gconstpointer a, gconstpointer b)
{
  const SpurReportPair *first = *(const SpurReportPair *const *) a;
  const SpurReportPair *second = *(const SpurReportPair *const *) b;

  return SPUR_ORDER (second->before.n_reversed, first->before.n_reversed)
         ?: SPUR_ORDER (second->n_edges, first->n_edges)
         ?: SPUR_ORDER (first, second);
}

void
spur_clock_page_add_pairs (GHashTable *pieces, const SpurReportFigures *figures)
{
  g_autoptr (GPtrArray) order = g_ptr_array_new ();
  GString *html = spur_page_add_piece (pieces, "PAIRS");
  GString *note = spur_page_add_piece (pieces, "PAIRS_NOTE");

  for (gsize i = 0; i < figures->n_pairs; i++)
    g_ptr_array_add (order, (gpointer) &figures->pairs[i]);
  g_ptr_array_sort (order, compare_pairs);
  for (guint i = 0; i < MIN (order->len, MAX_PAIRS); i++)
    {
      const SpurReportPair *pair = g_ptr_array_index (order, i);
      g_autofree char *to = spur_page_escape (figures->streams[pair->to_stream].name);

      spur_page_begin_row (html, figures->streams[pair->from_stream].name);
      g_string_append_printf (html, "<th>%s</th>", to);
      spur_page_append_count (html, pair->n_edges, FALSE);
      append_violations (html, &pair->before, &pair->after);
      g_string_append (html, "</tr>\n");
    }
  if (order->len > MAX_PAIRS)
    g_string_append_printf (note,
                            "<p class=\"muted\">The %d pairs with most violations, of %u.</p>\n",
                            MAX_PAIRS, order->len);
}

void
spur_clock_page_add_intervals (GHashTable *pieces, const SpurReportFigures *figures)
{
  static const char *const names[SPUR_REPORT_N_CHANGES] = {
    "unchanged",  "up to 0.01 %", "up to 0.1 %",     "up to 1 %",
    "up to 10 %", "up to 100 %",  "more than 100 %",
  };
  const SpurDistortion *distortion = &figures->distortion;
  GString *html = spur_page_add_piece (pieces, "INTERVALS");

  for (guint i = 0; i < SPUR_REPORT_N_CHANGES; i++)
    {
      double part = distortion->n_intervals > 0
                      ? (double) distortion->n_changes[i] / (double) distortion->n_intervals
                      : 0;

      spur_page_begin_row (html, names[i]);
      spur_page_append_count (html, distortion->n_changes[i], FALSE);
      spur_page_append_percent (html, part);
      g_string_append_printf (html,
                              "<td class=\"bar\"><svg class=\"bars\" width=\"100%%\" height=\"12\" "
                              "viewBox=\"0 0 100 12\" preserveAspectRatio=\"none\" "
                              "aria-hidden=\"true\"><rect width=\"%s\" height=\"12\"/></svg>"
                              "</td></tr>\n",
                              SPUR_PAGE_NUMBER ("%.2f", 100 * part));
    }
  spur_page_append_percent (spur_page_add_piece (pieces, "MEAN_CHANGE"), distortion->mean);
  spur_page_append_percent (spur_page_add_piece (pieces, "WEIGHTED_MEAN_CHANGE"),
                            distortion->weighted_mean);
  spur_page_append_percent (spur_page_add_piece (pieces, "LARGEST_PART"), distortion->max);
  spur_page_append_ns (spur_page_add_piece (pieces, "LARGEST_CHANGE"), distortion->max_ns, 5);
}

static void
append_stream (GString *html, guint index, const SpurReportStream *stream)
{
  g_autofree char *name = spur_page_escape (stream->name);
  g_autoptr (GEnumClass) verdicts = g_type_class_ref (SPUR_TYPE_CLOCK_VERDICT);

  g_string_append_printf (html, "<tr><th>%u</th><th>%s</th>", index, name);
  spur_page_append_count (html, stream->n_events, FALSE);
  spur_page_append_count (html, stream->n_moved, FALSE);
  spur_page_append_ns (html, stream->first_shift_ns, 5);
  spur_page_append_ns (html, stream->last_shift_ns, 5);
  spur_page_append_ns (html, stream->min_shift_ns, 5);
  spur_page_append_ns (html, stream->max_shift_ns, 5);
  if (stream->half_width_ns >= 0)
    spur_page_append_ns (html, stream->half_width_ns, 5);
  else
    spur_page_append_cell (html, "", FALSE);
  g_string_append_printf (html, "<td>%s</td>",
                          g_enum_get_value (verdicts, (int) stream->verdict)->value_nick);
  spur_page_append_percent (html, stream->distortion.weighted_mean);
  spur_page_append_percent (html, stream->steepest - 1);
  spur_page_append_count (html, stream->n_knots, FALSE);
  g_string_append (html, "</tr>\n");
}

void
spur_clock_page_add_streams (GHashTable *pieces, const SpurReportFigures *figures)
{
  GString *html = spur_page_add_piece (pieces, "STREAMS");
  GString *note = spur_page_add_piece (pieces, "STREAMS_NOTE");

  for (gsize i = 0; i < MIN (figures->n_streams, MAX_STREAMS); i++)
    append_stream (html, (guint) i, &figures->streams[i]);
  if (figures->n_streams > MAX_STREAMS)
    g_string_append_printf (note, "<p class=\"muted\">The first %d of %u streams.</p>\n",
                            MAX_STREAMS, (guint) figures->n_streams);
}

static void
append_count_fact (GString *html, const char *name, guint64 count)
{
  spur_page_append_fact (html, name, SPUR_VIEW_COUNT (count));
}

void
spur_clock_page_add_facts (GHashTable *pieces, const SpurReportFigures *figures)
{
  SpurCorrection *correction = figures->correction;
  GPtrArray *keys = correction != NULL ? spur_correction_get_fact_keys (correction) : NULL;
  const SpurMatchCounts *counts = spur_edges_get_counts (figures->edges);
  g_autoptr (SpurDisagreements) found =
    spur_disagreements_find (figures->trace, figures->edges, NULL);
  GString *html = spur_page_add_piece (pieces, "FACTS");

  for (guint i = 0; keys != NULL && i < keys->len; i++)
    {
      /* Only for programs, or told above. */
      if (g_str_has_prefix (keys->pdata[i], "maps.") ||
          g_str_has_prefix (keys->pdata[i], "finding."))
        continue;
      spur_page_append_fact (html, keys->pdata[i],
                             spur_correction_get_fact (correction, keys->pdata[i]));
    }
  html = spur_page_add_piece (pieces, "COUNTS");
  append_count_fact (html, "messages within a stream", counts->n_local);
  append_count_fact (html, "sends without a receive", counts->n_unmatched_sends);
  append_count_fact (html, "receives without a send", counts->n_unmatched_receives);
  append_count_fact (html, "incomplete collective operations", counts->n_incomplete_collectives);
  append_count_fact (html, "messages received with another size than sent",
                     spur_disagreements_count (found, SPUR_DISAGREEMENT_SIZE));
  append_count_fact (html, "messages received with another tag than sent",
                     spur_disagreements_count (found, SPUR_DISAGREEMENT_TAG));
  append_count_fact (html, "events out of order after", figures->after.n_order_inversions);
}
