/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "visualizers/canvas/spur-canvas.h"

/**
 * SpurCanvas:
 *
 * What a view draws on: a file, a window, or a test that only counts.
 *
 * Lengths are in pixels of the picture at scale 1, from the upper left corner.
 *
 * Since: 1.0
 */
G_DEFINE_ABSTRACT_TYPE (SpurCanvas, spur_canvas, G_TYPE_OBJECT)

static void
spur_canvas_class_init (SpurCanvasClass *klass)
{
}

static void
spur_canvas_init (SpurCanvas *self)
{
}

/**
 * spur_canvas_fill_rects:
 * @self: a canvas
 * @layer: what the rectangles belong to
 * @paint: how they are filled
 * @rects: (array length=n_rects): the rectangles
 * @n_rects: how many
 *
 * Fills rectangles of one colour.
 *
 * Since: 1.0
 */
void
spur_canvas_fill_rects (
  SpurCanvas *self, SpurLayer layer, const SpurPaint *paint, const SpurRect *rects, gsize n_rects)
{
  g_return_if_fail (SPUR_IS_CANVAS (self));
  g_return_if_fail (paint != NULL);

  if (n_rects > 0)
    SPUR_CANVAS_GET_CLASS (self)->fill_rects (self, layer, paint, rects, n_rects);
}

/**
 * spur_canvas_draw_segments:
 * @self: a canvas
 * @layer: what the lines belong to
 * @paint: how they are drawn
 * @segments: (array length=n_segments): the lines
 * @n_segments: how many
 *
 * Draws straight lines; arrows where @paint has a head.
 *
 * Since: 1.0
 */
void
spur_canvas_draw_segments (SpurCanvas *self,
                           SpurLayer layer,
                           const SpurPaint *paint,
                           const SpurSegment *segments,
                           gsize n_segments)
{
  g_return_if_fail (SPUR_IS_CANVAS (self));
  g_return_if_fail (paint != NULL);

  if (n_segments > 0)
    SPUR_CANVAS_GET_CLASS (self)->draw_segments (self, layer, paint, segments, n_segments);
}

/**
 * spur_canvas_fill_polygon:
 * @self: a canvas
 * @layer: what the shape belongs to
 * @paint: how it is filled
 * @points: (array length=n_points): its corners
 * @n_points: how many; at least 3
 *
 * Fills a closed shape.
 *
 * Since: 1.0
 */
void
spur_canvas_fill_polygon (SpurCanvas *self,
                          SpurLayer layer,
                          const SpurPaint *paint,
                          const SpurPoint *points,
                          gsize n_points)
{
  g_return_if_fail (SPUR_IS_CANVAS (self));
  g_return_if_fail (paint != NULL);

  if (n_points >= 3)
    SPUR_CANVAS_GET_CLASS (self)->fill_polygon (self, layer, paint, points, n_points);
}

/**
 * spur_canvas_draw_glyphs:
 * @self: a canvas
 * @layer: what the signs belong to
 * @paint: how they are drawn; the width is their size
 * @glyph: which sign
 * @points: (array length=n_points): their middles
 * @n_points: how many
 *
 * Draws signs.
 *
 * Since: 1.0
 */
void
spur_canvas_draw_glyphs (SpurCanvas *self,
                         SpurLayer layer,
                         const SpurPaint *paint,
                         SpurGlyph glyph,
                         const SpurPoint *points,
                         gsize n_points)
{
  g_return_if_fail (SPUR_IS_CANVAS (self));
  g_return_if_fail (paint != NULL);

  if (n_points > 0)
    SPUR_CANVAS_GET_CLASS (self)->draw_glyphs (self, layer, paint, glyph, points, n_points);
}

/**
 * spur_canvas_draw_text:
 * @self: a canvas
 * @layer: what the text belongs to
 * @text: the text and its place
 *
 * Draws a line of text.
 *
 * Since: 1.0
 */
void
spur_canvas_draw_text (SpurCanvas *self, SpurLayer layer, const SpurText *text)
{
  g_return_if_fail (SPUR_IS_CANVAS (self));
  g_return_if_fail (text != NULL && text->text != NULL);

  SPUR_CANVAS_GET_CLASS (self)->draw_text (self, layer, text);
}

/**
 * spur_canvas_measure_text:
 * @self: a canvas
 * @text: the text; its place does not matter
 *
 * Measures a line of text.
 *
 * Returns: its width in pixels
 *
 * Since: 1.0
 */
double
spur_canvas_measure_text (SpurCanvas *self, const SpurText *text)
{
  g_return_val_if_fail (SPUR_IS_CANVAS (self), 0.0);
  g_return_val_if_fail (text != NULL && text->text != NULL, 0.0);

  return SPUR_CANVAS_GET_CLASS (self)->measure_text (self, text);
}
