/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "events/spur-lo-creation-placement-event.h"

/**
 * SpurLoCreationPlacementEvent:
 *
 * A load object is created and placed at once (TUM-I9909 section 3.2.1).
 *
 * Since: 1.0
 */

G_DEFINE_TYPE (SpurLoCreationPlacementEvent,
               spur_lo_creation_placement_event,
               SPUR_TYPE_LO_CREATION_EVENT)

static void
spur_lo_creation_placement_event_class_init (SpurLoCreationPlacementEventClass *klass)
{
  SpurEventClass *event_class = SPUR_EVENT_CLASS (klass);

  spur_event_class_set_name (event_class, "LO_Creation_Placement_Event");
  spur_event_class_set_effect (event_class, SPUR_EFFECT_PLACE);
  spur_event_class_add_field (event_class, "destination", SPUR_FIELD_OBJECT, SPUR_USE_DESTINATION,
                              "where it is; absent for the target of the stream");
}

static void
spur_lo_creation_placement_event_init (SpurLoCreationPlacementEvent *self)
{
}

/**
 * spur_lo_creation_placement_event_get_destination:
 * @self: an event of the class LO_Creation_Placement_Event
 *
 * Gets where it is.
 *
 * Returns: (transfer none) (nullable): where it is; absent for the target of the stream
 *
 * Since: 1.0
 */
SpurActiveObject *
spur_lo_creation_placement_event_get_destination (SpurLoCreationPlacementEvent *self)
{
  g_return_val_if_fail (SPUR_IS_LO_CREATION_PLACEMENT_EVENT (self), NULL);

  return spur_event_get_object (SPUR_EVENT (self), "destination");
}
