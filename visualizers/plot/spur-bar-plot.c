/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "visualizers/plot/spur-bar-plot.h"

#include <math.h>

#include "visualizers/canvas/spur-picture-file-internal.h"
#include "visualizers/style/spur-palette-internal.h"

/**
 * SpurBarPlot:
 *
 * Bars in groups, as a figure for each process by each of several methods (PDP'97, figures 4 and
 * 5), with the mean of each series as a line.
 *
 * Since: 1.0
 */
struct _SpurBarPlot
{
  GObject parent_instance;

  char *title;
  char *subtitle;
  char *groups;
  char *values;
  char *unit;
  GPtrArray *series;
  guint n_groups;
  double limit;
  char *limit_label;
  guint marked;
  char *mark;
  double width_px;
  double height_px;
};

G_DEFINE_FINAL_TYPE (SpurBarPlot, spur_bar_plot, G_TYPE_OBJECT)

#define MAX_SERIES 5

#define LEFT_PX 72.0
#define GAP_PX 16.0
#define TOP_PX 92.0
#define BOTTOM_PX 58.0
#define TICKS 5
#define TEXT_PX 12.0
#define MAX_DECIMALS 4

/* They differ in brightness too, for readers who see no hues; none is the red of violations. */
static const guint32 colors[MAX_SERIES] = { 0xaab4c0, 0x1f6fb2, 0xe39a1c, 0x3a8f5c, 0x7d5ba6 };

typedef struct
{
  char *name;
  double *values;
  double mean;
} Series;

static void
free_series (gpointer data)
{
  Series *self = data;

  g_free (self->name);
  g_free (self->values);
  g_free (self);
}

static void
spur_bar_plot_finalize (GObject *object)
{
  SpurBarPlot *self = SPUR_BAR_PLOT (object);

  g_free (self->title);
  g_free (self->subtitle);
  g_free (self->groups);
  g_free (self->values);
  g_free (self->unit);
  g_free (self->limit_label);
  g_free (self->mark);
  g_ptr_array_unref (self->series);
  G_OBJECT_CLASS (spur_bar_plot_parent_class)->finalize (object);
}

static void
spur_bar_plot_class_init (SpurBarPlotClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = spur_bar_plot_finalize;
}

static void
spur_bar_plot_init (SpurBarPlot *self)
{
  self->series = g_ptr_array_new_with_free_func (free_series);
  self->marked = SPUR_NONE;
  self->width_px = 960.0;
  self->height_px = 480.0;
}

/**
 * spur_bar_plot_new:
 * @title: what the plot is called
 * @n_groups: how many groups of bars, at least 1; they are numbered from 0
 *
 * Makes a plot without series, of 960 x 480 pixels.
 *
 * Returns: (transfer full): a new plot of 960 x 480 pixels without series
 *
 * Since: 1.0
 */
SpurBarPlot *
spur_bar_plot_new (const char *title, guint n_groups)
{
  SpurBarPlot *self;

  g_return_val_if_fail (title != NULL, NULL);
  g_return_val_if_fail (n_groups > 0, NULL);

  self = g_object_new (SPUR_TYPE_BAR_PLOT, NULL);
  self->title = g_strdup (title);
  self->n_groups = n_groups;
  return self;
}

/**
 * spur_bar_plot_set_subtitle:
 * @self: a plot
 * @subtitle: (nullable): how the values came about
 *
 * Sets the line below the title.
 *
 * Since: 1.0
 */
void
spur_bar_plot_set_subtitle (SpurBarPlot *self, const char *subtitle)
{
  g_return_if_fail (SPUR_IS_BAR_PLOT (self));

  g_free (self->subtitle);
  self->subtitle = g_strdup (subtitle);
}

/**
 * spur_bar_plot_set_axes:
 * @self: a plot
 * @groups: what the groups are
 * @values: what the values are
 * @unit: the values' unit
 *
 * Sets what stands at the axes.
 *
 * Since: 1.0
 */
void
spur_bar_plot_set_axes (SpurBarPlot *self, const char *groups, const char *values, const char *unit)
{
  g_return_if_fail (SPUR_IS_BAR_PLOT (self));
  g_return_if_fail (groups != NULL && values != NULL && unit != NULL);

  g_free (self->groups);
  g_free (self->values);
  g_free (self->unit);
  self->groups = g_strdup (groups);
  self->values = g_strdup (values);
  self->unit = g_strdup (unit);
}

/**
 * spur_bar_plot_add_series:
 * @self: a plot with at most four series
 * @name: what the series is called
 * @values: a value for each group, not negative; copied
 *
 * Adds a bar to each group, and a line at the mean of its values.
 *
 * Since: 1.0
 */
void
spur_bar_plot_add_series (SpurBarPlot *self, const char *name, const double *values)
{
  Series *series;

  g_return_if_fail (SPUR_IS_BAR_PLOT (self));
  g_return_if_fail (name != NULL && values != NULL);
  g_return_if_fail (self->series->len < MAX_SERIES);

  series = g_new0 (Series, 1);
  series->name = g_strdup (name);
  series->values = g_memdup2 (values, self->n_groups * sizeof *values);
  for (guint i = 0; i < self->n_groups; i++)
    series->mean += values[i] / self->n_groups;
  g_ptr_array_add (self->series, series);
}

/**
 * spur_bar_plot_set_limit:
 * @self: a plot
 * @value: a value that the others are to be compared with, above 0
 * @label: what it is
 *
 * Draws a line across the plot.
 *
 * Since: 1.0
 */
void
spur_bar_plot_set_limit (SpurBarPlot *self, double value, const char *label)
{
  g_return_if_fail (SPUR_IS_BAR_PLOT (self));
  g_return_if_fail (value > 0.0);
  g_return_if_fail (label != NULL);

  g_free (self->limit_label);
  self->limit = value;
  self->limit_label = g_strdup (label);
}

/**
 * spur_bar_plot_mark_group:
 * @self: a plot
 * @group: a group
 * @label: what is special about it
 *
 * Puts a band behind a group, with a label above.
 *
 * Since: 1.0
 */
void
spur_bar_plot_mark_group (SpurBarPlot *self, guint group, const char *label)
{
  g_return_if_fail (SPUR_IS_BAR_PLOT (self));
  g_return_if_fail (group < self->n_groups);
  g_return_if_fail (label != NULL);

  g_free (self->mark);
  self->marked = group;
  self->mark = g_strdup (label);
}

/**
 * spur_bar_plot_set_size:
 * @self: a plot
 * @width_px: its width, at least 400 pixels
 * @height_px: its height, at least 240 pixels
 *
 * Sets the size of the picture.
 *
 * Since: 1.0
 */
void
spur_bar_plot_set_size (SpurBarPlot *self, guint width_px, guint height_px)
{
  g_return_if_fail (SPUR_IS_BAR_PLOT (self));
  g_return_if_fail (width_px >= 400 && height_px >= 240);

  self->width_px = width_px;
  self->height_px = height_px;
}

/* The plot while it is drawn: where its area is and how high a value is. */
typedef struct
{
  const SpurBarPlot *plot;
  SpurCanvas *canvas;
  SpurRect area;
  double step;
  double top;
} Drawing;

/* 1, 2 or 5 times a power of ten; where all values are 0 any will do. */
static double
choose_step (double largest)
{
  double rough = (largest > 0.0 ? largest : 1.0) / TICKS;
  double power = pow (10.0, floor (log10 (rough)));
  double lead = rough / power;

  return power * (lead <= 1.0 ? 1.0 : lead <= 2.0 ? 2.0 : lead <= 5.0 ? 5.0 : 10.0);
}

static double
find_largest (const SpurBarPlot *self)
{
  double largest = self->limit;

  for (guint s = 0; s < self->series->len; s++)
    {
      const Series *series = g_ptr_array_index (self->series, s);

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

  spur_canvas_draw_text (self->canvas, SPUR_LAYER_FRAME, &text);
}

static void
draw_line (const Drawing *self, double value, guint32 color, double width_px, double dash_px)
{
  double y = get_y (self, value);
  const SpurPaint paint = {
    .color = color, .opacity = 1.0, .width_px = width_px, .dash_px = dash_px
  };
  const SpurSegment line = { { self->area.x, y }, { self->area.x + self->area.width, y } };

  spur_canvas_draw_segments (self->canvas, SPUR_LAYER_FRAME, &paint, &line, 1);
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

  return spur_canvas_measure_text (self->canvas, &text);
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
  spur_canvas_fill_rects (self->canvas, SPUR_LAYER_FRAME, &paint, &band, 1);
  /* The title of the axis is there before. */
  left = MAX (band.x + group_px / 2.0 - measure_text (self, plot->mark) / 2.0,
              GAP_PX + measure_text (self, title) + GAP_PX);
  write_text (self, plot->mark, left, self->area.y - 14.0, SPUR_ALIGN_START, SPUR_COLOR_INK, FALSE);
}

static void
draw_bars (const Drawing *self, double group_px)
{
  const SpurBarPlot *plot = self->plot;
  double bar_px = 0.78 * group_px / MAX (plot->series->len, 1);
  g_autofree SpurRect *rects = g_new (SpurRect, plot->n_groups);

  for (guint s = 0; s < plot->series->len; s++)
    {
      const Series *series = g_ptr_array_index (plot->series, s);
      const SpurPaint paint = { .color = colors[s], .opacity = 1.0 };

      for (guint i = 0; i < plot->n_groups; i++)
        {
          double y = get_y (self, series->values[i]);

          rects[i] = (SpurRect){ self->area.x + (i + 0.11) * group_px + s * bar_px, y,
                                 MAX (bar_px - (bar_px > 4.0 ? 1.0 : 0.0), 0.5),
                                 self->area.y + self->area.height - y };
        }
      spur_canvas_fill_rects (self->canvas, SPUR_LAYER_BAR, &paint, rects, plot->n_groups);
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

static char *
get_mean_label (const Series *series)
{
  return g_strdup_printf ("mean %s %.*f", series->name, series->mean < 10.0 ? 2 : 0, series->mean);
}

/* Room at the right for the longest label of a mean. */
static double
get_right_px (const SpurBarPlot *self, SpurCanvas *canvas)
{
  double width_px = 0.0;

  for (guint s = 0; s < self->series->len; s++)
    {
      g_autofree char *label = get_mean_label (g_ptr_array_index (self->series, s));
      const SpurText text = { .text = label, .size_px = TEXT_PX };

      width_px = MAX (width_px, spur_canvas_measure_text (canvas, &text));
    }
  return MIN (width_px + 8.0, self->width_px / 3.0) + GAP_PX;
}

/* The means stand at the right, moved apart where they are too near to each other to be read. */
static void
draw_means (const Drawing *self)
{
  const SpurBarPlot *plot = self->plot;
  double x = self->area.x + self->area.width + 8.0;
  double taken[MAX_SERIES];

  for (guint s = 0; s < plot->series->len; s++)
    {
      const Series *series = g_ptr_array_index (plot->series, s);
      g_autofree char *label = get_mean_label (series);
      double y = get_y (self, series->mean);
      gboolean is_free = FALSE;

      draw_line (self, series->mean, colors[s], 1.6, 5.0);
      for (guint turn = 0; !is_free && turn <= MAX_SERIES; turn++)
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
  double x = plot->width_px - GAP_PX;

  spur_canvas_draw_text (self->canvas, SPUR_LAYER_FRAME, &title);
  if (plot->subtitle != NULL)
    write_text (self, plot->subtitle, GAP_PX, 48.0, SPUR_ALIGN_START, SPUR_COLOR_MUTED, FALSE);
  for (guint s = plot->series->len; s-- > 0;)
    {
      const Series *series = g_ptr_array_index (plot->series, s);
      const SpurPaint paint = { .color = colors[s], .opacity = 1.0 };
      const SpurText label = { .text = series->name, .size_px = TEXT_PX };
      SpurRect swatch;

      x -= spur_canvas_measure_text (self->canvas, &label);
      write_text (self, series->name, x, 28.0, SPUR_ALIGN_START, SPUR_COLOR_INK, FALSE);
      x -= 18.0;
      swatch = (SpurRect){ x, 18.0, 12.0, 12.0 };
      spur_canvas_fill_rects (self->canvas, SPUR_LAYER_FRAME, &paint, &swatch, 1);
      x -= 18.0;
    }
}

/**
 * spur_bar_plot_draw:
 * @self: a plot
 * @canvas: where to draw
 *
 * Draws the plot. Its axes have been set before.
 *
 * Since: 1.0
 */
void
spur_bar_plot_draw (SpurBarPlot *self, SpurCanvas *canvas)
{
  Drawing drawing = { self, canvas };
  const SpurPaint paper = { .color = SPUR_COLOR_PAPER, .opacity = 1.0 };
  const SpurRect all = { 0.0, 0.0, self->width_px, self->height_px };
  double group_px;

  g_return_if_fail (SPUR_IS_BAR_PLOT (self));
  g_return_if_fail (SPUR_IS_CANVAS (canvas));
  g_return_if_fail (self->unit != NULL);

  drawing.area =
    (SpurRect){ LEFT_PX, TOP_PX, self->width_px - LEFT_PX - get_right_px (self, canvas),
                self->height_px - TOP_PX - BOTTOM_PX };
  drawing.step = choose_step (find_largest (self));
  drawing.top = drawing.step * MAX (ceil (find_largest (self) / drawing.step - 1e-9), 1.0);
  group_px = drawing.area.width / self->n_groups;
  spur_canvas_fill_rects (canvas, SPUR_LAYER_FRAME, &paper, &all, 1);
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
 * spur_bar_plot_save:
 * @self: a plot
 * @path: a file whose name ends in .svg or .png
 * @error: return location for an error
 *
 * Draws the plot into a file, which appears complete or not at all.
 *
 * Returns: %FALSE with %SPUR_VIEW_ERROR_SUFFIX where the name ends otherwise,
 *   %SPUR_VIEW_ERROR_SIZE where the picture is larger than 16,000 pixels,
 *   %SPUR_VIEW_ERROR_WRITE where it could not be drawn, or an error of
 *   #GIOErrorEnum
 *
 * Since: 1.0
 */
gboolean
spur_bar_plot_save (SpurBarPlot *self, const char *path, GError **error)
{
  g_return_val_if_fail (SPUR_IS_BAR_PLOT (self), FALSE);
  g_return_val_if_fail (self->unit != NULL, FALSE);
  g_return_val_if_fail (path != NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  return spur_picture_file_save (path, self->width_px, self->height_px, draw_picture, self, error);
}
