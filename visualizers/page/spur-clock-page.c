/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The page about clocks: what a clock report says, as one file of HTML. */
#include "visualizers/page/spur-clock-page.h"

#include "visualizers/page/spur-page-private.h"

static void
append_violations (
  GString *html, const char *what, guint64 before, guint64 after, guint64 n_edges, gint64 worst_ns)
{
  const char *n_text = SPUR_VIEW_COUNT (n_edges);
  const char *worst = SPUR_VIEW_NS (worst_ns, 4);
  g_autofree char *unit = worst_ns > 0 ? g_strdup_printf ("of %s, the worst by %s", n_text, worst)
                                       : g_strdup_printf ("of %s", n_text);

  spur_page_append_count_card (html, what, before, &after, unit);
}

static gint64
find_largest_shift (const SpurReportFigures *figures)
{
  const SpurReportStream *streams = figures->streams;
  gint64 largest_ns = 0;

  for (gsize i = 0; i < figures->n_streams; i++)
    largest_ns = MAX (largest_ns, MAX (streams[i].max_shift_ns, -streams[i].min_shift_ns));
  return largest_ns;
}

static void
append_headline (GString *html, const SpurReportFigures *figures)
{
  const SpurCheck *before = &figures->before;
  const SpurCheck *after = &figures->after;
  const SpurDistortion *distortion = &figures->distortion;
  g_autofree char *unit = g_strdup_printf (
    "of %s, by up to %s", SPUR_VIEW_COUNT (spur_trace_get_n_events (figures->trace)),
    SPUR_VIEW_NS (find_largest_shift (figures), 4));
  const char *most = SPUR_VIEW_NS (distortion->max_ns, 4);
  g_autofree char *mean_unit = g_strdup_printf ("on the mean, at most by %s", most);
  g_autofree char *mean =
    g_strconcat (SPUR_PAGE_NUMBER ("%.5f", 100 * distortion->weighted_mean), " %", NULL);
  const SpurPageCard moved = { .what = "Events whose time changed",
                               .before = SPUR_VIEW_COUNT (figures->n_moved),
                               .unit = unit };
  const SpurPageCard changed = { .what = "Change of the intervals between events",
                                 .before = mean,
                                 .unit = mean_unit };

  append_violations (html, "Edges received before they were sent", before->n_reversed,
                     after->n_reversed, before->n_edges, before->worst_ns);
  if (before->n_collective_receives > 0)
    append_violations (html, "Members that leave a collective operation too early",
                       before->n_collective_reversed, after->n_collective_reversed,
                       before->n_collective_receives, before->collective_worst_ns);
  spur_page_append_card (html, &moved);
  spur_page_append_card (html, &changed);
}

static char *
make_subtitle (const SpurReportFigures *figures)
{
  SpurCorrection *correction = figures->correction;
  const char *method =
    correction != NULL ? spur_correction_get_fact (correction, "method") : "no correction";
  g_autofree char *safe = spur_page_escape (method != NULL ? method : "unknown");

  return g_strdup_printf ("%s events in %u streams, %s long. Corrected by: %s. Least delay of an "
                          "edge: %s unless it has its own.",
                          SPUR_VIEW_COUNT (spur_trace_get_n_events (figures->trace)),
                          spur_trace_get_n_streams (figures->trace),
                          SPUR_VIEW_NS (figures->end_ns - figures->begin_ns, 4), safe,
                          SPUR_VIEW_NS (figures->mu_ns, 4));
}

/* What is known of the clocks, and what was found in them. */
static void
append_known (GString *html, const SpurReportFigures *figures)
{
  g_autofree char *known =
    figures->correction != NULL ? spur_clock_verdict_describe (figures->correction) : NULL;

  if (known != NULL)
    g_string_append_printf (html, "<p><strong>%s</strong></p>\n", known);
  for (gsize i = 0; i < figures->n_findings; i++)
    {
      g_autofree char *text = spur_clock_finding_describe (&figures->findings[i], figures->trace);
      g_autofree char *safe = spur_page_escape (text);

      g_string_append_printf (html, "<p>%s</p>\n", safe);
    }
}

static void
append_widths (GString *html, const SpurReportFigures *figures)
{
  g_autoptr (GString) chart = g_string_new (NULL);

  spur_clock_chart_append (chart, figures, SPUR_CLOCK_CHART_WIDTHS);
  if (chart->len > 0)
    g_string_append_printf (html,
                            "<section aria-labelledby=\"widths\">\n"
                            "<h2 id=\"widths\">How well the clocks are known</h2>\n"
                            "<p class=\"muted\">The corrected clock of a stream is within this "
                            "much of the others' time, as far as its messages can tell. What no "
                            "trace can show is half the difference of the least delays of the two "
                            "directions.</p>\n%s</section>\n",
                            chart->str);
}

/**
 * spur_clock_page_save:
 * @report: a report
 * @path: the file to write, usually ending in .html
 * @error: return location for an error
 *
 * Writes a page about the clocks of a trace and their correction: violations before and after,
 * what was added to each clock over time, how well it is known, edges by class and by pair of
 * streams, what became of intervals, and what was assumed.
 *
 * The page is one file that loads nothing from anywhere and runs no script. The file appears
 * complete or not at all.
 *
 * Returns: %FALSE with an error of #GIOErrorEnum
 *
 * Since: 1.0
 */
gboolean
spur_clock_page_save (SpurClockReport *report, const char *path, GError **error)
{
  static const char *const styles[] = { "report.css", "clock.css", NULL };
  g_autoptr (GHashTable) pieces = spur_page_pieces_new ();
  g_autofree char *title = NULL;
  g_autoptr (GString) page = NULL;
  const SpurReportFigures *figures;

  g_return_val_if_fail (SPUR_IS_CLOCK_REPORT (report), FALSE);
  g_return_val_if_fail (path != NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  figures = spur_clock_report_get_figures (report);
  title = spur_view_find_title (figures->trace);
  spur_page_set_piece (pieces, "TITLE", spur_page_escape (title));
  spur_page_set_piece (pieces, "SUBTITLE", make_subtitle (figures));
  append_known (spur_page_add_piece (pieces, "KNOWN"), figures);
  append_headline (spur_page_add_piece (pieces, "HEADLINE"), figures);
  spur_clock_chart_append (spur_page_add_piece (pieces, "SHIFTS"), figures,
                           SPUR_CLOCK_CHART_SHIFTS);
  spur_clock_chart_append (spur_page_add_piece (pieces, "WANDER"), figures,
                           SPUR_CLOCK_CHART_WANDER);
  append_widths (spur_page_add_piece (pieces, "WIDTHS"), figures);
  spur_clock_matrix_append (spur_page_add_piece (pieces, "MATRIX"), figures);
  spur_clock_page_add_classes (pieces, figures);
  spur_clock_page_add_pairs (pieces, figures);
  spur_clock_page_add_intervals (pieces, figures);
  spur_clock_page_add_streams (pieces, figures);
  spur_clock_page_add_facts (pieces, figures);
  page = spur_page_fill (pieces, "clock.html", styles, NULL);
  return spur_page_save (page, path, error);
}
