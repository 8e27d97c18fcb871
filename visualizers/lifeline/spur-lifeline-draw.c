/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Draws lifelines, single events and load-lines on a canvas, over one axis of time. */
#include <math.h>

#include "visualizers/lifeline/spur-lifelines-internal.h"
#include "visualizers/style/spur-legend-internal.h"

#define MARGIN_PX 28.0
#define TITLE_PX 20.0
#define TEXT_PX 12.0
#define HEADER_PX 92.0
#define AXIS_PX 46.0
#define NOTE_PX 40.0
#define LABEL_GAP_PX 10.0
#define MAX_LABEL_PX 300.0
/* Rows as high as lifelines need to be told apart, and as low as their names can be read. */
#define MAX_ROW_PX 64.0
#define MIN_ROW_PX 16.0
#define ROWS_PX 400.0
#define STRIP_PX 96.0
#define STRIP_GAP_PX 16.0
/* Strips leave this much of a plot to the rows, where there are any. */
#define LEAST_SHARE_OF_ROWS 0.4
/* With more events the dots hide the lines. */
#define MAX_DOTS 4000
#define DOT_PX 4.6
#define SIGN_PX 8.0
#define TICKS_PER_STRIP 3.0

/* Hues that differ in lightness, too; red is kept for violations. */
static const guint32 group_colors[SPUR_LIFELINES_MAX_GROUPS] = {
  0x2f6da3, 0xc46a00, 0x2a8c6f, 0x8f5aa8, 0x8a7a12, 0x3aa0c4, 0x7a5138, 0x4d5b6b,
};
#define COLOR_NO_GROUP 0x8a93a0

/* A picture while it is drawn. */
typedef struct
{
  const SpurLifelines *picture;
  SpurCanvas *canvas;
  const SpurLifelinesSize *size;
  SpurTimeFrame frame;
  /* From the top: rows, then strips. */
  double row_px;
  double rows_bottom;
  double strip_px;
} Drawing;

guint32
spur_lifelines_get_color (guint group)
{
  return group < SPUR_LIFELINES_MAX_GROUPS ? group_colors[group] : COLOR_NO_GROUP;
}

/* The first row is at the bottom. */
static double
find_row_y (const Drawing *drawing, guint place)
{
  return drawing->rows_bottom - (place + 0.5) * drawing->row_px;
}

static const SpurLifelineRow *
get_row (const Drawing *drawing, guint32 row)
{
  return &g_array_index (drawing->picture->rows->all, SpurLifelineRow, row);
}

static const char *
get_row_name (const Drawing *drawing, guint place)
{
  const SpurLifelines *self = drawing->picture;

  return get_row (drawing, g_array_index (self->order, guint32, place))->name +
         self->n_prefix_bytes;
}

static SpurPoint
place_point (const Drawing *drawing, const SpurLifelinePoint *point)
{
  return (SpurPoint){ spur_time_frame_find_x (&drawing->frame, point->time_ns),
                      find_row_y (drawing, get_row (drawing, point->row)->place) };
}

/* What would be drawn on the last one is not drawn again. */
static void
append_segment (GArray *segments, SpurPoint from, SpurPoint to)
{
  const SpurSegment segment = { from, to };
  const SpurSegment *last =
    segments->len > 0 ? &g_array_index (segments, SpurSegment, segments->len - 1) : NULL;

  if (last != NULL && fabs (last->from.x - from.x) < 0.25 && fabs (last->to.x - to.x) < 0.25 &&
      fabs (last->from.y - from.y) < 0.25 && fabs (last->to.y - to.y) < 0.25)
    return;
  g_array_append_val (segments, segment);
}

static void
draw_text (Drawing *drawing, SpurText text)
{
  drawing->canvas->draw_text (drawing->canvas, SPUR_LAYER_FRAME, &text);
}

static void
draw_segments (Drawing *drawing, SpurLayer layer, const SpurPaint *paint, const GArray *segments)
{
  drawing->canvas->draw_segments (drawing->canvas, layer, paint,
                                  (const SpurSegment *) segments->data, segments->len);
}

static double
measure_labels (Drawing *drawing)
{
  const GArray *order = drawing->picture->order;
  double widest = 60.0;

  for (guint i = 0; i < order->len; i++)
    {
      SpurText text = { .text = get_row_name (drawing, i), .size_px = TEXT_PX };

      widest = MAX (widest, drawing->canvas->measure_text (drawing->canvas, &text));
    }
  return MIN (widest, MAX_LABEL_PX);
}

static void
draw_rows (Drawing *drawing, double label_px)
{
  const SpurPaint hairline = { .color = SPUR_COLOR_HAIRLINE, .opacity = 1.0, .width_px = 0.8 };
  g_autoptr (GArray) lines = g_array_new (FALSE, FALSE, sizeof (SpurSegment));
  const GArray *order = drawing->picture->order;
  const SpurRect *plot = &drawing->frame.plot;
  double size_px = CLAMP (drawing->row_px * 0.8, 7.0, TEXT_PX);

  for (guint i = 0; i < order->len; i++)
    {
      double y = find_row_y (drawing, i);

      append_segment (lines, (SpurPoint){ plot->x, y }, (SpurPoint){ plot->x + plot->width, y });
      draw_text (drawing, (SpurText){ .text = get_row_name (drawing, i),
                                      .at = { plot->x - LABEL_GAP_PX, y + size_px * 0.36 },
                                      .align = SPUR_ALIGN_END,
                                      .size_px = size_px,
                                      .color = SPUR_COLOR_INK,
                                      .max_width_px = label_px });
    }
  draw_segments (drawing, SPUR_LAYER_FRAME, &hairline, lines);
}

/* All lifelines of one group. */
static void
draw_group (Drawing *drawing, guint16 group)
{
  const SpurLifelines *self = drawing->picture;
  const SpurLifelinePoint *points = (const SpurLifelinePoint *) self->points->data;
  g_autoptr (GArray) segments = g_array_new (FALSE, FALSE, sizeof (SpurSegment));
  gsize n_segments = self->points->len - MIN (self->lines->len, self->points->len);
  /* Many lines are seen as what they have in common. */
  const SpurPaint paint = { .color = spur_lifelines_get_color (group),
                            .opacity = CLAMP (2000.0 / (double) (n_segments + 1), 0.35, 0.9),
                            .width_px = n_segments > 2000 ? 0.9 : 1.4 };

  for (guint i = 0; i < self->lines->len; i++)
    {
      const SpurLifeline *line = &g_array_index (self->lines, SpurLifeline, i);

      for (guint32 j = 1; line->group == group && j < line->n_points; j++)
        append_segment (segments, place_point (drawing, &points[line->first + j - 1]),
                        place_point (drawing, &points[line->first + j]));
    }
  draw_segments (drawing, SPUR_LAYER_MESSAGE, &paint, segments);
}

/* Dots on lifelines, or the signs of single events. */
static void
draw_events (Drawing *drawing, guint16 group, gboolean are_single)
{
  const SpurLifelines *self = drawing->picture;
  const SpurLifelinePoint *points = (const SpurLifelinePoint *) self->points->data;
  g_autoptr (GArray) places = g_array_new (FALSE, FALSE, sizeof (SpurPoint));
  const SpurPaint paint = { .color = spur_lifelines_get_color (group),
                            .opacity = 0.95,
                            .width_px = are_single ? SIGN_PX : DOT_PX };
  guint16 line_group = SPUR_LIFELINES_NO_GROUP;

  for (guint i = 0; i < self->lines->len && !are_single; i++)
    {
      const SpurLifeline *line = &g_array_index (self->lines, SpurLifeline, i);

      line_group = line->group;
      for (guint32 j = 0; line_group == group && j < line->n_points; j++)
        {
          SpurPoint place = place_point (drawing, &points[line->first + j]);

          g_array_append_val (places, place);
        }
    }
  for (guint i = 0; i < self->points->len && are_single; i++)
    {
      SpurPoint place = place_point (drawing, &points[i]);

      if (points[i].group == group && get_row (drawing, points[i].row)->is_point)
        g_array_append_val (places, place);
    }
  drawing->canvas->draw_glyphs (drawing->canvas, SPUR_LAYER_GLYPH, &paint,
                                are_single ? SPUR_GLYPH_DIAMOND : SPUR_GLYPH_DOT,
                                (const SpurPoint *) places->data, places->len);
}

/* Groups in their order, and what is in none first, below them. */
static void
draw_lines (Drawing *drawing)
{
  const SpurLifelines *self = drawing->picture;
  guint n_groups = self->groups->len;

  draw_group (drawing, SPUR_LIFELINES_NO_GROUP);
  for (guint i = 0; i < n_groups; i++)
    draw_group (drawing, (guint16) i);
  for (guint are_single = self->points->len > MAX_DOTS; are_single < 2; are_single++)
    {
      draw_events (drawing, SPUR_LIFELINES_NO_GROUP, are_single != 0);
      for (guint i = 0; i < n_groups; i++)
        draw_events (drawing, (guint16) i, are_single != 0);
    }
}

/* Where a value is in its strip. */
typedef struct
{
  double top;
  double bottom;
  double least;
  double most;
} Scale;

static double
find_value_y (const Scale *scale, double value)
{
  return scale->bottom -
         (scale->bottom - scale->top) * (value - scale->least) / (scale->most - scale->least);
}

/* From 0 where that does not flatten the line. */
static Scale
choose_scale (const Drawing *drawing, const SpurLoadLine *line, guint index)
{
  Scale scale = { .least = line->least, .most = line->most };

  scale.top = drawing->rows_bottom + index * drawing->strip_px + STRIP_GAP_PX;
  scale.bottom = drawing->rows_bottom + (index + 1) * drawing->strip_px;
  if (line->n_points == 0)
    scale.least = scale.most = 0.0;
  if (scale.least > 0.0 && scale.least < 0.6 * scale.most)
    scale.least = 0.0;
  if (scale.most < 0.0 && scale.most > 0.6 * scale.least)
    scale.most = 0.0;
  if (!(scale.most > scale.least))
    {
      scale.least -= 0.5;
      scale.most += 0.5;
    }
  return scale;
}

static void
draw_scale (Drawing *drawing, const SpurLoadLine *line, const Scale *scale)
{
  const SpurPaint grid = { .color = SPUR_COLOR_GRID, .opacity = 1.0, .width_px = 0.8 };
  const SpurRect *plot = &drawing->frame.plot;
  double step = spur_view_round_step ((scale->most - scale->least) / TICKS_PER_STRIP);
  g_autoptr (GArray) lines = g_array_new (FALSE, FALSE, sizeof (SpurSegment));
  const SpurPaint base = { .color = SPUR_COLOR_HAIRLINE, .opacity = 1.0, .width_px = 1.0 };
  const SpurSegment foot = { { plot->x, scale->bottom }, { plot->x + plot->width, scale->bottom } };
  g_autofree char *name = line->unit != NULL
                            ? g_strdup_printf ("%s (%s)", line->formula->text, line->unit)
                            : g_strdup (line->formula->text);

  for (double tick = ceil (scale->least / step - 1e-9) * step;
       line->n_points > 0 && tick <= scale->most + step * 1e-9; tick += step)
    {
      char digits[G_ASCII_DTOSTR_BUF_SIZE];
      double y = find_value_y (scale, tick);

      append_segment (lines, (SpurPoint){ plot->x, y }, (SpurPoint){ plot->x + plot->width, y });
      draw_text (drawing, (SpurText){ .text = g_ascii_formatd (digits, sizeof digits, "%.6g",
                                                               fabs (tick) < step / 2 ? 0.0 : tick),
                                      .at = { plot->x - LABEL_GAP_PX, y + 4.0 },
                                      .align = SPUR_ALIGN_END,
                                      .size_px = 10.5,
                                      .color = SPUR_COLOR_MUTED });
    }
  draw_segments (drawing, SPUR_LAYER_FRAME, &grid, lines);
  drawing->canvas->draw_segments (drawing->canvas, SPUR_LAYER_FRAME, &base, &foot, 1);
  draw_text (drawing, (SpurText){ .text = name,
                                  .at = { MARGIN_PX, (scale->top + scale->bottom) / 2.0 + 4.0 },
                                  .size_px = TEXT_PX,
                                  .color = SPUR_COLOR_INK,
                                  .max_width_px = plot->x - MARGIN_PX - 52.0 });
}

/* Values of one series, from @first on, in their group's colour. */
static void
draw_series (Drawing *drawing, const Scale *scale, const SpurLoadPoint *values, gsize n_values)
{
  g_autoptr (GArray) segments = g_array_new (FALSE, FALSE, sizeof (SpurSegment));
  g_autoptr (GArray) places = g_array_new (FALSE, FALSE, sizeof (SpurPoint));
  SpurPaint paint = { .color = spur_lifelines_get_color (values[0].group),
                      .opacity = 0.9,
                      .width_px = 1.3 };

  for (gsize i = 0; i < n_values; i++)
    {
      SpurPoint place = { spur_time_frame_find_x (&drawing->frame, values[i].time_ns),
                          find_value_y (scale, values[i].value) };

      if (i > 0)
        append_segment (segments, g_array_index (places, SpurPoint, places->len - 1), place);
      g_array_append_val (places, place);
    }
  draw_segments (drawing, SPUR_LAYER_MESSAGE, &paint, segments);
  paint.width_px = DOT_PX - 1.0;
  if ((double) n_values < drawing->frame.plot.width / 8.0)
    drawing->canvas->draw_glyphs (drawing->canvas, SPUR_LAYER_GLYPH, &paint, SPUR_GLYPH_DOT,
                                  (const SpurPoint *) places->data, places->len);
}

static void
draw_load_line (Drawing *drawing, guint index)
{
  const SpurLifelines *self = drawing->picture;
  const SpurLoadLine *line = &g_array_index (self->load_lines, SpurLoadLine, index);
  const SpurLoadPoint *values = (const SpurLoadPoint *) self->values->data + line->first;
  Scale scale = choose_scale (drawing, line, index);

  draw_scale (drawing, line, &scale);
  for (gsize i = 0, end; i < line->n_points; i = end)
    {
      for (end = i + 1; end < line->n_points && values[end].key == values[i].key;)
        end++;
      draw_series (drawing, &scale, &values[i], end - i);
    }
}

static gboolean
has_ungrouped (const SpurLifelines *self)
{
  for (guint i = 0; i < self->lines->len; i++)
    if (g_array_index (self->lines, SpurLifeline, i).group == SPUR_LIFELINES_NO_GROUP)
      return TRUE;
  return FALSE;
}

static void
add_legend_line (SpurLegend *legend, const char *label, guint32 color)
{
  const SpurPaint paint = { .color = color, .opacity = 1.0, .width_px = 2.4 };
  SpurPoint at = spur_legend_place_entry (legend, label, 22.0);
  const SpurSegment sample = { at, { at.x + 22.0, at.y } };

  legend->canvas->draw_segments (legend->canvas, SPUR_LAYER_FRAME, &paint, &sample, 1);
}

static double
draw_legend (Drawing *drawing, double y)
{
  const SpurLifelines *self = drawing->picture;
  SpurLegend legend = { .canvas = drawing->canvas,
                        .left = MARGIN_PX,
                        .right = drawing->size->width_px - MARGIN_PX,
                        .x = MARGIN_PX,
                        .y = y };

  if (self->groups->len == 0)
    return y - 14.0;
  for (guint i = 0; i < self->groups->len; i++)
    add_legend_line (&legend, self->groups->pdata[i], spur_lifelines_get_color (i));
  if (has_ungrouped (self))
    add_legend_line (&legend, self->has_more_groups ? "others" : "in no group",
                     spur_lifelines_get_color (SPUR_LIFELINES_NO_GROUP));
  return spur_legend_get_bottom (&legend);
}

static double
draw_header (Drawing *drawing)
{
  const SpurLifelines *self = drawing->picture;
  g_autoptr (GString) subtitle = g_string_new (NULL);
  SpurText text = { .text = drawing->size->title,
                    .at = { MARGIN_PX, MARGIN_PX + TITLE_PX * 0.8 },
                    .size_px = TITLE_PX,
                    .color = SPUR_COLOR_INK,
                    .bold = TRUE,
                    .max_width_px = drawing->size->width_px - 2.0 * MARGIN_PX };

  spur_view_append_counted (subtitle, "", spur_lifelines_count_events (self), "event");
  spur_view_append_counted (subtitle, " on ", self->lines->len, "lifeline");
  g_string_append_printf (subtitle, "; %s shown", SPUR_VIEW_NS (self->to_ns - self->from_ns, 4));
  if (self->n_prefix_bytes > 0)
    g_string_append_printf (subtitle, "; the names of rows begin with %.*s",
                            (int) self->n_prefix_bytes,
                            get_row_name (drawing, 0) - self->n_prefix_bytes);
  draw_text (drawing, text);
  text.text = subtitle->str;
  text.at.y += 22.0;
  text.size_px = TEXT_PX;
  text.bold = FALSE;
  text.color = SPUR_COLOR_MUTED;
  draw_text (drawing, text);
  return draw_legend (drawing, text.at.y + 26.0);
}

static void
draw_note (Drawing *drawing)
{
  g_autofree char *note = spur_lifelines_get_note (drawing->picture);
  gboolean is_sample = drawing->picture->shift > 0 || drawing->picture->n_rows_hidden > 0;

  draw_text (drawing, (SpurText){ .text = note,
                                  .at = { MARGIN_PX, drawing->size->height_px - 18.0 },
                                  .size_px = 11.0,
                                  .bold = is_sample,
                                  .color = is_sample ? SPUR_COLOR_INK : SPUR_COLOR_MUTED,
                                  .max_width_px = drawing->size->width_px - 2.0 * MARGIN_PX });
}

static double
get_row_px (const SpurLifelines *self)
{
  return CLAMP (ROWS_PX / MAX (self->order->len, 1), MIN_ROW_PX, MAX_ROW_PX);
}

double
spur_lifelines_get_height (const SpurLifelines *self)
{
  double rows_px = MAX (self->order->len * get_row_px (self), self->order->len > 0 ? 60.0 : 10.0);

  return ceil (MARGIN_PX + HEADER_PX + rows_px + self->load_lines->len * (STRIP_PX + STRIP_GAP_PX) +
               AXIS_PX + NOTE_PX);
}

/* Shares the plot between rows and strips. */
static void
lay_out (Drawing *drawing)
{
  const SpurLifelines *self = drawing->picture;
  double height_px = drawing->frame.plot.height;
  guint n_strips = self->load_lines->len;
  double most_px = self->order->len > 0 ? height_px * (1.0 - LEAST_SHARE_OF_ROWS) : height_px;

  if (n_strips > 0)
    drawing->strip_px = MIN (STRIP_PX + STRIP_GAP_PX, most_px / n_strips);
  drawing->rows_bottom = drawing->frame.plot.y + height_px - n_strips * drawing->strip_px;
  drawing->row_px = (drawing->rows_bottom - drawing->frame.plot.y) / MAX (self->order->len, 1);
}

void
spur_lifelines_draw (const SpurLifelines *self, SpurCanvas *canvas, const SpurLifelinesSize *size)
{
  const SpurPaint paper = { .color = SPUR_COLOR_PAPER, .opacity = 1.0 };
  const SpurRect all = { 0.0, 0.0, size->width_px, size->height_px };
  Drawing drawing = { .picture = self,
                      .canvas = canvas,
                      .size = size,
                      .frame = { self->trace, self->from_ns, self->to_ns, self->zero_ns } };
  SpurRect *plot = &drawing.frame.plot;
  double label_px;

  canvas->fill_rects (canvas, SPUR_LAYER_FRAME, &paper, &all, 1);
  plot->y = draw_header (&drawing) + 10.0;
  label_px = measure_labels (&drawing);
  plot->x = MARGIN_PX + label_px + LABEL_GAP_PX;
  plot->width = MAX (size->width_px - MARGIN_PX - plot->x, 10.0);
  plot->height = MAX (size->height_px - AXIS_PX - NOTE_PX - plot->y, 10.0);
  lay_out (&drawing);
  spur_time_frame_draw_grid (&drawing.frame, canvas);
  draw_rows (&drawing, label_px);
  spur_canvas_begin_plot (canvas, plot);
  draw_lines (&drawing);
  for (guint i = 0; i < self->load_lines->len; i++)
    draw_load_line (&drawing, i);
  spur_canvas_end_plot (canvas);
  spur_time_frame_draw_axis (&drawing.frame, canvas);
  draw_note (&drawing);
}
