/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include <string.h>

#include "core/model/events/spur-event-internal.h"

/**
 * SpurMessage:
 *
 * What load objects send to one another: a type, a size, and what a subclass adds (TUM-I9909
 * section 4.2.3, "Messages").
 *
 * An application that wants to record more of its messages derives a class, and gives it readable
 * and writable properties; no event class changes (section 4.2.4). In a trace the properties are
 * typed entries of the event's content, with the name of the class:
 *
 * ```c
 * g_autoptr (SpurMessage) message = g_object_new (MY_TYPE_TASK_MESSAGE, "tag", 3, "size",
 *                                                 G_GUINT64_CONSTANT (4096), "priority", 7, NULL);
 *
 * spur_event_set_message (event, message);
 * ```
 *
 * A program that knows the class gets such an object back. One that does not gets a #SpurMessage,
 * which keeps all entries, shows them, and hands them on unchanged.
 *
 * Properties may be numbers, truth values, enumerations, flags and strings; those of other types
 * are not recorded.
 *
 * Since: 1.0
 */

/* The first entry of a content says which class the message was of. */
#define CLASS_ENTRY "class"
#define SIZE_ENTRY "size"
#define BYTES "bytes"

typedef struct
{
  guint32 tag;
  guint64 size;
  guint64 number;
  char *unit;
  /* What was read and is no property here, so that it can be handed on. */
  char *class_name;
  SpurEntryList *rest;
} SpurMessagePrivate;

enum
{
  PROP_TAG = 1,
  PROP_SIZE,
  PROP_UNIT,
  PROP_CLASS_NAME,
  PROP_NUMBER,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_TYPE_WITH_PRIVATE (SpurMessage, spur_message, G_TYPE_OBJECT)

static G_DEFINE_QUARK (spur - message - unit, unit);

static const char *
get_class_name (SpurMessage *self)
{
  SpurMessagePrivate *priv = spur_message_get_instance_private (self);

  return priv->class_name != NULL ? priv->class_name : G_OBJECT_TYPE_NAME (self);
}

static void
spur_message_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  SpurMessagePrivate *priv = spur_message_get_instance_private (SPUR_MESSAGE (object));

  switch (id)
    {
    case PROP_TAG:
      g_value_set_uint (value, priv->tag);
      break;
    case PROP_SIZE:
      g_value_set_uint64 (value, priv->size);
      break;
    case PROP_UNIT:
      g_value_set_string (value, priv->unit);
      break;
    case PROP_CLASS_NAME:
      g_value_set_string (value, get_class_name (SPUR_MESSAGE (object)));
      break;
    case PROP_NUMBER:
      g_value_set_uint64 (value, priv->number);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
spur_message_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  SpurMessagePrivate *priv = spur_message_get_instance_private (SPUR_MESSAGE (object));

  switch (id)
    {
    case PROP_TAG:
      priv->tag = g_value_get_uint (value);
      break;
    case PROP_SIZE:
      priv->size = g_value_get_uint64 (value);
      break;
    case PROP_UNIT:
      g_free (priv->unit);
      priv->unit =
        g_strdup (g_value_get_string (value) != NULL ? g_value_get_string (value) : BYTES);
      break;
    case PROP_NUMBER:
      priv->number = g_value_get_uint64 (value);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
spur_message_finalize (GObject *object)
{
  SpurMessagePrivate *priv = spur_message_get_instance_private (SPUR_MESSAGE (object));

  g_free (priv->unit);
  g_free (priv->class_name);
  g_clear_object (&priv->rest);
  G_OBJECT_CLASS (spur_message_parent_class)->finalize (object);
}

static void
spur_message_class_init (SpurMessageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = spur_message_get_property;
  object_class->set_property = spur_message_set_property;
  object_class->finalize = spur_message_finalize;

  /**
   * SpurMessage:tag:
   *
   * The message's type, in the application's numbers.
   *
   * Since: 1.0
   */
  properties[PROP_TAG] = g_param_spec_uint ("tag", NULL, NULL, 0, G_MAXUINT32, 0,
                                            G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  /**
   * SpurMessage:size:
   *
   * How large the message is, in its unit.
   *
   * Since: 1.0
   */
  properties[PROP_SIZE] = g_param_spec_uint64 ("size", NULL, NULL, 0, G_MAXUINT64, 0,
                                               G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  /**
   * SpurMessage:unit:
   *
   * The unit of the size, as in "bytes", "KiB" or "elements".
   *
   * Since: 1.0
   */
  properties[PROP_UNIT] =
    g_param_spec_string ("unit", NULL, NULL, BYTES, G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  /**
   * SpurMessage:class-name:
   *
   * The class that the message was recorded with, which this program need not know.
   *
   * Since: 1.0
   */
  properties[PROP_CLASS_NAME] =
    g_param_spec_string ("class-name", NULL, NULL, NULL, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  /**
   * SpurMessage:number:
   *
   * The number of the message, which no other one of the same sender, receiver and tag has, as
   * spur_recorder_next_number() gives it; 0 where it has none. It is what tells messages apart that
   * overtake each other.
   *
   * Since: 1.0
   */
  properties[PROP_NUMBER] = g_param_spec_uint64 ("number", NULL, NULL, 0, G_MAXUINT64, 0,
                                                 G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
spur_message_init (SpurMessage *self)
{
  SpurMessagePrivate *priv = spur_message_get_instance_private (self);

  priv->unit = g_strdup (BYTES);
}

/**
 * spur_message_class_set_unit:
 * @klass: a class that is being initialised
 * @property: one of its properties
 * @unit: the unit of its values, as in "bytes", "ns" or "1/s"
 *
 * Says in which unit the values of a property are; it is recorded with them.
 *
 * Since: 1.0
 */
void
spur_message_class_set_unit (SpurMessageClass *klass, const char *property, const char *unit)
{
  GParamSpec *pspec;

  g_return_if_fail (SPUR_IS_MESSAGE_CLASS (klass));
  g_return_if_fail (property != NULL && unit != NULL);
  pspec = g_object_class_find_property (G_OBJECT_CLASS (klass), property);
  g_return_if_fail (pspec != NULL);

  g_param_spec_set_qdata_full (pspec, unit_quark (), g_strdup (unit), g_free);
}

static void
add_properties (SpurMessage *self, SpurEntryList *list)
{
  guint n_pspecs;
  g_autofree GParamSpec **pspecs =
    g_object_class_list_properties (G_OBJECT_GET_CLASS (self), &n_pspecs);

  for (guint i = 0; i < n_pspecs; i++)
    {
      g_auto (GValue) value = G_VALUE_INIT;

      if (!spur_message_property_is_kept (pspecs[i]))
        continue;
      g_object_get_property (G_OBJECT (self), pspecs[i]->name, &value);
      spur_message_add_value (list, pspecs[i]->name,
                              g_param_spec_get_qdata (pspecs[i], unit_quark ()), &value);
    }
}

/* The name of the class, the size where that is not in bytes, the properties that subclasses have,
 * and the entries that were read with it. */
SpurEntryList *
spur_message_to_list (SpurMessage *self)
{
  SpurMessagePrivate *priv = spur_message_get_instance_private (self);
  g_autoptr (SpurEntryList) list = NULL;

  list = spur_entry_list_new (SPUR_TYPE_ENTRY_LIST);
  if (priv->class_name != NULL || G_OBJECT_TYPE (self) != SPUR_TYPE_MESSAGE)
    spur_entry_list_add_string (list, CLASS_ENTRY, NULL, get_class_name (self));
  if (strcmp (priv->unit, BYTES) != 0)
    spur_entry_list_add_uint (list, SIZE_ENTRY, priv->unit, priv->size);
  add_properties (self, list);
  for (guint i = 0; priv->rest != NULL && i < spur_entry_list_get_n_entries (priv->rest); i++)
    spur_entry_list_add (list, spur_entry_list_get_entry (priv->rest, i));
  return spur_entry_list_get_n_entries (list) > 0 ? g_steal_pointer (&list) : NULL;
}

/* The class that the content names, or SpurMessage where this program does not know it. */
static GType
find_type (SpurEntryList *content, const char **class_name)
{
  const SpurEntry *entry;
  GType type;

  *class_name = NULL;
  if (content == NULL || spur_entry_list_get_n_entries (content) == 0)
    return SPUR_TYPE_MESSAGE;
  entry = spur_entry_list_get_entry (content, 0);
  if (entry->type != SPUR_FIELD_STRING || strcmp (entry->name, CLASS_ENTRY) != 0)
    return SPUR_TYPE_MESSAGE;
  *class_name = entry->text;
  type = entry->text != NULL ? g_type_from_name (entry->text) : 0;
  return type != 0 && g_type_is_a (type, SPUR_TYPE_MESSAGE) && !G_TYPE_IS_ABSTRACT (type)
           ? type
           : SPUR_TYPE_MESSAGE;
}

/* A size in another unit stands before all properties. */
static gboolean
take_size (SpurMessagePrivate *priv, const SpurEntry *entry)
{
  if (entry->type != SPUR_FIELD_UINT64 || strcmp (entry->name, SIZE_ENTRY) != 0 ||
      entry->unit == NULL || strcmp (entry->unit, BYTES) == 0)
    return FALSE;
  priv->size = entry->bits;
  g_free (priv->unit);
  priv->unit = g_strdup (entry->unit);
  return TRUE;
}

/* Each entry once, and only where it says what the property can be. */
static gboolean
take_property (SpurMessage *self, const SpurEntry *entry, GHashTable *taken)
{
  GParamSpec *pspec = g_object_class_find_property (G_OBJECT_GET_CLASS (self), entry->name);
  g_auto (GValue) value = G_VALUE_INIT;

  if (pspec == NULL || !spur_message_property_is_kept (pspec) ||
      strcmp (pspec->name, entry->name) != 0 ||
      g_strcmp0 (entry->unit, g_param_spec_get_qdata (pspec, unit_quark ())) != 0 ||
      g_hash_table_contains (taken, pspec) || !spur_message_get_value (entry, pspec, &value))
    return FALSE;
  g_object_set_property (G_OBJECT (self), pspec->name, &value);
  g_hash_table_add (taken, pspec);
  return TRUE;
}

/* Entries that are no properties of the class stay with the message. */
SpurMessage *
spur_message_new_from_list (guint32 tag, guint64 size_bytes, SpurEntryList *content)
{
  g_autoptr (GHashTable) taken = NULL;
  const char *class_name;
  SpurMessagePrivate *priv;
  SpurMessage *self;
  guint first;

  self = g_object_new (find_type (content, &class_name), "tag", tag, "size", size_bytes, NULL);
  priv = spur_message_get_instance_private (self);
  if (G_OBJECT_TYPE (self) == SPUR_TYPE_MESSAGE)
    priv->class_name = g_strdup (class_name);
  if (content == NULL)
    return self;
  taken = g_hash_table_new (NULL, NULL);
  first = class_name != NULL ? 1 : 0;
  for (guint i = first; i < spur_entry_list_get_n_entries (content); i++)
    {
      const SpurEntry *entry = spur_entry_list_get_entry (content, i);

      if ((i == first && take_size (priv, entry)) || take_property (self, entry, taken))
        continue;
      if (priv->rest == NULL)
        priv->rest = spur_entry_list_new (SPUR_TYPE_ENTRY_LIST);
      spur_entry_list_add (priv->rest, entry);
    }
  return self;
}
