/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The one place where the values of a tree become text. */
#include "cli/output/spur-layout.h"

#define MAX_COLUMNS 16
#define MAX_NAME_CELLS 32

typedef struct
{
  char *text;
  SpurTone style;
  guint width;
} Cell;

/* Text in aligned columns: the first to the left, numbers to the right. Cells are added row by
 * row. */
typedef struct
{
  guint n_columns;
  gboolean is_left[MAX_COLUMNS];
  GArray *cells;
} SpurTable;

static void
clear_cell (gpointer data)
{
  g_free (((Cell *) data)->text);
}

static SpurTable *
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

static void
spur_table_free (SpurTable *self)
{
  g_array_unref (self->cells);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SpurTable, spur_table_free)

static void
spur_table_add_styled (SpurTable *self, SpurTone style, const char *text)
{
  gboolean is_name = self->cells->len % self->n_columns == 0;
  Cell cell = { is_name ? spur_text_shorten (text, MAX_NAME_CELLS) : spur_text_safe (text), style,
                0 };

  cell.width = spur_text_get_width (cell.text);
  g_array_append_val (self->cells, cell);
}

/* Columns of words rather than numbers. */
static void
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

static void
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

#define MISSING "-"
#define NAME_CELLS 30

/* A layout at work. */
typedef struct
{
  SpurCli *cli;
  SpurUnit unit;
} Rendering;

static void put_items (Rendering *self, const SpurNode *object, const SpurLayout *layout);

static SpurTone
get_tone (const SpurNode *node, SpurShowFlags flags)
{
  if (flags == 0 || !spur_node_is_set (node))
    return SPUR_TONE_PLAIN;
  return flags & SPUR_SHOW_BAD    ? SPUR_TONE_BAD
         : flags & SPUR_SHOW_GOOD ? SPUR_TONE_GOOD
                                  : SPUR_TONE_PLAIN;
}

static char *
join_strings (const SpurNode *list)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < list->children->len; i++)
    {
      const SpurNode *child = g_ptr_array_index (list->children, i);

      g_string_append_printf (text, "%s%s", i > 0 ? ", " : "", child->string);
    }
  return g_string_free (text, FALSE);
}

static char *
format_plain (const SpurNode *node)
{
  if (node->type == SPUR_NODE_STRING)
    return g_strdup (node->string);
  if (node->type == SPUR_NODE_LIST)
    return join_strings (node);
  return g_strdup_printf ("%" G_GINT64_FORMAT, node->integer);
}

static char *
format_percent (double value)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_formatd (digits, sizeof digits, "%.5f", 100 * value);
  return g_strconcat (digits, " %", NULL);
}

static char *
format_node (const Rendering *self, const SpurNode *node, SpurShow show)
{
  GString *text;

  if (node == NULL || node->type == SPUR_NODE_NULL)
    return g_strdup (MISSING);
  switch (show)
    {
    case SPUR_SHOW_TEXT:
      return format_plain (node);
    case SPUR_SHOW_COUNT:
      return spur_text_count (node->type == SPUR_NODE_LIST ? node->children->len
                                                           : (guint64) node->integer);
    case SPUR_SHOW_SPAN:
      return node->integer != 0 ? spur_text_duration (node->integer) : g_strdup (MISSING);
    case SPUR_SHOW_DURATION:
      return spur_text_duration (node->integer);
    case SPUR_SHOW_PERCENT:
      return format_percent (node->real);
    case SPUR_SHOW_EXCESS:
      return format_percent (node->real - 1);
    case SPUR_SHOW_IN_UNIT:
      break;
    }
  text = g_string_new (NULL);
  spur_text_append_in_unit (text, node->integer, self->unit, 3);
  return g_string_free (text, FALSE);
}

static void
put_more (Rendering *self, const SpurLayout *item, guint n_rows)
{
  if (item->max_rows > 0 && n_rows > item->max_rows)
    spur_out_printf (self->cli->out, "%s%u more%s\n",
                     item->kind == SPUR_LAYOUT_EACH ? "  and " : "  ... and ",
                     n_rows - item->max_rows, item->more != NULL ? item->more : "");
}

static guint
get_n_shown (const SpurLayout *item, const SpurNode *list)
{
  return item->max_rows > 0 ? MIN (list->children->len, item->max_rows) : list->children->len;
}

static SpurTable *
begin_table (Rendering *self, const SpurColumn *columns)
{
  SpurTable *table;
  guint n_columns = 0;

  while (columns[n_columns].label != NULL)
    n_columns++;
  table = spur_table_new (n_columns);
  for (guint i = 0; i < n_columns; i++)
    {
      gboolean has_unit = columns[i].show == SPUR_SHOW_IN_UNIT;
      g_autofree char *heading =
        has_unit ? g_strdup_printf ("%s %s", columns[i].label, spur_text_get_unit_name (self->unit))
                 : g_strdup (columns[i].label);

      spur_table_add_styled (table, SPUR_TONE_DIM, heading);
      if (columns[i].flags & SPUR_SHOW_LEFT)
        spur_table_set_left (table, i);
    }
  return table;
}

static void
add_cell (Rendering *self, SpurTable *table, const SpurColumn *column, const SpurNode *node)
{
  g_autofree char *text = format_node (self, node, column->show);

  spur_table_add_styled (table, get_tone (node, column->flags), text);
}

/* Rows that a layout names: a label and then paths. Rows are left out where what their first path
 * leads to is not there. */
static void
add_named_rows (Rendering *self, SpurTable *table, const SpurLayout *item, const SpurNode *object)
{
  for (const char *const *path = item->rows; *path != NULL;)
    {
      gboolean is_there = spur_node_find (object, path[1]) != NULL;

      if (is_there)
        spur_table_add_styled (table, SPUR_TONE_PLAIN, *path);
      path++;
      for (const SpurColumn *column = item->columns + 1; column->label != NULL; column++, path++)
        {
          if (is_there)
            add_cell (self, table, column, spur_node_find (object, *path));
        }
    }
}

/* Whether a column is shown: of one that is left out where it says nothing, a row must say
 * something.
 */
static gboolean
has_column (const SpurColumn *column, const SpurLayout *item, const SpurNode *list)
{
  gboolean is_shown = !(column->flags & SPUR_SHOW_IF_SET) || list == NULL;

  for (guint i = 0; !is_shown && i < get_n_shown (item, list); i++)
    is_shown =
      spur_node_is_set (spur_node_find (g_ptr_array_index (list->children, i), column->name));
  return is_shown;
}

static void
put_table (Rendering *self, const SpurLayout *item, const SpurNode *object)
{
  const SpurNode *list = item->name != NULL ? spur_node_find (object, item->name) : NULL;
  g_autoptr (GArray) columns = g_array_new (TRUE, TRUE, sizeof (SpurColumn));
  g_autoptr (SpurTable) table = NULL;

  if (item->rows == NULL && (item->flags & SPUR_SHOW_IF_SET) &&
      (list == NULL || !spur_node_is_set (list)))
    return;
  for (const SpurColumn *column = item->columns; column->label != NULL; column++)
    {
      if (has_column (column, item, list))
        g_array_append_vals (columns, column, 1);
    }
  table = begin_table (self, (const SpurColumn *) (gpointer) columns->data);
  if (item->rows != NULL)
    add_named_rows (self, table, item, object);
  for (guint i = 0; list != NULL && i < get_n_shown (item, list); i++)
    {
      const SpurNode *row = g_ptr_array_index (list->children, i);

      for (guint c = 0; c < columns->len; c++)
        {
          const SpurColumn *column = &g_array_index (columns, SpurColumn, c);

          add_cell (self, table, column, spur_node_find (row, column->name));
        }
    }
  spur_table_put (table, self->cli);
  if (list != NULL)
    put_more (self, item, list->children->len);
}

static void
put_grid (Rendering *self, const SpurLayout *item, const SpurNode *list)
{
  g_autoptr (SpurTable) table = NULL;
  guint n_rows;

  if (!spur_node_is_set (list))
    return;
  n_rows = list->children->len - 1;
  for (guint i = 0; i <= (item->max_rows > 0 ? MIN (n_rows, item->max_rows) : n_rows); i++)
    {
      const GPtrArray *cells = ((SpurNode *) g_ptr_array_index (list->children, i))->children;

      if (table == NULL)
        table = spur_table_new (cells->len);
      for (guint k = 0; k < cells->len; k++)
        spur_table_add_styled (table, i == 0 ? SPUR_TONE_DIM : SPUR_TONE_PLAIN,
                               ((SpurNode *) g_ptr_array_index (cells, k))->string);
    }
  spur_table_put (table, self->cli);
  put_more (self, item, n_rows);
}

static void
put_verdicts (Rendering *self, const SpurNode *list)
{
  for (guint i = 0; list != NULL && i < list->children->len; i++)
    {
      const SpurNode *row = g_ptr_array_index (list->children, i);
      const SpurNode *good = spur_node_find (row, "good");
      const SpurNode *word = good != NULL ? good : spur_node_find (row, "bad");

      spur_out_printf (self->cli->out, "  %s", spur_node_find (row, "before")->string);
      if (word != NULL)
        {
          spur_cli_put (self->cli, good != NULL ? SPUR_TONE_GOOD : SPUR_TONE_BAD, word->string);
          spur_out_puts (self->cli->out, spur_node_find (row, "after")->string);
        }
      spur_out_puts (self->cli->out, "\n");
    }
}

static void
put_count_row (Rendering *self, const SpurColumn *columns, const SpurNode *row)
{
  GString *text = self->cli->out->buffer;
  const SpurNode *name = spur_node_find (row, columns[0].name);
  const SpurNode *after = columns[2].label != NULL ? spur_node_find (row, columns[2].name) : NULL;
  g_autofree char *number =
    format_node (self, spur_node_find (row, columns[1].name), SPUR_SHOW_COUNT);
  g_autofree char *safe =
    spur_text_shorten (name->type == SPUR_NODE_STRING ? name->string : "", NAME_CELLS);

  g_string_append (text, "  ");
  spur_text_append_padded (text, safe, NAME_CELLS);
  g_string_append_printf (text, " %12s", number);
  if (spur_node_is_set (after))
    {
      g_string_append (text, "  ");
      spur_text_append_safe (text, after->string);
    }
  g_string_append_c (text, '\n');
  spur_out_settle (self->cli->out);
}

static void
put_counts (Rendering *self, const SpurLayout *item, const SpurNode *list)
{
  if ((item->flags & SPUR_SHOW_IF_SET) && !spur_node_is_set (list))
    return;
  spur_out_puts (self->cli->out, "\n");
  spur_cli_put (self->cli, SPUR_TONE_BOLD, item->label);
  spur_out_puts (self->cli->out, "\n");
  for (guint i = 0; i < get_n_shown (item, list); i++)
    put_count_row (self, item->columns, g_ptr_array_index (list->children, i));
  put_more (self, item, list->children->len);
}

static void
put_each (Rendering *self, const SpurLayout *item, const SpurNode *list)
{
  for (guint i = 0; list != NULL && i < get_n_shown (item, list); i++)
    put_items (self, g_ptr_array_index (list->children, i), item->each);
  if (list != NULL)
    put_more (self, item, list->children->len);
}

static void
put_title (Rendering *self, const SpurLayout *item, const SpurNode *object, const char *text)
{
  const SpurNode *second = item->label != NULL ? spur_node_find (object, item->label) : NULL;
  g_autofree char *safe = spur_text_safe (text);

  spur_cli_put (self->cli, SPUR_TONE_BOLD, safe);
  if (second != NULL)
    {
      g_autofree char *more = spur_text_safe (second->string);

      spur_out_printf (self->cli->out, "  %s", more);
    }
  spur_out_puts (self->cli->out, "\n");
}

static void
put_line (Rendering *self, const SpurLayout *item, const SpurNode *node, const char *text)
{
  g_autofree char *safe = spur_text_safe (text);

  if (item->label != NULL)
    spur_out_puts (self->cli->out, item->label);
  spur_cli_put (self->cli, get_tone (node, item->flags), safe);
  spur_out_puts (self->cli->out, "\n");
}

static void
put_facts (Rendering *self, const SpurLayout *item, const SpurNode *facts)
{
  for (guint i = 0; facts != NULL && i < facts->children->len; i++)
    {
      const SpurNode *fact = g_ptr_array_index (facts->children, i);

      /* Facts of time maps are for programs. */
      if (fact->name != NULL && g_str_has_prefix (fact->name, "maps."))
        continue;
      if (facts->type == SPUR_NODE_LIST)
        spur_cli_put_row (self->cli, spur_node_find (fact, item->columns[0].name)->string,
                          spur_node_find (fact, item->columns[1].name)->string);
      else
        spur_cli_put_row (self->cli, fact->name, fact->string);
    }
}

static void
put_value (Rendering *self,
           const SpurLayout *item,
           const SpurNode *object,
           const SpurNode *node,
           const char *text)
{
  if (item->kind == SPUR_LAYOUT_TITLE)
    put_title (self, item, object, text);
  else if (item->kind == SPUR_LAYOUT_LINE)
    put_line (self, item, node, text);
  else if (item->kind == SPUR_LAYOUT_ROW)
    spur_cli_put_row (self->cli, item->label, text);
  else if (item->kind == SPUR_LAYOUT_SENTENCE && *text != '\0')
    spur_cli_put_sentence (self->cli, get_tone (node, item->flags),
                           item->label != NULL ? item->label : "", text);
  else if (item->kind == SPUR_LAYOUT_TALLY)
    spur_out_printf (self->cli->out, "%s %s\n", text, item->label);
}

static gboolean
is_list_of_lines (const SpurLayout *item, const SpurNode *node)
{
  return node->type == SPUR_NODE_LIST &&
         (item->kind == SPUR_LAYOUT_LINE || item->kind == SPUR_LAYOUT_SENTENCE);
}

static void
put_values (Rendering *self, const SpurLayout *item, const SpurNode *object, const SpurNode *node)
{
  gboolean is_list = is_list_of_lines (item, node);
  guint n_values = is_list ? node->children->len : 1;

  for (guint i = 0; i < n_values; i++)
    {
      const SpurNode *value = is_list ? g_ptr_array_index (node->children, i) : node;
      g_autofree char *text = format_node (self, value, item->show);

      put_value (self, item, object, value, text);
    }
}

static void
put_item (Rendering *self, const SpurNode *object, const SpurLayout *item)
{
  const SpurNode *node = item->name != NULL ? spur_node_find (object, item->name) : NULL;

  switch (item->kind)
    {
    case SPUR_LAYOUT_TABLE:
      put_table (self, item, object);
      break;
    case SPUR_LAYOUT_COUNTS:
      put_counts (self, item, node);
      break;
    case SPUR_LAYOUT_GRID:
      put_grid (self, item, node);
      break;
    case SPUR_LAYOUT_VERDICTS:
      put_verdicts (self, node);
      break;
    case SPUR_LAYOUT_EACH:
      put_each (self, item, node);
      break;
    case SPUR_LAYOUT_FACTS:
      put_facts (self, item, node);
      break;
    case SPUR_LAYOUT_BLANK:
      if (item->name == NULL || spur_node_is_set (node))
        spur_out_puts (self->cli->out, "\n");
      break;
    default:
      if (node == NULL || ((item->flags & SPUR_SHOW_IF_SET) && !spur_node_is_set (node)))
        break;
      put_values (self, item, object, node);
      break;
    }
}

static void
put_items (Rendering *self, const SpurNode *object, const SpurLayout *layout)
{
  for (; layout->kind != SPUR_LAYOUT_END; layout++)
    put_item (self, object, layout);
}

void
spur_cli_put_layout (SpurCli *self, SpurTree *tree, const SpurLayout *layout)
{
  const SpurNode *root = spur_tree_get_root (tree);
  const SpurNode *unit = spur_node_find (root, SPUR_TREE_UNIT);
  Rendering rendering = { self, unit != NULL ? (SpurUnit) unit->integer : SPUR_UNIT_NS };

  put_items (&rendering, root, layout);
}

void
spur_cli_put_tree (SpurCli *self)
{
  if (self->losses != NULL)
    spur_cli_add_losses (self, self->tree);
  if (!self->json)
    {
      spur_cli_put_layout (self, self->tree, self->layout);
      return;
    }
  spur_tree_append_json (self->tree, self->out->buffer, TRUE);
  spur_out_puts (self->out, "\n");
}

const SpurLayout spur_layout_written[] = { SPUR_LAYOUT_WRITTEN, { SPUR_LAYOUT_END } };

void
spur_cli_add_written (SpurCli *self, const char *output, const char *note)
{
  spur_tree_add_string (self->tree, "path", self->input);
  spur_tree_add_string (self->tree, "output", output);
  if (note != NULL)
    spur_tree_add_string (self->tree, "note", note);
}
