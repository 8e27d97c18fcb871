/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Lines of key=value, as NetLogger writes them: what they look like, and writing them. */
#include <string.h>

#include "core/base/spur-digits-private.h"
#include "core/base/spur-escape-internal.h"
#include "core/format/text/spur-format-text-private.h"

static gboolean
check_rule (SpurFormatDefinition *definition, const SpurFormatRule *rule, GError **error)
{
  gboolean has_key = FALSE;

  for (guint i = 0; i < rule->items->len; i++)
    {
      const SpurFormatItem *item = &g_array_index (rule->items, SpurFormatItem, i);
      gboolean is_keyed = item->key != NULL || item->kind >= SPUR_FORMAT_FIELD;

      if (item->key != NULL && strpbrk (item->key, " \t=\"") != NULL)
        return spur_format_definition_fail (definition, item->node, error,
                                            "a key has neither spaces nor = nor \" in it");
      if (has_key && !is_keyed)
        return spur_format_definition_fail (definition, item->node, error,
                                            "items without keys come before all that have one");
      has_key = has_key || is_keyed;
    }
  return TRUE;
}

static gboolean
compile_rules (SpurFormatDefinition *definition, GError **error)
{
  SpurFormatLines *self;

  if (!spur_format_lines_compile (definition, check_rule, error))
    return FALSE;
  self = definition->compiled;
  self->record_begins = spur_format_attribute (definition->node, "record-begins", NULL);
  if (self->record_begins != NULL)
    self->n_record_begins = strlen (self->record_begins);
  return TRUE;
}

static void
quote_value (gpointer data, GString *out, const char *text, gsize n_bytes)
{
  spur_pairs_append_value (out, text, n_bytes);
}

static void
put_lead (gpointer data,
          const SpurFormatProgram *program,
          const SpurFormatOp *op,
          GString *always,
          GString *if_there)
{
  if (op == NULL)
    {
      g_string_append_c (always, '\n');
      return;
    }
  if (op != program->ops)
    g_string_append_c (if_there, ' ');
  if (op->key == NULL)
    return;
  g_string_append (if_there, op->key);
  g_string_append_c (if_there, '=');
}

/* Whether the entry comes back from its text alone. */
static gboolean
can_be_guessed (const SpurEntry *entry, const char *text)
{
  SpurEntry guess = { 0 };

  spur_format_list_guess (&guess, text);
  return guess.type == entry->type && guess.bits == entry->bits;
}

static gboolean
append_entry (const SpurFormatProgram *program, const SpurEntry *entry, GString *out)
{
  gsize n_name_bytes = strlen (entry->name);
  char digits[SPUR_DIGITS_MAX_BYTES + 1];
  const char *text = digits;
  char *end = digits;

  if (entry->unit != NULL || !spur_pairs_is_plain (entry->name, n_name_bytes) ||
      spur_format_program_find_key (program, entry->name, n_name_bytes, 0) >= 0 ||
      g_str_equal (entry->name, program->ops[program->rest].key))
    return FALSE;
  if (entry->type == SPUR_FIELD_STRING)
    text = entry->text;
  else
    end = spur_format_put_bits (digits, entry->type, entry->bits);
  *end = '\0';
  if (!can_be_guessed (entry, text))
    return FALSE;
  g_string_append_c (out, ' ');
  g_string_append (out, entry->name);
  g_string_append_c (out, '=');
  quote_value (NULL, out, text, strlen (text));
  return TRUE;
}

/* Keys of their own, where they would come back as they are. */
static gboolean
put_rest (gpointer data, const SpurFormatProgram *program, const SpurList *list, GString *out)
{
  if (list->n_entries == 0 || !g_str_equal (list->class_name, "SpurStateList"))
    return FALSE;
  for (guint i = 0; i < list->n_entries; i++)
    {
      if (!append_entry (program, &list->entries[i], out))
        return FALSE;
    }
  return TRUE;
}

/* Names of fields come from anywhere; not all of them can be keys. */
static gboolean
check_keys (SpurFormatSource *source, guint class_index)
{
  const SpurFormatProgram *program = source->plan[class_index];

  for (guint i = 0; program != NULL && i < program->n_ops; i++)
    {
      const char *key = program->ops[i].key;

      if (key != NULL && !spur_pairs_is_plain (key, strlen (key)))
        return spur_format_source_refuse (
          source,
          "%s: the name of the field \"%s\" cannot be a key: it is empty, or has spaces, "
          "control characters, =, \" or \\ in it",
          spur_trace_get_class (source->trace, class_index)->name, key);
    }
  return TRUE;
}

static gboolean
write_trace (SpurFormatSource *source)
{
  const SpurFormatTextStyle style = { .quote = quote_value, .lead = put_lead, .rest = put_rest };

  for (guint i = 0; i < source->n_classes; i++)
    {
      if (!check_keys (source, i))
        return FALSE;
    }
  return spur_format_text_write (source, &style);
}

const SpurFormatEncoding spur_format_key_value = {
  .element = "key-value",
  .is_text = TRUE,
  .has_entries = TRUE,
  .compile = compile_rules,
  .free_compiled = spur_format_lines_free,
  .read = spur_format_key_value_read,
  .write = write_trace,
};
