/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Draws pictures with cairo. */
#include <math.h>
#include <pango/pangocairo.h>
#include <string.h>

#include "visualizers/canvas/spur-canvas-columns-private.h"
#include "visualizers/canvas/spur-image-private.h"
#include "visualizers/canvas/spur-png-private.h"
#include "visualizers/style/spur-color-internal.h"

/* A stroke of thousands of crossing lines in one path takes cairo quadratic time. */
#define STROKE_BATCH 100

/* What pieces take in an SVG file as cairo writes it: a point of a path, the attributes of a path,
 * and a letter. */
#define POINT_BYTES 16
#define PATH_BYTES 150
#define LETTER_BYTES 60
#define GLYPH_POINTS 16
/* Points of an image for a pixel of the picture, each way: what screens with high resolution show.
 */
#define MAX_PLOT_SCALE 2.0

typedef struct
{
  SpurCanvas canvas;
  cairo_t *context;
  PangoLayout *layout;
  gboolean is_dark;
  gsize n_bytes;
  gsize max_bytes;
  /* 0 where plots are drawn as shapes. */
  guint max_plot_pixels;
  /* Of the plot that is being drawn: the context behind it, and where it goes. */
  cairo_t *behind;
  SpurRect plot;
  double scale;
  /* What the context draws on; NULL where its pixels are not to be painted. */
  cairo_surface_t *image;
} CairoCanvas;

/* Counts what shapes take in a file. What is drawn into an image takes nothing. */
static gboolean
has_room (CairoCanvas *self, gsize n_points)
{
  if (self->behind == NULL && self->max_bytes > 0)
    self->n_bytes += PATH_BYTES + n_points * POINT_BYTES;
  return self->n_bytes <= self->max_bytes;
}

static guint32
find_color (const CairoCanvas *self, guint32 color, guint32 dark_color)
{
  if (!self->is_dark)
    return color;
  return dark_color != 0 ? dark_color : spur_color_find_dark (color);
}

static void
use_color (CairoCanvas *self, guint32 color, guint32 dark_color, double opacity)
{
  color = find_color (self, color, dark_color);
  cairo_set_source_rgba (self->context, ((color >> 16) & 0xff) / 255.0,
                         ((color >> 8) & 0xff) / 255.0, (color & 0xff) / 255.0, opacity);
}

static void
fill_paths (SpurCanvas *canvas, const SpurPaint *paint, const SpurRect *rects, gsize n_rects)
{
  cairo_t *context = ((CairoCanvas *) canvas)->context;

  for (gsize i = 0; i < n_rects; i++)
    cairo_rectangle (context, rects[i].x, rects[i].y, rects[i].width, rects[i].height);
  use_color ((CairoCanvas *) canvas, paint->color, paint->dark_color, paint->opacity);
  cairo_fill (context);
}

/* Paints what are whole pixels of an image at once, which takes a tenth of the time. */
static void
fill_rects (
  SpurCanvas *canvas, SpurLayer layer, const SpurPaint *paint, const SpurRect *rects, gsize n_rects)
{
  CairoCanvas *self = (CairoCanvas *) canvas;
  g_autofree SpurRect *rest = NULL;
  cairo_matrix_t matrix;

  if (n_rects == 0 || !has_room (self, 4 * n_rects))
    return;
  if (self->image == NULL || paint->opacity < 1.0)
    {
      fill_paths (canvas, paint, rects, n_rects);
      return;
    }
  rest = g_new (SpurRect, n_rects);
  cairo_get_matrix (self->context, &matrix);
  n_rects = spur_canvas_paint_rects (
    self->image, &matrix, find_color (self, paint->color, paint->dark_color), rects, n_rects, rest);
  if (n_rects > 0)
    fill_paths (canvas, paint, rest, n_rects);
}

static void
add_lines (cairo_t *context, const SpurSegment *segments, gsize n_segments, double shorten)
{
  for (gsize i = 0; i < n_segments; i++)
    {
      double dx = segments[i].to.x - segments[i].from.x;
      double dy = segments[i].to.y - segments[i].from.y;
      double length = hypot (dx, dy);
      double keep = length > shorten ? (length - shorten) / length : 0.0;

      cairo_move_to (context, segments[i].from.x, segments[i].from.y);
      cairo_line_to (context, segments[i].from.x + dx * keep, segments[i].from.y + dy * keep);
    }
}

static void
add_heads (
  cairo_t *context, const SpurSegment *segments, gsize n_segments, double head, double grow)
{
  for (gsize i = 0; i < n_segments; i++)
    {
      double dx = segments[i].to.x - segments[i].from.x;
      double dy = segments[i].to.y - segments[i].from.y;
      double length = hypot (dx, dy);
      double ux = length > 0.0 ? dx / length : 0.0;
      double uy = length > 0.0 ? dy / length : 1.0;
      double back = head + 2.0 * grow;
      double half = head * 0.38 + grow;
      double tip_x = segments[i].to.x + ux * grow;
      double tip_y = segments[i].to.y + uy * grow;

      cairo_move_to (context, tip_x, tip_y);
      cairo_line_to (context, tip_x - ux * back - uy * half, tip_y - uy * back + ux * half);
      cairo_line_to (context, tip_x - ux * back + uy * half, tip_y - uy * back - ux * half);
      cairo_close_path (context);
    }
}

static void
draw_batch (CairoCanvas *self,
            const SpurPaint *paint,
            const SpurSegment *segments,
            gsize n_segments)
{
  cairo_t *context = self->context;
  double shorten = paint->head_px * 0.8;

  if (paint->halo_px > 0.0)
    {
      use_color (self, SPUR_COLOR_PAPER, 0, 0.9);
      cairo_set_line_width (context, paint->width_px + 2.0 * paint->halo_px);
      add_lines (context, segments, n_segments, shorten);
      cairo_stroke (context);
      add_heads (context, segments, n_segments, paint->head_px, paint->halo_px);
      cairo_fill (context);
    }
  use_color (self, paint->color, paint->dark_color, paint->opacity);
  cairo_set_line_width (context, paint->width_px);
  add_lines (context, segments, n_segments, shorten);
  if (paint->dash_px > 0.0)
    cairo_set_dash (context, &paint->dash_px, 1, 0.0);
  cairo_stroke (context);
  cairo_set_dash (context, NULL, 0, 0.0);
  if (paint->head_px <= 0.0)
    return;
  add_heads (context, segments, n_segments, paint->head_px, 0.0);
  cairo_fill (context);
}

static void
draw_segments (SpurCanvas *canvas,
               SpurLayer layer,
               const SpurPaint *paint,
               const SpurSegment *segments,
               gsize n_segments)
{
  /* One by one, so that the halo of an arrow parts it from those before it. */
  gsize batch = paint->halo_px > 0.0 ? 1 : STROKE_BATCH;
  gsize n_points = (paint->head_px > 0.0 ? 5 : 2) * (paint->halo_px > 0.0 ? 2 : 1);

  if (n_segments == 0 || !has_room ((CairoCanvas *) canvas, n_points * n_segments))
    return;
  for (gsize i = 0; i < n_segments; i += batch)
    draw_batch ((CairoCanvas *) canvas, paint, segments + i, MIN (batch, n_segments - i));
}

static void
fill_polygon (SpurCanvas *canvas,
              SpurLayer layer,
              const SpurPaint *paint,
              const SpurPoint *points,
              gsize n_points)
{
  cairo_t *context = ((CairoCanvas *) canvas)->context;

  if (n_points < 3 || !has_room ((CairoCanvas *) canvas, n_points))
    return;
  cairo_move_to (context, points[0].x, points[0].y);
  for (gsize i = 1; i < n_points; i++)
    cairo_line_to (context, points[i].x, points[i].y);
  cairo_close_path (context);
  use_color ((CairoCanvas *) canvas, paint->color, paint->dark_color, paint->opacity);
  cairo_fill (context);
}

static void
add_polygon (cairo_t *context, const SpurPoint *at, double r, const double (*corners)[2], guint n)
{
  for (guint i = 0; i < n; i++)
    cairo_line_to (context, at->x + r * corners[i][0], at->y + r * corners[i][1]);
  cairo_close_path (context);
}

/* Adds the path of one sign and says whether it is filled. */
static gboolean
add_glyph (cairo_t *context, SpurGlyph glyph, const SpurPoint *at, double r)
{
  static const double square[4][2] = {
    { -0.85, -0.85 }, { 0.85, -0.85 }, { 0.85, 0.85 }, { -0.85, 0.85 }
  };
  static const double diamond[4][2] = { { 0, -1.15 }, { 1.15, 0 }, { 0, 1.15 }, { -1.15, 0 } };
  static const double triangle[3][2] = { { 0, -1.1 }, { 1.0, 0.75 }, { -1.0, 0.75 } };
  static const double inverted[3][2] = { { 0, 1.1 }, { 1.0, -0.75 }, { -1.0, -0.75 } };

  cairo_new_sub_path (context);
  if (glyph == SPUR_GLYPH_SQUARE)
    add_polygon (context, at, r, square, 4);
  else if (glyph == SPUR_GLYPH_DIAMOND)
    add_polygon (context, at, r, diamond, 4);
  else if (glyph == SPUR_GLYPH_TRIANGLE)
    add_polygon (context, at, r, triangle, 3);
  else if (glyph == SPUR_GLYPH_TRIANGLE_DOWN)
    add_polygon (context, at, r, inverted, 3);
  else if (glyph == SPUR_GLYPH_CROSS)
    {
      cairo_move_to (context, at->x - r * 0.8, at->y - r * 0.8);
      cairo_line_to (context, at->x + r * 0.8, at->y + r * 0.8);
      cairo_move_to (context, at->x - r * 0.8, at->y + r * 0.8);
      cairo_line_to (context, at->x + r * 0.8, at->y - r * 0.8);
    }
  else
    cairo_arc (context, at->x, at->y, r, 0.0, 2.0 * G_PI);
  return glyph != SPUR_GLYPH_CROSS && glyph != SPUR_GLYPH_RING;
}

static void
draw_glyphs (SpurCanvas *canvas,
             SpurLayer layer,
             const SpurPaint *paint,
             SpurGlyph glyph,
             const SpurPoint *points,
             gsize n_points)
{
  cairo_t *context = ((CairoCanvas *) canvas)->context;
  double r = paint->width_px / 2.0;
  /* Both sides of the outline, of which the sign covers the inner one. */
  double rim_px = MIN (3.0, 1.0 + r);

  if (!has_room ((CairoCanvas *) canvas, GLYPH_POINTS * n_points))
    return;
  for (gsize i = 0; i < n_points; i++)
    {
      gboolean filled;

      cairo_new_path (context);
      filled = add_glyph (context, glyph, &points[i], r);
      use_color ((CairoCanvas *) canvas, SPUR_COLOR_PAPER, 0, 0.9);
      cairo_set_line_width (context, rim_px);
      cairo_stroke_preserve (context);
      use_color ((CairoCanvas *) canvas, paint->color, paint->dark_color, paint->opacity);
      cairo_set_line_width (context, 1.4);
      if (filled)
        cairo_fill (context);
      else
        cairo_stroke (context);
    }
}

static void
set_text (CairoCanvas *self, const SpurText *text)
{
  PangoFontDescription *font = pango_font_description_from_string ("Sans");

  pango_font_description_set_absolute_size (font, text->size_px * PANGO_SCALE);
  pango_font_description_set_weight (font, text->bold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL);
  pango_layout_set_font_description (self->layout, font);
  pango_font_description_free (font);
  pango_layout_set_single_paragraph_mode (self->layout, TRUE);
  pango_layout_set_text (self->layout, text->text, -1);
  pango_layout_set_width (self->layout,
                          text->max_width_px > 0.0 ? (int) (text->max_width_px * PANGO_SCALE) : -1);
  /* Names at the side of rows often differ only at their ends. */
  pango_layout_set_ellipsize (self->layout, text->max_width_px <= 0.0       ? PANGO_ELLIPSIZE_NONE
                                            : text->align == SPUR_ALIGN_END ? PANGO_ELLIPSIZE_MIDDLE
                                                                            : PANGO_ELLIPSIZE_END);
}

static double
layout_width (CairoCanvas *self)
{
  PangoRectangle extents;

  pango_layout_get_extents (self->layout, NULL, &extents);
  return (double) extents.width / PANGO_SCALE;
}

static void
draw_text (SpurCanvas *canvas, SpurLayer layer, const SpurText *text)
{
  CairoCanvas *self = (CairoCanvas *) canvas;
  double x = text->at.x;
  double baseline;

  if (!has_room (self, strlen (text->text) * LETTER_BYTES / POINT_BYTES))
    return;
  set_text (self, text);
  if (text->align == SPUR_ALIGN_CENTER)
    x -= layout_width (self) / 2.0;
  else if (text->align == SPUR_ALIGN_END)
    x -= layout_width (self);
  baseline = (double) pango_layout_get_baseline (self->layout) / PANGO_SCALE;
  cairo_move_to (self->context, x, text->at.y - baseline);
  use_color (self, text->color, text->dark_color, 1.0);
  pango_cairo_show_layout (self->context, self->layout);
}

static double
measure_text (SpurCanvas *canvas, const SpurText *text)
{
  CairoCanvas *self = (CairoCanvas *) canvas;

  set_text (self, text);
  return layout_width (self);
}

static void
begin_plot (SpurCanvas *canvas, const SpurRect *plot)
{
  CairoCanvas *self = (CairoCanvas *) canvas;
  cairo_surface_t *image;

  if (self->max_plot_pixels == 0)
    return;
  self->plot = *plot;
  self->scale = MIN (sqrt (self->max_plot_pixels / (plot->width * plot->height)), MAX_PLOT_SCALE);
  image = spur_image_new ((guint) MAX (ceil (plot->width * self->scale), 1.0),
                          (guint) MAX (ceil (plot->height * self->scale), 1.0));
  self->behind = self->context;
  self->context = cairo_create (image);
  use_color (self, SPUR_COLOR_PAPER, 0, 1.0);
  cairo_paint (self->context);
  cairo_scale (self->context, self->scale, self->scale);
  cairo_translate (self->context, -plot->x, -plot->y);
  cairo_surface_destroy (image);
}

/* An SVG file holds images as PNG files. Where none is given, cairo makes one, which takes longer.
 */
static void
attach_png (cairo_surface_t *image)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  gsize n_bytes;
  guint8 *data;

  if (!spur_png_append (image, bytes))
    return;
  data = g_byte_array_steal (bytes, &n_bytes);
  if (cairo_surface_set_mime_data (image, CAIRO_MIME_TYPE_PNG, data, n_bytes, g_free, data) !=
      CAIRO_STATUS_SUCCESS)
    g_free (data);
}

static void
end_plot (SpurCanvas *canvas)
{
  CairoCanvas *self = (CairoCanvas *) canvas;
  cairo_t *context = self->behind;

  if (context == NULL)
    return;
  cairo_save (context);
  cairo_translate (context, self->plot.x, self->plot.y);
  cairo_scale (context, 1.0 / self->scale, 1.0 / self->scale);
  if (cairo_surface_get_type (cairo_get_target (context)) == CAIRO_SURFACE_TYPE_SVG)
    attach_png (cairo_get_target (self->context));
  cairo_set_source_surface (context, cairo_get_target (self->context), 0.0, 0.0);
  cairo_paint (context);
  cairo_restore (context);
  cairo_destroy (self->context);
  self->context = context;
  self->behind = NULL;
}

static gboolean
fill_columns (SpurCanvas *canvas,
              SpurLayer layer,
              const SpurPaint *paint,
              const SpurColumns *columns)
{
  CairoCanvas *self = (CairoCanvas *) canvas;
  cairo_matrix_t matrix;

  if (self->image == NULL)
    return FALSE;
  cairo_get_matrix (self->context, &matrix);
  return spur_canvas_paint_columns (self->image, &matrix,
                                    find_color (self, paint->color, paint->dark_color),
                                    paint->opacity, columns);
}

cairo_t *
spur_cairo_canvas_get_context (SpurCanvas *canvas)
{
  return ((CairoCanvas *) canvas)->context;
}

void
spur_cairo_canvas_set_image (SpurCanvas *canvas, cairo_surface_t *image)
{
  ((CairoCanvas *) canvas)->image = image;
}

void
spur_cairo_canvas_set_dark (SpurCanvas *canvas, gboolean is_dark)
{
  ((CairoCanvas *) canvas)->is_dark = is_dark;
}

void
spur_cairo_canvas_set_max_bytes (SpurCanvas *canvas, gsize max_bytes)
{
  ((CairoCanvas *) canvas)->max_bytes = max_bytes;
}

gboolean
spur_cairo_canvas_is_full (SpurCanvas *canvas)
{
  CairoCanvas *self = (CairoCanvas *) canvas;

  return self->n_bytes > self->max_bytes;
}

void
spur_cairo_canvas_set_plot_pixels (SpurCanvas *canvas, guint max_pixels)
{
  ((CairoCanvas *) canvas)->max_plot_pixels = max_pixels;
}

SpurCanvas *
spur_cairo_canvas_new (cairo_t *context)
{
  CairoCanvas *self = g_new0 (CairoCanvas, 1);
  cairo_font_options_t *options = cairo_font_options_create ();

  self->canvas = (SpurCanvas){ fill_rects,   draw_segments, fill_polygon, draw_glyphs, draw_text,
                               measure_text, begin_plot,    end_plot,     fill_columns };
  self->context = cairo_reference (context);
  self->layout = pango_cairo_create_layout (context);
  /* The same text at every scale: no hinting, no rounding to whole pixels. */
  cairo_font_options_set_hint_style (options, CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_hint_metrics (options, CAIRO_HINT_METRICS_OFF);
  pango_cairo_context_set_font_options (pango_layout_get_context (self->layout), options);
  cairo_font_options_destroy (options);
  return &self->canvas;
}

void
spur_cairo_canvas_free (SpurCanvas *canvas)
{
  CairoCanvas *self = (CairoCanvas *) canvas;

  g_object_unref (self->layout);
  cairo_destroy (self->context);
  g_free (self);
}

gboolean
spur_segment_clip (SpurSegment *segment, const SpurRect *plot, gboolean *head_is_cut)
{
  double left = plot->x, right = plot->x + plot->width;
  double dx = segment->to.x - segment->from.x, dy = segment->to.y - segment->from.y;
  double enter = 0.0, leave = 1.0;
  SpurPoint from = segment->from;

  *head_is_cut = segment->to.x < left || segment->to.x > right;
  if (MAX (segment->from.x, segment->to.x) < left || MIN (segment->from.x, segment->to.x) > right)
    return FALSE;
  if (dx != 0.0)
    {
      double at_left = (left - from.x) / dx, at_right = (right - from.x) / dx;

      enter = MAX (enter, MIN (at_left, at_right));
      leave = MIN (leave, MAX (at_left, at_right));
    }
  segment->from = (SpurPoint){ from.x + enter * dx, from.y + enter * dy };
  segment->to = (SpurPoint){ from.x + leave * dx, from.y + leave * dy };
  return TRUE;
}
