/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* What is in the lanes of a picture in a terminal: states as shares of columns, signs, and what was
 * measured. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/spur-order-internal.h"
#include "visualizers/terminal/spur-terminal-private.h"

/* U+2581 to U+2588 fill one to eight eighths of a cell from below. */
#define N_EIGHTHS 8
#define BLOCK_OF_EIGHTHS(n) (0x2580 + (gunichar) (n))

guint
spur_terminal_find_column (const SpurTerminalPlot *self, gint64 time_ns)
{
  const SpurSpaceTime *picture = self->picture;
  double share =
    (double) (time_ns - picture->from_ns) / (double) (picture->to_ns - picture->from_ns);

  return (guint) CLAMP (share * self->n_columns, 0.0, self->n_columns - 1.0);
}

guint32
spur_terminal_get_ink (const SpurTerminal *self, guint32 color)
{
  return self->is_dark ? spur_color_find_dark (color) : color;
}

/* Letters say the 26 states that last longest; a palette has less. */
gunichar
spur_terminal_get_letter (guint swatch)
{
  return 'a' + swatch % 26;
}

static guint32
get_swatch_color (const SpurTerminalPlot *self, guint swatch)
{
  const SpurSwatch *found = &self->picture->palette->all[swatch];

  return self->terminal->is_dark ? found->dark_color : found->color;
}

guint
spur_terminal_get_row (const SpurTerminalPlot *self, guint lane)
{
  return lane / self->n_lanes_per_row;
}

static guint
get_first_line (const SpurTerminalPlot *self, guint row)
{
  return g_array_index (self->first_lines, guint, row);
}

/* The mean of the rows of bars in the lanes of a row; FALSE where there are none. */
static gboolean
sum_row (const SpurTerminalPlot *self, guint row, float *shares)
{
  SpurSpaceTime *picture = self->picture;
  gsize n_shares = (gsize) self->n_columns * picture->palette->n_swatches;
  guint n_tracks = 0;

  for (guint i = 0; i < picture->tracks->len; i++)
    {
      SpurTrack *track = g_ptr_array_index (picture->tracks, i);

      if (spur_terminal_get_row (self, track->lane) != row)
        continue;
      spur_state_strip_sum (picture, track, self->n_columns, shares);
      n_tracks++;
    }
  for (gsize i = 0; i < n_shares && n_tracks > 1; i++)
    shares[i] /= (float) n_tracks;
  return n_tracks > 0;
}

/* What is in a part of a column, by swatch; the entry behind the last one is for no state. */
typedef struct
{
  guint swatch;
  float share;
} Part;

/* The two colours that most of a cell has, the lower one first, from the shares between @low and
 * @high of a column. */
static void
find_parts (const SpurTerminalPlot *self,
            const float *shares,
            const GArray *order,
            float low,
            float high,
            Part parts[2])
{
  guint n_swatches = self->picture->palette->n_swatches;
  float foot = 0.0f;

  parts[0] = parts[1] = (Part){ n_swatches, 0.0f };
  for (guint i = 0; i <= order->len; i++)
    {
      guint swatch = i < order->len ? g_array_index (order, guint, i) : n_swatches;
      float top = i < order->len ? foot + shares[swatch] : MAX (foot, 1.0f);
      Part part = { swatch, MIN (top, high) - MAX (foot, low) };

      foot = top;
      if (part.share <= MIN (parts[0].share, parts[1].share))
        continue;
      /* The lesser one of the two goes. */
      if (parts[0].share < parts[1].share)
        parts[0] = parts[1];
      parts[1] = part;
    }
}

/* A cell that is of one colour, or of two. */
static void
paint_cell (const SpurTerminalPlot *self, SpurTextCell *cell, const Part parts[2])
{
  guint none = self->picture->palette->n_swatches;
  float sum = parts[0].share + parts[1].share;
  guint eighths = sum > 0.0f ? (guint) (parts[0].share / sum * N_EIGHTHS + 0.5f) : 0;
  guint lower = eighths > 0 ? parts[0].swatch : parts[1].swatch;
  guint upper = eighths < N_EIGHTHS ? parts[1].swatch : parts[0].swatch;
  guint most = parts[0].share > parts[1].share ? parts[0].swatch : parts[1].swatch;

  if (self->terminal->colors == SPUR_TERMINAL_COLORS_NONE)
    cell->character = most < none ? spur_terminal_get_letter (most) : ' ';
  else if (self->terminal->is_ascii || lower == upper)
    {
      lower = self->terminal->is_ascii ? most : lower;
      cell->character = ' ';
      cell->paper = lower < none ? get_swatch_color (self, lower) : SPUR_TEXT_DEFAULT_COLOR;
    }
  else
    {
      cell->character = BLOCK_OF_EIGHTHS (eighths);
      cell->color = lower < none ? get_swatch_color (self, lower) : SPUR_TEXT_DEFAULT_COLOR;
      cell->paper = upper < none ? get_swatch_color (self, upper) : SPUR_TEXT_DEFAULT_COLOR;
    }
}

void
spur_terminal_paint_states (const SpurTerminalPlot *self, guint row)
{
  guint n_swatches = self->picture->palette->n_swatches;
  g_autofree float *shares = g_new0 (float, (gsize) self->n_columns *n_swatches + 1);
  g_autoptr (GArray) order = spur_palette_order (self->picture->palette);
  float height = 1.0f / (float) self->n_lines_per_row;

  if (!sum_row (self, row, shares))
    return;
  for (guint line = 0; line < self->n_lines_per_row; line++)
    for (guint c = 0; c < self->n_columns; c++)
      {
        float low = (float) (self->n_lines_per_row - 1 - line) * height;
        Part parts[2];

        find_parts (self, &shares[(gsize) c * n_swatches], order, low, low + height, parts);
        paint_cell (self,
                    spur_text_grid_get (self->grid,
                                        get_first_line (self, row) + self->has_signs + line,
                                        self->left + c),
                    parts);
      }
}

gunichar
spur_terminal_get_sign (const SpurTerminal *self, const SpurStyle *style)
{
  /* By SpurGlyph. */
  static const gunichar signs[] = { 0x25cf, 0x25cb, 0x25a0, 0x25c6, 0x25b2, 0x00d7, 0x25bc };
  static const char ascii_signs[] = "*o#+AxV";

  if (style->form == SPUR_FORM_TICK)
    return '|';
  return self->is_ascii ? (gunichar) ascii_signs[style->glyph] : signs[style->glyph];
}

gunichar
spur_terminal_get_move (const SpurTerminal *self, gboolean is_down)
{
  if (self->is_ascii)
    return is_down ? 'v' : '^';
  return is_down ? 0x2193 : 0x2191;
}

static void
put_sign (
  const SpurTerminalPlot *self, guint lane, gint64 time_ns, gunichar character, guint32 color)
{
  spur_text_grid_put (self->grid, get_first_line (self, spur_terminal_get_row (self, lane)),
                      self->left + spur_terminal_find_column (self, time_ns), character,
                      spur_terminal_get_ink (self->terminal, color));
}

/* What comes to a lane from another one: moves, and edges that are received before they are sent.
 */
static void
paint_arrows (const SpurTerminalPlot *self, gboolean are_violated)
{
  const SpurScene *scene = self->picture->scene;
  const SpurSceneArrow *arrows = (const SpurSceneArrow *) scene->arrows->data;

  for (gsize i = 0; i < scene->arrows->len; i++)
    {
      const SpurSceneArrow *arrow = &arrows[i];

      if (arrow->to_ns < self->picture->from_ns || arrow->to_ns > self->picture->to_ns)
        continue;
      if (are_violated && arrow->violated)
        put_sign (self, arrow->to_lane, arrow->to_ns, '!', SPUR_COLOR_VIOLATION);
      else if (!are_violated && arrow->is_move)
        put_sign (self, arrow->to_lane, arrow->to_ns,
                  spur_terminal_get_move (self->terminal, arrow->to_lane > arrow->from_lane),
                  g_array_index (scene->styles, SpurStyle, arrow->style).color);
    }
}

void
spur_terminal_paint_signs (const SpurTerminalPlot *self)
{
  const SpurScene *scene = self->picture->scene;
  const SpurSceneGlyph *glyphs = (const SpurSceneGlyph *) scene->glyphs->data;

  if (!self->has_signs)
    return;
  for (gsize i = 0; i < scene->glyphs->len; i++)
    {
      const SpurStyle *style = &g_array_index (scene->styles, SpurStyle, glyphs[i].style);

      put_sign (self, glyphs[i].lane, glyphs[i].time_ns,
                spur_terminal_get_sign (self->terminal, style), style->color);
    }
  paint_arrows (self, FALSE);
  paint_arrows (self, TRUE);
}

SPUR_DEFINE_ORDER (compare_values, SpurSceneValue, SPUR_BY_4 (style, lane, series, time_ns))

/* Until when a value holds at most: until what was measured leaves its target or ends. */
static gint64
find_leave_ns (const SpurTerminalPlot *self, const SpurSceneValue *value)
{
  SpurSpaceTime *picture = self->picture;
  guint n_presences = 0;
  g_autofree SpurPresence *presences =
    value->series < spur_definitions_get_n_objects (spur_trace_get_definitions (picture->trace))
      ? spur_timeline_get_presences (picture->timeline, value->series, &n_presences)
      : NULL;

  for (guint i = 0; i < n_presences; i++)
    if (presences[i].begin_ns <= value->time_ns && value->time_ns < presences[i].end_ns)
      return presences[i].end_ns;
  return G_MAXINT64;
}

/* The largest value in each column of one style on one row; NAN where nothing is known. A value
 * holds until the next one of its series. */
static float *
find_largest (const SpurTerminalPlot *self, const SpurSceneValue *values, gsize n_values)
{
  float *largest = g_new (float, (gsize) self->n_columns + 1);

  for (guint c = 0; c < self->n_columns; c++)
    largest[c] = NAN;
  for (gsize i = 0; i < n_values; i++)
    {
      gboolean is_last = i + 1 == n_values || values[i + 1].series != values[i].series ||
                         values[i + 1].lane != values[i].lane;
      gint64 next_ns = is_last ? find_leave_ns (self, &values[i]) : values[i + 1].time_ns;
      guint end = spur_terminal_find_column (self, MIN (next_ns, self->picture->to_ns));

      for (guint c = spur_terminal_find_column (self, values[i].time_ns); c <= end; c++)
        largest[c] = fmaxf (largest[c], (float) values[i].value);
    }
  return largest;
}

static void
paint_level (const SpurTerminalPlot *self, guint line, const SpurSceneValue *values, gsize n_values)
{
  const SpurStyle *style =
    &g_array_index (self->picture->scene->styles, SpurStyle, values[0].style);
  double full = spur_space_time_get_full (self->picture, values[0].style);
  g_autofree float *largest = find_largest (self, values, n_values);

  for (guint c = 0; c < self->n_columns; c++)
    {
      double share = full > 0.0 ? CLAMP (largest[c] / full, 0.0, 1.0) : 0.0;

      if (!isnan (largest[c]))
        spur_text_grid_put (self->grid, line, self->left + c,
                            self->terminal->is_ascii
                              ? '0' + (gunichar) (share * 9.0 + 0.5)
                              : BLOCK_OF_EIGHTHS (MAX (share * N_EIGHTHS + 0.5, 1.0)),
                            spur_terminal_get_ink (self->terminal, style->color));
    }
}

/* Adds a line below the row for each style of measured values that it has; gives how many. */
guint
spur_terminal_paint_levels (const SpurTerminalPlot *self, guint row, guint max_levels)
{
  const GArray *all = self->picture->scene->values;
  g_autoptr (GArray) values = g_array_new (FALSE, FALSE, sizeof (SpurSceneValue));
  const SpurSceneValue *sorted;
  guint n_levels = 0;

  for (guint i = 0; i < all->len; i++)
    if (spur_terminal_get_row (self, g_array_index (all, SpurSceneValue, i).lane) == row)
      g_array_append_val (values, g_array_index (all, SpurSceneValue, i));
  g_array_sort (values, compare_values);
  sorted = (const SpurSceneValue *) values->data;
  for (guint i = 0, end; i < values->len && n_levels < max_levels; i = end, n_levels++)
    {
      for (end = i + 1; end < values->len && sorted[end].style == sorted[i].style;)
        end++;
      paint_level (self, spur_text_grid_add_line (self->grid), &sorted[i], end - i);
    }
  return n_levels;
}
