/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "events/spur-lo-destroy-neighborhood-event.h"

/**
 * SpurLoDestroyNeighborhoodEvent:
 *
 * Load objects are neighbours no more (TUM-I9909 section 3.2.1).
 *
 * The load object of the event is the #SpurNeighborhood: the resource object that stands for the
 * connection (TUM-I9909 section 4.2.3).
 *
 * Since: 1.0
 */

G_DEFINE_TYPE (SpurLoDestroyNeighborhoodEvent,
               spur_lo_destroy_neighborhood_event,
               SPUR_TYPE_LO_EVENT)

static void
spur_lo_destroy_neighborhood_event_class_init (SpurLoDestroyNeighborhoodEventClass *klass)
{
  SpurEventClass *event_class = SPUR_EVENT_CLASS (klass);

  spur_event_class_set_name (event_class, "LO_Destroy_Neighborhood_Event");
  spur_event_class_set_effect (event_class, SPUR_EFFECT_DISCONNECT);
  spur_event_class_add_field (event_class, "members", SPUR_FIELD_GROUP, SPUR_USE_MEMBERS,
                              "the neighbours");
}

static void
spur_lo_destroy_neighborhood_event_init (SpurLoDestroyNeighborhoodEvent *self)
{
}

/**
 * spur_lo_destroy_neighborhood_event_get_members:
 * @self: an event of the class LO_Destroy_Neighborhood_Event
 *
 * Gets the neighbours.
 *
 * Returns: (transfer none) (nullable) (element-type SpurActiveObject): the neighbours
 *
 * Since: 1.0
 */
GPtrArray *
spur_lo_destroy_neighborhood_event_get_members (SpurLoDestroyNeighborhoodEvent *self)
{
  g_return_val_if_fail (SPUR_IS_LO_DESTROY_NEIGHBORHOOD_EVENT (self), NULL);

  return spur_event_get_members (SPUR_EVENT (self), "members");
}

/**
 * spur_lo_destroy_neighborhood_event_get_neighborhood:
 * @self: an event of the class LO_Destroy_Neighborhood_Event
 *
 * Gets the connection, with the members that the event names.
 *
 * Returns: (transfer none) (nullable): the connection, with the members that the event names
 *
 * Since: 1.0
 */
SpurNeighborhood *
spur_lo_destroy_neighborhood_event_get_neighborhood (SpurLoDestroyNeighborhoodEvent *self)
{
  g_return_val_if_fail (SPUR_IS_LO_DESTROY_NEIGHBORHOOD_EVENT (self), NULL);

  return spur_event_get_neighborhood (SPUR_EVENT (self));
}

/**
 * spur_lo_destroy_neighborhood_event_set_neighborhood:
 * @self: an event of the class LO_Destroy_Neighborhood_Event
 * @neighborhood: the connection, whose members become the event's
 *
 * Sets the connection, and with it the members.
 *
 * Since: 1.0
 */
void
spur_lo_destroy_neighborhood_event_set_neighborhood (SpurLoDestroyNeighborhoodEvent *self,
                                                     SpurNeighborhood *neighborhood)
{
  g_return_if_fail (SPUR_IS_LO_DESTROY_NEIGHBORHOOD_EVENT (self));

  spur_event_set_neighborhood (SPUR_EVENT (self), neighborhood);
}
