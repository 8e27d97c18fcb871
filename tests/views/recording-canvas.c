/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "recording-canvas.h"

#include <math.h>
#include <string.h>

#define RED 0xd0021b

static void
note (RecordingCanvas *self, SpurLayer layer, const SpurPaint *paint, gsize n)
{
  if (layer == SPUR_LAYER_FRAME || n == 0)
    return;
  g_hash_table_add (self->colors, GUINT_TO_POINTER (paint->color));
  if (paint->color == RED)
    self->n_red += (guint) n;
}

static void
check (RecordingCanvas *self, double a, double b)
{
  self->n_bad += !isfinite (a) || !isfinite (b);
}

static void
fill_rects (
  SpurCanvas *canvas, SpurLayer layer, const SpurPaint *paint, const SpurRect *rects, gsize n_rects)
{
  RecordingCanvas *self = (RecordingCanvas *) canvas;

  note (self, layer, paint, n_rects);
  self->n_rects[layer] += (guint) n_rects;
  for (gsize i = 0; i < n_rects; i++)
    {
      check (self, rects[i].x, rects[i].y);
      self->n_bad += !(rects[i].width >= 0.0) || !(rects[i].height >= 0.0);
      if (layer != SPUR_LAYER_BAR)
        continue;
      self->top_of_bars = MIN (self->top_of_bars, rects[i].y);
      self->foot_of_bars = MAX (self->foot_of_bars, rects[i].y + rects[i].height);
    }
}

static void
draw_segments (SpurCanvas *canvas,
               SpurLayer layer,
               const SpurPaint *paint,
               const SpurSegment *segments,
               gsize n_segments)
{
  RecordingCanvas *self = (RecordingCanvas *) canvas;

  note (self, layer, paint, n_segments);
  self->n_segments[layer] += (guint) n_segments;
  for (gsize i = 0; i < n_segments; i++)
    {
      check (self, segments[i].from.x, segments[i].from.y);
      check (self, segments[i].to.x, segments[i].to.y);
      if (layer == SPUR_LAYER_MESSAGE)
        self->message_y = segments[i].to.y;
      if (layer != SPUR_LAYER_GLYPH)
        continue;
      g_print ("# %g %g %g %g w%g\n", segments[i].from.x, segments[i].from.y, segments[i].to.x,
               segments[i].to.y, paint->width_px);
      self->top_of_lines = MIN (self->top_of_lines, MIN (segments[i].from.y, segments[i].to.y));
      self->foot_of_lines = MAX (self->foot_of_lines, MAX (segments[i].from.y, segments[i].to.y));
    }
}

static void
fill_polygon (SpurCanvas *canvas,
              SpurLayer layer,
              const SpurPaint *paint,
              const SpurPoint *points,
              gsize n_points)
{
  RecordingCanvas *self = (RecordingCanvas *) canvas;

  if (n_points < 3)
    return;
  note (self, layer, paint, 1);
  self->n_polygons[layer]++;
  for (gsize i = 0; i < n_points; i++)
    check (self, points[i].x, points[i].y);
}

static void
draw_glyphs (SpurCanvas *canvas,
             SpurLayer layer,
             const SpurPaint *paint,
             SpurGlyph glyph,
             const SpurPoint *points,
             gsize n_points)
{
  RecordingCanvas *self = (RecordingCanvas *) canvas;

  note (self, layer, paint, n_points);
  self->n_glyphs[layer] += (guint) n_points;
  for (gsize i = 0; i < n_points && layer == SPUR_LAYER_GLYPH; i++)
    {
      self->top_of_glyphs = MIN (self->top_of_glyphs, points[i].y - paint->width_px / 2.0);
      self->largest_glyph = MAX (self->largest_glyph, paint->width_px);
    }
}

static void
draw_text (SpurCanvas *canvas, SpurLayer layer, const SpurText *text)
{
  RecordingCanvas *self = (RecordingCanvas *) canvas;

  check (self, text->at.x, text->at.y);
  if (layer == SPUR_LAYER_BAR)
    self->name_y = text->at.y;
  g_ptr_array_add (self->texts, g_strdup (text->text));
}

static double
measure_text (SpurCanvas *canvas, const SpurText *text)
{
  return (double) g_utf8_strlen (text->text, -1) * text->size_px * 0.6;
}

RecordingCanvas *
recording_canvas_new (void)
{
  RecordingCanvas *self = g_new0 (RecordingCanvas, 1);

  self->canvas =
    (SpurCanvas){ fill_rects, draw_segments, fill_polygon, draw_glyphs, draw_text, measure_text };
  self->colors = g_hash_table_new (NULL, NULL);
  self->texts = g_ptr_array_new_with_free_func (g_free);
  self->top_of_bars = self->top_of_glyphs = self->top_of_lines = INFINITY;
  self->foot_of_lines = -INFINITY;
  return self;
}

void
recording_canvas_free (RecordingCanvas *self)
{
  g_hash_table_unref (self->colors);
  g_ptr_array_unref (self->texts);
  g_free (self);
}

gboolean
recording_canvas_has_text (RecordingCanvas *self, const char *text)
{
  return g_ptr_array_find_with_equal_func (self->texts, text, g_str_equal, NULL);
}
