/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "visualizers/space-time/spur-space-time-internal.h"
#include "visualizers/terminal/spur-terminal.h"

/* The colour of the terminal itself. */
#define SPUR_TEXT_DEFAULT_COLOR G_MAXUINT32

/* A character on the screen. */
typedef struct
{
  /* 0 behind a character that is two cells wide. */
  gunichar character;
  guint32 color;
  guint32 paper;
  gboolean is_bold;
} SpurTextCell;

/* Lines of characters, from above to below. */
typedef struct
{
  const SpurTerminal *terminal;
  guint n_columns;
  GArray *cells; /* of SpurTextCell, line by line */
} SpurTextGrid;

SpurTextGrid *spur_text_grid_new (const SpurTerminal *terminal, guint n_columns);

void spur_text_grid_free (SpurTextGrid *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SpurTextGrid, spur_text_grid_free)

/* Appends an empty line and gives its index. */
guint spur_text_grid_add_line (SpurTextGrid *self);

SpurTextCell *spur_text_grid_get (SpurTextGrid *self, guint line, guint column);

/* Sets a character, unless it is outside of the line. */
void spur_text_grid_put (
  SpurTextGrid *self, guint line, guint column, gunichar character, guint32 color);

/* Writes text into at most @n_columns, with an ellipsis where it is longer. What is no printable
 * character becomes a question mark, so that names cannot change the terminal. Gives how many
 * columns it takes. */
guint spur_text_grid_write (
  SpurTextGrid *self, guint line, guint column, guint n_columns, const char *text, guint32 color);

/* How many columns a text takes. */
guint spur_text_grid_measure (const SpurTextGrid *self, const char *text);

/* (transfer full): the lines, without blanks at their ends. */
char *spur_text_grid_to_text (const SpurTextGrid *self);

/* The legend of a picture: entries side by side, in as many lines as they need. */
typedef struct
{
  SpurTextGrid *grid;
  guint line;
  guint column;
} SpurTextLegend;

void spur_text_legend_add (SpurTextLegend *self, const char *label, gunichar sample, guint32 color);

/* Lanes side by side, or gathered where the screen has fewer lines. */
typedef struct
{
  SpurSpaceTime *picture;
  const SpurTerminal *terminal;
  SpurTextGrid *grid;
  guint left;      /* first column of the plot */
  guint n_columns; /* of the plot */
  guint n_lanes_per_row;
  guint n_rows;
  guint n_lines_per_row; /* of states */
  gboolean has_signs;
  /* Each row has one line. */
  gboolean is_low;
  /* First line of a row: that of its signs where there are any. */
  GArray *first_lines;
} SpurTerminalPlot;

guint spur_terminal_find_column (const SpurTerminalPlot *self, gint64 time_ns);

guint spur_terminal_get_row (const SpurTerminalPlot *self, guint lane);

/* The colour of a mark on the terminal's paper. */
guint32 spur_terminal_get_ink (const SpurTerminal *self, guint32 color);

/* The letter of a swatch where there are no colours. */
gunichar spur_terminal_get_letter (guint swatch);

/* Steps of a picture, each in a part of a file. */
void spur_terminal_paint_states (const SpurTerminalPlot *self, guint row);
void spur_terminal_paint_signs (const SpurTerminalPlot *self);
guint spur_terminal_paint_levels (const SpurTerminalPlot *self, guint row, guint max_levels);

gunichar spur_terminal_get_sign (const SpurTerminal *self, const SpurStyle *style);
gunichar spur_terminal_get_move (const SpurTerminal *self, gboolean is_down);
