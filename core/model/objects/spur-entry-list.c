/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/model/objects/spur-entry-list.h"

#include "core/model/objects/spur-plain-class-private.h"

#include <string.h>

/**
 * SpurEntryList:
 *
 * Typed values with names and units: the state of an active object, or its resources (TUM-I9909
 * section 4.2.3, "Resources and Object States").
 *
 * Entries keep their order. An application subclasses #SpurStateList or #SpurResourceList where
 * its lists mean something of their own; event classes stay as they are.
 *
 * Since: 1.0
 */

typedef struct
{
  GArray *entries;
} SpurEntryListPrivate;

G_DEFINE_TYPE_WITH_PRIVATE (SpurEntryList, spur_entry_list, G_TYPE_OBJECT)

static void
clear_entry (gpointer data)
{
  SpurEntry *entry = data;

  g_free ((char *) entry->name);
  g_free ((char *) entry->unit);
  g_free ((char *) entry->text);
}

static void
spur_entry_list_finalize (GObject *object)
{
  SpurEntryListPrivate *priv = spur_entry_list_get_instance_private (SPUR_ENTRY_LIST (object));

  g_array_unref (priv->entries);
  G_OBJECT_CLASS (spur_entry_list_parent_class)->finalize (object);
}

static void
spur_entry_list_class_init (SpurEntryListClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = spur_entry_list_finalize;
}

static void
spur_entry_list_init (SpurEntryList *self)
{
  SpurEntryListPrivate *priv = spur_entry_list_get_instance_private (self);

  priv->entries = g_array_new (FALSE, FALSE, sizeof (SpurEntry));
  g_array_set_clear_func (priv->entries, clear_entry);
}

/**
 * spur_entry_list_new:
 * @type: %SPUR_TYPE_STATE_LIST, %SPUR_TYPE_RESOURCE_LIST or a subclass
 *
 * Makes a list without entries.
 *
 * Returns: (transfer full): a list
 *
 * Since: 1.0
 */
SpurEntryList *
spur_entry_list_new (GType type)
{
  g_return_val_if_fail (g_type_is_a (type, SPUR_TYPE_ENTRY_LIST), NULL);

  return g_object_new (type, NULL);
}

static gboolean
is_entry_type (SpurFieldType type)
{
  return type == SPUR_FIELD_UINT64 || type == SPUR_FIELD_INT64 || type == SPUR_FIELD_DOUBLE ||
         type == SPUR_FIELD_STRING;
}

/**
 * spur_entry_list_add:
 * @self: a list
 * @entry: an entry; copied
 *
 * Adds an entry at the end.
 *
 * Since: 1.0
 */
void
spur_entry_list_add (SpurEntryList *self, const SpurEntry *entry)
{
  SpurEntryListPrivate *priv = spur_entry_list_get_instance_private (self);
  SpurEntry copy;

  g_return_if_fail (SPUR_IS_ENTRY_LIST (self));
  g_return_if_fail (entry != NULL && entry->name != NULL);
  g_return_if_fail (is_entry_type (entry->type));
  g_return_if_fail ((entry->type == SPUR_FIELD_STRING) == (entry->text != NULL));

  copy = (SpurEntry){ .name = g_strdup (entry->name),
                      .unit = g_strdup (entry->unit),
                      .type = entry->type,
                      .bits = entry->type == SPUR_FIELD_STRING ? 0 : entry->bits,
                      .text = g_strdup (entry->text) };
  g_array_append_val (priv->entries, copy);
}

/**
 * spur_entry_list_add_uint:
 * @self: a list
 * @name: the entry's name
 * @unit: (nullable): its unit
 * @value: its value
 *
 * Adds an entry at the end.
 *
 * Since: 1.0
 */
void
spur_entry_list_add_uint (SpurEntryList *self, const char *name, const char *unit, guint64 value)
{
  spur_entry_list_add (
    self, &(SpurEntry){ .name = name, .unit = unit, .type = SPUR_FIELD_UINT64, .bits = value });
}

/**
 * spur_entry_list_add_int:
 * @self: a list
 * @name: the entry's name
 * @unit: (nullable): its unit
 * @value: its value
 *
 * Adds an entry at the end.
 *
 * Since: 1.0
 */
void
spur_entry_list_add_int (SpurEntryList *self, const char *name, const char *unit, gint64 value)
{
  spur_entry_list_add (
    self,
    &(SpurEntry){ .name = name, .unit = unit, .type = SPUR_FIELD_INT64, .bits = (guint64) value });
}

/**
 * spur_entry_list_add_double:
 * @self: a list
 * @name: the entry's name
 * @unit: (nullable): its unit
 * @value: its value
 *
 * Adds an entry at the end.
 *
 * Since: 1.0
 */
void
spur_entry_list_add_double (SpurEntryList *self, const char *name, const char *unit, double value)
{
  SpurEntry entry = { .name = name, .unit = unit, .type = SPUR_FIELD_DOUBLE };

  memcpy (&entry.bits, &value, sizeof value);
  spur_entry_list_add (self, &entry);
}

/**
 * spur_entry_list_add_string:
 * @self: a list
 * @name: the entry's name
 * @unit: (nullable): its unit
 * @value: its value
 *
 * Adds an entry at the end.
 *
 * Since: 1.0
 */
void
spur_entry_list_add_string (SpurEntryList *self,
                            const char *name,
                            const char *unit,
                            const char *value)
{
  spur_entry_list_add (
    self, &(SpurEntry){ .name = name, .unit = unit, .type = SPUR_FIELD_STRING, .text = value });
}

/**
 * spur_entry_list_get_n_entries:
 * @self: a list
 *
 * Gets how many entries it has.
 *
 * Returns: how many entries it has
 *
 * Since: 1.0
 */
guint
spur_entry_list_get_n_entries (SpurEntryList *self)
{
  SpurEntryListPrivate *priv = spur_entry_list_get_instance_private (self);

  g_return_val_if_fail (SPUR_IS_ENTRY_LIST (self), 0);

  return priv->entries->len;
}

/**
 * spur_entry_list_get_entry:
 * @self: a list
 * @index: an entry, below spur_entry_list_get_n_entries()
 *
 * Gets the entry.
 *
 * Returns: (transfer none): the entry; it lives until the list is added to
 *
 * Since: 1.0
 */
const SpurEntry *
spur_entry_list_get_entry (SpurEntryList *self, guint index)
{
  SpurEntryListPrivate *priv = spur_entry_list_get_instance_private (self);

  g_return_val_if_fail (SPUR_IS_ENTRY_LIST (self), NULL);
  g_return_val_if_fail (index < priv->entries->len, NULL);

  return &g_array_index (priv->entries, SpurEntry, index);
}

/**
 * spur_entry_list_find:
 * @self: a list
 * @name: an entry's name
 *
 * Gets the index of the first entry of that name, or -1 where there is none.
 *
 * Returns: the index of the first entry of that name, or -1 where there is none
 *
 * Since: 1.0
 */
int
spur_entry_list_find (SpurEntryList *self, const char *name)
{
  SpurEntryListPrivate *priv = spur_entry_list_get_instance_private (self);

  g_return_val_if_fail (SPUR_IS_ENTRY_LIST (self), -1);
  g_return_val_if_fail (name != NULL, -1);

  for (guint i = 0; i < priv->entries->len; i++)
    {
      if (g_str_equal (g_array_index (priv->entries, SpurEntry, i).name, name))
        return (int) i;
    }
  return -1;
}

static void
append_entry (GString *string, const SpurEntry *entry)
{
  double real;

  if (entry->name[0] != '\0')
    g_string_append_printf (string, "%s=", entry->name);
  if (entry->type == SPUR_FIELD_STRING)
    {
      g_string_append (string, entry->text);
    }
  else if (entry->type == SPUR_FIELD_DOUBLE)
    {
      memcpy (&real, &entry->bits, sizeof real);
      g_string_append_printf (string, "%.17g", real);
    }
  else if (entry->type == SPUR_FIELD_INT64)
    {
      g_string_append_printf (string, "%" G_GINT64_FORMAT, (gint64) entry->bits);
    }
  else
    {
      g_string_append_printf (string, "%" G_GUINT64_FORMAT, entry->bits);
    }
  if (entry->unit != NULL)
    g_string_append_printf (string, " %s", entry->unit);
}

/**
 * spur_entry_list_to_string:
 * @self: a list
 *
 * Gets the entries as a person reads them.
 *
 * Returns: (transfer full): the text
 *
 * Since: 1.0
 */
char *
spur_entry_list_to_string (SpurEntryList *self)
{
  SpurEntryListPrivate *priv = spur_entry_list_get_instance_private (self);
  GString *string;

  g_return_val_if_fail (SPUR_IS_ENTRY_LIST (self), NULL);

  string = g_string_new ("{");
  for (guint i = 0; i < priv->entries->len; i++)
    {
      if (i > 0)
        g_string_append (string, ", ");
      append_entry (string, &g_array_index (priv->entries, SpurEntry, i));
    }
  g_string_append_c (string, '}');
  return g_string_free (string, FALSE);
}

/**
 * SpurStateList:
 *
 * What an active object's state consists of, as in how much of its memory is used. States change,
 * and every change is an event, unlike resources (TUM-I9909 section 4.2.3).
 *
 * Since: 1.0
 */
SPUR_DEFINE_PLAIN_CLASS (SpurStateList, spur_state_list, SPUR_TYPE_ENTRY_LIST)

/**
 * spur_state_list_new:
 *
 * Makes a list without entries.
 *
 * Returns: (transfer full): a list
 *
 * Since: 1.0
 */
SpurEntryList *
spur_state_list_new (void)
{
  return spur_entry_list_new (SPUR_TYPE_STATE_LIST);
}

/**
 * SpurResourceList:
 *
 * What a target offers or a load object needs, as in bytes of memory. Resources are normally fixed,
 * unlike states (TUM-I9909 section 4.2.3).
 *
 * Since: 1.0
 */
SPUR_DEFINE_PLAIN_CLASS (SpurResourceList, spur_resource_list, SPUR_TYPE_ENTRY_LIST)

/**
 * spur_resource_list_new:
 *
 * Makes a list without entries.
 *
 * Returns: (transfer full): a list
 *
 * Since: 1.0
 */
SpurEntryList *
spur_resource_list_new (void)
{
  return spur_entry_list_new (SPUR_TYPE_RESOURCE_LIST);
}
