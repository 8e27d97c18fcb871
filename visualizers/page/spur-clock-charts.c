/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Pictures of a correction, as SVG that stands in a page. Colours are of the page's style. */
#include <math.h>

#include "visualizers/page/spur-page-private.h"

#define WIDTH 1200
#define HEIGHT 330
#define LEFT 96
#define RIGHT 12
#define TOP 10
#define BOTTOM 30
#define N_COLORS 12

/* More lines than this cannot be told apart, so they all look alike. */
#define MAX_COLORED N_COLORS
#define MAX_LINES 512
#define MAX_TICKS 6
#define MAX_MATRIX_STREAMS 64

/* What is drawn of one stream in one part of the time. */
typedef struct
{
  gboolean is_there;
  double low;
  double high;
} Sample;

typedef struct
{
  SpurClockChart chart;
  const SpurReportFigures *figures;
  const SpurReportStream *streams;
  guint n_streams;
  double low;
  double high;

  /* Of the wander: what all streams have in common, and the mean of the rest of each. */
  double common[SPUR_REPORT_N_SAMPLES];
  double *means;
} Plot;

static Sample
get_sample (const Plot *plot, guint stream, guint index)
{
  const SpurReportSample *sample = &plot->streams[stream].samples[index];
  double base = plot->means != NULL ? plot->common[index] + plot->means[stream] : 0;

  if (plot->chart == SPUR_CLOCK_CHART_WIDTHS)
    return (Sample){ sample->half_width_ns >= 0, (double) sample->half_width_ns,
                     (double) sample->half_width_ns };
  return (Sample){ sample->min_ns <= sample->max_ns, (double) sample->min_ns - base,
                   (double) sample->max_ns - base };
}

/* What moves all clocks alike changes nothing between them. */
static void
find_common (Plot *plot)
{
  double *means = g_new0 (double, MAX (plot->n_streams, 1));

  for (guint i = 0; i < SPUR_REPORT_N_SAMPLES; i++)
    {
      guint n_there = 0;

      for (guint s = 0; s < plot->n_streams; s++)
        {
          Sample sample = get_sample (plot, s, i);

          plot->common[i] += sample.is_there ? (sample.low + sample.high) / 2 : 0;
          n_there += sample.is_there;
        }
      plot->common[i] /= MAX (n_there, 1);
    }
  for (guint s = 0; s < plot->n_streams; s++)
    {
      guint n_there = 0;

      for (guint i = 0; i < SPUR_REPORT_N_SAMPLES; i++)
        {
          Sample sample = get_sample (plot, s, i);

          means[s] += sample.is_there ? (sample.low + sample.high) / 2 - plot->common[i] : 0;
          n_there += sample.is_there;
        }
      means[s] /= MAX (n_there, 1);
    }
  plot->means = means;
}

static gboolean
find_range (Plot *plot)
{
  gboolean is_found = FALSE;

  for (guint s = 0; s < plot->n_streams; s++)
    {
      for (guint i = 0; i < SPUR_REPORT_N_SAMPLES; i++)
        {
          Sample sample = get_sample (plot, s, i);

          if (!sample.is_there)
            continue;
          plot->low = is_found ? MIN (plot->low, sample.low) : sample.low;
          plot->high = is_found ? MAX (plot->high, sample.high) : sample.high;
          is_found = TRUE;
        }
    }
  if (plot->chart == SPUR_CLOCK_CHART_WIDTHS)
    plot->low = 0;
  if (plot->high - plot->low < 1)
    {
      plot->low -= 1;
      plot->high += 1;
    }
  return is_found;
}

static double
get_y (const Plot *plot, double value)
{
  return TOP + (plot->high - value) / (plot->high - plot->low) * (HEIGHT - TOP - BOTTOM);
}

static double
get_x (guint sample)
{
  return LEFT + (sample + 0.5) / SPUR_REPORT_N_SAMPLES * (WIDTH - LEFT - RIGHT);
}

#define NUMBER(value) SPUR_PAGE_NUMBER ("%.1f", value)

static void
append_line (GString *svg, const char *class, double x1, double y1, double x2, double y2)
{
  g_string_append_printf (svg, "<line class=\"%s\" x1=\"%s\" y1=\"%s\" x2=\"%s\" y2=\"%s\"/>\n",
                          class, NUMBER (x1), NUMBER (y1), NUMBER (x2), NUMBER (y2));
}

static void
append_text (GString *svg, const char *anchor, double x, double y, const char *text)
{
  g_string_append_printf (svg, "<text x=\"%s\" y=\"%s\" text-anchor=\"%s\">%s</text>\n", NUMBER (x),
                          NUMBER (y), anchor, text);
}

static void
append_axes (GString *svg, const Plot *plot)
{
  double step = MAX (spur_view_round_step ((plot->high - plot->low) / MAX_TICKS), 1);
  double length_ns = (double) MAX (plot->figures->end_ns - plot->figures->begin_ns, 1);
  double time_step = MAX (spur_view_round_step (length_ns / MAX_TICKS), 1);

  for (double tick = ceil (plot->low / step) * step; tick <= plot->high; tick += step)
    {
      gint64 value_ns = (gint64) rint (tick);
      const char *text = SPUR_VIEW_NS (value_ns, 6);

      append_line (svg, value_ns == 0 ? "zero" : "grid", LEFT, get_y (plot, tick), WIDTH - RIGHT,
                   get_y (plot, tick));
      append_text (svg, "end", LEFT - 8, get_y (plot, tick) + 4, text);
    }
  for (double tick = 0; tick <= length_ns; tick += time_step)
    {
      double x = LEFT + tick / length_ns * (WIDTH - LEFT - RIGHT);

      append_line (svg, "grid", x, TOP, x, HEIGHT - BOTTOM);
      append_text (svg, x > WIDTH - 60 ? "end" : "middle", x, HEIGHT - BOTTOM + 18,
                   SPUR_VIEW_NS ((gint64) rint (tick), 6));
    }
}

static void
append_point (GString *svg, double x, double y)
{
  g_string_append_printf (svg, " %s,%s", NUMBER (x), NUMBER (y));
}

/* From the least shifts forwards and the largest ones back. */
static void
append_band (GString *svg, const Plot *plot, guint stream)
{
  g_string_append_printf (svg, "<polygon class=\"band c%u\" points=\"", stream % N_COLORS);
  for (guint i = 0; i < SPUR_REPORT_N_SAMPLES; i++)
    {
      Sample sample = get_sample (plot, stream, i);

      if (sample.is_there)
        append_point (svg, get_x (i), get_y (plot, sample.low));
    }
  for (guint i = SPUR_REPORT_N_SAMPLES; i-- > 0;)
    {
      Sample sample = get_sample (plot, stream, i);

      if (sample.is_there)
        append_point (svg, get_x (i), get_y (plot, sample.high));
    }
  g_string_append (svg, "\"/>\n");
}

static void
append_stream (GString *svg, const Plot *plot, guint stream, gboolean is_many)
{
  g_autofree char *name = spur_page_escape (plot->streams[stream].name);

  g_string_append (svg, "<g>");
  if (!is_many && plot->chart != SPUR_CLOCK_CHART_WIDTHS)
    append_band (svg, plot, stream);
  g_string_append_printf (svg, "<polyline class=\"line%s c%u\" fill=\"none\" points=\"",
                          is_many ? " many" : "", stream % N_COLORS);
  for (guint i = 0; i < SPUR_REPORT_N_SAMPLES; i++)
    {
      Sample sample = get_sample (plot, stream, i);

      if (sample.is_there)
        append_point (svg, get_x (i), get_y (plot, (sample.low + sample.high) / 2));
    }
  g_string_append_printf (svg, "\"/><title>%s</title></g>\n", name);
}

static void
append_legend (GString *html, const Plot *plot)
{
  if (plot->n_streams > MAX_COLORED)
    return;
  g_string_append (html, "<ul class=\"legend\">\n");
  for (guint s = 0; s < plot->n_streams; s++)
    {
      g_autofree char *name = spur_page_escape (plot->streams[s].name);

      g_string_append_printf (html,
                              "<li><span class=\"swatch c%u\"></span><span title=\"%s\">%s"
                              "</span></li>\n",
                              s % N_COLORS, name, name);
    }
  g_string_append (html, "</ul>\n");
}

void
spur_clock_chart_append (GString *html, const SpurReportFigures *figures, SpurClockChart chart)
{
  static const char *const labels[] = {
    "shift of each stream over time",
    "shift of each stream without what all have in common, over time",
    "half width of each stream over time"
  };
  Plot plot = { .chart = chart,
                .figures = figures,
                .streams = figures->streams,
                .n_streams = (guint) figures->n_streams };
  g_autofree double *means = NULL;
  guint n_lines;

  if (chart == SPUR_CLOCK_CHART_WANDER)
    find_common (&plot);
  means = plot.means;
  if (!find_range (&plot))
    return;
  g_string_append_printf (html,
                          "<svg class=\"chart\" viewBox=\"0 0 %d %d\" role=\"img\" "
                          "aria-label=\"%s\">\n",
                          WIDTH, HEIGHT, labels[chart]);
  append_axes (html, &plot);
  n_lines = MIN (plot.n_streams, MAX_LINES);
  for (guint s = 0; s < n_lines; s++)
    append_stream (html, &plot, s, plot.n_streams > MAX_COLORED);
  g_string_append (html, "</svg>\n");
  append_legend (html, &plot);
  if (n_lines < plot.n_streams)
    g_string_append_printf (html, "<p class=\"muted\">The first %u of %u streams.</p>\n", n_lines,
                            plot.n_streams);
}

/* One set of times; a cell is the redder the larger the share of its edges that is reversed. */
static void
append_matrix (GString *html, const SpurReportFigures *figures, gboolean is_after)
{
  const guint n_streams = (guint) figures->n_streams;
  const double margin = 34, size = 420, cell = (size - margin) / n_streams;

  g_string_append_printf (html,
                          "<figure><svg class=\"chart matrix\" viewBox=\"0 0 %d %d\" role=\"img\" "
                          "aria-label=\"reversed edges by pair, %s\">\n",
                          (int) size, (int) size, is_after ? "corrected" : "as recorded");
  for (gsize i = 0; i < figures->n_pairs; i++)
    {
      const SpurReportPair *pair = &figures->pairs[i];
      const SpurViolations *violations = is_after ? &pair->after : &pair->before;
      gboolean is_bad = violations->n_reversed > 0;
      double share = pair->n_edges > 0 ? (double) violations->n_reversed / (double) pair->n_edges
                                       : (is_bad ? 1 : 0);
      g_autofree char *from = spur_page_escape (figures->streams[pair->from_stream].name);
      g_autofree char *to = spur_page_escape (figures->streams[pair->to_stream].name);
      const char *worst = SPUR_VIEW_NS (violations->worst_ns, 4);

      g_string_append_printf (
        html,
        "<g><rect x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\" class=\"%s\" "
        "opacity=\"%s\"/><title>%s to %s: %" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT
        " reversed, the worst by %s</title></g>\n",
        NUMBER (margin + cell * pair->to_stream), NUMBER (margin + cell * pair->from_stream),
        NUMBER (MAX (cell - 1, 0.5)), NUMBER (MAX (cell - 1, 0.5)), is_bad ? "bad" : "clean",
        NUMBER (is_bad ? 0.25 + 0.75 * MIN (share, 1) : 0.45), from, to, violations->n_reversed,
        pair->n_edges, worst);
    }
  for (guint s = 0; s < n_streams; s += MAX (n_streams / 16, 1))
    {
      g_autofree char *number = g_strdup_printf ("%u", s);

      append_text (html, "middle", margin + cell * (s + 0.5), margin - 6, number);
      append_text (html, "end", margin - 6, margin + cell * (s + 0.5) + 4, number);
    }
  g_string_append_printf (html,
                          "</svg><figcaption>%s: from the stream of the row to that of the "
                          "column</figcaption></figure>\n",
                          is_after ? "Corrected" : "As recorded");
}

void
spur_clock_matrix_append (GString *html, const SpurReportFigures *figures)
{
  if (figures->n_streams <= 1 || figures->n_streams > MAX_MATRIX_STREAMS)
    return;
  g_string_append (html,
                   "<p class=\"muted\">A cell for each pair of streams with edges, the redder "
                   "the more of them are received before they are sent.</p>\n"
                   "<div class=\"matrices\">\n");
  append_matrix (html, figures, FALSE);
  append_matrix (html, figures, TRUE);
  g_string_append (html, "</div>\n");
}
