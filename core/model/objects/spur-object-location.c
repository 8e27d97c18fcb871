/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/model/objects/spur-object-location.h"

/**
 * SpurObjectLocation:
 *
 * The place of what is on a target, or in another load object as a task in its agent (TUM-I9909
 * section 4.2.3).
 *
 * Since: 1.0
 */

typedef struct
{
  SpurActiveObject *holder;
} SpurObjectLocationPrivate;

G_DEFINE_TYPE_WITH_PRIVATE (SpurObjectLocation, spur_object_location, SPUR_TYPE_LOCATION)

static void
spur_object_location_finalize (GObject *object)
{
  SpurObjectLocationPrivate *priv =
    spur_object_location_get_instance_private (SPUR_OBJECT_LOCATION (object));

  g_clear_object (&priv->holder);
  G_OBJECT_CLASS (spur_object_location_parent_class)->finalize (object);
}

static char *
spur_object_location_to_string (SpurLocation *location)
{
  SpurObjectLocationPrivate *priv =
    spur_object_location_get_instance_private (SPUR_OBJECT_LOCATION (location));

  return g_strdup (priv->holder != NULL ? spur_active_object_get_name (priv->holder) : "");
}

static void
spur_object_location_class_init (SpurObjectLocationClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = spur_object_location_finalize;
  SPUR_LOCATION_CLASS (klass)->to_string = spur_object_location_to_string;
}

static void
spur_object_location_init (SpurObjectLocation *self)
{
}

/**
 * spur_object_location_new:
 * @holder: (transfer none): the target or load object; the location keeps a reference
 *
 * Makes the location of an object that is on a target or in a load object.
 *
 * Returns: (transfer full): the location
 *
 * Since: 1.0
 */
SpurLocation *
spur_object_location_new (SpurActiveObject *holder)
{
  SpurObjectLocation *self;
  SpurObjectLocationPrivate *priv;

  g_return_val_if_fail (SPUR_IS_ACTIVE_OBJECT (holder), NULL);

  self = g_object_new (SPUR_TYPE_OBJECT_LOCATION, NULL);
  priv = spur_object_location_get_instance_private (self);
  priv->holder = g_object_ref (holder);
  return SPUR_LOCATION (self);
}

/**
 * spur_object_location_get_holder:
 * @self: a location
 *
 * Gets the target or the load object.
 *
 * Returns: (transfer none) (nullable): the object, which lives as long as @self; %NULL where @self
 *   was not made by spur_object_location_new()
 *
 * Since: 1.0
 */
SpurActiveObject *
spur_object_location_get_holder (SpurObjectLocation *self)
{
  SpurObjectLocationPrivate *priv = spur_object_location_get_instance_private (self);

  g_return_val_if_fail (SPUR_IS_OBJECT_LOCATION (self), NULL);

  return priv->holder;
}
