/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Draws a space-time picture, once it is collected, on a canvas. */
#include <math.h>
#include <stdlib.h>

#include "core/base/spur-order-internal.h"
#include "visualizers/canvas/spur-time-frame-internal.h"
#include "visualizers/space-time/spur-space-time-drawing-private.h"
#include "visualizers/style/spur-legend-internal.h"

#define MARGIN_PX 28.0
#define TITLE_PX 20.0
#define LEGEND_Y_PX (MARGIN_PX + TITLE_PX * 0.8 + 50.0)
#define TEXT_PX 12.0
#define ROWS_TEXT_PX 10.0
#define LABEL_GAP_PX 12.0
#define MAX_LABEL_PX 180.0
#define AXIS_PX 46.0
#define NOTE_PX 50.0
/* With more arrows than this, heads would hide what they point at. */
#define MAX_HEADS 500
/* Where a track begins is that exact. */
#define ROUNDING_PX 1e-6
/* Widths of arrows, the last one of bundles of a thousand or more. */
#define N_WEIGHTS 5

/* Signs have a strip of their own where the lane is high enough for it, the states and what arrows
 * need between lanes. */
#define MIN_LANE_WITH_SIGNS_PX 36.0
/* Heads of arrows are up to seven pixels wide: half of one and a line keep off the states above. */
#define MIN_INNER_GAP_PX 8.0
#define MAX_INNER_PX 5.0

double
spur_space_time_get_natural_height (SpurSpaceTime *self)
{
  guint n_lanes = MAX (self->lanes->n_lanes, 1);
  double lane_px = n_lanes <= 4 ? 104.0 : CLAMP (760.0 / n_lanes, 6.0, 104.0);

  return ceil (MARGIN_PX + 110.0 + CLAMP (n_lanes * lane_px, 120.0, 2400.0) + AXIS_PX + NOTE_PX);
}

static void
draw_header (SpurDrawing *drawing)
{
  g_autofree char *subtitle = spur_space_time_get_subtitle (drawing->picture);
  SpurText text = { .text = drawing->size->title,
                    .at = { MARGIN_PX, MARGIN_PX + TITLE_PX * 0.8 },
                    .size_px = TITLE_PX,
                    .color = SPUR_COLOR_INK,
                    .bold = TRUE,
                    .max_width_px = drawing->size->width_px - 2.0 * MARGIN_PX };

  drawing->canvas->draw_text (drawing->canvas, SPUR_LAYER_FRAME, &text);
  text.text = subtitle;
  text.at.y += 22.0;
  text.size_px = TEXT_PX;
  text.bold = FALSE;
  text.color = SPUR_COLOR_MUTED;
  drawing->canvas->draw_text (drawing->canvas, SPUR_LAYER_FRAME, &text);
}

/* Labels as large as the lanes allow; with very many lanes one in several has one. */
static double
label_size (const SpurDrawing *drawing)
{
  return CLAMP (drawing->lane_px * 0.8, 7.0, TEXT_PX);
}

#define ROWS_FORMAT "%u at once"

static double
measure_labels (SpurDrawing *drawing)
{
  guint n_lanes = drawing->picture->lanes->n_lanes;
  double widest = 0.0;

  for (guint i = 0; i < n_lanes; i += MAX (n_lanes / 256, 1))
    {
      /* There are no more at once than there are rows. */
      g_autofree char *rows = g_strdup_printf (ROWS_FORMAT, drawing->picture->n_tracks_of_lane[i]);
      SpurText text = { .text = drawing->picture->lanes->all[i].name, .size_px = TEXT_PX };

      widest = MAX (widest, drawing->canvas->measure_text (drawing->canvas, &text));
      text.text = rows;
      text.size_px = ROWS_TEXT_PX;
      if (drawing->picture->n_tracks_of_lane[i] > 1)
        widest = MAX (widest, drawing->canvas->measure_text (drawing->canvas, &text));
    }
  return CLAMP (widest, 20.0, MAX_LABEL_PX);
}

/* The colour that a project gives to what the lane is, in the application's words. */
static guint32
label_color (SpurSpaceTime *self, guint lane)
{
  const SpurObject *object = spur_definitions_get_object (spur_trace_get_definitions (self->trace),
                                                          self->lanes->all[lane].target);
  guint32 color = SPUR_COLOR_INK;

  if (object != NULL)
    spur_registry_find_color (self->registry, SPUR_COLOR_OF_KIND, object->kind, &color, NULL);
  return color;
}

/* Why the bars of a lane are lower than those of another one, below its name. */
static void
draw_rows_label (SpurDrawing *drawing, guint lane, const SpurText *name)
{
  const SpurSpaceTime *self = drawing->picture;
  g_autofree char *rows = NULL;
  SpurText text = *name;
  guint n;

  if (self->n_tracks_of_lane[lane] < 2 || states_height (drawing) < 1.3 * (TEXT_PX + ROWS_TEXT_PX))
    return;
  n = spur_lane_bars_count (drawing->bars, lane, self->from_ns, self->to_ns);
  if (n < 2)
    return;
  rows = g_strdup_printf (ROWS_FORMAT, n);
  text.text = rows;
  text.at.y += ROWS_TEXT_PX * 1.3;
  text.size_px = ROWS_TEXT_PX;
  text.color = SPUR_COLOR_MUTED;
  drawing->canvas->draw_text (drawing->canvas, SPUR_LAYER_FRAME, &text);
}

static void
draw_labels (SpurDrawing *drawing, double label_px)
{
  guint n_lanes = drawing->picture->lanes->n_lanes;
  double size_px = label_size (drawing);
  guint step = (guint) MAX (ceil (size_px * 1.15 / drawing->lane_px), 1.0);

  for (guint i = 0; i < n_lanes; i += step)
    {
      SpurText text = { .text = drawing->picture->lanes->all[i].name,
                        .at = { drawing->plot.x - LABEL_GAP_PX, states_top (drawing, i) +
                                                                  states_height (drawing) / 2.0 +
                                                                  size_px * 0.36 },
                        .align = SPUR_ALIGN_END,
                        .size_px = size_px,
                        .color = label_color (drawing->picture, i),
                        .max_width_px = label_px };

      drawing->canvas->draw_text (drawing->canvas, SPUR_LAYER_FRAME, &text);
      draw_rows_label (drawing, i, &text);
    }
}

static void
draw_lines (SpurDrawing *drawing)
{
  const SpurPaint hairline = { .color = SPUR_COLOR_HAIRLINE, .opacity = 1.0, .width_px = 0.8 };
  g_autoptr (GArray) segments = g_array_new (FALSE, FALSE, sizeof (SpurSegment));
  guint n_lanes = drawing->picture->lanes->n_lanes;
  const SpurRect *plot = &drawing->plot;
  guint last = drawing->lane_px >= 5.0 ? n_lanes : 0;

  for (guint i = 0; i <= last; i++)
    {
      double y = plot->y + i * drawing->lane_px;
      const SpurSegment segment = { { plot->x, y }, { plot->x + plot->width, y } };

      g_array_append_val (segments, segment);
    }
  draw_segments (drawing, SPUR_LAYER_FRAME, &hairline, segments);
}

static SpurTimeFrame
get_frame (const SpurDrawing *drawing)
{
  const SpurSpaceTime *self = drawing->picture;

  return (SpurTimeFrame){ self->trace, self->from_ns, self->to_ns, self->zero_ns, drawing->plot };
}

static SpurStripBox
get_box (const SpurDrawing *drawing, const SpurTrack *track, double column_px)
{
  double row_px = states_height (drawing) / drawing->picture->n_tracks_of_lane[track->lane];

  return (SpurStripBox){ .x = drawing->plot.x,
                         .width = drawing->plot.width,
                         .y = states_top (drawing, track->lane) + track->index * row_px,
                         .height = row_px > 6.0 ? row_px - 1.0 : row_px,
                         .column_px = column_px };
}

/* Tracks that begin within one pixel, from the first one on, and where they are drawn. */
static SpurStripRow
group_tracks (const SpurDrawing *drawing, guint first, double column_px)
{
  const GPtrArray *all = drawing->picture->tracks;
  SpurTrack *const *tracks = (SpurTrack *const *) all->pdata + first;
  SpurStripRow row = { tracks, 1, get_box (drawing, tracks[0], column_px) };
  double top = drawing->plot.y, pixel;

  if (row.box.height >= 1.0)
    return row;
  pixel = floor (row.box.y - top + ROUNDING_PX);
  while (first + row.n_tracks < all->len)
    {
      SpurStripBox next = get_box (drawing, tracks[row.n_tracks], column_px);

      if (floor (next.y - top + ROUNDING_PX) != pixel)
        break;
      row.n_tracks++;
    }
  row.box.y = top + pixel;
  row.box.height = 1.0;
  return row;
}

static void
draw_states (SpurDrawing *drawing)
{
  SpurSpaceTime *self = drawing->picture;
  double n_pixels = CLAMP (drawing->plot.height, 1.0, MAX (self->tracks->len, 1));
  double cells = drawing->plot.width * n_pixels;
  g_autofree SpurStripRow *rows = g_new (SpurStripRow, self->tracks->len);
  double column_px = 1.0;
  guint n_rows = 0;

  while (drawing->size->max_cells > 0 && cells / column_px > drawing->size->max_cells)
    column_px *= 2.0;
  for (guint i = 0; i < self->tracks->len; i += rows[n_rows++].n_tracks)
    rows[n_rows] = group_tracks (drawing, i, column_px);
  spur_state_strips_draw (self, rows, n_rows, drawing->canvas, &drawing->sight);
}

static void
draw_names (SpurDrawing *drawing)
{
  if (drawing->sight.bars->len > 0)
    spur_state_strip_name_bars (drawing->picture, drawing->sight.bars, drawing->canvas);
  for (guint i = 0; i < drawing->picture->tracks->len; i++)
    {
      const SpurTrack *track = g_ptr_array_index (drawing->picture->tracks, i);
      SpurStripBox box = get_box (drawing, track, 1.0);

      spur_state_strip_draw_names (drawing->picture, track, drawing->canvas, &box);
    }
}

/* Where an arrow comes to a lane: at its first bar on that side, or else at its edge. A head would
 * not be seen below a sign, so it stays above that. */
static double
find_end (const SpurDrawing *drawing, guint lane, gint64 time_ns, gboolean is_from_above)
{
  const SpurTrack *track = spur_lane_bars_find (drawing->bars, lane, time_ns, is_from_above);
  const SpurSpaceTime *picture = drawing->picture;
  double top = body_top (drawing, lane), height = drawing->body_px;
  gint64 near_ns = (gint64) ((double) (picture->to_ns - picture->from_ns) * SPUR_SIGNS_PX / 2.0 /
                             drawing->plot.width);

  if (is_from_above && drawing->signs_px > 0.0 &&
      spur_lane_bars_has_sign (drawing->bars, lane, time_ns - near_ns, time_ns + near_ns))
    return top;
  if (track != NULL)
    {
      SpurStripBox box = get_box (drawing, track, 1.0);

      top = box.y;
      height = box.height;
    }
  return is_from_above ? top : top + height;
}

/* Where arrows from a lane to itself run: below its states, whose names they would cross out. Where
 * there is no room for that, states have no names. */
static double
find_inner_y (const SpurDrawing *drawing, guint lane)
{
  double top = body_top (drawing, lane), gap_px = (drawing->lane_px - drawing->body_px) / 2.0;

  if (gap_px < MIN_INNER_GAP_PX)
    return top + drawing->body_px / 2.0;
  return top + drawing->body_px + MIN (gap_px / 2.0, MAX_INNER_PX);
}

static SpurSegment
place_arrow (const SpurDrawing *drawing, const SpurSceneArrow *arrow)
{
  gboolean is_down = arrow->to_lane > arrow->from_lane;
  SpurPoint from = { to_x (drawing, arrow->from_ns), 0.0 };
  SpurPoint to = { to_x (drawing, arrow->to_ns), 0.0 };

  if (arrow->to_lane == arrow->from_lane)
    from.y = to.y = find_inner_y (drawing, arrow->from_lane);
  else
    {
      from.y = find_end (drawing, arrow->from_lane, arrow->from_ns, !is_down);
      to.y = find_end (drawing, arrow->to_lane, arrow->to_ns, is_down);
    }
  return (SpurSegment){ from, to };
}

/* Bundles are wider: by half for each power of ten of the arrows that they stand for. */
static guint
get_weight (const SpurSceneArrow *arrow)
{
  guint weight = 0;

  for (guint64 n = arrow->n_joined; n > 1 && weight + 1 < N_WEIGHTS; n /= 10)
    weight++;
  return weight;
}

/* All arrows of one style that are violated, or those that are not; by weight, those whose heads
 * are in the picture apart from those whose heads are not. */
typedef struct
{
  GArray *whole[N_WEIGHTS];
  GArray *cut[N_WEIGHTS];
  guint n_whole;
  guint n_all;
} Segments;

static void
segments_init (Segments *self, SpurDrawing *drawing, guint style_index, gboolean violated)
{
  const GArray *arrows = drawing->picture->scene->arrows;

  *self = (Segments){ .n_all = 0 };
  for (guint i = 0; i < N_WEIGHTS; i++)
    {
      self->whole[i] = g_array_new (FALSE, FALSE, sizeof (SpurSegment));
      self->cut[i] = g_array_new (FALSE, FALSE, sizeof (SpurSegment));
    }
  for (guint i = 0; i < arrows->len; i++)
    {
      const SpurSceneArrow *arrow = &g_array_index (arrows, SpurSceneArrow, i);
      guint weight = get_weight (arrow);
      gboolean head_is_cut;
      SpurSegment segment;

      if (arrow->style != style_index || arrow->violated != violated)
        continue;
      segment = place_arrow (drawing, arrow);
      if (!spur_segment_clip (&segment, &drawing->plot, &head_is_cut))
        continue;
      g_array_append_val (head_is_cut ? self->cut[weight] : self->whole[weight], segment);
      self->n_whole += !head_is_cut;
      self->n_all++;
    }
}

static void
segments_clear (Segments *self)
{
  for (guint i = 0; i < N_WEIGHTS; i++)
    {
      g_array_unref (self->whole[i]);
      g_array_unref (self->cut[i]);
    }
}

static void
draw_arrows (SpurDrawing *drawing, guint style_index, gboolean violated)
{
  const SpurStyle *style = &drawing->styles[style_index];
  gboolean is_move = style->form == SPUR_FORM_MOVE;
  SpurLayer layer = is_move    ? SPUR_LAYER_MOVE
                    : violated ? SPUR_LAYER_VIOLATION
                               : SPUR_LAYER_MESSAGE;
  double width_px = violated ? MAX (style->width_px, 0.9) : style->width_px;
  SpurPaint paint = { .color = violated ? SPUR_COLOR_VIOLATION : style->color,
                      .opacity = violated ? 0.9 : style->opacity,
                      .halo_px = is_move && drawing->lane_px > 12.0 ? 1.4 : 0.0,
                      .dash_px = style->dash_px };
  Segments segments;

  segments_init (&segments, drawing, style_index, violated);
  if (!is_move && !violated)
    paint.opacity *= CLAMP (900.0 / (segments.n_all + 1), 0.5, 1.0);
  for (guint i = 0; i < N_WEIGHTS; i++)
    {
      paint.width_px = width_px * (1.0 + 0.5 * i);
      paint.head_px = 0.0;
      draw_segments (drawing, layer, &paint, segments.cut[i]);
      if (is_move || segments.n_whole <= MAX_HEADS)
        paint.head_px = MIN (is_move ? 8.0 : 6.0, drawing->lane_px * 0.5);
      draw_segments (drawing, layer, &paint, segments.whole[i]);
    }
  segments_clear (&segments);
}

static void
draw_messages (SpurDrawing *drawing)
{
  for (guint violated = 0; violated < 2; violated++)
    for (guint i = 0; i < drawing->n_styles; i++)
      if (drawing->styles[i].form != SPUR_FORM_MOVE && drawing->styles[i].form != SPUR_FORM_LINK)
        draw_arrows (drawing, i, violated != 0);
}

/* Lines across lanes at one instant, from the middle of one lane to that of the other. */
static void
draw_links_of_style (SpurDrawing *drawing, guint style_index)
{
  SpurPaint paint = spur_paint_of_style (&drawing->styles[style_index]);
  g_autoptr (GArray) segments = g_array_new (FALSE, FALSE, sizeof (SpurSegment));
  const SpurScene *scene = drawing->picture->scene;
  const SpurSceneArrow *arrows = (const SpurSceneArrow *) scene->arrows->data;

  for (gsize i = 0; i < scene->arrows->len; i++)
    {
      SpurSegment segment = {
        { to_x (drawing, arrows[i].from_ns), signs_middle (drawing, arrows[i].from_lane) },
        { to_x (drawing, arrows[i].to_ns), signs_middle (drawing, arrows[i].to_lane) }
      };
      gboolean head_is_cut;

      if (arrows[i].style == style_index &&
          spur_segment_clip (&segment, &drawing->plot, &head_is_cut))
        g_array_append_val (segments, segment);
    }
  paint.width_px = MAX (paint.width_px / 5.0, 0.8);
  draw_segments (drawing, SPUR_LAYER_MESSAGE, &paint, segments);
}

static void
draw_links (SpurDrawing *drawing)
{
  for (guint i = 0; i < drawing->n_styles; i++)
    if (drawing->styles[i].form == SPUR_FORM_LINK)
      draw_links_of_style (drawing, i);
}

static void
draw_moves (SpurDrawing *drawing)
{
  for (guint i = 0; i < drawing->n_styles; i++)
    if (drawing->styles[i].form == SPUR_FORM_MOVE)
      {
        draw_arrows (drawing, i, FALSE);
        draw_arrows (drawing, i, TRUE);
      }
}

static void
draw_band (SpurDrawing *drawing, const SpurBand *band)
{
  const SpurBandMember *members =
    &g_array_index (drawing->picture->band_members, SpurBandMember, band->first_member);
  g_autofree SpurPoint *points = g_new (SpurPoint, 2 * (gsize) band->n_members);
  double right = drawing->plot.x + drawing->plot.width;
  SpurPaint paint = { .color = band->violated ? SPUR_COLOR_VIOLATION : 0x6a5f9c,
                      .opacity = 0.17,
                      .width_px = 0.6 };

  for (guint i = 0; i < band->n_members; i++)
    {
      double y = states_top (drawing, members[i].lane) + states_height (drawing) / 2.0;
      double enter = CLAMP (to_x (drawing, members[i].enter_ns), drawing->plot.x, right);
      double leave = CLAMP (to_x (drawing, members[i].exit_ns), drawing->plot.x, right);

      /* A band that is thinner than a line is widened to one. */
      if (fabs (leave - enter) < 0.6)
        leave = enter + 0.6;
      points[i] = (SpurPoint){ enter, y };
      points[2 * (gsize) band->n_members - 1 - i] = (SpurPoint){ leave, y };
    }
  if (band->violated)
    paint.opacity = 0.28;
  drawing->canvas->fill_polygon (drawing->canvas, SPUR_LAYER_COLLECTIVE, &paint, points,
                                 2 * (gsize) band->n_members);
}

/* Bars that visualizers added themselves, as thin lines in the lower part of their lanes. */
static void
draw_scene_bars (SpurDrawing *drawing)
{
  GArray *all = drawing->picture->scene->bars;
  const SpurSceneBar *bars = (const SpurSceneBar *) all->data;

  for (gsize i = 0; i < all->len; i++)
    {
      const SpurStyle *style = &drawing->styles[bars[i].style];
      const SpurPaint paint = { .color = style->color, .opacity = style->opacity };
      double left = MAX (to_x (drawing, bars[i].begin_ns), drawing->plot.x);
      double right = MIN (to_x (drawing, bars[i].end_ns), drawing->plot.x + drawing->plot.width);
      double height = states_height (drawing) * 0.3;
      const SpurRect rect = { left, body_top (drawing, bars[i].lane) + drawing->body_px - height,
                              MAX (right - left, 0.5), height };

      drawing->canvas->fill_rects (drawing->canvas, SPUR_LAYER_BAR, &paint, &rect, 1);
    }
}

SPUR_DEFINE_ORDER (compare_values, SpurSceneValue, SPUR_BY_4 (style, lane, series, time_ns))

/* Until when a value holds at most: what was measured leaves its target, which may be removed, or
 * ends. Values come in order of time, and so does @next through the presences. */
static gint64
find_leave_ns (const SpurPresence *presences, guint n_presences, guint *next, gint64 time_ns)
{
  while (*next < n_presences && presences[*next].end_ns <= time_ns)
    (*next)++;
  return *next < n_presences && presences[*next].begin_ns <= time_ns ? presences[*next].end_ns
                                                                     : G_MAXINT64;
}

/* Adds the steps of one series, @n_values of it, from the foot of the lane's body to its top. */
static void
add_steps (SpurDrawing *drawing, GArray *segments, const SpurSceneValue *values, gsize n_values)
{
  SpurSpaceTime *picture = drawing->picture;
  guint n_presences = 0, next = 0;
  g_autofree SpurPresence *presences =
    values->series < spur_definitions_get_n_objects (spur_trace_get_definitions (picture->trace))
      ? spur_timeline_get_presences (picture->timeline, values->series, &n_presences)
      : NULL;
  gboolean has_left = TRUE;
  double full = spur_space_time_get_full (drawing->picture, values->style);
  double foot = body_top (drawing, values->lane) + drawing->body_px;
  double height = states_height (drawing), last_y = foot;

  for (gsize i = 0; i < n_values; i++)
    {
      double share = full > 0.0 ? CLAMP (values[i].value / full, 0.0, 1.0) : 0.0;
      double y = foot - share * height;
      double x = to_x (drawing, values[i].time_ns);
      gint64 leave_ns = find_leave_ns (presences, n_presences, &next, values[i].time_ns);
      gint64 next_ns = i + 1 < n_values ? values[i + 1].time_ns : picture->to_ns;
      double end = to_x (drawing, MIN (leave_ns, next_ns));
      const SpurSegment rise = { { x, last_y }, { x, y } };
      const SpurSegment flat = { { x, y }, { end, y } };

      if (!has_left)
        g_array_append_val (segments, rise);
      if (end > x || leave_ns >= next_ns)
        g_array_append_val (segments, flat);
      has_left = leave_ns < next_ns;
      last_y = y;
    }
}

/* What was measured, as a line of steps with a white rim in its lane. */
static void
draw_levels (SpurDrawing *drawing)
{
  GArray *all = drawing->picture->scene->values;
  gsize n_values = all->len;
  g_autofree SpurSceneValue *values = g_memdup2 (all->data, n_values * sizeof *values);
  g_autoptr (GArray) segments = g_array_new (FALSE, FALSE, sizeof (SpurSegment));

  if (n_values > 1)
    qsort (values, n_values, sizeof *values, compare_values);
  for (gsize i = 0, end; i < n_values; i = end)
    {
      const SpurStyle *style = &drawing->styles[values[i].style];
      SpurPaint paint = { .color = SPUR_COLOR_PAPER,
                          .opacity = 0.85,
                          .width_px = style->width_px + 2.0 };

      for (end = i + 1; end < n_values && values[end].style == values[i].style &&
                        values[end].lane == values[i].lane &&
                        values[end].series == values[i].series;)
        end++;
      g_array_set_size (segments, 0);
      add_steps (drawing, segments, &values[i], end - i);
      draw_segments (drawing, SPUR_LAYER_GLYPH, &paint, segments);
      paint = spur_paint_of_style (style);
      draw_segments (drawing, SPUR_LAYER_GLYPH, &paint, segments);
    }
}

/* Divides a lane into what is between lanes, signs and states. */
static void
lay_out_lane (SpurDrawing *drawing)
{
  gboolean has_signs = spur_space_time_find_crowded (drawing);

  drawing->lane_px = drawing->plot.height / MAX (drawing->picture->lanes->n_lanes, 1);
  drawing->body_px = drawing->lane_px * (drawing->lane_px > 14.0 ? 0.56 : 0.8);
  if (!has_signs || drawing->lane_px < MIN_LANE_WITH_SIGNS_PX)
    return;
  drawing->signs_px = SPUR_SIGNS_PX;
  drawing->body_px += SPUR_SIGNS_PX;
}

/* What the picture leaves out must be seen before the picture is believed to be all. */
static void
draw_note (SpurDrawing *drawing)
{
  g_autofree char *note = spur_space_time_get_note (drawing->picture);
  SpurText text = { .text = note,
                    .at = { MARGIN_PX, drawing->size->height_px - 32.0 },
                    .size_px = 11.0,
                    .bold = spur_space_time_is_sample (drawing->picture),
                    .color = spur_space_time_is_sample (drawing->picture) ? SPUR_COLOR_INK
                                                                          : SPUR_COLOR_MUTED,
                    .max_width_px = drawing->size->width_px - 2.0 * MARGIN_PX };

  spur_view_shrink_text (drawing->canvas, &text);
  drawing->canvas->draw_text (drawing->canvas, SPUR_LAYER_FRAME, &text);
  text.size_px = 11.0;
  text.bold = FALSE;
  text.color = SPUR_COLOR_MUTED;
  text.text = "Where states are shorter than a pixel, the height of a colour is their share of the "
              "time.";
  text.at.y += 16.0;
  if (drawing->picture->tracks->len > 0)
    drawing->canvas->draw_text (drawing->canvas, SPUR_LAYER_FRAME, &text);
}

/* From below to above. */
static void
draw_plot (SpurDrawing *drawing)
{
  SpurSpaceTime *self = drawing->picture;
  SpurTimeFrame frame = get_frame (drawing);

  draw_lines (drawing);
  spur_time_frame_draw_grid (&frame, drawing->canvas);
  for (guint i = 0; i < self->bands->len; i++)
    draw_band (drawing, &g_array_index (self->bands, SpurBand, i));
  draw_states (drawing);
  draw_scene_bars (drawing);
  draw_messages (drawing);
  draw_links (drawing);
  draw_levels (drawing);
  draw_names (drawing);
  spur_space_time_draw_signs (drawing);
  draw_moves (drawing);
}

/* Divides the picture, whose legend ends at @legend_end. */
static void
lay_out_plot (SpurDrawing *drawing, double label_px, double legend_end)
{
  const SpurSpaceTimeSize *size = drawing->size;

  drawing->plot.y = legend_end + 14.0;
  /* Columns are pixels of an image. */
  drawing->plot.x = ceil (MARGIN_PX + label_px + LABEL_GAP_PX);
  drawing->plot.width = MAX (size->width_px - MARGIN_PX - drawing->plot.x, 10.0);
  drawing->plot.height = MAX (size->height_px - AXIS_PX - NOTE_PX - drawing->plot.y, 10.0);
  lay_out_lane (drawing);
}

/* Takes out of the legend the states that would not be seen beside it as it is. */
static void
limit_legend (const SpurDrawing *drawing, gboolean *is_shown)
{
  SpurSpaceTime *self = drawing->picture;
  SpurBlankCanvas blank = spur_blank_canvas (drawing->canvas);
  g_autofree double *area_px2 = g_new0 (double, self->palette->n_swatches);
  g_autoptr (GArray) bars_seen = g_array_new (FALSE, FALSE, sizeof (SpurStripBar));
  SpurDrawing trial = *drawing;

  trial.canvas = &blank.canvas;
  trial.sight = (SpurStripSight){ area_px2, bars_seen };
  draw_states (&trial);
  spur_space_time_legend_limit (self, is_shown, area_px2);
}

/* Which states are seen is known when they are drawn, below a legend that has them all. Where that
 * could have fewer rows, they are drawn for a trial, so that none of its rows stays empty. */
static gboolean *
lay_out (SpurDrawing *drawing, SpurPoint legend_at, double label_px)
{
  SpurSpaceTime *self = drawing->picture;
  SpurCanvas *canvas = drawing->canvas;
  const SpurSpaceTimeSize *size = drawing->size;
  gboolean *is_shown = spur_space_time_legend_find (self, size);
  g_autofree gboolean *none = g_new0 (gboolean, self->palette->n_swatches);
  double end = spur_space_time_legend_measure (self, canvas, size, legend_at, is_shown);
  double least = spur_space_time_legend_measure (self, canvas, size, legend_at, none);

  lay_out_plot (drawing, label_px, end);
  if (end <= least + SPUR_LEGEND_ROW_PX)
    return is_shown;
  limit_legend (drawing, is_shown);
  end = spur_space_time_legend_measure (self, canvas, size, legend_at, is_shown);
  lay_out_plot (drawing, label_px, end);
  return is_shown;
}

void
spur_space_time_draw (SpurSpaceTime *self, SpurCanvas *canvas, const SpurSpaceTimeSize *size)
{
  const SpurPaint paper = { .color = SPUR_COLOR_PAPER, .opacity = 1.0 };
  const SpurRect all = { 0.0, 0.0, size->width_px, size->height_px };
  const SpurPoint legend_at = { MARGIN_PX, LEGEND_Y_PX };
  g_autofree gboolean *is_crowded = g_new0 (gboolean, (gsize) self->lanes->n_lanes + 1);
  g_autofree double *area_px2 = g_new0 (double, self->palette->n_swatches);
  g_autoptr (GArray) bars_seen = g_array_new (FALSE, FALSE, sizeof (SpurStripBar));
  SpurDrawing drawing = { .picture = self,
                          .canvas = canvas,
                          .styles = (const SpurStyle *) self->scene->styles->data,
                          .n_styles = self->scene->styles->len,
                          .size = size,
                          .is_crowded = is_crowded,
                          .sight = { area_px2, bars_seen } };
  SpurLaneBars *bars = spur_lane_bars_new (self);
  SpurTimeFrame frame;
  g_autofree gboolean *is_shown = NULL;
  double label_px;

  drawing.bars = bars;
  canvas->fill_rects (canvas, SPUR_LAYER_FRAME, &paper, &all, 1);
  draw_header (&drawing);
  label_px = measure_labels (&drawing);
  is_shown = lay_out (&drawing, legend_at, label_px);
  draw_labels (&drawing, label_px);
  spur_canvas_begin_plot (canvas, &drawing.plot);
  draw_plot (&drawing);
  spur_canvas_end_plot (canvas);
  spur_space_time_legend_limit (self, is_shown, area_px2);
  spur_space_time_legend_draw (self, canvas, size, legend_at, is_shown);
  frame = get_frame (&drawing);
  spur_time_frame_draw_axis (&frame, canvas);
  draw_note (&drawing);
  spur_lane_bars_free (bars);
}
