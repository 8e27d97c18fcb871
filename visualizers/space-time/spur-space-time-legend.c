/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The legend of a space-time picture: colours of states, then styles that have marks. */
#include "visualizers/space-time/spur-space-time-internal.h"
#include "visualizers/style/spur-legend-internal.h"

#define SAMPLE_PX SPUR_LEGEND_SAMPLE_PX
#define ARROW_PX 26.0
/* As much of a colour is seen: what the smallest sign covers. */
#define LEAST_SEEN_PX2 9.0

static void
draw_lines (SpurLegend *flow, const SpurPaint *paint, const SpurSegment *lines, gsize n_lines)
{
  flow->canvas->draw_segments (flow->canvas, SPUR_LAYER_FRAME, paint, lines, n_lines);
}

static void
draw_sign (SpurLegend *flow, const SpurPaint *paint, SpurGlyph glyph, const SpurPoint *middle)
{
  flow->canvas->draw_glyphs (flow->canvas, SPUR_LAYER_FRAME, paint, glyph, middle, 1);
}

/* A little staircase, with the value that the height of a lane stands for. */
static void
add_level (SpurLegend *flow, const SpurStyle *style, double largest)
{
  g_autofree char *label = spur_legend_describe_level (style, largest);
  SpurPoint at = spur_legend_place_entry (flow, label, ARROW_PX);
  double middle = at.x + ARROW_PX / 2.0;
  const SpurSegment steps[] = { { { at.x, at.y + 4.0 }, { middle, at.y + 4.0 } },
                                { { middle, at.y + 4.0 }, { middle, at.y - 4.0 } },
                                { { middle, at.y - 4.0 }, { at.x + ARROW_PX, at.y - 4.0 } } };
  const SpurPaint paint = spur_paint_of_style (style);

  draw_lines (flow, &paint, steps, G_N_ELEMENTS (steps));
}

static void
add_link (SpurLegend *flow, const SpurStyle *style)
{
  SpurPoint at = spur_legend_place_entry (flow, style->label, SAMPLE_PX);
  const SpurPoint middle = { at.x + SAMPLE_PX / 2.0, at.y };
  const SpurSegment line = { { middle.x, at.y - 8.0 }, { middle.x, at.y + 8.0 } };
  SpurPaint paint = spur_paint_of_style (style);

  paint.width_px = MAX (style->width_px / 5.0, 0.8);
  draw_lines (flow, &paint, &line, 1);
  paint.width_px = style->width_px;
  draw_sign (flow, &paint, style->glyph, &middle);
}

static void
add_arrow (SpurLegend *flow, const char *label, guint32 color, double width_px, double dash_px)
{
  SpurPoint at = spur_legend_place_entry (flow, label, ARROW_PX);
  const SpurSegment segment = { { at.x, at.y }, { at.x + ARROW_PX, at.y } };
  const SpurPaint paint = {
    .color = color, .opacity = 1.0, .width_px = width_px, .head_px = 7.0, .dash_px = dash_px
  };

  draw_lines (flow, &paint, &segment, 1);
}

static void
add_band (SpurLegend *flow, const char *label, guint32 color, double opacity)
{
  SpurPoint at = spur_legend_place_entry (flow, label, SAMPLE_PX);
  const SpurRect rect = { at.x, at.y - SAMPLE_PX / 2.0, SAMPLE_PX, SAMPLE_PX };
  const SpurPaint paint = { .color = color, .opacity = opacity };

  flow->canvas->fill_rects (flow->canvas, SPUR_LAYER_FRAME, &paint, &rect, 1);
}

/* Which styles have marks in the scene. */
static gboolean *
find_used_styles (SpurScene *scene)
{
  gboolean *used = g_new0 (gboolean, scene->styles->len + 1);
  const SpurSceneArrow *arrows = (const SpurSceneArrow *) scene->arrows->data;

  for (gsize i = 0; i < scene->arrows->len; i++)
    if (!arrows[i].violated)
      used[arrows[i].style] = TRUE;
  for (gsize i = 0; i < scene->glyphs->len; i++)
    used[g_array_index (scene->glyphs, SpurSceneGlyph, i).style] = TRUE;
  for (gsize i = 0; i < scene->values->len; i++)
    used[g_array_index (scene->values, SpurSceneValue, i).style] = TRUE;
  return used;
}

static void
add_style (SpurLegend *flow, const SpurStyle *style)
{
  const SpurPaint paint = { .color = style->color,
                            .opacity = style->opacity,
                            .width_px = style->width_px };

  if (style->form == SPUR_FORM_MESSAGE || style->form == SPUR_FORM_MOVE)
    add_arrow (flow, style->label, style->color, MAX (style->width_px, 1.0), style->dash_px);
  else if (style->form == SPUR_FORM_LINK)
    add_link (flow, style);
  else
    {
      SpurPoint at = spur_legend_place_entry (flow, style->label, SAMPLE_PX);
      const SpurPoint middle = { at.x + SAMPLE_PX / 2.0, at.y };
      const SpurSegment tick = { { middle.x, at.y - 5.0 }, { middle.x, at.y + 5.0 } };

      if (style->form == SPUR_FORM_TICK)
        draw_lines (flow, &paint, &tick, 1);
      else
        draw_sign (flow, &paint, style->glyph, &middle);
    }
}

/* Signs of several sizes are one entry. */
static gboolean
is_there (const SpurStyle *styles, const gboolean *used, gsize index)
{
  const SpurStyle *style = &styles[index];

  for (gsize i = 0; i < index; i++)
    if (used[i] && styles[i].form == style->form && styles[i].glyph == style->glyph &&
        styles[i].color == style->color && g_strcmp0 (styles[i].label, style->label) == 0)
      return TRUE;
  return FALSE;
}

static void
add_bands (SpurLegend *flow, const SpurSpaceTime *self)
{
  guint n_violated = 0;

  for (guint i = 0; i < self->bands->len; i++)
    n_violated += g_array_index (self->bands, SpurBand, i).violated != 0;
  if (n_violated < self->bands->len)
    add_band (flow, "collective operation", 0x6a5f9c, 0.3);
  if (n_violated > 0)
    add_band (flow, "left before all had entered", SPUR_COLOR_VIOLATION, 0.45);
}

static void
add_styles (SpurLegend *flow, SpurSpaceTime *self)
{
  const SpurStyle *styles = (const SpurStyle *) self->scene->styles->data;
  g_autofree gboolean *used = find_used_styles (self->scene);

  for (gsize i = 0; i < self->scene->styles->len; i++)
    if (used[i] && styles[i].label != NULL && styles[i].form == SPUR_FORM_LEVEL)
      add_level (flow, &styles[i], spur_space_time_get_largest (self, (guint) i));
    else if (used[i] && styles[i].label != NULL && !is_there (styles, used, i))
      add_style (flow, &styles[i]);
  if (self->counts.n_violated_drawn > 0)
    add_arrow (flow, "received before sent", SPUR_COLOR_VIOLATION, 1.2, 0.0);
  add_bands (flow, self);
}

static void
add_span_times (SpurSpaceTime *self, gint64 *times_ns)
{
  gsize n_spans;
  const SpurSpan *spans = spur_history_get_spans (self->history, &n_spans);

  for (guint i = 0; i < self->tracks->len; i++)
    {
      const SpurTrack *track = g_ptr_array_index (self->tracks, i);

      for (guint k = 0; k < track->spans->len; k++)
        {
          const SpurSpan *span = &spans[g_array_index (track->spans, guint32, k)];
          gint64 begin_ns = MAX (span->begin_ns, self->from_ns);

          times_ns[spur_palette_find (self->palette, span->state)] +=
            MAX (MIN (span->end_ns, self->to_ns) - begin_ns, 0);
        }
    }
}

static void
add_cell_times (SpurSpaceTime *self, gint64 *times_ns)
{
  guint n_states = spur_definitions_get_n_states (spur_trace_get_definitions (self->trace));
  SpurIndexWindow window = { self->from_ns, self->to_ns, 1, self->raw };
  g_autofree gint64 *state_ns = g_new0 (gint64, (gsize) n_states + 1);

  for (guint i = 0; i < self->tracks->len; i++)
    {
      const SpurTrack *track = g_ptr_array_index (self->tracks, i);

      spur_index_add_times (self->index, track->stream, &window, state_ns);
    }
  for (guint32 i = 0; i <= n_states; i++)
    times_ns[spur_palette_find (self->palette, i)] += state_ns[i];
}

gboolean *
spur_space_time_find_shown (SpurSpaceTime *self, gint64 least_ns)
{
  g_autofree gint64 *times_ns = g_new0 (gint64, self->palette->n_swatches);
  gboolean *is_shown = g_new0 (gboolean, self->palette->n_swatches);

  if (self->has_cells)
    add_cell_times (self, times_ns);
  else
    add_span_times (self, times_ns);
  for (guint i = 0; i < self->palette->n_swatches; i++)
    is_shown[i] = times_ns[i] > 0 && times_ns[i] >= least_ns;
  return is_shown;
}

/* What lasts shorter cannot be seen, were it on a row that has all the height of its lane. */
gboolean *
spur_space_time_legend_find (SpurSpaceTime *self, const SpurSpaceTimeSize *size)
{
  double lane_px2 = size->width_px * size->height_px / MAX (self->lanes->n_lanes, 1);
  double span_ns = (double) (self->to_ns - self->from_ns);

  return spur_space_time_find_shown (self, (gint64) (span_ns * LEAST_SEEN_PX2 / lane_px2));
}

void
spur_space_time_legend_limit (SpurSpaceTime *self, gboolean *is_shown, const double *seen_px2)
{
  for (guint i = 0; i < self->palette->n_swatches; i++)
    is_shown[i] = is_shown[i] && seen_px2[i] >= LEAST_SEEN_PX2;
}

double
spur_space_time_legend_measure (SpurSpaceTime *self,
                                SpurCanvas *canvas,
                                const SpurSpaceTimeSize *size,
                                SpurPoint at,
                                const gboolean *is_shown)
{
  SpurBlankCanvas blank = spur_blank_canvas (canvas);

  return spur_space_time_legend_draw (self, &blank.canvas, size, at, is_shown);
}

double
spur_space_time_legend_draw (SpurSpaceTime *self,
                             SpurCanvas *canvas,
                             const SpurSpaceTimeSize *size,
                             SpurPoint at,
                             const gboolean *is_shown)
{
  SpurLegend flow = {
    .canvas = canvas, .left = at.x, .right = size->width_px - at.x, .x = at.x, .y = at.y
  };

  spur_legend_add_palette (&flow, self->palette, is_shown);
  spur_legend_end_row (&flow);
  add_styles (&flow, self);
  return spur_legend_get_bottom (&flow);
}
