/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Values of fields, of any class and type, for what a person names by the field alone. */
#include "visualizers/lifeline/spur-field-reader-internal.h"

#include <math.h>
#include <string.h>

#include "core/base/spur-error-internal.h"
#include "visualizers/canvas/spur-canvas-internal.h"
#include "visualizers/canvas/spur-view-error.h"

static gboolean
find_in_lists (SpurDefinitions *definitions, const char *name)
{
  for (guint32 i = 0; i < spur_definitions_get_n_lists (definitions); i++)
    {
      const SpurList *list = spur_definitions_get_list (definitions, i);

      for (guint j = 0; j < list->n_entries; j++)
        if (strcmp (list->entries[j].name, name) == 0)
          return TRUE;
    }
  return FALSE;
}

/* Names of fields that events have. */
static char *
list_names (SpurTrace *trace)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (trace);
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  for (guint i = 0; i < spur_trace_get_n_classes (trace); i++)
    {
      const SpurEventLayout *layout = spur_trace_get_class (trace, i);

      for (guint j = 0; j < layout->n_fields; j++)
        if (layout->fields[j].type != SPUR_FIELD_LIST)
          spur_view_add_name (names, layout->fields[j].name);
    }
  for (guint32 i = 0; i < spur_definitions_get_n_lists (definitions); i++)
    {
      const SpurList *list = spur_definitions_get_list (definitions, i);

      for (guint j = 0; j < list->n_entries; j++)
        spur_view_add_name (names, list->entries[j].name);
    }
  return spur_view_join_names (names);
}

SpurFieldReader *
spur_field_reader_new (SpurTrace *trace, const char *name, GError **error)
{
  g_autoptr (SpurFieldReader) self = g_new0 (SpurFieldReader, 1);
  guint n_classes = spur_trace_get_n_classes (trace);
  g_autofree char *names = NULL;
  gboolean is_known;

  self->trace = g_object_ref (trace);
  self->name = g_strdup (name);
  self->field_of_class = g_new (int, (gsize) n_classes + 1);
  is_known = self->is_in_lists = find_in_lists (spur_trace_get_definitions (trace), name);
  for (guint i = 0; i < n_classes; i++)
    {
      const SpurEventLayout *layout = spur_trace_get_class (trace, i);
      int field = spur_event_layout_find_field (layout, name);

      if (field >= 0 && layout->fields[field].type == SPUR_FIELD_LIST)
        field = -1;
      self->field_of_class[i] = field;
      is_known |= field >= 0;
    }
  if (is_known)
    return g_steal_pointer (&self);
  names = list_names (trace);
  return spur_error_set_null (error, SPUR_VIEW_ERROR, SPUR_VIEW_ERROR_OPTION,
                              "found '%s', expected a field that events have, as %s", name, names);
}

void
spur_field_reader_free (SpurFieldReader *self)
{
  g_object_unref (self->trace);
  g_free (self->name);
  g_free (self->field_of_class);
  g_free (self);
}

/* A value of the name in one of the event's lists. */
static gboolean
read_list (const SpurFieldReader *self,
           const SpurEventLayout *layout,
           const guint8 *record,
           SpurFieldValue *value)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (self->trace);

  for (guint i = 0; i < layout->n_fields; i++)
    {
      const SpurList *list = NULL;

      if (layout->fields[i].type == SPUR_FIELD_LIST)
        list = spur_definitions_get_list (definitions,
                                          (guint32) spur_event_layout_get_uint (layout, i, record));
      for (guint j = 0; list != NULL && j < list->n_entries; j++)
        {
          const SpurEntry *entry = &list->entries[j];

          if (strcmp (entry->name, self->name) != 0)
            continue;
          *value = (SpurFieldValue){ entry->type, entry->bits, entry->text, entry->unit };
          return TRUE;
        }
    }
  return FALSE;
}

static gboolean
is_reference (SpurFieldType type)
{
  return type >= SPUR_FIELD_STRING;
}

gboolean
spur_field_reader_read (const SpurFieldReader *self,
                        guint class_index,
                        const guint8 *record,
                        SpurFieldValue *value)
{
  const SpurEventLayout *layout = spur_trace_get_class (self->trace, class_index);
  int field = self->field_of_class[class_index];

  if (field < 0)
    return self->is_in_lists && read_list (self, layout, record, value);
  *value = (SpurFieldValue){ layout->fields[field].type,
                             spur_event_layout_get_uint (layout, (guint) field, record), NULL,
                             layout->fields[field].unit };
  if (is_reference (value->type) && value->bits == SPUR_NONE)
    return FALSE;
  if (value->type == SPUR_FIELD_STRING)
    value->text =
      spur_definitions_get_string (spur_trace_get_definitions (self->trace), (guint32) value->bits);
  return TRUE;
}

double
spur_field_value_to_double (const SpurFieldValue *self)
{
  double real = NAN;
  char *end;

  if (self->type == SPUR_FIELD_INT64)
    return (double) (gint64) self->bits;
  if (self->type < SPUR_FIELD_INT64)
    return (double) self->bits;
  if (self->type == SPUR_FIELD_DOUBLE)
    memcpy (&real, &self->bits, sizeof real);
  else if (self->type == SPUR_FIELD_STRING && self->text != NULL)
    {
      real = g_ascii_strtod (self->text, &end);
      if (end == self->text || *end != '\0')
        return NAN;
    }
  return real;
}

char *
spur_field_value_to_text (const SpurFieldValue *self, SpurTrace *trace)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  if (self->type == SPUR_FIELD_INT64)
    return g_strdup_printf ("%" G_GINT64_FORMAT, (gint64) self->bits);
  if (self->type < SPUR_FIELD_INT64)
    return g_strdup_printf ("%" G_GUINT64_FORMAT, self->bits);
  if (self->type == SPUR_FIELD_DOUBLE)
    return g_strdup (g_ascii_dtostr (digits, sizeof digits, spur_field_value_to_double (self)));
  if (self->text != NULL)
    return g_strdup (self->text);
  return g_strdup (spur_definitions_get_entry_name (spur_trace_get_definitions (trace), self->type,
                                                    (guint32) self->bits));
}

/* The last steps of splitmix64 (Steele, Lea and Flood, 2014). */
guint64
spur_hash_mix (guint64 bits)
{
  bits = (bits ^ bits >> 30) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  bits = (bits ^ bits >> 27) * G_GUINT64_CONSTANT (0x94d049bb133111eb);
  return bits ^ bits >> 31;
}

/* FNV-1a of 64 bits (draft-eastlake-fnv). */
static guint64
hash_text (const char *text)
{
  guint64 hash = G_GUINT64_CONSTANT (0xcbf29ce484222325);

  for (; *text != '\0'; text++)
    hash = (hash ^ (guchar) *text) * G_GUINT64_CONSTANT (0x100000001b3);
  return hash;
}

/* Active objects may have the same name, and are told apart. */
guint64
spur_field_value_hash (const SpurFieldValue *self, SpurTrace *trace)
{
  g_autofree char *text = NULL;

  if (self->type == SPUR_FIELD_OBJECT)
    return spur_hash_mix (self->bits + 1);
  text = spur_field_value_to_text (self, trace);
  return spur_hash_mix (hash_text (text != NULL ? text : ""));
}
