/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* A canvas that draws nothing: for a trial, which tells how much room a drawing takes and which
 * states are seen in it. Texts are measured as on another canvas. */
#include "visualizers/canvas/spur-canvas-internal.h"

static void
fill_rects (
  SpurCanvas *self, SpurLayer layer, const SpurPaint *paint, const SpurRect *rects, gsize n_rects)
{
}

static void
draw_segments (SpurCanvas *self,
               SpurLayer layer,
               const SpurPaint *paint,
               const SpurSegment *segments,
               gsize n_segments)
{
}

static void
fill_polygon (SpurCanvas *self,
              SpurLayer layer,
              const SpurPaint *paint,
              const SpurPoint *points,
              gsize n_points)
{
}

static void
draw_glyphs (SpurCanvas *self,
             SpurLayer layer,
             const SpurPaint *paint,
             SpurGlyph glyph,
             const SpurPoint *points,
             gsize n_points)
{
}

static void
draw_text (SpurCanvas *self, SpurLayer layer, const SpurText *text)
{
}

static double
measure_text (SpurCanvas *self, const SpurText *text)
{
  SpurCanvas *canvas = ((SpurBlankCanvas *) self)->measuring;

  return canvas->measure_text (canvas, text);
}

static gboolean
fill_columns (SpurCanvas *self, SpurLayer layer, const SpurPaint *paint, const SpurColumns *columns)
{
  return TRUE;
}

SpurBlankCanvas
spur_blank_canvas (SpurCanvas *measuring)
{
  return (SpurBlankCanvas){ .canvas = { .fill_rects = fill_rects,
                                        .draw_segments = draw_segments,
                                        .fill_polygon = fill_polygon,
                                        .draw_glyphs = draw_glyphs,
                                        .draw_text = draw_text,
                                        .measure_text = measure_text,
                                        .fill_columns = fill_columns },
                            .measuring = measuring };
}
