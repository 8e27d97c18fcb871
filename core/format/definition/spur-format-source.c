/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* A trace as writers see it: each object, group, stream and list by a name of its own. */
#include "core/format/definition/spur-format-source-private.h"

#include <string.h>

#include "core/format/definition/spur-format-encoding-internal.h"

typedef const char *(*GetName) (SpurTrace *trace, guint index);
typedef char *(*DupKey) (SpurTrace *trace, guint index);

static const char *
get_object_name (SpurTrace *trace, guint index)
{
  return spur_definitions_get_object (spur_trace_get_definitions (trace), index)->name;
}

static const char *
get_group_name (SpurTrace *trace, guint index)
{
  return spur_definitions_get_group (spur_trace_get_definitions (trace), index)->name;
}

static const char *
get_stream_name (SpurTrace *trace, guint index)
{
  return spur_stream_get_name (spur_trace_get_stream (trace, index));
}

static gboolean
ends_in_number (const char *name)
{
  const char *hash = strrchr (name, '#');

  return hash != NULL && hash[1] != '\0' && strspn (hash + 1, "0123456789") == strlen (hash + 1);
}

/* What a name alone means to a reader without definitions: its type and kind come from the item. */
static char *
dup_object_key (SpurTrace *trace, guint index)
{
  const SpurObject *object =
    spur_definitions_get_object (spur_trace_get_definitions (trace), index);

  return g_strdup_printf ("%s\n%s\n%s", g_type_name (object->type),
                          object->kind != NULL ? object->kind : "", object->name);
}

static char *
dup_key_of (SpurTrace *trace, guint index, GetName get_name, DupKey dup_key)
{
  return dup_key != NULL ? dup_key (trace, index) : g_strdup (get_name (trace, index));
}

/* Its name, or its name and number where the name alone, or what @dup_key makes of it, could be
 * another's. */
static char **
make_texts (SpurTrace *trace, guint n_entries, GetName get_name, DupKey dup_key)
{
  g_autoptr (GHashTable) owners = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  char **texts = g_new (char *, (gsize) n_entries + 1);

  for (guint i = 0; i < n_entries; i++)
    {
      char *key = dup_key_of (trace, i, get_name, dup_key);

      if (g_hash_table_contains (owners, key))
        g_free (key);
      else
        g_hash_table_insert (owners, key, GUINT_TO_POINTER (i));
    }
  for (guint i = 0; i < n_entries; i++)
    {
      const char *name = get_name (trace, i);
      g_autofree char *key = dup_key_of (trace, i, get_name, dup_key);
      guint owner = GPOINTER_TO_UINT (g_hash_table_lookup (owners, key));

      texts[i] = owner == i && *name != '\0' && !ends_in_number (name)
                   ? g_strdup (name)
                   : g_strdup_printf ("%s#%u", name, i);
    }
  texts[n_entries] = NULL;
  return texts;
}

static char **
make_list_texts (SpurTrace *trace)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (trace);
  guint n_lists = spur_definitions_get_n_lists (definitions);
  char **texts = g_new (char *, (gsize) n_lists + 1);

  for (guint i = 0; i < n_lists; i++)
    {
      GString *text = g_string_new (NULL);

      spur_format_list_put (text, spur_definitions_get_list (definitions, i));
      texts[i] = g_string_free (text, FALSE);
    }
  texts[n_lists] = NULL;
  return texts;
}

static gboolean
make_plan (SpurFormatSource *self, GError **error)
{
  self->n_classes = spur_trace_get_n_classes (self->trace);
  self->plan = g_new0 (SpurFormatProgram *, self->n_classes + 1);
  for (guint i = 0; i < self->n_classes; i++)
    {
      const SpurEventLayout *layout = spur_trace_get_class (self->trace, i);
      const SpurFormatRule *rule = spur_format_definition_find_rule (self->definition, layout);

      if (rule == NULL)
        continue;
      self->plan[i] = spur_format_program_new (self->definition, rule, layout, error);
      if (self->plan[i] == NULL)
        return FALSE;
      self->plan[i]->class_index = i;
    }
  return TRUE;
}

static gboolean
is_typed_op (const SpurFormatOp *op)
{
  return op->kind == SPUR_FORMAT_FIELD && op->type == SPUR_FIELD_OBJECT && op->item != NULL &&
         (op->item->object_type != NULL || op->item->object_kind != NULL);
}

/* Whether items tell objects of one name apart, and no definition gives them numbers. */
static gboolean
has_typed_names (const SpurFormatSource *self)
{
  if (spur_format_definition_find_define (self->definition, SPUR_FORMAT_DEFINE_OBJECT) != NULL)
    return FALSE;
  for (guint i = 0; i < self->n_classes; i++)
    {
      for (guint k = 0; self->plan[i] != NULL && k < self->plan[i]->n_ops; k++)
        {
          if (is_typed_op (&self->plan[i]->ops[k]))
            return TRUE;
        }
    }
  return FALSE;
}

SpurFormatSource *
spur_format_source_new (const SpurFormatDefinition *definition, SpurTrace *trace, GError **error)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (trace);
  g_autoptr (SpurFormatSource) self = g_new0 (SpurFormatSource, 1);

  self->definition = definition;
  self->trace = g_object_ref (trace);
  self->definitions = definitions;
  if (!make_plan (self, error))
    return NULL;
  self->is_corrected = spur_trace_get_correction (trace) != NULL;
  self->object_texts = make_texts (trace, spur_definitions_get_n_objects (definitions),
                                   get_object_name, has_typed_names (self) ? dup_object_key : NULL);
  self->group_texts =
    make_texts (trace, spur_definitions_get_n_groups (definitions), get_group_name, NULL);
  self->stream_texts = make_texts (trace, spur_trace_get_n_streams (trace), get_stream_name, NULL);
  self->list_texts = make_list_texts (trace);
  return g_steal_pointer (&self);
}

void
spur_format_source_free (SpurFormatSource *self)
{
  for (guint i = 0; i < self->n_classes; i++)
    g_clear_pointer (&self->plan[i], spur_format_program_free);
  g_free (self->plan);
  g_clear_pointer (&self->walk, spur_format_walk_free);
  g_clear_pointer (&self->output, spur_format_output_free);
  g_clear_error (&self->error);
  g_strfreev (self->object_texts);
  g_strfreev (self->group_texts);
  g_strfreev (self->stream_texts);
  g_strfreev (self->list_texts);
  g_object_unref (self->trace);
  g_free (self);
}

gboolean
spur_format_source_write (SpurFormatSource *self,
                          const char *path,
                          const SpurJob *job,
                          GError **error)
{
  self->job = job;
  self->output = spur_format_output_new (path, error);
  if (self->output == NULL)
    return FALSE;
  if (self->definition->encoding->write (self))
    return spur_format_output_commit (self->output, error);
  g_propagate_error (error, g_steal_pointer (&self->error));
  return FALSE;
}

gboolean
spur_format_source_refuse (SpurFormatSource *self, const char *format, ...)
{
  va_list arguments;

  if (self->error != NULL)
    return FALSE;
  va_start (arguments, format);
  self->error = g_error_new_valist (SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_DATA, format, arguments);
  va_end (arguments);
  return FALSE;
}

const char *
spur_format_source_get_text (const SpurFormatSource *self, SpurFieldType type, guint32 entry)
{
  const SpurState *state;

  if (entry == SPUR_NONE)
    return NULL;
  switch (type)
    {
    case SPUR_FIELD_STRING:
      return spur_definitions_get_string (self->definitions, entry);
    case SPUR_FIELD_OBJECT:
      return self->object_texts[entry];
    case SPUR_FIELD_STATE:
      state = spur_definitions_get_state (self->definitions, entry);
      return state != NULL ? state->name : NULL;
    case SPUR_FIELD_GROUP:
      return self->group_texts[entry];
    default:
      return self->list_texts[entry];
    }
}

gboolean
spur_format_op_is_present (const SpurFormatOp *op,
                           const SpurFormatEvent *event,
                           const SpurFormatValue *values)
{
  if (event != NULL)
    return spur_format_op_get_bits (op, event->record) != op->missing_bits;
  return op->type == SPUR_FIELD_STRING ? values[op->field].text != NULL
                                       : values[op->field].bits != op->missing_bits;
}

gboolean
spur_format_op_unscale (const SpurFormatOp *op, guint64 bits, SpurInt128 *value)
{
  SpurInt128 wide = op->is_signed ? (SpurInt128) (gint64) bits : (SpurInt128) bits;

  wide *= op->denominator;
  *value = wide / op->numerator;
  return wide % op->numerator == 0;
}

double
spur_format_op_unscale_double (const SpurFormatOp *op, double value)
{
  return value * (double) op->denominator / (double) op->numerator;
}
