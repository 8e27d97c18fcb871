/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Draws bars in groups, for the figures of simulations. */
#include "visualizers/plot/spur-bar-plot-internal.h"

#include <math.h>

#include "visualizers/style/spur-palette-internal.h"

#define WIDTH_PX 960.0
#define HEIGHT_PX 480.0
#define LEFT_PX 72.0
#define GAP_PX 16.0
#define TOP_PX 92.0
#define BOTTOM_PX 58.0
#define TICKS 5
#define TEXT_PX 12.0
#define MAX_DECIMALS 4

/* They differ in brightness too, for colour blindness; none is the red of violations. */
static const guint32 colors[SPUR_BAR_PLOT_MAX_SERIES] = { 0xaab4c0, 0x1f6fb2, 0xe39a1c, 0x3a8f5c,
                                                          0x7d5ba6 };

/* The plot while it is drawn: where its area is and how high a value is. */
typedef struct
{
  const SpurBarPlot *plot;
  SpurCanvas *canvas;
  SpurRect area;
  double step;
  double top;
} Drawing;

static double
find_largest (const SpurBarPlot *self)
{
  double largest = self->limit;

  for (guint s = 0; s < self->n_series; s++)
    {
      const SpurBarSeries *series = &self->series[s];

      for (guint i = 0; i < self->n_groups; i++)
        largest = MAX (largest, series->values[i]);
    }
  return largest;
}

static double
get_y (const Drawing *self, double value)
{
  return self->area.y + self->area.height * (1.0 - value / self->top);
}

static void
write_text (const Drawing *self,
            const char *string,
            double x,
            double y,
            SpurAlign align,
            guint32 color,
            gboolean bold)
{
  const SpurText text = {
    .text = string, .at = { x, y }, .align = align, .size_px = TEXT_PX, .color = color, .bold = bold
  };

  self->canvas->draw_text (self->canvas, SPUR_LAYER_FRAME, &text);
}

static void
draw_line (const Drawing *self, double value, guint32 color, double width_px, double dash_px)
{
  double y = get_y (self, value);
  const SpurPaint paint = {
    .color = color, .opacity = 1.0, .width_px = width_px, .dash_px = dash_px
  };
  const SpurSegment line = { { self->area.x, y }, { self->area.x + self->area.width, y } };

  self->canvas->draw_segments (self->canvas, SPUR_LAYER_FRAME, &paint, &line, 1);
}

static char *
get_axis_title (const SpurBarPlot *plot)
{
  return g_strdup_printf ("%s [%s]", plot->values, plot->unit);
}

static double
measure_text (const Drawing *self, const char *string)
{
  const SpurText text = { .text = string, .size_px = TEXT_PX };

  return self->canvas->measure_text (self->canvas, &text);
}

static void
draw_grid (const Drawing *self)
{
  guint n_ticks = (guint) lround (self->top / self->step);
  int n_decimals = MAX (0, (int) -floor (log10 (self->step) + 1e-9));
  g_autofree char *title = get_axis_title (self->plot);

  for (guint i = 0; i <= n_ticks; i++)
    {
      g_autofree char *label = n_decimals <= MAX_DECIMALS
                                 ? g_strdup_printf ("%.*f", n_decimals, i * self->step)
                                 : g_strdup_printf ("%.3g", i * self->step);

      draw_line (self, i * self->step, i == 0 ? SPUR_COLOR_MUTED : SPUR_COLOR_HAIRLINE, 1.0, 0.0);
      write_text (self, label, self->area.x - 8.0, get_y (self, i * self->step) + 4.0,
                  SPUR_ALIGN_END, SPUR_COLOR_MUTED, FALSE);
    }
  write_text (self, title, GAP_PX, self->area.y - 14.0, SPUR_ALIGN_START, SPUR_COLOR_MUTED, FALSE);
}

static void
draw_mark (const Drawing *self, double group_px)
{
  const SpurBarPlot *plot = self->plot;
  const SpurPaint paint = { .color = 0xf2f4f7, .opacity = 1.0 };
  g_autofree char *title = get_axis_title (plot);
  SpurRect band;
  double left;

  if (plot->marked == SPUR_NONE)
    return;
  band =
    (SpurRect){ self->area.x + plot->marked * group_px, self->area.y, group_px, self->area.height };
  self->canvas->fill_rects (self->canvas, SPUR_LAYER_FRAME, &paint, &band, 1);
  /* The title of the axis is there before. */
  left = MAX (band.x + group_px / 2.0 - measure_text (self, plot->mark) / 2.0,
              GAP_PX + measure_text (self, title) + GAP_PX);
  write_text (self, plot->mark, left, self->area.y - 14.0, SPUR_ALIGN_START, SPUR_COLOR_INK, FALSE);
}

static void
draw_bars (const Drawing *self, double group_px)
{
  const SpurBarPlot *plot = self->plot;
  double bar_px = 0.78 * group_px / MAX (plot->n_series, 1);
  g_autofree SpurRect *rects = g_new (SpurRect, plot->n_groups);

  for (guint s = 0; s < plot->n_series; s++)
    {
      const SpurBarSeries *series = &plot->series[s];
      const SpurPaint paint = { .color = colors[s], .opacity = 1.0 };

      for (guint i = 0; i < plot->n_groups; i++)
        {
          double y = get_y (self, series->values[i]);

          rects[i] = (SpurRect){ self->area.x + (i + 0.11) * group_px + s * bar_px, y,
                                 MAX (bar_px - (bar_px > 4.0 ? 1.0 : 0.0), 0.5),
                                 self->area.y + self->area.height - y };
        }
      self->canvas->fill_rects (self->canvas, SPUR_LAYER_BAR, &paint, rects, plot->n_groups);
    }
}

static void
draw_groups (const Drawing *self, double group_px)
{
  const SpurBarPlot *plot = self->plot;
  double base = self->area.y + self->area.height;
  guint every = (guint) MAX (1.0, ceil (28.0 / group_px));

  for (guint i = 0; i < plot->n_groups; i += every)
    {
      g_autofree char *label = g_strdup_printf ("%u", i);

      write_text (self, label, self->area.x + (i + 0.5) * group_px, base + 18.0, SPUR_ALIGN_CENTER,
                  i == plot->marked ? SPUR_COLOR_INK : SPUR_COLOR_MUTED, i == plot->marked);
    }
  write_text (self, plot->groups, self->area.x + self->area.width / 2.0, base + 42.0,
              SPUR_ALIGN_CENTER, SPUR_COLOR_MUTED, FALSE);
}

static double
get_mean (const SpurBarPlot *self, const SpurBarSeries *series)
{
  double mean = 0.0;

  for (guint i = 0; i < self->n_groups; i++)
    mean += series->values[i] / self->n_groups;
  return mean;
}

static char *
get_mean_label (const SpurBarPlot *self, const SpurBarSeries *series)
{
  double mean = get_mean (self, series);

  return g_strdup_printf ("mean %s %.*f", series->name, mean < 10.0 ? 2 : 0, mean);
}

/* Room at the right for the longest label of a mean. */
static double
get_right_px (const SpurBarPlot *self, SpurCanvas *canvas)
{
  double width_px = 0.0;

  for (guint s = 0; s < self->n_series; s++)
    {
      g_autofree char *label = get_mean_label (self, &self->series[s]);
      const SpurText text = { .text = label, .size_px = TEXT_PX };

      width_px = MAX (width_px, canvas->measure_text (canvas, &text));
    }
  return MIN (width_px + 8.0, WIDTH_PX / 3.0) + GAP_PX;
}

/* The means stand at the right, moved apart where they are too near to each other to be read. */
static void
draw_means (const Drawing *self)
{
  const SpurBarPlot *plot = self->plot;
  double x = self->area.x + self->area.width + 8.0;
  double taken[SPUR_BAR_PLOT_MAX_SERIES];

  for (guint s = 0; s < plot->n_series; s++)
    {
      const SpurBarSeries *series = &plot->series[s];
      g_autofree char *label = get_mean_label (plot, series);
      double mean = get_mean (plot, series);
      double y = get_y (self, mean);
      gboolean is_free = FALSE;

      draw_line (self, mean, colors[s], 1.6, 5.0);
      for (guint turn = 0; !is_free && turn <= SPUR_BAR_PLOT_MAX_SERIES; turn++)
        {
          is_free = TRUE;
          for (guint k = 0; k < s; k++)
            if (fabs (taken[k] - y) < 15.0)
              {
                y = taken[k] - 15.0;
                is_free = FALSE;
              }
        }
      taken[s] = y;
      write_text (self, label, x, y + 4.0, SPUR_ALIGN_START, SPUR_COLOR_INK, FALSE);
    }
}

static void
draw_limit (const Drawing *self)
{
  const SpurBarPlot *plot = self->plot;

  if (plot->limit_label == NULL)
    return;
  draw_line (self, plot->limit, SPUR_COLOR_INK, 1.0, 2.0);
  write_text (self, plot->limit_label, self->area.x + self->area.width,
              get_y (self, plot->limit) - 5.0, SPUR_ALIGN_END, SPUR_COLOR_INK, FALSE);
}

static void
draw_head (const Drawing *self)
{
  const SpurBarPlot *plot = self->plot;
  const SpurText title = { .text = plot->title,
                           .at = { GAP_PX, 28.0 },
                           .size_px = 17.0,
                           .color = SPUR_COLOR_INK,
                           .bold = TRUE };
  double x = WIDTH_PX - GAP_PX;

  self->canvas->draw_text (self->canvas, SPUR_LAYER_FRAME, &title);
  if (plot->subtitle != NULL)
    write_text (self, plot->subtitle, GAP_PX, 48.0, SPUR_ALIGN_START, SPUR_COLOR_MUTED, FALSE);
  for (guint s = plot->n_series; s-- > 0;)
    {
      const SpurBarSeries *series = &plot->series[s];
      const SpurPaint paint = { .color = colors[s], .opacity = 1.0 };
      const SpurText label = { .text = series->name, .size_px = TEXT_PX };
      SpurRect swatch;

      x -= self->canvas->measure_text (self->canvas, &label);
      write_text (self, series->name, x, 28.0, SPUR_ALIGN_START, SPUR_COLOR_INK, FALSE);
      x -= 18.0;
      swatch = (SpurRect){ x, 18.0, 12.0, 12.0 };
      self->canvas->fill_rects (self->canvas, SPUR_LAYER_FRAME, &paint, &swatch, 1);
      x -= 18.0;
    }
}

void
spur_bar_plot_draw (const SpurBarPlot *self, SpurCanvas *canvas)
{
  Drawing drawing = { self, canvas };
  const SpurPaint paper = { .color = SPUR_COLOR_PAPER, .opacity = 1.0 };
  const SpurRect all = { 0.0, 0.0, WIDTH_PX, HEIGHT_PX };
  double group_px, largest;

  drawing.area = (SpurRect){ LEFT_PX, TOP_PX, WIDTH_PX - LEFT_PX - get_right_px (self, canvas),
                             HEIGHT_PX - TOP_PX - BOTTOM_PX };
  largest = find_largest (self);
  /* Where all values are 0 any step will do. */
  drawing.step = spur_view_round_step ((largest > 0.0 ? largest : 1.0) / TICKS);
  drawing.top = drawing.step * MAX (ceil (largest / drawing.step - 1e-9), 1.0);
  group_px = drawing.area.width / self->n_groups;

  canvas->fill_rects (canvas, SPUR_LAYER_FRAME, &paper, &all, 1);
  draw_head (&drawing);
  draw_mark (&drawing, group_px);
  draw_grid (&drawing);
  draw_bars (&drawing, group_px);
  draw_groups (&drawing, group_px);
  draw_limit (&drawing);
  draw_means (&drawing);
}

static void
draw_picture (SpurCanvas *canvas, gboolean is_svg, gpointer user_data)
{
  spur_bar_plot_draw (user_data, canvas);
}

/**
 * spur_bar_plot_save: (skip)
 * @self: a plot
 * @path: a file whose name ends in .svg, .pdf or .png
 * @error: return location for an error
 *
 * Draws the plot into a file, which appears complete or not at all.
 *
 * Returns: %FALSE with an error of #SpurViewError or #GIOErrorEnum
 *
 * Since: 1.0
 */
gboolean
spur_bar_plot_save (const SpurBarPlot *self, const char *path, GError **error)
{
  return spur_picture_file_save (path, WIDTH_PX, HEIGHT_PX, draw_picture, (gpointer) self, error);
}
