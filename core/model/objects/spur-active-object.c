/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/model/objects/spur-active-object.h"

#include "core/model/objects/spur-plain-class-private.h"

/**
 * SpurActiveObject:
 *
 * What events are about: a load object or a target (TUM-I9909 section 4.2.3).
 *
 * Since: 1.0
 */

typedef struct
{
  SpurIdentifier *identifier;
  char *name;
  char *kind;
  SpurResourceList *resources;
  SpurLocation *location;
} SpurActiveObjectPrivate;

G_DEFINE_TYPE_WITH_PRIVATE (SpurActiveObject, spur_active_object, G_TYPE_OBJECT)

static void
spur_active_object_finalize (GObject *object)
{
  SpurActiveObjectPrivate *priv =
    spur_active_object_get_instance_private (SPUR_ACTIVE_OBJECT (object));

  g_clear_object (&priv->identifier);
  g_free (priv->name);
  g_free (priv->kind);
  g_clear_object (&priv->resources);
  g_clear_object (&priv->location);
  G_OBJECT_CLASS (spur_active_object_parent_class)->finalize (object);
}

static void
spur_active_object_class_init (SpurActiveObjectClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = spur_active_object_finalize;
}

static void
spur_active_object_init (SpurActiveObject *self)
{
  SpurActiveObjectPrivate *priv = spur_active_object_get_instance_private (self);

  priv->identifier = spur_identifier_new (SPUR_TYPE_IDENTIFIER);
}

/**
 * spur_active_object_new:
 * @type: %SPUR_TYPE_LOAD_OBJECT, %SPUR_TYPE_TARGET or a subclass
 * @name: the object's name
 * @kind: (nullable): what it is in the application's words
 *
 * Makes the object.
 *
 * Returns: (transfer full): the object
 *
 * Since: 1.0
 */
SpurActiveObject *
spur_active_object_new (GType type, const char *name, const char *kind)
{
  SpurActiveObject *self;
  SpurActiveObjectPrivate *priv;

  g_return_val_if_fail (g_type_is_a (type, SPUR_TYPE_ACTIVE_OBJECT), NULL);
  g_return_val_if_fail (name != NULL, NULL);

  self = g_object_new (type, NULL);
  priv = spur_active_object_get_instance_private (self);
  priv->name = g_strdup (name);
  priv->kind = g_strdup (kind);
  return self;
}

/**
 * spur_active_object_get_identifier:
 * @self: an active object
 *
 * Every active object is given an identifier of its own (TUM-I9909 section 3.2). One that comes
 * out of a trace has the one that it had where it was recorded, if the trace knows it.
 *
 * Returns: (transfer none): its identifier
 *
 * Since: 1.0
 */
SpurIdentifier *
spur_active_object_get_identifier (SpurActiveObject *self)
{
  SpurActiveObjectPrivate *priv = spur_active_object_get_instance_private (self);

  g_return_val_if_fail (SPUR_IS_ACTIVE_OBJECT (self), NULL);

  return priv->identifier;
}

/**
 * spur_active_object_set_identifier:
 * @self: an active object
 * @identifier: its identifier
 *
 * For an object that stands for one that was there before, or that is to have an identifier of
 * another class.
 *
 * Since: 1.0
 */
void
spur_active_object_set_identifier (SpurActiveObject *self, SpurIdentifier *identifier)
{
  SpurActiveObjectPrivate *priv = spur_active_object_get_instance_private (self);

  g_return_if_fail (SPUR_IS_ACTIVE_OBJECT (self));
  g_return_if_fail (SPUR_IS_IDENTIFIER (identifier));

  g_set_object (&priv->identifier, identifier);
}

/**
 * spur_active_object_get_name:
 * @self: an active object
 *
 * Gets its name.
 *
 * Returns: (transfer none): its name
 *
 * Since: 1.0
 */
const char *
spur_active_object_get_name (SpurActiveObject *self)
{
  SpurActiveObjectPrivate *priv = spur_active_object_get_instance_private (self);

  g_return_val_if_fail (SPUR_IS_ACTIVE_OBJECT (self), NULL);

  return priv->name;
}

/**
 * spur_active_object_get_kind:
 * @self: an active object
 *
 * Gets what it is in the application's words.
 *
 * Returns: (transfer none) (nullable): what it is in the application's words
 *
 * Since: 1.0
 */
const char *
spur_active_object_get_kind (SpurActiveObject *self)
{
  SpurActiveObjectPrivate *priv = spur_active_object_get_instance_private (self);

  g_return_val_if_fail (SPUR_IS_ACTIVE_OBJECT (self), NULL);

  return priv->kind;
}

/**
 * spur_active_object_get_resources:
 * @self: an active object
 *
 * What a target offers or a load object needs (TUM-I9909 section 4.2.3).
 *
 * Returns: (transfer none) (nullable): its resources
 *
 * Since: 1.0
 */
SpurResourceList *
spur_active_object_get_resources (SpurActiveObject *self)
{
  SpurActiveObjectPrivate *priv = spur_active_object_get_instance_private (self);

  g_return_val_if_fail (SPUR_IS_ACTIVE_OBJECT (self), NULL);

  return priv->resources;
}

/**
 * spur_active_object_set_resources:
 * @self: an active object
 * @resources: (nullable): what it offers or needs
 *
 * Says what the object offers or needs.
 *
 * Since: 1.0
 */
void
spur_active_object_set_resources (SpurActiveObject *self, SpurResourceList *resources)
{
  SpurActiveObjectPrivate *priv = spur_active_object_get_instance_private (self);

  g_return_if_fail (SPUR_IS_ACTIVE_OBJECT (self));
  g_return_if_fail (resources == NULL || SPUR_IS_RESOURCE_LIST (resources));

  g_set_object (&priv->resources, resources);
}

/**
 * spur_active_object_get_location:
 * @self: an active object
 *
 * Where the object is, as far as its maker has said: a target, another load object, a network
 * address, or what an application's own #SpurLocation says. Where it is at a time of a trace the
 * trace knows.
 *
 * Returns: (transfer none) (nullable): where it is
 *
 * Since: 1.0
 */
SpurLocation *
spur_active_object_get_location (SpurActiveObject *self)
{
  SpurActiveObjectPrivate *priv = spur_active_object_get_instance_private (self);

  g_return_val_if_fail (SPUR_IS_ACTIVE_OBJECT (self), NULL);

  return priv->location;
}

/**
 * spur_active_object_set_location:
 * @self: an active object
 * @location: (nullable): where it is
 *
 * Says where the object is.
 *
 * Since: 1.0
 */
void
spur_active_object_set_location (SpurActiveObject *self, SpurLocation *location)
{
  SpurActiveObjectPrivate *priv = spur_active_object_get_instance_private (self);

  g_return_if_fail (SPUR_IS_ACTIVE_OBJECT (self));
  g_return_if_fail (location == NULL || SPUR_IS_LOCATION (location));

  g_set_object (&priv->location, location);
}

/**
 * SpurLoadObject:
 *
 * What is created, placed, migrated, changes state, sends, ends (TUM-I9909 section 3.2).
 *
 * Since: 1.0
 */
SPUR_DEFINE_PLAIN_CLASS (SpurLoadObject, spur_load_object, SPUR_TYPE_ACTIVE_OBJECT)

/**
 * SpurPinnedObject:
 *
 * A load object that load management may not move: it is bound to where it was created.
 *
 * Since: 1.0
 */
SPUR_DEFINE_PLAIN_CLASS (SpurPinnedObject, spur_pinned_object, SPUR_TYPE_LOAD_OBJECT)

/**
 * SpurTarget:
 *
 * What load objects run on: host, node, core (TUM-I9909 section 3.2).
 *
 * Since: 1.0
 */
SPUR_DEFINE_PLAIN_CLASS (SpurTarget, spur_target, SPUR_TYPE_ACTIVE_OBJECT)

/**
 * SpurLmComponent:
 *
 * A component of the load management: a monitor, a strategy, a controller (TUM-I9909 section
 * 4.2.3).
 *
 * It is a load object like any other, so it is placed, changes state and sends, and what it costs
 * can be told from the application's own work by its class.
 *
 * Since: 1.0
 */
SPUR_DEFINE_PLAIN_CLASS (SpurLmComponent, spur_lm_component, SPUR_TYPE_LOAD_OBJECT)
