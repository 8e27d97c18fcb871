/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Definitions of several traces in one: what is the same becomes one entry. */
#include "core/merge/spur-merge-private.h"

#include "core/model/events/spur-event-layout-internal.h"
#include "core/model/events/spur-event-type.h"

/* Who is part of whom is followed this far; a trace from outside may run in a circle. */
#define MAX_DEPTH 32

void
spur_merge_index_init (SpurMergeIndex *self)
{
  self->objects = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->groups = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
}

void
spur_merge_index_clear (SpurMergeIndex *self)
{
  g_clear_pointer (&self->objects, g_hash_table_unref);
  g_clear_pointer (&self->groups, g_hash_table_unref);
}

void
spur_merge_tables_clear (SpurMergeTables *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (self->of_type); i++)
    g_clear_pointer (&self->of_type[i], g_free);
  g_clear_pointer (&self->classes, g_free);
  g_clear_pointer (&self->is_rewritten, g_free);
}

static guint32 *
allot_map (SpurMergeTables *self, SpurFieldType type, guint n_entries)
{
  self->of_type[type] = g_new (guint32, n_entries + 1);
  self->n_of_type[type] = n_entries;
  return self->of_type[type];
}

static const SpurEventLayout *
find_class (SpurTrace *trace, const char *name)
{
  for (guint i = 0; i < spur_trace_get_n_classes (trace); i++)
    {
      if (g_str_equal (spur_trace_get_class (trace, i)->name, name))
        return spur_trace_get_class (trace, i);
    }
  return NULL;
}

static gboolean
map_classes (
  SpurMergeTables *self, SpurTrace *into, SpurTrace *from, const char *name, GError **error)
{
  guint n_classes = spur_trace_get_n_classes (from);

  self->classes = g_new (guint, n_classes + 1);
  self->is_rewritten = g_new0 (gboolean, n_classes + 1);
  for (guint i = 0; i < n_classes; i++)
    {
      const SpurEventLayout *layout = spur_trace_get_class (from, i);
      const SpurEventLayout *known = find_class (into, layout->name);

      if (known != NULL && !spur_event_layout_equal (layout, known))
        {
          g_autofree char *text =
            spur_event_layout_describe_difference (layout, name, known, "the traces before it");

          g_set_error_literal (error, SPUR_MODEL_ERROR, SPUR_MODEL_ERROR_CONFLICT, text);
          return FALSE;
        }
      self->classes[i] = spur_trace_add_class (into, layout);
      for (guint k = 0; k < layout->n_fields; k++)
        self->is_rewritten[i] |= layout->fields[k].type >= SPUR_FIELD_STRING;
    }
  return TRUE;
}

static void
map_words (SpurMergeTables *self, SpurDefinitions *into, SpurDefinitions *from)
{
  guint n_strings = spur_definitions_get_n_strings (from);
  guint n_states = spur_definitions_get_n_states (from);
  guint n_lists = spur_definitions_get_n_lists (from);
  guint32 *strings = allot_map (self, SPUR_FIELD_STRING, n_strings);
  guint32 *states = allot_map (self, SPUR_FIELD_STATE, n_states);
  guint32 *lists = allot_map (self, SPUR_FIELD_LIST, n_lists);

  for (guint i = 0; i < n_strings; i++)
    strings[i] = spur_definitions_add_string (into, spur_definitions_get_string (from, i));
  for (guint i = 0; i < n_states; i++)
    {
      const SpurState *state = spur_definitions_get_state (from, i);

      states[i] = spur_definitions_add_state (into, state->name, state->kind);
      if (state->is_immediate)
        spur_definitions_set_state_immediate (into, states[i]);
    }
  for (guint i = 0; i < n_lists; i++)
    lists[i] = spur_definitions_add_list (into, spur_definitions_get_list (from, i));
}

/* What an object is: its identifier, or else what it and all that it is part of are called. */
static char *
describe_object (SpurDefinitions *self, guint32 object)
{
  GString *text = g_string_new (NULL);
  guint64 origin, number;
  guint depth = 0;

  if (spur_definitions_get_object_identifier (self, object, &origin, &number))
    {
      g_string_printf (text, "%" G_GINT64_MODIFIER "x:%" G_GINT64_MODIFIER "x", origin, number);
      return g_string_free (text, FALSE);
    }
  for (const SpurObject *info = spur_definitions_get_object (self, object);
       info != NULL && depth < MAX_DEPTH; depth++)
    {
      g_string_append_printf (text, "%s\037%s\037%s\036", g_type_name (info->type), info->kind,
                              info->name);
      info = spur_definitions_get_object (self, info->parent);
    }
  return g_string_free (text, FALSE);
}

/* Two entries of one trace that are described alike are two; the second of one trace is the second
 * of the other. Takes @text. */
static char *
count_in (GHashTable *counts, char *text)
{
  guint count = GPOINTER_TO_UINT (g_hash_table_lookup (counts, text));

  g_hash_table_insert (counts, g_strdup (text), GUINT_TO_POINTER (count + 1));
  if (count > 0)
    {
      g_autofree char *plain = text;

      text = g_strdup_printf ("%s\035%u", plain, count);
    }
  return text;
}

/* Indexes come first, since an object may be part of one that stands behind it. */
static void
map_objects (SpurMergeTables *self,
             SpurMergeIndex *index,
             SpurDefinitions *into,
             SpurDefinitions *from)
{
  g_autoptr (GHashTable) counts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  guint n_objects = spur_definitions_get_n_objects (from);
  guint n_known = spur_definitions_get_n_objects (into);
  guint32 *objects = allot_map (self, SPUR_FIELD_OBJECT, n_objects);
  guint n_new = n_known;

  for (guint i = 0; i < n_objects; i++)
    {
      char *text = count_in (counts, describe_object (from, i));
      gpointer known;

      objects[i] = g_hash_table_lookup_extended (index->objects, text, NULL, &known)
                     ? GPOINTER_TO_UINT (known)
                     : n_new;
      n_new += objects[i] == n_new;
      g_hash_table_replace (index->objects, text, GUINT_TO_POINTER (objects[i]));
    }
  for (guint i = 0; i < n_objects; i++)
    {
      const SpurObject *info = spur_definitions_get_object (from, i);
      guint64 origin, number;
      guint32 attributes = spur_merge_tables_map (self, SPUR_FIELD_LIST, info->attributes);

      if (objects[i] == spur_definitions_get_n_objects (into))
        {
          spur_definitions_add_object (
            into, info->type, info->name, info->kind,
            spur_merge_tables_map (self, SPUR_FIELD_OBJECT, info->parent));
          if (spur_definitions_get_object_identifier (from, i, &origin, &number))
            spur_definitions_set_object_identifier (into, objects[i], origin, number);
        }
      if (attributes != SPUR_NONE &&
          spur_definitions_get_object (into, objects[i])->attributes == SPUR_NONE)
        spur_definitions_set_object_attributes (into, objects[i], attributes);
    }
}

static void
map_groups (SpurMergeTables *self,
            SpurMergeIndex *index,
            SpurDefinitions *into,
            SpurDefinitions *from)
{
  g_autoptr (GHashTable) counts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  guint n_groups = spur_definitions_get_n_groups (from);
  guint32 *groups = allot_map (self, SPUR_FIELD_GROUP, n_groups);

  for (guint i = 0; i < n_groups; i++)
    {
      const SpurGroup *group = spur_definitions_get_group (from, i);
      g_autofree guint32 *members = g_new (guint32, group->n_members + 1);
      GString *text = g_string_new (group->name);
      char *key;
      gpointer known;

      for (guint k = 0; k < group->n_members; k++)
        {
          members[k] = spur_merge_tables_map (self, SPUR_FIELD_OBJECT, group->members[k]);
          g_string_append_printf (text, "\037%x", members[k]);
        }
      key = count_in (counts, g_string_free (text, FALSE));
      groups[i] = g_hash_table_lookup_extended (index->groups, key, NULL, &known)
                    ? GPOINTER_TO_UINT (known)
                    : spur_definitions_add_group (into, group->name, members, group->n_members);
      g_hash_table_replace (index->groups, key, GUINT_TO_POINTER (groups[i]));
    }
}

gboolean
spur_merge_tables_init (SpurMergeTables *self,
                        SpurMergeIndex *index,
                        SpurTrace *into,
                        SpurTrace *from,
                        const char *name,
                        GError **error)
{
  SpurDefinitions *ours = spur_trace_get_definitions (into);
  SpurDefinitions *theirs = spur_trace_get_definitions (from);

  if (!map_classes (self, into, from, name, error))
    return FALSE;
  map_words (self, ours, theirs);
  map_objects (self, index, ours, theirs);
  map_groups (self, index, ours, theirs);
  return TRUE;
}
