/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/model/objects/spur-neighborhood.h"

#include "core/model/events/spur-event-layout-internal.h"

/**
 * SpurNeighborhood:
 *
 * The resource object that stands for the connection between neighbours (TUM-I9909 section
 * 4.2.3).
 *
 * Events create and destroy it, with the neighbours as its members. It is an entry of the table
 * of active objects, though neither a load object nor a target: so it has a name, resources such
 * as a bandwidth, and a state. The load of the network is its state: an LM_Network_Load_Event or
 * a state change has it as its subject.
 *
 * Since: 1.0
 */

typedef struct
{
  GPtrArray *members;
} SpurNeighborhoodPrivate;

G_DEFINE_TYPE_WITH_PRIVATE (SpurNeighborhood, spur_neighborhood, SPUR_TYPE_ACTIVE_OBJECT)

static void
spur_neighborhood_finalize (GObject *object)
{
  SpurNeighborhoodPrivate *priv =
    spur_neighborhood_get_instance_private (SPUR_NEIGHBORHOOD (object));

  g_clear_pointer (&priv->members, g_ptr_array_unref);
  G_OBJECT_CLASS (spur_neighborhood_parent_class)->finalize (object);
}

static void
spur_neighborhood_class_init (SpurNeighborhoodClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = spur_neighborhood_finalize;
}

static void
spur_neighborhood_init (SpurNeighborhood *self)
{
}

/**
 * spur_neighborhood_get_members:
 * @self: a neighborhood
 *
 * The neighbours, as far as they are known: those of the event that was last asked for its
 * neighborhood, or what the application has said.
 *
 * Returns: (transfer none) (nullable) (element-type SpurActiveObject): the neighbours
 *
 * Since: 1.0
 */
GPtrArray *
spur_neighborhood_get_members (SpurNeighborhood *self)
{
  SpurNeighborhoodPrivate *priv = spur_neighborhood_get_instance_private (self);

  g_return_val_if_fail (SPUR_IS_NEIGHBORHOOD (self), NULL);

  return priv->members;
}

/**
 * spur_neighborhood_set_members:
 * @self: a neighborhood
 * @members: (nullable) (element-type SpurActiveObject): the neighbours
 *
 * Says who the neighbours are. The array must hold references to them.
 *
 * Since: 1.0
 */
void
spur_neighborhood_set_members (SpurNeighborhood *self, GPtrArray *members)
{
  SpurNeighborhoodPrivate *priv = spur_neighborhood_get_instance_private (self);

  g_return_if_fail (SPUR_IS_NEIGHBORHOOD (self));

  if (priv->members == members)
    return;
  g_clear_pointer (&priv->members, g_ptr_array_unref);
  if (members != NULL)
    priv->members = g_ptr_array_ref (members);
}

/**
 * spur_event_get_neighborhood:
 * @event: an event whose subject is a neighborhood
 *
 * The neighborhood that an event is about, from now on with the members that the event names, if
 * it names any.
 *
 * Returns: (transfer none) (nullable): the neighborhood
 *
 * Since: 1.0
 */
SpurNeighborhood *
spur_event_get_neighborhood (SpurEvent *event)
{
  SpurActiveObject *subject;
  const char *name, *members;

  g_return_val_if_fail (SPUR_IS_EVENT (event), NULL);

  name = spur_event_layout_get_use_name (spur_event_get_layout (event), SPUR_USE_SUBJECT);
  members = spur_event_layout_get_use_name (spur_event_get_layout (event), SPUR_USE_MEMBERS);
  subject = name != NULL ? spur_event_get_object (event, name) : NULL;
  if (!SPUR_IS_NEIGHBORHOOD (subject))
    return NULL;
  if (members != NULL && spur_event_get_members (event, members) != NULL)
    spur_neighborhood_set_members (SPUR_NEIGHBORHOOD (subject),
                                   spur_event_get_members (event, members));
  return SPUR_NEIGHBORHOOD (subject);
}

/**
 * spur_event_set_neighborhood:
 * @event: an event whose subject is a neighborhood
 * @neighborhood: the neighborhood
 *
 * Makes @neighborhood the subject of the event, and its members those that the event names, where
 * its class has such a parameter.
 *
 * Since: 1.0
 */
void
spur_event_set_neighborhood (SpurEvent *event, SpurNeighborhood *neighborhood)
{
  const char *name, *members;

  g_return_if_fail (SPUR_IS_EVENT (event));
  g_return_if_fail (SPUR_IS_NEIGHBORHOOD (neighborhood));

  name = spur_event_layout_get_use_name (spur_event_get_layout (event), SPUR_USE_SUBJECT);
  members = spur_event_layout_get_use_name (spur_event_get_layout (event), SPUR_USE_MEMBERS);
  g_return_if_fail (name != NULL);

  spur_event_set_object (event, name, SPUR_ACTIVE_OBJECT (neighborhood));
  if (members == NULL)
    return;
  spur_event_set_string (event, members,
                         spur_active_object_get_name (SPUR_ACTIVE_OBJECT (neighborhood)));
  spur_event_set_members (event, members, spur_neighborhood_get_members (neighborhood));
}
