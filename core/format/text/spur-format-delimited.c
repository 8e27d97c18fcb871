/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Tables of text with a separator between columns (RFC 4180): what they look like, and writing
 * them. */
#include <string.h>

#include "core/format/text/spur-format-text-private.h"
#include "core/store/trace/spur-store-internal.h"

static gboolean
check_rule (SpurFormatDefinition *definition, const SpurFormatRule *rule, GError **error)
{
  for (guint i = 0; i < rule->items->len; i++)
    {
      const SpurFormatItem *item = &g_array_index (rule->items, SpurFormatItem, i);

      if (item->key == NULL && item->kind < SPUR_FORMAT_FIELD)
        return spur_format_definition_fail (definition, item->node, error,
                                            "the item has no key, which is its column's title");
    }
  return TRUE;
}

static gboolean
compile_rules (SpurFormatDefinition *definition, GError **error)
{
  char separator = *spur_format_attribute (definition->node, "separator", ",");
  SpurFormatLines *self;

  if (separator == '"' || separator == '\n' || separator == '\r')
    return spur_format_definition_fail (definition, definition->node, error,
                                        "the separator is a quote or a line end");
  if (!spur_format_lines_compile (definition, check_rule, error))
    return FALSE;
  self = definition->compiled;
  self->separator = separator;
  self->has_titles =
    strcmp (spur_format_attribute (definition->node, "titles", "true"), "true") == 0;
  return TRUE;
}

/* The columns of all classes together. */
typedef struct
{
  const SpurFormatLines *form;
  GPtrArray *titles; /* of char * */
  GHashTable *column_of_title;
  guint at;
} Columns;

static guint
find_column (const Columns *self, const char *title)
{
  return GPOINTER_TO_UINT (g_hash_table_lookup (self->column_of_title, title));
}

static void
add_column (Columns *self, const char *key)
{
  if (g_hash_table_contains (self->column_of_title, key))
    return;
  g_ptr_array_add (self->titles, g_strdup (key));
  g_hash_table_insert (self->column_of_title, self->titles->pdata[self->titles->len - 1],
                       GUINT_TO_POINTER (self->titles->len - 1));
}

static void
add_columns (Columns *self, const SpurFormatProgram *program)
{
  for (guint i = 0; i < program->n_ops; i++)
    add_column (self, program->ops[i].key);
}

/* What of a class's ops was not seen with a value. */
typedef struct
{
  guint *unseen;
  guint n_unseen;
  gboolean has_events;
} Usage;

/* Columns that a rule asks for are there, whatever is in them. */
static gboolean
is_dropped_if_empty (const SpurFormatOp *op)
{
  return op->item == NULL || op->kind == SPUR_FORMAT_REST ||
         (op->item->is_optional &&
          (op->kind == SPUR_FORMAT_FIELD || op->kind == SPUR_FORMAT_PREDECESSORS));
}

static void
begin_usage (Usage *self, const SpurFormatProgram *program)
{
  self->unseen = g_new (guint, program->n_ops + 1);
  for (guint i = 0; i < program->n_ops; i++)
    {
      const SpurFormatOp *op = &program->ops[i];

      if (is_dropped_if_empty (op) && op->may_miss && op->kind != SPUR_FORMAT_PREDECESSORS)
        self->unseen[self->n_unseen++] = i;
    }
}

static void
use_record (Usage *self, const SpurFormatProgram *program, const guint8 *record)
{
  self->has_events = TRUE;
  for (guint i = 0; i < self->n_unseen;)
    {
      const SpurFormatOp *op = &program->ops[self->unseen[i]];

      if (spur_format_op_get_bits (op, record) == op->missing_bits)
        i++;
      else
        self->unseen[i] = self->unseen[--self->n_unseen];
    }
}

static void
use_stream (SpurFormatSource *source, Usage *usages, guint stream)
{
  g_autoptr (SpurChunkWalk) walk = spur_chunk_walk_new (
    spur_trace_get_stream (source->trace, stream), SPUR_CHUNK_CLASSES | SPUR_CHUNK_RECORDS);
  const SpurChunk *chunk;

  while ((chunk = spur_chunk_walk_next (walk)) != NULL)
    {
      const guint8 *record = chunk->records;

      for (guint32 i = 0; i < chunk->n_events; i++)
        {
          guint index = chunk->classes[i];

          if (source->plan[index] != NULL)
            use_record (&usages[index], source->plan[index], record);
          record += spur_trace_get_class (source->trace, index)->n_bytes;
        }
    }
}

static gboolean
is_unseen (const Usage *usage, guint op)
{
  for (guint i = 0; i < usage->n_unseen; i++)
    {
      if (usage->unseen[i] == op)
        return TRUE;
    }
  return FALSE;
}

static void
add_used_columns (Columns *self, const SpurFormatSource *source, guint index, const Usage *usage)
{
  const SpurFormatProgram *program = source->plan[index];
  gsize n_predecessors;

  spur_trace_get_all_predecessors (source->trace, &n_predecessors);
  for (guint i = 0; i < program->n_ops; i++)
    {
      const SpurFormatOp *op = &program->ops[i];
      gboolean is_empty =
        op->kind == SPUR_FORMAT_PREDECESSORS ? n_predecessors == 0 : is_unseen (usage, i);

      /* Without titles a column is known by its place. */
      if (!self->form->has_titles || !is_dropped_if_empty (op) || (usage->has_events && !is_empty))
        add_column (self, op->key);
    }
}

/* Looks at all events once, as a column that no event has anything in is none. */
static void
find_event_columns (Columns *self, SpurFormatSource *source)
{
  g_autofree Usage *usages = g_new0 (Usage, source->n_classes + 1);

  for (guint i = 0; i < source->n_classes; i++)
    {
      if (source->plan[i] != NULL)
        begin_usage (&usages[i], source->plan[i]);
    }
  for (guint i = 0; i < spur_trace_get_n_streams (source->trace); i++)
    use_stream (source, usages, i);
  for (guint i = 0; i < source->n_classes; i++)
    {
      if (source->plan[i] != NULL)
        add_used_columns (self, source, i, &usages[i]);
      g_free (usages[i].unseen);
    }
}

static gboolean
find_columns (Columns *self, SpurFormatSource *source)
{
  if (!source->is_apart)
    find_event_columns (self, source);
  for (guint i = 0; i < SPUR_FORMAT_N_DEFINES; i++)
    {
      const SpurFormatRule *rule = spur_format_definition_find_define (source->definition, i);
      g_autoptr (SpurFormatProgram) program = NULL;

      if (rule == NULL || rule->is_apart != source->is_apart)
        continue;
      program = spur_format_program_new (source->definition, rule,
                                         spur_format_get_definition_layout (i), &source->error);
      if (program == NULL)
        return FALSE;
      add_columns (self, program);
    }
  return TRUE;
}

/* An empty text is quoted, because an empty column is nothing. */
static void
quote_item (gpointer data, GString *out, const char *text, gsize n_bytes)
{
  const Columns *self = data;
  gboolean is_plain = n_bytes > 0;

  for (gsize i = 0; i < n_bytes && is_plain; i++)
    is_plain =
      text[i] != '"' && text[i] != '\n' && text[i] != '\r' && text[i] != self->form->separator;
  if (is_plain)
    {
      g_string_append_len (out, text, (gssize) n_bytes);
      return;
    }
  g_string_append_c (out, '"');
  for (gsize i = 0; i < n_bytes; i++)
    {
      if (text[i] == '"')
        g_string_append_c (out, '"');
      g_string_append_c (out, text[i]);
    }
  g_string_append_c (out, '"');
}

static void
put_lead (gpointer data,
          const SpurFormatProgram *program,
          const SpurFormatOp *op,
          GString *always,
          GString *if_there)
{
  Columns *self = data;
  guint to = op != NULL ? find_column (self, op->key) : self->titles->len - 1;

  for (; self->at < to; self->at++)
    g_string_append_c (always, self->form->separator);
  if (op != NULL)
    return;
  self->at = 0;
  g_string_append_c (always, '\n');
}

static void
arrange_columns (gpointer data, const SpurFormatProgram *program, guint *order)
{
  const Columns *self = data;

  /* Few columns, and once a class. */
  for (guint i = 1; i < program->n_ops; i++)
    {
      guint op = order[i], k = i;

      for (; k > 0 && find_column (self, program->ops[order[k - 1]].key) >
                        find_column (self, program->ops[op].key);
           k--)
        order[k] = order[k - 1];
      order[k] = op;
    }
}

static void
put_titles (Columns *self, SpurFormatOutput *output)
{
  g_autoptr (GString) line = g_string_new (NULL);

  for (guint i = 0; i < self->titles->len; i++)
    {
      const char *title = g_ptr_array_index (self->titles, i);

      if (i > 0)
        g_string_append_c (line, self->form->separator);
      quote_item (self, line, title, strlen (title));
    }
  g_string_append_c (line, '\n');
  spur_format_output_put (output, line->str, line->len);
}

static gboolean
write_trace (SpurFormatSource *source)
{
  g_autoptr (GPtrArray) titles = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GHashTable) by_title = g_hash_table_new (g_str_hash, g_str_equal);
  Columns columns = { source->definition->compiled, titles, by_title, 0 };
  const SpurFormatTextStyle style = {
    .data = &columns, .quote = quote_item, .lead = put_lead, .arrange = arrange_columns
  };

  if (!find_columns (&columns, source))
    return FALSE;
  if (titles->len == 0)
    return TRUE;
  if (columns.form->has_titles)
    put_titles (&columns, source->output);
  return spur_format_text_write (source, &style);
}

const SpurFormatEncoding spur_format_delimited = {
  .element = "delimited",
  .is_text = TRUE,
  .has_definitions_apart = TRUE,
  .compile = compile_rules,
  .free_compiled = spur_format_lines_free,
  .read = spur_format_delimited_read,
  .write = write_trace,
};
