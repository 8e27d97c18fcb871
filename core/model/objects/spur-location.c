/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/model/objects/spur-location.h"

/**
 * SpurLocation:
 *
 * Where an active object is (TUM-I9909 section 4.2.3).
 *
 * There are many ways to say it: a #SpurTargetLocation is a target, a #SpurObjectLocation another
 * load object, a #SpurNetworkAddress a host and port. An application that knows places of
 * another kind derives its own class.
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
 * Returns: (transfer full): the location as a person reads it
 *
 * Since: 1.0
 */
char *
spur_location_to_string (SpurLocation *self)
{
  g_return_val_if_fail (SPUR_IS_LOCATION (self), NULL);

  return SPUR_LOCATION_GET_CLASS (self)->to_string (self);
}

/**
 * spur_location_read:
 * @class_name: the name of a class of locations, as in "SpurNetworkAddress"
 * @text: what spur_location_to_string() wrote
 *
 * Reads a location again.
 *
 * Returns: (transfer full) (nullable): the location, or %NULL where this program does not know the
 *   class, or the class does not know the text
 *
 * Since: 1.0
 */
SpurLocation *
spur_location_read (const char *class_name, const char *text)
{
  g_autoptr (SpurLocation) self = NULL;
  GType type;

  g_return_val_if_fail (class_name != NULL && text != NULL, NULL);

  type = g_type_from_name (class_name);
  if (type == 0 || !g_type_is_a (type, SPUR_TYPE_LOCATION) || G_TYPE_IS_ABSTRACT (type))
    return NULL;
  self = g_object_new (type, NULL);
  if (SPUR_LOCATION_GET_CLASS (self)->parse == NULL ||
      !SPUR_LOCATION_GET_CLASS (self)->parse (self, text))
    return NULL;
  return g_steal_pointer (&self);
}
