/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "events/spur-lo-event.h"

/**
 * SpurLoEvent:
 *
 * An event of a load object (TUM-I9909 section 3.2.1).
 *
 * Since: 1.0
 */

G_DEFINE_TYPE (SpurLoEvent, spur_lo_event, SPUR_TYPE_EVENT)

static void
spur_lo_event_class_init (SpurLoEventClass *klass)
{
  SpurEventClass *event_class = SPUR_EVENT_CLASS (klass);

  spur_event_class_set_name (event_class, "LO_Event");
  spur_event_class_add_field (event_class, "object", SPUR_FIELD_OBJECT, SPUR_USE_SUBJECT,
                              "what the event is about");
}

static void
spur_lo_event_init (SpurLoEvent *self)
{
}

/**
 * spur_lo_event_get_load_object:
 * @self: an event of the class LO_Event
 *
 * Gets what the event is about.
 *
 * Returns: (transfer none) (nullable): what the event is about
 *
 * Since: 1.0
 */
SpurActiveObject *
spur_lo_event_get_load_object (SpurLoEvent *self)
{
  g_return_val_if_fail (SPUR_IS_LO_EVENT (self), NULL);

  return spur_event_get_object (SPUR_EVENT (self), "object");
}
