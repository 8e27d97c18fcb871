/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Draws pictures with cairo. */
#include <math.h>
#include <pango/pangocairo.h>

#include "visualizers/canvas/spur-canvas-internal.h"

/* A stroke of thousands of crossing lines in one path takes cairo quadratic time. */
#define STROKE_BATCH 100

typedef struct
{
  SpurCanvas canvas;
  cairo_t *context;
  PangoLayout *layout;
} CairoCanvas;

static void
use_color (cairo_t *context, guint32 color, double opacity)
{
  cairo_set_source_rgba (context, ((color >> 16) & 0xff) / 255.0, ((color >> 8) & 0xff) / 255.0,
                         (color & 0xff) / 255.0, opacity);
}

static void
fill_rects (
  SpurCanvas *canvas, SpurLayer layer, const SpurPaint *paint, const SpurRect *rects, gsize n_rects)
{
  cairo_t *context = ((CairoCanvas *) canvas)->context;

  if (n_rects == 0)
    return;
  for (gsize i = 0; i < n_rects; i++)
    cairo_rectangle (context, rects[i].x, rects[i].y, rects[i].width, rects[i].height);
  use_color (context, paint->color, paint->opacity);
  cairo_fill (context);
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
draw_batch (cairo_t *context, const SpurPaint *paint, const SpurSegment *segments, gsize n_segments)
{
  double shorten = paint->head_px * 0.8;

  if (paint->halo_px > 0.0)
    {
      use_color (context, 0xffffff, 0.9);
      cairo_set_line_width (context, paint->width_px + 2.0 * paint->halo_px);
      add_lines (context, segments, n_segments, shorten);
      cairo_stroke (context);
      add_heads (context, segments, n_segments, paint->head_px, paint->halo_px);
      cairo_fill (context);
    }
  use_color (context, paint->color, paint->opacity);
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
  cairo_t *context = ((CairoCanvas *) canvas)->context;
  /* One by one, so that the halo of an arrow parts it from those before it. */
  gsize batch = paint->halo_px > 0.0 ? 1 : STROKE_BATCH;

  for (gsize i = 0; i < n_segments; i += batch)
    draw_batch (context, paint, segments + i, MIN (batch, n_segments - i));
}

static void
fill_polygon (SpurCanvas *canvas,
              SpurLayer layer,
              const SpurPaint *paint,
              const SpurPoint *points,
              gsize n_points)
{
  cairo_t *context = ((CairoCanvas *) canvas)->context;

  if (n_points < 3)
    return;
  cairo_move_to (context, points[0].x, points[0].y);
  for (gsize i = 1; i < n_points; i++)
    cairo_line_to (context, points[i].x, points[i].y);
  cairo_close_path (context);
  use_color (context, paint->color, paint->opacity);
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

  for (gsize i = 0; i < n_points; i++)
    {
      gboolean filled;

      cairo_new_path (context);
      filled = add_glyph (context, glyph, &points[i], r);
      use_color (context, 0xffffff, 0.9);
      cairo_set_line_width (context, 3.0);
      cairo_stroke_preserve (context);
      use_color (context, paint->color, paint->opacity);
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
  pango_layout_set_ellipsize (self->layout, text->max_width_px > 0.0 ? PANGO_ELLIPSIZE_END
                                                                     : PANGO_ELLIPSIZE_NONE);
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

  set_text (self, text);
  if (text->align == SPUR_ALIGN_CENTER)
    x -= layout_width (self) / 2.0;
  else if (text->align == SPUR_ALIGN_END)
    x -= layout_width (self);
  baseline = (double) pango_layout_get_baseline (self->layout) / PANGO_SCALE;
  cairo_move_to (self->context, x, text->at.y - baseline);
  use_color (self->context, text->color, 1.0);
  pango_cairo_show_layout (self->context, self->layout);
}

static double
measure_text (SpurCanvas *canvas, const SpurText *text)
{
  CairoCanvas *self = (CairoCanvas *) canvas;

  set_text (self, text);
  return layout_width (self);
}

SpurCanvas *
spur_cairo_canvas_new (cairo_t *context)
{
  CairoCanvas *self = g_new (CairoCanvas, 1);
  cairo_font_options_t *options = cairo_font_options_create ();

  *self = (CairoCanvas){ { fill_rects, draw_segments, fill_polygon, draw_glyphs, draw_text,
                           measure_text },
                         cairo_reference (context),
                         pango_cairo_create_layout (context) };
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
