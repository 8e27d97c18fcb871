/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "cli/output/spur-table.h"

#include "cli/output/spur-text.h"

#define MAX_COLUMNS 12
#define MAX_NAME_CELLS 32

typedef struct
{
  char *text;
  SpurTone style;
  guint width;
} Cell;

struct _SpurTable
{
  guint n_columns;
  gboolean is_left[MAX_COLUMNS];
  GArray *cells;
};

static void
clear_cell (gpointer data)
{
  g_free (((Cell *) data)->text);
}

SpurTable *
spur_table_new (guint n_columns)
{
  SpurTable *self = g_new0 (SpurTable, 1);

  g_assert (n_columns > 0 && n_columns <= MAX_COLUMNS);
  self->n_columns = n_columns;
  self->is_left[0] = TRUE;
  self->cells = g_array_new (FALSE, FALSE, sizeof (Cell));
  g_array_set_clear_func (self->cells, clear_cell);
  return self;
}

void
spur_table_free (SpurTable *self)
{
  g_array_unref (self->cells);
  g_free (self);
}

void
spur_table_add_styled (SpurTable *self, SpurTone style, const char *text)
{
  gboolean is_name = self->cells->len % self->n_columns == 0;
  Cell cell = { is_name ? spur_text_shorten (text, MAX_NAME_CELLS) : spur_text_safe (text), style,
                0 };

  cell.width = spur_text_get_width (cell.text);
  g_array_append_val (self->cells, cell);
}

void
spur_table_set_left (SpurTable *self, guint column)
{
  self->is_left[column] = TRUE;
}

static void
put_spaces (SpurCli *cli, guint n)
{
  for (guint i = 0; i < n; i++)
    g_string_append_c (cli->out->buffer, ' ');
}

static void
put_cell (SpurTable *self, SpurCli *cli, guint index, guint width)
{
  const Cell *cell = &g_array_index (self->cells, Cell, index);
  guint column = index % self->n_columns;
  guint n_spaces = width - cell->width;

  put_spaces (cli, 2);
  if (!self->is_left[column])
    put_spaces (cli, n_spaces);
  spur_cli_put (cli, cell->style, cell->text);
  if (column + 1 == self->n_columns)
    spur_out_puts (cli->out, "\n");
  else if (self->is_left[column])
    put_spaces (cli, n_spaces);
}

void
spur_table_put (SpurTable *self, SpurCli *cli)
{
  guint widths[MAX_COLUMNS] = { 0 };

  g_assert (self->cells->len % self->n_columns == 0);
  for (guint i = 0; i < self->cells->len; i++)
    {
      guint *width = &widths[i % self->n_columns];

      *width = MAX (*width, g_array_index (self->cells, Cell, i).width);
    }
  for (guint i = 0; i < self->cells->len; i++)
    put_cell (self, cli, i, widths[i % self->n_columns]);
}
