/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Draws the signs and ticks of events in a space-time picture. */
#include <stdlib.h>

#include "core/base/spur-order-internal.h"
#include "visualizers/space-time/spur-space-time-drawing-private.h"

#define COUNT_PX 8.5
/* Where signs would cover more of their strip than this share, they are smaller. */
#define CROWDED_SHARE 0.5
#define CROWDED_SIZE 0.6

/* A tick from its strip into the states, or at their upper edge. */
static SpurSegment
place_tick (const SpurDrawing *drawing, double x, guint32 lane)
{
  double top = body_top (drawing, lane);
  double length = drawing->signs_px > 0.0 ? drawing->signs_px : drawing->body_px * 0.18 + 2.0;

  top -= drawing->signs_px > 0.0 ? 0.0 : 2.0;
  return (SpurSegment){ { x, top }, { x, top + length } };
}

/* All signs and ticks of a style; smaller ones on lanes that are crowded. */
static void
draw_glyphs_of_style (const SpurDrawing *drawing, guint style_index, gboolean is_crowded)
{
  const SpurStyle *style = &drawing->styles[style_index];
  g_autoptr (GArray) ticks = g_array_new (FALSE, FALSE, sizeof (SpurSegment));
  g_autoptr (GArray) points = g_array_new (FALSE, FALSE, sizeof (SpurPoint));
  SpurPaint paint = spur_paint_of_style (style);
  GArray *all = drawing->picture->scene->glyphs;
  const SpurSceneGlyph *glyphs = (const SpurSceneGlyph *) all->data;

  for (gsize i = 0; i < all->len; i++)
    {
      const SpurPoint point = { to_x (drawing, glyphs[i].time_ns),
                                signs_middle (drawing, glyphs[i].lane) };
      const SpurSegment tick = place_tick (drawing, point.x, glyphs[i].lane);

      if (glyphs[i].style != style_index || drawing->is_crowded[glyphs[i].lane] != is_crowded)
        continue;
      if (style->form == SPUR_FORM_TICK)
        g_array_append_val (ticks, tick);
      else
        g_array_append_val (points, point);
    }
  paint.dash_px = 0.0;
  draw_segments (drawing, SPUR_LAYER_GLYPH, &paint, ticks);
  paint.width_px = MIN (paint.width_px, MAX (drawing->lane_px * 0.6, 2.0));
  if (is_crowded)
    paint.width_px = MAX (paint.width_px * CROWDED_SIZE, MIN (paint.width_px, 3.0));
  drawing->canvas->draw_glyphs (drawing->canvas, SPUR_LAYER_GLYPH, &paint, style->glyph,
                                (const SpurPoint *) points->data, points->len);
}

SPUR_DEFINE_ORDER (compare_glyphs, SpurSceneGlyph, SPUR_BY_3 (lane, time_ns, style))

/* Says of a mark for several events how many they are. */
static void
draw_count (const SpurDrawing *drawing, const SpurSceneGlyph *glyph, double right)
{
  double x = to_x (drawing, glyph->time_ns) + drawing->styles[glyph->style].width_px / 2.0;
  const SpurText text = { .text = SPUR_VIEW_COUNT (glyph->n_events),
                          .at = { x + 1.5, signs_middle (drawing, glyph->lane) + COUNT_PX * 0.36 },
                          .size_px = COUNT_PX,
                          .color = SPUR_COLOR_MUTED };

  if (text.at.x + drawing->canvas->measure_text (drawing->canvas, &text) < right)
    drawing->canvas->draw_text (drawing->canvas, SPUR_LAYER_GLYPH, &text);
}

/* Counts beside marks that stand for several events, where there is room up to the next mark. */
static void
draw_counts (const SpurDrawing *drawing)
{
  const GArray *all = drawing->picture->scene->glyphs;
  g_autofree SpurSceneGlyph *glyphs = g_memdup2 (all->data, all->len * sizeof *glyphs);
  double right = drawing->plot.x + drawing->plot.width;

  if (all->len > 1)
    qsort (glyphs, all->len, sizeof *glyphs, compare_glyphs);
  for (guint i = 0; i < all->len && drawing->signs_px > 0.0; i++)
    {
      const SpurSceneGlyph *next = i + 1 < all->len ? &glyphs[i + 1] : NULL;

      if (glyphs[i].n_events < 2 || drawing->is_crowded[glyphs[i].lane])
        continue;
      draw_count (drawing, &glyphs[i],
                  next != NULL && next->lane == glyphs[i].lane
                    ? to_x (drawing, next->time_ns) - drawing->styles[next->style].width_px / 2.0
                    : right);
    }
}

void
spur_space_time_draw_signs (const SpurDrawing *drawing)
{
  for (guint i = 0; i < drawing->n_styles; i++)
    for (guint is_crowded = 0; is_crowded < 2; is_crowded++)
      draw_glyphs_of_style (drawing, i, is_crowded != 0);
  draw_counts (drawing);
}

gboolean
spur_space_time_find_crowded (SpurDrawing *drawing)
{
  guint n_lanes = drawing->picture->lanes->n_lanes;
  g_autofree double *covered_px = g_new0 (double, (gsize) n_lanes + 1);
  const GArray *all = drawing->picture->scene->glyphs;
  const SpurSceneGlyph *glyphs = (const SpurSceneGlyph *) all->data;

  for (gsize i = 0; i < all->len; i++)
    if (drawing->styles[glyphs[i].style].form != SPUR_FORM_TICK)
      covered_px[glyphs[i].lane] += drawing->styles[glyphs[i].style].width_px;
  for (guint i = 0; i < n_lanes; i++)
    drawing->is_crowded[i] = covered_px[i] > drawing->plot.width * CROWDED_SHARE;
  return all->len > 0;
}
