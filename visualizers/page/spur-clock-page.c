/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The page about clocks: what a clock report says, as one file of HTML. */
#include "config.h"

#include "visualizers/page/spur-clock-page.h"

#include "core/base/spur-new-files.h"
#include "visualizers/canvas/spur-view-text-internal.h"
#include "visualizers/page/spur-clock-page-private.h"
#include "visualizers/page/spur-page-private.h"

static void
append_violations (
  GString *html, const char *what, guint64 before, guint64 after, guint64 n_edges, gint64 worst_ns)
{
  g_autofree char *n_text = spur_view_format_count (n_edges);
  g_autofree char *worst = spur_view_format_ns (worst_ns, 4);
  g_autofree char *unit = worst_ns > 0 ? g_strdup_printf ("of %s, the worst by %s", n_text, worst)
                                       : g_strdup_printf ("of %s", n_text);

  spur_page_append_count_card (html, what, before, &after, unit);
}

static gint64
find_largest_shift (SpurClockReport *report)
{
  gsize n_streams = spur_clock_report_get_figures (report)->n_streams;
  const SpurReportStream *streams = spur_clock_report_get_figures (report)->streams;
  gint64 largest_ns = 0;

  for (gsize i = 0; i < n_streams; i++)
    largest_ns = MAX (largest_ns, MAX (streams[i].max_shift_ns, -streams[i].min_shift_ns));
  return largest_ns;
}

static char *
make_headline (SpurClockReport *report)
{
  const SpurCheck *before = &spur_clock_report_get_figures (report)->before;
  const SpurCheck *after = &spur_clock_report_get_figures (report)->after;
  const SpurDistortion *distortion = &spur_clock_report_get_figures (report)->distortion;
  g_autofree char *n_moved =
    spur_view_format_count (spur_clock_report_get_figures (report)->n_moved);
  g_autofree char *n_events = spur_view_format_count (
    spur_trace_get_n_events (spur_clock_report_get_figures (report)->trace));
  g_autofree char *shift = spur_view_format_ns (find_largest_shift (report), 4);
  g_autofree char *unit = g_strdup_printf ("of %s, by up to %s", n_events, shift);
  g_autofree char *most = spur_view_format_ns (distortion->max_ns, 4);
  g_autofree char *mean_unit = g_strdup_printf ("on the mean, at most by %s", most);
  char mean[G_ASCII_DTOSTR_BUF_SIZE + 8];
  const SpurPageCard moved = { .what = "Events whose time changed",
                               .before = n_moved,
                               .unit = unit };
  const SpurPageCard changed = { .what = "Change of the intervals between events",
                                 .before = mean,
                                 .unit = mean_unit };
  GString *html = g_string_new (NULL);

  append_violations (html, "Edges received before they were sent", before->n_reversed,
                     after->n_reversed, before->n_edges, before->worst_ns);
  if (before->n_collective_receives > 0)
    append_violations (html, "Members that leave a collective operation too early",
                       before->n_collective_reversed, after->n_collective_reversed,
                       before->n_collective_receives, before->collective_worst_ns);
  spur_page_append_card (html, &moved);
  g_ascii_formatd (mean, sizeof mean, "%.5f", 100 * distortion->weighted_mean);
  g_strlcat (mean, " %", sizeof mean);
  spur_page_append_card (html, &changed);
  return g_string_free (html, FALSE);
}

static char *
make_subtitle (SpurClockReport *report)
{
  SpurTrace *trace = spur_clock_report_get_figures (report)->trace;
  SpurCorrection *correction = spur_clock_report_get_figures (report)->correction;
  const char *method =
    correction != NULL ? spur_correction_get_fact (correction, "method") : "no correction";
  g_autofree char *safe = spur_page_escape (method != NULL ? method : "unknown");
  g_autofree char *n_events = spur_view_format_count (spur_trace_get_n_events (trace));
  g_autofree char *mu = spur_view_format_ns (spur_clock_report_get_figures (report)->mu_ns, 4);
  gint64 begin_ns, end_ns;
  g_autofree char *length = NULL;

  begin_ns = spur_clock_report_get_figures (report)->begin_ns;
  end_ns = spur_clock_report_get_figures (report)->end_ns;
  length = spur_view_format_ns (end_ns - begin_ns, 4);
  return g_strdup_printf ("%s events in %u streams, %s long. Corrected by: %s. Least delay of an "
                          "edge: %s unless it has its own.",
                          n_events, spur_trace_get_n_streams (trace), length, safe, mu);
}

static char *
make_widths (SpurClockReport *report)
{
  g_autofree char *chart = spur_clock_chart_make (report, SPUR_CLOCK_CHART_WIDTHS);

  if (*chart == '\0')
    return g_strdup ("");
  return g_strdup_printf ("<section aria-labelledby=\"widths\">\n"
                          "<h2 id=\"widths\">How well the clocks are known</h2>\n"
                          "<p class=\"muted\">The corrected clock of a stream is within this much "
                          "of the others' time, as far as its messages can tell. What no trace "
                          "can show is half the difference of the least delays of the two "
                          "directions.</p>\n%s</section>\n",
                          chart);
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
  g_autofree char *title = NULL;
  GString *page;
  gboolean is_saved;

  g_return_val_if_fail (SPUR_IS_CLOCK_REPORT (report), FALSE);
  g_return_val_if_fail (path != NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  title = spur_view_find_title (spur_clock_report_get_figures (report)->trace);
  {
    const SpurPagePiece pieces[] = {
      { "TITLE", spur_page_escape (title) },
      { "SUBTITLE", make_subtitle (report) },
      { "HEADLINE", make_headline (report) },
      { "SHIFTS", spur_clock_chart_make (report, SPUR_CLOCK_CHART_SHIFTS) },
      { "WANDER", spur_clock_chart_make (report, SPUR_CLOCK_CHART_WANDER) },
      { "WIDTHS", make_widths (report) },
      { "CLASSES", spur_clock_page_make_classes (report) },
      { "PAIRS", spur_clock_page_make_pairs (report) },
      { "INTERVALS", spur_clock_page_make_intervals (report) },
      { "STREAMS", spur_clock_page_make_streams (report) },
      { "FACTS", spur_clock_page_make_facts (report) },
      { "VERSION", g_strdup (SPUR_VERSION) },
      { NULL, NULL },
    };

    page = spur_page_make ("clock.html", styles, NULL, pieces);
  }
  is_saved =
    spur_new_files_save (path, page->str, page->len, "a page is written as a regular file", error);
  g_string_free (page, TRUE);
  return is_saved;
}
