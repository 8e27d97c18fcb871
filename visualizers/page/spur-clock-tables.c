/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Tables of the page about clocks: edges by class and pair, intervals, streams, facts. */
#include "config.h"

#include "core/base/spur-order-internal.h"
#include "visualizers/canvas/spur-view-text-internal.h"
#include "visualizers/page/spur-clock-page-private.h"
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

#define VIOLATION_HEADINGS                                                                         \
  "<th class=\"number\">edges</th><th class=\"number\">reversed</th>"                              \
  "<th class=\"number\">after</th><th class=\"number\">below mu</th>"                              \
  "<th class=\"number\">after</th><th class=\"number\">worst before</th>"                          \
  "<th class=\"number\">least delay after</th></tr></thead><tbody>\n"

char *
spur_clock_page_make_classes (SpurClockReport *report)
{
  gsize n_classes = spur_clock_report_get_figures (report)->n_classes;
  const SpurReportClass *classes = spur_clock_report_get_figures (report)->classes;
  GString *html = g_string_new ("<table><thead><tr><th>class</th>" VIOLATION_HEADINGS);

  for (gsize i = 0; i < n_classes; i++)
    {
      g_autofree char *name = spur_page_escape (classes[i].name);

      g_string_append_printf (html, "<tr><th>%s</th>", name);
      spur_page_append_count (html, classes[i].n_edges, FALSE);
      append_violations (html, &classes[i].before, &classes[i].after);
      g_string_append (html, "</tr>\n");
    }
  g_string_append (html, "</tbody></table>\n");
  return g_string_free (html, FALSE);
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

char *
spur_clock_page_make_pairs (SpurClockReport *report)
{
  g_autoptr (GPtrArray) order = g_ptr_array_new ();
  gsize n_pairs = spur_clock_report_get_figures (report)->n_pairs;
  const SpurReportPair *pairs = spur_clock_report_get_figures (report)->pairs;
  const SpurReportStream *streams = spur_clock_report_get_figures (report)->streams;
  g_autofree char *matrix = spur_clock_matrix_make (report);
  GString *html = g_string_new (matrix);

  for (gsize i = 0; i < n_pairs; i++)
    g_ptr_array_add (order, (gpointer) &pairs[i]);
  g_ptr_array_sort (order, compare_pairs);
  g_string_append (html, "<div class=\"scroll\"><table><thead><tr><th>from</th>"
                         "<th>to</th>" VIOLATION_HEADINGS);
  for (guint i = 0; i < MIN (order->len, MAX_PAIRS); i++)
    {
      const SpurReportPair *pair = g_ptr_array_index (order, i);
      g_autofree char *from = spur_page_escape (streams[pair->from_stream].name);
      g_autofree char *to = spur_page_escape (streams[pair->to_stream].name);

      g_string_append_printf (html, "<tr><th>%s</th><th>%s</th>", from, to);
      spur_page_append_count (html, pair->n_edges, FALSE);
      append_violations (html, &pair->before, &pair->after);
      g_string_append (html, "</tr>\n");
    }
  g_string_append (html, "</tbody></table></div>\n");
  if (order->len > MAX_PAIRS)
    g_string_append_printf (html,
                            "<p class=\"muted\">The %d pairs with most violations, of %u.</p>\n",
                            MAX_PAIRS, order->len);
  return g_string_free (html, FALSE);
}

char *
spur_clock_page_make_intervals (SpurClockReport *report)
{
  static const char *const names[SPUR_REPORT_N_CHANGES] = {
    "unchanged",  "up to 0.01 %", "up to 0.1 %",     "up to 1 %",
    "up to 10 %", "up to 100 %",  "more than 100 %",
  };
  const SpurDistortion *distortion = &spur_clock_report_get_figures (report)->distortion;
  GString *html = g_string_new ("<div class=\"wide\"><table><thead><tr><th>change</th>"
                                "<th class=\"number\">intervals</th><th class=\"number\">share</th>"
                                "<th class=\"bar\"></th></tr></thead><tbody>\n");

  for (guint i = 0; i < SPUR_REPORT_N_CHANGES; i++)
    {
      double part = distortion->n_intervals > 0
                      ? (double) distortion->n_changes[i] / (double) distortion->n_intervals
                      : 0;
      char width[G_ASCII_DTOSTR_BUF_SIZE];

      g_string_append_printf (html, "<tr><th>%s</th>", names[i]);
      spur_page_append_count (html, distortion->n_changes[i], FALSE);
      spur_page_append_percent (html, part);
      g_string_append_printf (html,
                              "<td class=\"bar\"><svg class=\"bars\" width=\"100%%\" height=\"12\" "
                              "viewBox=\"0 0 100 12\" preserveAspectRatio=\"none\" "
                              "aria-hidden=\"true\"><rect width=\"%s\" height=\"12\"/></svg>"
                              "</td></tr>\n",
                              g_ascii_formatd (width, sizeof width, "%.2f", 100 * part));
    }
  g_string_append (
    html, "</tbody></table></div>\n<div class=\"narrow\"><table><tbody><tr><th>mean change</th>");
  spur_page_append_percent (html, distortion->mean);
  g_string_append (html, "</tr>\n<tr><th>mean change, weighted by length</th>");
  spur_page_append_percent (html, distortion->weighted_mean);
  g_string_append (html, "</tr>\n<tr><th>largest change of an interval's length</th>");
  spur_page_append_percent (html, distortion->max);
  g_string_append (html, "</tr>\n<tr><th>largest change</th>");
  spur_page_append_ns (html, distortion->max_ns, 5);
  g_string_append (html, "</tr></tbody></table></div>\n");
  return g_string_free (html, FALSE);
}

static void
append_stream (GString *html, guint index, const SpurReportStream *stream)
{
  g_autofree char *name = spur_page_escape (stream->name);

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
  spur_page_append_percent (html, stream->distortion.weighted_mean);
  spur_page_append_percent (html, stream->steepest - 1);
  spur_page_append_count (html, stream->n_knots, FALSE);
  g_string_append (html, "</tr>\n");
}

char *
spur_clock_page_make_streams (SpurClockReport *report)
{
  gsize n_streams = spur_clock_report_get_figures (report)->n_streams;
  const SpurReportStream *streams = spur_clock_report_get_figures (report)->streams;
  GString *html =
    g_string_new ("<table><thead><tr><th>#</th><th>stream</th><th class=\"number\">events</th>"
                  "<th class=\"number\">moved</th><th class=\"number\">first shift</th>"
                  "<th class=\"number\">last shift</th><th class=\"number\">least shift</th>"
                  "<th class=\"number\">largest shift</th><th class=\"number\">known within</th>"
                  "<th class=\"number\">intervals changed</th><th class=\"number\">steepest</th>"
                  "<th class=\"number\">knots</th></tr></thead><tbody>\n");

  for (gsize i = 0; i < MIN (n_streams, MAX_STREAMS); i++)
    append_stream (html, (guint) i, &streams[i]);
  g_string_append (html, "</tbody></table>\n");
  if (n_streams > MAX_STREAMS)
    g_string_append_printf (html, "<p class=\"muted\">The first %d of %u streams.</p>\n",
                            MAX_STREAMS, (guint) n_streams);
  return g_string_free (html, FALSE);
}

static void
append_count_fact (GString *html, const char *name, guint64 count)
{
  g_autofree char *text = spur_view_format_count (count);

  spur_page_append_fact (html, name, text);
}

char *
spur_clock_page_make_facts (SpurClockReport *report)
{
  SpurCorrection *correction = spur_clock_report_get_figures (report)->correction;
  GPtrArray *keys = correction != NULL ? spur_correction_get_fact_keys (correction) : NULL;
  SpurEdges *edges = spur_clock_report_get_figures (report)->edges;
  const SpurCheck *after = &spur_clock_report_get_figures (report)->after;
  GString *html = g_string_new ("<table><tbody>\n");

  for (guint i = 0; keys != NULL && i < keys->len; i++)
    {
      /* Only for programs. */
      if (g_str_has_prefix (keys->pdata[i], "maps."))
        continue;
      spur_page_append_fact (html, keys->pdata[i],
                             spur_correction_get_fact (correction, keys->pdata[i]));
    }
  g_string_append (html, "</tbody></table>\n<table><tbody>\n");
  append_count_fact (html, "messages within a stream", spur_edges_get_counts (edges)->n_local);
  append_count_fact (html, "sends nobody receives",
                     spur_edges_get_counts (edges)->n_unmatched_sends);
  append_count_fact (html, "receives nobody sends",
                     spur_edges_get_counts (edges)->n_unmatched_receives);
  append_count_fact (html, "incomplete collective operations",
                     spur_edges_get_counts (edges)->n_incomplete_collectives);
  append_count_fact (html, "events out of order after", after->n_order_inversions);
  g_string_append (html, "</tbody></table>\n");
  return g_string_free (html, FALSE);
}
