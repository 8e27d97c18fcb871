/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Lines of key=value, as NetLogger writes them: what they look like, and writing them. */
#include "config.h"

#include <string.h>

#include "core/base/spur-digits-private.h"
#include "core/base/spur-escape-internal.h"
#include "core/format/definition/spur-format-encoding-internal.h"
#include "core/format/definition/spur-format-list-private.h"
#include "core/format/text/spur-format-key-value-private.h"
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
        return spur_format_definition_fail (definition, item->line, error,
                                            "a key has neither spaces nor = nor \" in it");
      if (has_key && !is_keyed)
        return spur_format_definition_fail (definition, item->line, error,
                                            "items without keys come before all that have one");
      has_key = has_key || is_keyed;
    }
  return TRUE;
}

/* Where the class is: with which keys, or as which item without one. */
static void
find_class_items (SpurFormatKeyValue *self, const SpurFormatRule *rule)
{
  int *position = rule->is_definition ? &self->define_position : &self->event_position;
  int n_bare = 0;

  for (guint i = 0; i < rule->items->len; i++)
    {
      const SpurFormatItem *item = &g_array_index (rule->items, SpurFormatItem, i);

      if (item->kind == SPUR_FORMAT_CLASS && item->key == NULL)
        *position = n_bare;
      if (item->kind == SPUR_FORMAT_CLASS && item->key != NULL &&
          !g_ptr_array_find_with_equal_func (self->class_keys, item->key, g_str_equal, NULL))
        g_ptr_array_add (self->class_keys, item->key);
      if (item->kind == SPUR_FORMAT_CLASS &&
          spur_format_attribute (item->attributes, "also", NULL) != NULL)
        g_ptr_array_add (self->class_keys,
                         (gpointer) spur_format_attribute (item->attributes, "also", NULL));
      if (item->kind == SPUR_FORMAT_CLASS && item->if_missing != NULL)
        self->default_class = item->if_missing;
      n_bare += item->key == NULL && item->kind < SPUR_FORMAT_FIELD;
    }
  if (!rule->is_definition && self->default_class == NULL && strcmp (rule->class_name, "*") != 0)
    self->default_class = rule->written != NULL ? rule->written : rule->class_name;
}

static gboolean
compile_rules (SpurFormatDefinition *definition, GError **error)
{
  SpurFormatKeyValue *self = g_new0 (SpurFormatKeyValue, 1);

  definition->compiled = self;
  self->class_keys = g_ptr_array_new ();
  self->define_position = self->event_position = -1;
  self->record_begins = spur_format_attribute (definition->attributes, "record-begins", NULL);
  if (self->record_begins != NULL)
    self->n_record_begins = strlen (self->record_begins);
  for (guint i = 0; i < definition->rules->len; i++)
    {
      const SpurFormatRule *rule = g_ptr_array_index (definition->rules, i);

      if (!check_rule (definition, rule, error))
        return FALSE;
      find_class_items (self, rule);
    }
  return TRUE;
}

static void
free_compiled (gpointer compiled)
{
  SpurFormatKeyValue *self = compiled;

  g_ptr_array_unref (self->class_keys);
  g_free (self);
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
check_keys (SpurFormatSource *source, guint class_index, GError **error)
{
  const SpurFormatProgram *program = source->plan[class_index];

  for (guint i = 0; program != NULL && i < program->n_ops; i++)
    {
      const char *key = program->ops[i].key;

      if (key == NULL || spur_pairs_is_plain (key, strlen (key)))
        continue;
      g_set_error (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_DATA,
                   "%s: the name of the field \"%s\" cannot be a key: it is empty, or has spaces, "
                   "control characters, =, \" or \\ in it",
                   spur_trace_get_class (source->trace, class_index)->name, key);
      return FALSE;
    }
  return TRUE;
}

static gboolean
write_trace (const SpurFormatDefinition *definition,
             SpurFormatSource *source,
             SpurFormatOutput *output,
             const SpurJob *job,
             GError **error)
{
  const SpurFormatTextStyle style = { .quote = quote_value, .lead = put_lead, .rest = put_rest };
  g_autoptr (SpurFormatText) text = spur_format_text_new (source, output, &style);

  for (guint i = 0; i < spur_trace_get_n_classes (source->trace); i++)
    {
      if (!check_keys (source, i, error))
        return FALSE;
    }
  return spur_format_text_write (text, job, error);
}

const SpurFormatEncoding spur_format_key_value = {
  .element = "key-value",
  .is_text = TRUE,
  .has_entries = TRUE,
  .compile = compile_rules,
  .free_compiled = free_compiled,
  .read = spur_format_key_value_read,
  .write = write_trace,
};
