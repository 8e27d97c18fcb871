/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/model/objects/spur-location.h"

#include "core/base/spur-object-internal.h"
#include "core/model/objects/spur-location-internal.h"

/**
 * SpurLocation:
 *
 * Where an active object is (TUM-I9909 section 4.2.3).
 *
 * There are many ways to say it: a #SpurObjectLocation is a target or another load object, a
 * #SpurNetworkAddress a host and port. An application that knows places of another kind derives
 * its own class.
 *
 * Where a load object is on targets and in other load objects, events tell a trace. What else an
 * object says of its place is kept with it as text, and read by the class that wrote it.
 *
 * Since: 1.0
 */

G_DEFINE_ABSTRACT_TYPE (SpurLocation, spur_location, G_TYPE_OBJECT)

static char *
spur_location_real_to_string (SpurLocation *self)
{
  return g_strdup (G_OBJECT_TYPE_NAME (self));
}

static void
spur_location_class_init (SpurLocationClass *klass)
{
  klass->to_string = spur_location_real_to_string;
}

static void
spur_location_init (SpurLocation *self)
{
}

/**
 * spur_location_to_string:
 * @self: a location
 *
 * Gets the location as a person reads it.
 *
 * Returns: (transfer full): the text
 *
 * Since: 1.0
 */
SPUR_DEFINE_GETTER (char *,
                    spur_location_to_string,
                    SpurLocation,
                    SPUR_IS_LOCATION,
                    SPUR_LOCATION_GET_CLASS (self)->to_string (self))

/* The entry has the text as its value, and the class's name as its unit. */
#define LOCATION_ENTRY "location"

static const SpurEntry *
find_entry (SpurActiveObject *object)
{
  SpurResourceList *resources = spur_active_object_get_resources (object);
  const SpurEntry *entry;
  int index;

  if (resources == NULL)
    return NULL;
  index = spur_entry_list_find (SPUR_ENTRY_LIST (resources), LOCATION_ENTRY);
  if (index < 0)
    return NULL;
  entry = spur_entry_list_get_entry (SPUR_ENTRY_LIST (resources), (guint) index);
  return entry->type == SPUR_FIELD_STRING && entry->unit != NULL && entry->text != NULL ? entry
                                                                                        : NULL;
}

SpurEntryList *
spur_location_keep (SpurActiveObject *object)
{
  SpurLocation *location = spur_active_object_get_location (object);
  SpurResourceList *resources = spur_active_object_get_resources (object);
  g_autofree char *text = NULL;
  SpurEntryList *list;

  if (location == NULL || SPUR_LOCATION_GET_CLASS (location)->parse == NULL ||
      find_entry (object) != NULL)
    return resources != NULL ? g_object_ref (SPUR_ENTRY_LIST (resources)) : NULL;

  list =
    spur_entry_list_new (resources != NULL ? G_OBJECT_TYPE (resources) : SPUR_TYPE_RESOURCE_LIST);
  for (guint i = 0;
       resources != NULL && i < spur_entry_list_get_n_entries (SPUR_ENTRY_LIST (resources)); i++)
    spur_entry_list_add (list, spur_entry_list_get_entry (SPUR_ENTRY_LIST (resources), i));
  text = spur_location_to_string (location);
  spur_entry_list_add_string (list, LOCATION_ENTRY, G_OBJECT_TYPE_NAME (location), text);
  return list;
}

/* NULL where this program does not know the class, or the class does not know the text. */
static SpurLocation *
read_location (const char *class_name, const char *text)
{
  g_autoptr (SpurLocation) self = NULL;
  GType type;

  type = g_type_from_name (class_name);
  if (type == 0 || !g_type_is_a (type, SPUR_TYPE_LOCATION) || G_TYPE_IS_ABSTRACT (type))
    return NULL;
  self = g_object_new (type, NULL);
  if (SPUR_LOCATION_GET_CLASS (self)->parse == NULL ||
      !SPUR_LOCATION_GET_CLASS (self)->parse (self, text))
    return NULL;
  return g_steal_pointer (&self);
}

void
spur_location_restore (SpurActiveObject *object)
{
  const SpurEntry *entry = find_entry (object);
  g_autoptr (SpurLocation) location = NULL;

  if (entry == NULL || spur_active_object_get_location (object) != NULL)
    return;
  location = read_location (entry->unit, entry->text);
  spur_active_object_set_location (object, location);
}
