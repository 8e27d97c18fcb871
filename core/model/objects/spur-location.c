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
