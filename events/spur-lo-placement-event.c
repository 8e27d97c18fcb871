/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "events/spur-lo-placement-event.h"

/**
 * SpurLoPlacementEvent:
 *
 * A load object is placed on a target or into another load object (TUM-I9909 section 3.2.1).
 *
 * Since: 1.0
 */

G_DEFINE_TYPE (SpurLoPlacementEvent, spur_lo_placement_event, SPUR_TYPE_LO_EVENT)

static void
spur_lo_placement_event_class_init (SpurLoPlacementEventClass *klass)
{
  SpurEventClass *event_class = SPUR_EVENT_CLASS (klass);

  spur_event_class_set_name (event_class, "LO_Placement_Event");
  spur_event_class_set_effect (event_class, SPUR_EFFECT_PLACE);
  spur_event_class_add_field (event_class, "destination", SPUR_FIELD_OBJECT, SPUR_USE_DESTINATION,
                              "where it is placed");
}

static void
spur_lo_placement_event_init (SpurLoPlacementEvent *self)
{
}

/**
 * spur_lo_placement_event_get_destination:
 * @self: an event of the class LO_Placement_Event
 *
 * Gets where it is placed.
 *
 * Returns: (transfer none) (nullable): where it is placed
 *
 * Since: 1.0
 */
SpurActiveObject *
spur_lo_placement_event_get_destination (SpurLoPlacementEvent *self)
{
  g_return_val_if_fail (SPUR_IS_LO_PLACEMENT_EVENT (self), NULL);

  return spur_event_get_object (SPUR_EVENT (self), "destination");
}
