/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The table of lists. */
#include <string.h>

#include "core/base/spur-object-internal.h"
#include "core/store/definitions/spur-definitions-internal.h"

static guint
hash_entry (guint hash, const SpurEntry *entry)
{
  hash = hash * 31 + g_str_hash (entry->name);
  hash = hash * 31 + (entry->unit != NULL ? g_str_hash (entry->unit) : 0);
  hash = hash * 31 + (guint) entry->type;
  hash = hash * 31 + (entry->text != NULL ? g_str_hash (entry->text) : g_int64_hash (&entry->bits));
  return hash;
}

static guint
hash_list (gconstpointer key)
{
  const SpurList *list = key;
  guint hash = g_str_hash (list->class_name);

  for (guint i = 0; i < list->n_entries; i++)
    hash = hash_entry (hash, &list->entries[i]);
  return hash;
}

static gboolean
entries_are_equal (const SpurEntry *a, const SpurEntry *b)
{
  return a->type == b->type && a->bits == b->bits && strcmp (a->name, b->name) == 0 &&
         g_strcmp0 (a->unit, b->unit) == 0 && g_strcmp0 (a->text, b->text) == 0;
}

static gboolean
lists_are_equal (gconstpointer first, gconstpointer second)
{
  const SpurList *a = first, *b = second;

  if (a->n_entries != b->n_entries || strcmp (a->class_name, b->class_name) != 0)
    return FALSE;
  for (guint i = 0; i < a->n_entries; i++)
    {
      if (!entries_are_equal (&a->entries[i], &b->entries[i]))
        return FALSE;
    }
  return TRUE;
}

/* A list and its entries are one block; the texts belong to the definitions. */
void
spur_definitions_init_lists (SpurDefinitions *self)
{
  self->lists = g_ptr_array_new_with_free_func (g_free);
  self->list_ids = g_hash_table_new (hash_list, lists_are_equal);
}

static SpurList *
keep_list (SpurDefinitions *self, const SpurList *list)
{
  gsize n_bytes = sizeof *list + list->n_entries * sizeof *list->entries;
  SpurList *kept = g_malloc (n_bytes);
  SpurEntry *entries = (SpurEntry *) (kept + 1);

  for (guint i = 0; i < list->n_entries; i++)
    {
      const SpurEntry *entry = &list->entries[i];

      entries[i] = (SpurEntry){
        .name = spur_definitions_keep_text (self, entry->name),
        .unit = entry->unit != NULL ? spur_definitions_keep_text (self, entry->unit) : NULL,
        .type = entry->type,
        .bits = entry->bits,
        .text = entry->text != NULL ? spur_definitions_keep_text (self, entry->text) : NULL
      };
    }
  *kept = (SpurList){ list->type, spur_definitions_keep_text (self, list->class_name),
                      list->n_entries, entries };
  return kept;
}

/**
 * spur_definitions_add_list:
 * @self: definitions of a trace that is not sealed yet
 * @list: a list; copied. The bits of entries of type %SPUR_FIELD_STRING are 0, their text is not
 *   %NULL; that of all others is
 *
 * Adds a list; one of the same class and entries is added once.
 *
 * Returns: its entry in the table of lists
 *
 * Since: 1.0
 */
guint32
spur_definitions_add_list (SpurDefinitions *self, const SpurList *list)
{
  SpurList *kept;
  gpointer id;

  g_return_val_if_fail (SPUR_IS_DEFINITIONS (self), SPUR_NONE);
  g_return_val_if_fail (list != NULL && list->class_name != NULL, SPUR_NONE);
  g_return_val_if_fail (!self->is_sealed, SPUR_NONE);

  if (g_hash_table_lookup_extended (self->list_ids, list, NULL, &id))
    return GPOINTER_TO_UINT (id);
  kept = keep_list (self, list);
  g_hash_table_insert (self->list_ids, kept, GUINT_TO_POINTER (self->lists->len));
  g_ptr_array_add (self->lists, kept);
  return self->lists->len - 1;
}

/**
 * spur_definitions_add_entry_list:
 * @self: definitions of a trace that is not sealed yet
 * @list: a list as an object
 *
 * Adds a list; one of the same class and entries is added once.
 *
 * Returns: its entry in the table of lists
 *
 * Since: 1.0
 */
guint32
spur_definitions_add_entry_list (SpurDefinitions *self, SpurEntryList *list)
{
  SpurList row;

  g_return_val_if_fail (SPUR_IS_ENTRY_LIST (list), SPUR_NONE);

  row = (SpurList){ .type = G_OBJECT_TYPE (list),
                    .class_name = G_OBJECT_TYPE_NAME (list),
                    .n_entries = spur_entry_list_get_n_entries (list) };
  /* The list has them one behind the other. */
  row.entries = row.n_entries > 0 ? spur_entry_list_get_entry (list, 0) : NULL;
  return spur_definitions_add_list (self, &row);
}

/**
 * spur_definitions_set_object_attributes:
 * @self: definitions of a trace that is not sealed yet
 * @object: an entry of the table of active objects
 * @list: what the object offers or needs, an entry of the table of lists, or %SPUR_NONE
 *
 * Says what an active object offers or needs.
 *
 * Since: 1.0
 */
void
spur_definitions_set_object_attributes (SpurDefinitions *self, guint32 object, guint32 list)
{
  g_return_if_fail (SPUR_IS_DEFINITIONS (self));
  g_return_if_fail (!self->is_sealed && object < self->objects->len);

  g_array_index (self->objects, SpurObject, object).attributes = list;
}

/**
 * spur_definitions_get_n_lists:
 * @self: definitions
 *
 * Gets how many lists it has.
 *
 * Returns: how many lists it has
 *
 * Since: 1.0
 */
SPUR_DEFINE_GETTER (
  guint, spur_definitions_get_n_lists, SpurDefinitions, SPUR_IS_DEFINITIONS, self->lists->len)

/**
 * spur_definitions_get_list:
 * @self: definitions
 * @list: an entry of the table of lists, or %SPUR_NONE
 *
 * Gets the list.
 *
 * Returns: (transfer none) (nullable): the list; %NULL for %SPUR_NONE
 *
 * Since: 1.0
 */
const SpurList *
spur_definitions_get_list (SpurDefinitions *self, guint32 list)
{
  g_return_val_if_fail (SPUR_IS_DEFINITIONS (self), NULL);

  return list < self->lists->len ? g_ptr_array_index (self->lists, list) : NULL;
}

SpurEntryList *
spur_definitions_make_list (SpurDefinitions *self, guint32 list)
{
  const SpurList *info = spur_definitions_get_list (self, list);
  SpurEntryList *made;

  if (info == NULL)
    return NULL;
  made = spur_entry_list_new (info->type);
  for (guint i = 0; i < info->n_entries; i++)
    spur_entry_list_add (made, &info->entries[i]);
  return made;
}
