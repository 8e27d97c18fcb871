/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Characters in lines and columns, and the sequences of ECMA-48 that show them in colour. */
#include <string.h>

#include "visualizers/terminal/spur-terminal-private.h"

#define ELLIPSIS 0x2026
/* Colours with less, of 255, are seen as grey; those of idle states have up to 19. */
#define MIN_CHROMA 20

/* Red, green and blue of the 16 colours as xterm has them; terminals differ a little. */
static const guint32 basic_colors[16] = {
  0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd, 0x00cdcd, 0xe5e5e5,
  0x7f7f7f, 0xff0000, 0x00ff00, 0xffff00, 0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff,
};

SpurTextGrid *
spur_text_grid_new (const SpurTerminal *terminal, guint n_columns)
{
  SpurTextGrid *self = g_new0 (SpurTextGrid, 1);

  self->terminal = terminal;
  self->n_columns = n_columns;
  self->cells = g_array_new (FALSE, FALSE, sizeof (SpurTextCell));
  return self;
}

void
spur_text_grid_free (SpurTextGrid *self)
{
  g_array_unref (self->cells);
  g_free (self);
}

guint
spur_text_grid_add_line (SpurTextGrid *self)
{
  const SpurTextCell blank = { .character = ' ',
                               .color = SPUR_TEXT_DEFAULT_COLOR,
                               .paper = SPUR_TEXT_DEFAULT_COLOR };

  for (guint i = 0; i < self->n_columns; i++)
    g_array_append_val (self->cells, blank);
  return self->cells->len / self->n_columns - 1;
}

SpurTextCell *
spur_text_grid_get (SpurTextGrid *self, guint line, guint column)
{
  return &g_array_index (self->cells, SpurTextCell, line * self->n_columns + column);
}

void
spur_text_grid_put (SpurTextGrid *self, guint line, guint column, gunichar character, guint32 color)
{
  SpurTextCell *cell;

  if (column >= self->n_columns)
    return;
  cell = spur_text_grid_get (self, line, column);
  cell->character = character;
  cell->color = color;
}

/* The next character of a text as it is shown; @text may be no UTF-8. */
static gunichar
read_character (const SpurTextGrid *self, const char **text)
{
  gunichar character = g_utf8_get_char_validated (*text, -1);

  if (character == (gunichar) -1 || character == (gunichar) -2)
    {
      (*text)++;
      return '?';
    }
  *text = g_utf8_next_char (*text);
  if (!g_unichar_isprint (character) || (self->terminal->is_ascii && character > 0x7e))
    return '?';
  return character;
}

static guint
get_width (gunichar character)
{
  return g_unichar_iszerowidth (character) ? 0 : g_unichar_iswide (character) ? 2 : 1;
}

guint
spur_text_grid_measure (const SpurTextGrid *self, const char *text)
{
  guint n_columns = 0;

  while (*text != '\0')
    n_columns += get_width (read_character (self, &text));
  return n_columns;
}

guint
spur_text_grid_write (
  SpurTextGrid *self, guint line, guint column, guint n_columns, const char *text, guint32 color)
{
  gboolean is_cut = spur_text_grid_measure (self, text) > n_columns;
  guint used = 0;

  while (*text != '\0')
    {
      gunichar character = read_character (self, &text);
      guint width = get_width (character);

      if (width == 0)
        continue;
      if (used + width + is_cut > n_columns)
        break;
      spur_text_grid_put (self, line, column + used, character, color);
      if (width == 2)
        spur_text_grid_put (self, line, column + used + 1, 0, color);
      used += width;
    }
  if (is_cut && n_columns > 0)
    spur_text_grid_put (self, line, column + used++, self->terminal->is_ascii ? '~' : ELLIPSIS,
                        color);
  return used;
}

static guint
measure_distance (guint32 a, guint32 b)
{
  guint sum = 0;

  for (guint shift = 0; shift < 24; shift += 8)
    {
      int difference = (int) (a >> shift & 0xff) - (int) (b >> shift & 0xff);

      sum += (guint) (difference * difference);
    }
  return sum;
}

static guint
measure_chroma (guint32 color)
{
  guint red = color >> 16 & 0xff, green = color >> 8 & 0xff, blue = color & 0xff;

  return MAX (MAX (red, green), blue) - MIN (MIN (red, green), blue);
}

/* The pure colour of a hue, so that pale and dark ones do not all become grey. */
static guint32
saturate_color (guint32 color)
{
  guint red = color >> 16 & 0xff, green = color >> 8 & 0xff, blue = color & 0xff;
  guint least = MIN (MIN (red, green), blue), chroma = measure_chroma (color);

  if (chroma < MIN_CHROMA)
    return color;
  return (red - least) * 255 / chroma << 16 | (green - least) * 255 / chroma << 8 |
         (blue - least) * 255 / chroma;
}

static guint
find_basic (guint32 color)
{
  guint best = 0;

  color = saturate_color (color);
  for (guint i = 1; i < G_N_ELEMENTS (basic_colors); i++)
    if (measure_distance (color, basic_colors[i]) < measure_distance (color, basic_colors[best]))
      best = i;
  return best;
}

/* Colours 16 to 231 are a cube of 6 x 6 x 6, 232 to 255 are greys. */
static guint32
get_indexed (guint index)
{
  static const guint32 levels[6] = { 0, 95, 135, 175, 215, 255 };
  guint32 grey = 8 + 10 * (index - 232);

  if (index >= 232)
    return grey << 16 | grey << 8 | grey;
  index -= 16;
  return levels[index / 36] << 16 | levels[index / 6 % 6] << 8 | levels[index % 6];
}

/* The nearest one; what is no grey does not become one, though that may be nearer. */
static guint
find_indexed (guint32 color)
{
  gboolean has_hue = measure_chroma (color) >= MIN_CHROMA;
  guint best = 16, least = G_MAXUINT;

  for (guint i = 16; i < 256; i++)
    {
      guint distance = measure_distance (color, get_indexed (i));

      if (distance >= least || (has_hue && measure_chroma (get_indexed (i)) == 0))
        continue;
      least = distance;
      best = i;
    }
  return best;
}

static void
append_color (const SpurTextGrid *self, GString *text, guint32 color, gboolean is_paper)
{
  guint base = is_paper ? 48 : 38, basic;

  if (color == SPUR_TEXT_DEFAULT_COLOR)
    return;
  if (self->terminal->colors == SPUR_TERMINAL_COLORS_RGB)
    g_string_append_printf (text, ";%u;2;%u;%u;%u", base, color >> 16 & 0xff, color >> 8 & 0xff,
                            color & 0xff);
  else if (self->terminal->colors == SPUR_TERMINAL_COLORS_256)
    g_string_append_printf (text, ";%u;5;%u", base, find_indexed (color));
  else
    {
      basic = find_basic (color);
      g_string_append_printf (text, ";%u",
                              (basic < 8 ? 30 + basic : 82 + basic) + (is_paper ? 10 : 0));
    }
}

static gboolean
is_plain (const SpurTextCell *cell)
{
  return cell->color == SPUR_TEXT_DEFAULT_COLOR && cell->paper == SPUR_TEXT_DEFAULT_COLOR &&
         !cell->is_bold;
}

static void
append_line (const SpurTextGrid *self, GString *text, const SpurTextCell *cells)
{
  const SpurTextCell plain = { .color = SPUR_TEXT_DEFAULT_COLOR, .paper = SPUR_TEXT_DEFAULT_COLOR };
  const SpurTextCell *last = &plain;
  guint end = self->n_columns;

  while (end > 0 && cells[end - 1].character == ' ' &&
         cells[end - 1].paper == SPUR_TEXT_DEFAULT_COLOR)
    end--;
  for (guint i = 0; i < end; i++)
    {
      const SpurTextCell *cell = &cells[i];
      gboolean is_same =
        cell->color == last->color && cell->paper == last->paper && cell->is_bold == last->is_bold;

      if (!is_same && self->terminal->colors != SPUR_TERMINAL_COLORS_NONE)
        {
          g_string_append (text, cell->is_bold ? "\033[0;1" : "\033[0");
          append_color (self, text, cell->color, FALSE);
          append_color (self, text, cell->paper, TRUE);
          g_string_append_c (text, 'm');
          last = cell;
        }
      if (cell->character != 0)
        g_string_append_unichar (text, cell->character);
    }
  if (!is_plain (last))
    g_string_append (text, "\033[0m");
  g_string_append_c (text, '\n');
}

char *
spur_text_grid_to_text (const SpurTextGrid *self)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < self->cells->len; i += self->n_columns)
    append_line (self, text, &g_array_index (self->cells, SpurTextCell, i));
  return g_string_free (text, FALSE);
}

void
spur_text_legend_add (SpurTextLegend *self, const char *label, gunichar sample, guint32 color)
{
  SpurTextGrid *grid = self->grid;
  guint width = spur_text_grid_measure (grid, label) + 2;

  if (self->column > 0 && self->column + width > grid->n_columns)
    {
      self->line = spur_text_grid_add_line (grid);
      self->column = 0;
    }
  spur_text_grid_put (grid, self->line, self->column, sample, color);
  self->column +=
    2 + spur_text_grid_write (grid, self->line, self->column + 2,
                              grid->n_columns - MIN (self->column + 2, grid->n_columns), label,
                              SPUR_TEXT_DEFAULT_COLOR);
  self->column += 3;
}
