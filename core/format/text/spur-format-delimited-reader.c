/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Reads tables of text (RFC 4180). */
#include <string.h>

#include "core/format/text/spur-format-text-private.h"

#define MAX_COLUMNS 4096

typedef struct
{
  const char *text;
  guint32 n_bytes;
  gboolean is_quoted;
} Cell;

typedef struct
{
  const SpurFormatLines *form;
  SpurFormatBuilder *builder;
  const char *end;
  /* Of quoted texts with quotes in them. */
  GStringChunk *texts;
  guint n_cells;
  guint n_columns;
  int class_column;
  GPtrArray *mapped; /* of SpurFormatProgram, not owned */
  GPtrArray *titles;
  Cell cells[MAX_COLUMNS];
} Reader;

static void
undouble_quotes (Reader *self, Cell *cell)
{
  char *text = g_string_chunk_insert_len (self->texts, cell->text, cell->n_bytes);
  char *out = text;

  for (guint i = 0; i < cell->n_bytes; i++)
    {
      *out++ = cell->text[i];
      i += cell->text[i] == '"';
    }
  cell->text = text;
  cell->n_bytes = (guint32) (out - text);
}

static const char *
take_quoted (Reader *self, const char *at, Cell *cell)
{
  const char *begin = at;
  gboolean has_quotes = FALSE;

  for (;;)
    {
      at = memchr (at, '"', (gsize) (self->end - at));
      if (at == NULL)
        {
          spur_format_builder_refuse_at (self->builder, begin, "a quoted value has no end");
          return NULL;
        }
      if (at + 1 == self->end || at[1] != '"')
        break;
      has_quotes = TRUE;
      at += 2;
    }
  if (at - begin > G_MAXINT32)
    {
      spur_format_builder_refuse_at (self->builder, begin, "a value has more than 2 GiB");
      return NULL;
    }
  *cell = (Cell){ begin, (guint32) (at - begin), TRUE };
  if (has_quotes)
    undouble_quotes (self, cell);
  return at + 1;
}

static const char *
take_cell (Reader *self, const char *at, Cell *cell)
{
  const char *begin = at;

  if (at < self->end && *at == '"')
    return take_quoted (self, at + 1, cell);
  while (at < self->end && *at != self->form->separator && *at != '\n')
    at++;
  *cell = (Cell){ begin, (guint32) MIN (at - begin, G_MAXINT32), FALSE };
  /* A line may end as those of RFC 4180 do. */
  if (cell->n_bytes > 0 && begin[cell->n_bytes - 1] == '\r' && (at == self->end || *at == '\n'))
    cell->n_bytes--;
  return at;
}

/* Gives where the next line begins. */
static const char *
take_line (Reader *self, const char *at)
{
  self->n_cells = 0;
  g_string_chunk_clear (self->texts);
  for (;;)
    {
      if (self->n_cells == MAX_COLUMNS)
        {
          spur_format_builder_refuse_at (self->builder, at,
                                         "a line has more columns than it may have, which is 4096");
          return NULL;
        }
      at = take_cell (self, at, &self->cells[self->n_cells]);
      if (at == NULL)
        return NULL;
      self->n_cells++;
      if (at < self->end && *at == '\r' && (at + 1 == self->end || at[1] == '\n'))
        at++;
      if (at == self->end)
        return at;
      if (*at == '\n')
        return at + 1;
      if (*at != self->form->separator)
        {
          spur_format_builder_refuse_at (self->builder, at,
                                         "a quoted value is not followed by a separator");
          return NULL;
        }
      at++;
    }
}

/* Where the columns are of each program, for the titles that hold. */
static void
forget_maps (Reader *self)
{
  for (guint i = 0; i < self->mapped->len; i++)
    {
      SpurFormatProgram *program = g_ptr_array_index (self->mapped, i);

      g_clear_pointer (&program->data, g_free);
    }
  g_ptr_array_set_size (self->mapped, 0);
}

static gboolean
has_cell (const Reader *self, const char *text)
{
  for (guint i = 0; i < self->n_cells; i++)
    {
      if (!self->cells[i].is_quoted && self->cells[i].n_bytes == strlen (text) &&
          memcmp (self->cells[i].text, text, self->cells[i].n_bytes) == 0)
        return TRUE;
    }
  return FALSE;
}

/* Whether the line is the titles of the events' table, behind that of the definitions. No event has
 * the titles of a time, a stream and a class as its values. */
static gboolean
is_second_titles (const Reader *self, const SpurFormatRule *rule)
{
  guint n_keys = 0;

  for (guint i = 0; i < rule->items->len; i++)
    {
      const SpurFormatItem *item = &g_array_index (rule->items, SpurFormatItem, i);

      if (item->kind != SPUR_FORMAT_TIME && item->kind != SPUR_FORMAT_STREAM &&
          item->kind != SPUR_FORMAT_CLASS)
        continue;
      if (!has_cell (self, item->key))
        return FALSE;
      n_keys |= 1u << item->kind;
    }
  return n_keys == (1u << SPUR_FORMAT_TIME | 1u << SPUR_FORMAT_STREAM | 1u << SPUR_FORMAT_CLASS);
}

/* The rule of events by which a second table can be told; NULL where definitions are not apart. */
static const SpurFormatRule *
find_second_rule (const SpurFormatDefinition *definition)
{
  const SpurFormatRule *found = NULL;
  gboolean is_apart = FALSE;

  for (guint i = 0; i < definition->rules->len; i++)
    {
      const SpurFormatRule *rule = g_ptr_array_index (definition->rules, i);

      is_apart = is_apart || rule->is_apart;
      if (!rule->is_definition && found == NULL)
        found = rule;
    }
  return is_apart ? found : NULL;
}

static void
set_titles (Reader *self)
{
  forget_maps (self);
  g_ptr_array_set_size (self->titles, 0);
  self->n_columns = self->n_cells;
  self->class_column = -1;
  for (guint i = 0; i < self->n_cells; i++)
    {
      char *title = g_strndup (self->cells[i].text, self->cells[i].n_bytes);

      g_ptr_array_add (self->titles, title);
      if (self->class_column < 0 &&
          g_ptr_array_find_with_equal_func (self->form->class_keys, title, g_str_equal, NULL))
        self->class_column = (int) i;
    }
}

/* Without titles, columns are the items of the first rule for events in their order. */
static void
set_titles_from_rule (Reader *self)
{
  for (guint i = 0; i < self->builder->definition->rules->len && self->titles->len == 0; i++)
    {
      const SpurFormatRule *rule = g_ptr_array_index (self->builder->definition->rules, i);

      for (guint k = 0; !rule->is_definition && k < rule->items->len; k++)
        {
          const SpurFormatItem *item = &g_array_index (rule->items, SpurFormatItem, k);
          const char *title = item->key != NULL ? item->key : item->name;

          if (item->kind == SPUR_FORMAT_CLASS)
            self->class_column = (int) self->titles->len;
          g_ptr_array_add (self->titles, g_strdup (title != NULL ? title : ""));
        }
    }
  self->n_columns = self->titles->len;
}

/* The op of each column, or -1. */
static const int *
get_map (Reader *self, SpurFormatProgram *program)
{
  int *map = program->data;

  if (map != NULL)
    return map;
  map = g_new (int, self->n_columns + 1);
  for (guint i = 0; i < self->n_columns; i++)
    {
      const char *title = g_ptr_array_index (self->titles, i);

      map[i] = spur_format_program_find_key (program, title, strlen (title), 0);
      if (map[i] < 0 && program->rest >= 0 &&
          g_strcmp0 (program->ops[program->rest].key, title) == 0)
        map[i] = program->rest;
    }
  program->data = map;
  program->free_data = g_free;
  g_ptr_array_add (self->mapped, program);
  return map;
}

static gboolean
put_cell (Reader *self, const SpurFormatOp *op, const Cell *cell)
{
  if (op->kind == SPUR_FORMAT_REST)
    return spur_format_builder_put_text (self->builder, op, cell->text, cell->n_bytes);
  if (op->kind == SPUR_FORMAT_CONSTANT &&
      (strlen (op->item->value) != cell->n_bytes ||
       memcmp (op->item->value, cell->text, cell->n_bytes) != 0))
    return spur_format_builder_put_rest (self->builder, op->key, op->n_key_bytes, cell->text,
                                         cell->n_bytes);
  return spur_format_builder_put_item (self->builder, op, cell->text, cell->n_bytes);
}

static SpurFormatProgram *
find_program (Reader *self)
{
  const Cell *cell = self->class_column >= 0 && (guint) self->class_column < self->n_cells
                       ? &self->cells[self->class_column]
                       : NULL;

  if (cell != NULL && cell->n_bytes > 0)
    return spur_format_builder_find_class (self->builder, cell->text, cell->n_bytes);
  return spur_format_lines_find_default (self->form, self->builder, "line");
}

static gboolean
put_line (Reader *self, const char *place)
{
  SpurFormatProgram *program;
  const int *map;

  self->builder->place = place;
  if (self->n_cells == 1 && self->cells[0].n_bytes == 0 && !self->cells[0].is_quoted)
    return TRUE;
  if (self->n_cells > self->n_columns)
    return spur_format_builder_refuse (self->builder,
                                       "the line has %u columns, and there are %u titles",
                                       self->n_cells, self->n_columns);
  program = find_program (self);
  if (program == NULL)
    return FALSE;
  map = get_map (self, program);
  spur_format_builder_begin (self->builder, program);
  for (guint i = 0; i < self->n_cells; i++)
    {
      const Cell *cell = &self->cells[i];
      const char *title = g_ptr_array_index (self->titles, i);

      if (cell->n_bytes == 0 && !cell->is_quoted)
        continue;
      if (map[i] >= 0 ? !put_cell (self, &program->ops[map[i]], cell)
                      : !spur_format_builder_put_rest (self->builder, title, strlen (title),
                                                       cell->text, cell->n_bytes))
        return FALSE;
    }
  return spur_format_builder_end (self->builder);
}

static gboolean
read_lines (Reader *self)
{
  const char *at = (const char *) self->builder->bytes;
  gboolean needs_titles = self->form->has_titles;
  const SpurFormatRule *second = needs_titles ? find_second_rule (self->builder->definition) : NULL;

  if (!needs_titles)
    set_titles_from_rule (self);
  while (at < self->end)
    {
      const char *place = at;

      at = take_line (self, at);
      if (at == NULL)
        return FALSE;
      if (!needs_titles && second != NULL && is_second_titles (self, second))
        {
          set_titles (self);
          second = NULL;
        }
      else if (needs_titles)
        {
          set_titles (self);
          /* The table of the events comes first, so there is no other. */
          if (second != NULL && is_second_titles (self, second))
            second = NULL;
        }
      else if (!put_line (self, place))
        return FALSE;
      needs_titles = FALSE;
      if (!spur_format_builder_go_on (self->builder, at))
        return FALSE;
    }
  return TRUE;
}

gboolean
spur_format_delimited_read (SpurFormatBuilder *builder)
{
  g_autofree Reader *self = g_new (Reader, 1);
  g_autoptr (GPtrArray) titles = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) mapped = g_ptr_array_new ();
  gboolean is_good;

  self->form = builder->definition->compiled;
  self->builder = builder;
  self->end = (const char *) builder->bytes + builder->n_bytes;
  self->texts = g_string_chunk_new (1024);
  self->titles = titles;
  self->mapped = mapped;
  self->n_cells = self->n_columns = 0;
  self->class_column = -1;
  is_good = read_lines (self);
  g_string_chunk_free (self->texts);
  return is_good;
}
