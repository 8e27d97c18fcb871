/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/model/objects/spur-target-location.h"

/**
 * SpurTargetLocation:
 *
 * The place of what is on a target (TUM-I9909 section 4.2.3).
 *
 * Since: 1.0
 */

typedef struct
{
  SpurTarget *target;
} SpurTargetLocationPrivate;

G_DEFINE_TYPE_WITH_PRIVATE (SpurTargetLocation, spur_target_location, SPUR_TYPE_LOCATION)

static void
spur_target_location_finalize (GObject *object)
{
  SpurTargetLocationPrivate *priv =
    spur_target_location_get_instance_private (SPUR_TARGET_LOCATION (object));

  g_clear_object (&priv->target);
  G_OBJECT_CLASS (spur_target_location_parent_class)->finalize (object);
}

static char *
spur_target_location_to_string (SpurLocation *location)
{
  SpurTargetLocationPrivate *priv =
    spur_target_location_get_instance_private (SPUR_TARGET_LOCATION (location));

  return g_strdup (
    priv->target != NULL ? spur_active_object_get_name (SPUR_ACTIVE_OBJECT (priv->target)) : "");
}

static void
spur_target_location_class_init (SpurTargetLocationClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = spur_target_location_finalize;
  SPUR_LOCATION_CLASS (klass)->to_string = spur_target_location_to_string;
}

static void
spur_target_location_init (SpurTargetLocation *self)
{
}

/**
 * spur_target_location_new:
 * @target: the target
 *
 * Makes the place of what is on a target.
 *
 * Returns: (transfer full): the place of what is on a target
 *
 * Since: 1.0
 */
SpurLocation *
spur_target_location_new (SpurTarget *target)
{
  SpurTargetLocation *self;
  SpurTargetLocationPrivate *priv;

  g_return_val_if_fail (SPUR_IS_TARGET (target), NULL);

  self = g_object_new (SPUR_TYPE_TARGET_LOCATION, NULL);
  priv = spur_target_location_get_instance_private (self);
  priv->target = g_object_ref (target);
  return SPUR_LOCATION (self);
}

/**
 * spur_target_location_get_target:
 * @self: a location
 *
 * Gets the target.
 *
 * Returns: (transfer none) (nullable): the target
 *
 * Since: 1.0
 */
SpurTarget *
spur_target_location_get_target (SpurTargetLocation *self)
{
  SpurTargetLocationPrivate *priv = spur_target_location_get_instance_private (self);

  g_return_val_if_fail (SPUR_IS_TARGET_LOCATION (self), NULL);

  return priv->target;
}
