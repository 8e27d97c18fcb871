/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* A space-time picture for a terminal: title, legend, rows of lanes, axis and note. */
#include "visualizers/terminal/spur-terminal.h"

#include "visualizers/style/spur-legend-internal.h"
#include "visualizers/terminal/spur-terminal-private.h"
#include "visualizers/view/spur-view-internal.h"

#define MIN_COLUMNS 40
#define MAX_COLUMNS 1000
/* More rows are not taken in at once; lanes are gathered then. */
#define MAX_ROWS 64
/* The lines of a terminal: with more rows each has one line, so that as many as can be are seen at
 * once, and no signs. */
#define MAX_SIGNED_ROWS 24
/* More kinds of measured values of one lane would be more lines than states have. */
#define MAX_LEVELS 2
/* Rows have three lines of states up to this many, and two up to twice as many. */
#define N_HIGH_ROWS 6
/* Names take at most this part of a line. */
#define PART_OF_NAMES 4
#define COLUMNS_PER_TICK 12

static void
write_line (SpurTextGrid *grid, const char *text, gboolean is_bold)
{
  guint line = spur_text_grid_add_line (grid);
  guint used = spur_text_grid_write (grid, line, 0, grid->n_columns, text, SPUR_TEXT_DEFAULT_COLOR);

  for (guint i = 0; i < used && is_bold; i++)
    spur_text_grid_get (grid, line, i)->is_bold = TRUE;
}

/* Breaks lines between words. */
static void
write_words (SpurTextGrid *grid, const char *text)
{
  g_auto (GStrv) words = g_strsplit (text, " ", -1);
  g_autoptr (GString) line = g_string_new (words[0]);

  for (guint i = 1; words[0] != NULL && words[i] != NULL; i++)
    {
      if (spur_text_grid_measure (grid, line->str) + 1 + spur_text_grid_measure (grid, words[i]) >
          grid->n_columns)
        {
          write_line (grid, line->str, FALSE);
          g_string_assign (line, words[i]);
        }
      else
        g_string_append_printf (line, " %s", words[i]);
    }
  write_line (grid, line->str, FALSE);
}

/* The name of a row: of its lane, or of the first and the last one that it gathers. */
static char *
dup_row_name (const SpurTerminalPlot *self, guint row)
{
  const SpurLanes *lanes = self->picture->lanes;
  guint first = row * self->n_lanes_per_row;
  guint last = MIN (first + self->n_lanes_per_row, lanes->n_lanes) - 1;

  if (first == last)
    return g_strdup (lanes->all[first].name);
  return g_strdup_printf ("%s..%s", lanes->all[first].name, lanes->all[last].name);
}

static gboolean
has_any_sign (const SpurSpaceTime *picture)
{
  return picture->scene->glyphs->len > 0 || picture->counts.n_moves > 0 ||
         picture->counts.n_violated > 0;
}

static void
lay_out (SpurTerminalPlot *self)
{
  guint n_lanes = MAX (self->picture->lanes->n_lanes, 1);

  self->n_lanes_per_row = (n_lanes - 1) / MAX_ROWS + 1;
  self->n_rows =
    (self->picture->lanes->n_lanes + self->n_lanes_per_row - 1) / self->n_lanes_per_row;
  self->n_lines_per_row = self->n_rows <= N_HIGH_ROWS ? 3 : self->n_rows <= 2 * N_HIGH_ROWS ? 2 : 1;
  self->is_low = self->n_rows > MAX_SIGNED_ROWS;
  self->has_signs = !self->is_low && has_any_sign (self->picture);
  self->left = 0;
  for (guint row = 0; row < self->n_rows; row++)
    {
      g_autofree char *name = dup_row_name (self, row);

      self->left = MAX (self->left, spur_text_grid_measure (self->grid, name));
    }
  self->left = MIN (self->left, self->grid->n_columns / PART_OF_NAMES) + 1;
  self->n_columns = self->grid->n_columns - self->left;
}

static void
add_states_to_legend (const SpurTerminalPlot *self, SpurTextLegend *legend)
{
  const SpurPalette *palette = self->picture->palette;
  const SpurTerminal *terminal = self->terminal;
  g_autofree gboolean *is_shown = spur_space_time_find_shown (self->picture, 0);

  for (guint i = 0; i < palette->n_swatches; i++)
    {
      const SpurSwatch *swatch = &palette->all[i];

      if (!is_shown[i])
        continue;
      spur_text_legend_add (legend, swatch->label,
                            terminal->colors == SPUR_TERMINAL_COLORS_NONE
                              ? spur_terminal_get_letter (i)
                            : terminal->is_ascii ? '#'
                                                 : 0x2588,
                            terminal->is_dark ? swatch->dark_color : swatch->color);
    }
}

/* One entry for signs that differ only in what a terminal does not show. */
static gboolean
is_said_before (const SpurScene *scene, guint index)
{
  const SpurStyle *style = &g_array_index (scene->styles, SpurStyle, index);

  for (guint i = 0; i < index; i++)
    {
      const SpurStyle *other = &g_array_index (scene->styles, SpurStyle, i);

      if (other->form == style->form && other->glyph == style->glyph &&
          g_strcmp0 (other->label, style->label) == 0)
        return TRUE;
    }
  return FALSE;
}

static gboolean
has_states (const SpurTerminalPlot *self, guint row)
{
  const GPtrArray *tracks = self->picture->tracks;

  for (guint i = 0; i < tracks->len; i++)
    if (spur_terminal_get_row (self, ((const SpurTrack *) tracks->pdata[i])->lane) == row)
      return TRUE;
  return FALSE;
}

/* How many lines of measured values the row of a lane has at most. */
static guint
find_max_levels (const SpurTerminalPlot *self, guint lane)
{
  if (!self->is_low)
    return MAX_LEVELS;
  return has_states (self, spur_terminal_get_row (self, lane)) ? 0 : 1;
}

static gboolean *
find_used_styles (const SpurTerminalPlot *self)
{
  const SpurScene *scene = self->picture->scene;
  gboolean *used = g_new0 (gboolean, (gsize) scene->styles->len + 1);

  for (guint i = 0; i < scene->glyphs->len && self->has_signs; i++)
    used[g_array_index (scene->glyphs, SpurSceneGlyph, i).style] = TRUE;
  for (guint i = 0; i < scene->values->len; i++)
    {
      const SpurSceneValue *value = &g_array_index (scene->values, SpurSceneValue, i);

      used[value->style] = used[value->style] || find_max_levels (self, value->lane) > 0;
    }
  return used;
}

static void
add_styles_to_legend (const SpurTerminalPlot *self, SpurTextLegend *legend)
{
  const SpurScene *scene = self->picture->scene;
  g_autofree gboolean *used = find_used_styles (self);

  for (guint i = 0; i < scene->styles->len; i++)
    {
      const SpurStyle *style = &g_array_index (scene->styles, SpurStyle, i);
      gboolean is_level = style->form == SPUR_FORM_LEVEL;
      g_autofree char *level =
        is_level
          ? spur_legend_describe_level (style, spur_space_time_get_largest (self->picture, i))
          : NULL;

      if (!used[i] || style->label == NULL || is_said_before (scene, i))
        continue;
      spur_text_legend_add (legend, is_level ? level : style->label,
                            !is_level ? spur_terminal_get_sign (self->terminal, style)
                            : self->terminal->is_ascii ? '9'
                                                       : 0x2585,
                            spur_terminal_get_ink (self->terminal, style->color));
    }
}

static void
add_arrows_to_legend (const SpurTerminalPlot *self, SpurTextLegend *legend)
{
  const SpurStyle *move =
    &g_array_index (self->picture->scene->styles, SpurStyle, self->picture->move_style);
  guint32 ink = spur_terminal_get_ink (self->terminal, move->color);

  if (!self->has_signs)
    return;
  if (self->picture->counts.n_moves > 0)
    {
      spur_text_legend_add (legend, "comes from above",
                            spur_terminal_get_move (self->terminal, TRUE), ink);
      spur_text_legend_add (legend, "comes from below",
                            spur_terminal_get_move (self->terminal, FALSE), ink);
    }
  if (self->picture->counts.n_violated > 0)
    spur_text_legend_add (legend, "received before sent", '!',
                          spur_terminal_get_ink (self->terminal, SPUR_COLOR_VIOLATION));
}

static void
paint_legend (const SpurTerminalPlot *self)
{
  SpurTextLegend legend = { self->grid, spur_text_grid_add_line (self->grid), 0 };

  add_states_to_legend (self, &legend);
  if (legend.column > 0)
    legend = (SpurTextLegend){ self->grid, spur_text_grid_add_line (self->grid), 0 };
  add_styles_to_legend (self, &legend);
  add_arrows_to_legend (self, &legend);
  if (legend.column > 0)
    spur_text_grid_add_line (self->grid);
}

/* A row has a line of signs, lines of states, and lines of measured values, those of them that
 * there are, and one at least. Its name is in the middle of its states. */
static void
paint_row (SpurTerminalPlot *self, guint row)
{
  guint n_lines = has_states (self, row) ? self->n_lines_per_row : 0;
  guint first = self->grid->cells->len / self->grid->n_columns;
  g_autofree char *name = dup_row_name (self, row);
  guint width = MIN (spur_text_grid_measure (self->grid, name), self->left - 1);

  for (guint i = 0; i < n_lines + self->has_signs; i++)
    spur_text_grid_add_line (self->grid);
  g_array_append_val (self->first_lines, first);
  if (n_lines > 0)
    spur_terminal_paint_states (self, row);
  if (spur_terminal_paint_levels (self, row, find_max_levels (self, row * self->n_lanes_per_row)) +
          n_lines ==
        0 &&
      !self->has_signs)
    spur_text_grid_add_line (self->grid);
  if (first + self->has_signs + n_lines / 2 < self->grid->cells->len / self->grid->n_columns)
    first += self->has_signs + n_lines / 2;
  spur_text_grid_write (self->grid, first, self->left - 1 - width, width, name,
                        SPUR_TEXT_DEFAULT_COLOR);
}

static void
paint_axis (const SpurTerminalPlot *self)
{
  SpurSpaceTime *picture = self->picture;
  guint ticks = spur_text_grid_add_line (self->grid), labels = spur_text_grid_add_line (self->grid);
  gboolean is_ascii = self->terminal->is_ascii;
  g_autofree char *title = NULL;
  SpurTimeAxis axis;

  spur_time_axis_init (&axis, picture->from_ns, picture->to_ns, picture->zero_ns,
                       self->n_columns / COLUMNS_PER_TICK);
  for (guint i = 0; i < self->n_columns; i++)
    spur_text_grid_put (self->grid, ticks, self->left + i, is_ascii ? '-' : 0x2500,
                        SPUR_TEXT_DEFAULT_COLOR);
  for (guint i = 0; i < axis.n_ticks; i++)
    {
      guint column = spur_terminal_find_column (self, spur_time_axis_get_tick_ns (&axis, i));
      g_autofree char *label = spur_time_axis_get_label (&axis, i);
      guint width = spur_text_grid_measure (self->grid, label);
      guint begin = self->left + column - MIN (width / 2, self->left + column);

      begin = MIN (begin, self->grid->n_columns - MIN (width, self->grid->n_columns));
      spur_text_grid_put (self->grid, ticks, self->left + column, is_ascii ? '+' : 0x252c,
                          SPUR_TEXT_DEFAULT_COLOR);
      spur_text_grid_write (self->grid, labels, begin, width, label, SPUR_TEXT_DEFAULT_COLOR);
    }
  title = spur_time_axis_get_title (&axis, picture->zero_ns);
  write_words (self->grid, title);
}

/* What is there, and that a terminal has no room for messages. */
static char *
dup_note (const SpurTerminalPlot *self)
{
  SpurSpaceTime *picture = self->picture;
  GString *note = g_string_new (picture->raw ? "Times as recorded" : "Corrected times");
  const SpurSpaceTimeCounts *counts = &picture->counts;

  spur_view_append_counted (note, "; ", counts->n_messages, "message");
  g_string_append (note, " between streams, not drawn");
  if (counts->n_violated > 0)
    g_string_append_printf (note, "; %s received before sent",
                            SPUR_VIEW_COUNT (counts->n_violated));
  spur_view_append_counted (note, "; ", counts->n_moves, "move");
  g_string_append_c (note, '.');
  if (self->is_low && (has_any_sign (picture) || picture->scene->values->len > 0))
    g_string_append_printf (note, " Signs and values of more than %d rows are left out.",
                            MAX_SIGNED_ROWS);
  return g_string_free (note, FALSE);
}

static char *
paint_picture (SpurSpaceTime *picture, const SpurTerminal *terminal, const char *title)
{
  g_autoptr (SpurTextGrid) grid = spur_text_grid_new (terminal, terminal->n_columns);
  g_autoptr (GArray) first_lines = g_array_new (FALSE, FALSE, sizeof (guint));
  SpurTerminalPlot plot = {
    .picture = picture, .terminal = terminal, .grid = grid, .first_lines = first_lines
  };
  g_autofree char *note = NULL;
  g_autofree char *subtitle = spur_space_time_get_subtitle (picture);

  write_line (grid, title, TRUE);
  write_words (grid, subtitle);
  lay_out (&plot);
  paint_legend (&plot);
  for (guint row = 0; row < plot.n_rows; row++)
    paint_row (&plot, row);
  spur_terminal_paint_signs (&plot);
  paint_axis (&plot);
  note = dup_note (&plot);
  write_words (grid, note);
  return spur_text_grid_to_text (grid);
}

/**
 * spur_space_time_view_dup_text:
 * @self: a view with a trace; its width becomes that of the terminal
 * @terminal: what the picture is made for
 * @job: (nullable): how
 * @error: return location for an error
 *
 * Makes the picture of characters, for a terminal: each lane has lines of states, whose colours
 * fill a cell by their shares of its time, a line of signs above, and one of what is measured
 * below. With more than 24 lanes each has one line of states, and with more than 64, lanes beside
 * each other are gathered. Messages are only counted.
 * Without colours each state is a letter.
 *
 * Names from the trace cannot change the terminal: what is no printable character is a question
 * mark.
 *
 * Returns: (transfer full): lines of text, with sequences of ECMA-48 for the colours, or %NULL with
 *   an error of spur_view_prepare()
 *
 * Since: 1.0
 */
char *
spur_space_time_view_dup_text (SpurSpaceTimeView *self,
                               const SpurTerminal *terminal,
                               const SpurJob *job,
                               GError **error)
{
  SpurTerminal shown;

  g_return_val_if_fail (SPUR_IS_SPACE_TIME_VIEW (self), NULL);
  g_return_val_if_fail (terminal != NULL, NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  shown = *terminal;
  shown.n_columns = CLAMP (shown.n_columns, MIN_COLUMNS, MAX_COLUMNS);
  spur_view_set_size (SPUR_VIEW (self), shown.n_columns, 0);
  if (!spur_view_prepare (SPUR_VIEW (self), job, error))
    return NULL;
  return paint_picture (spur_space_time_view_peek (self), &shown,
                        spur_view_get_title (SPUR_VIEW (self)));
}
