/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "events/spur-lo-creation-event.h"

/**
 * SpurLoCreationEvent:
 *
 * A load object is created (TUM-I9909 section 3.2.1).
 *
 * From now on it exists; where it is, a LO_Placement_Event says. A program that creates and
 * places at once records a LO_Creation_Placement_Event.
 *
 * Since: 1.0
 */

G_DEFINE_TYPE (SpurLoCreationEvent, spur_lo_creation_event, SPUR_TYPE_LO_EVENT)

static void
spur_lo_creation_event_class_init (SpurLoCreationEventClass *klass)
{
  SpurEventClass *event_class = SPUR_EVENT_CLASS (klass);

  spur_event_class_set_name (event_class, "LO_Creation_Event");
  spur_event_class_set_effect (event_class, SPUR_EFFECT_BEGIN);
  spur_event_class_add_field (event_class, "type", SPUR_FIELD_STRING, SPUR_USE_NONE,
                              "what kind of load object it is, in the application's words");
  spur_event_class_add_field (event_class, "creator", SPUR_FIELD_OBJECT, SPUR_USE_PARENT,
                              "who created it");
}

static void
spur_lo_creation_event_init (SpurLoCreationEvent *self)
{
}

/**
 * spur_lo_creation_event_get_object_type:
 * @self: an event of the class LO_Creation_Event
 *
 * Gets what kind of load object it is, in the application's words.
 *
 * Returns: (transfer none) (nullable): what kind of load object it is, in the application's words
 *
 * Since: 1.0
 */
const char *
spur_lo_creation_event_get_object_type (SpurLoCreationEvent *self)
{
  g_return_val_if_fail (SPUR_IS_LO_CREATION_EVENT (self), NULL);

  return spur_event_get_string (SPUR_EVENT (self), "type");
}

/**
 * spur_lo_creation_event_get_creator:
 * @self: an event of the class LO_Creation_Event
 *
 * Gets who created it.
 *
 * Returns: (transfer none) (nullable): who created it
 *
 * Since: 1.0
 */
SpurActiveObject *
spur_lo_creation_event_get_creator (SpurLoCreationEvent *self)
{
  g_return_val_if_fail (SPUR_IS_LO_CREATION_EVENT (self), NULL);

  return spur_event_get_object (SPUR_EVENT (self), "creator");
}
