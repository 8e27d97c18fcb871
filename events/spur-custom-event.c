/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "events/spur-custom-event.h"

/**
 * SpurCustomEvent:
 *
 * What the application alone understands (TUM-I9909 section 3.2.4).
 *
 * Needed rarely: most events of an application are state changes of a load object.
 *
 * Since: 1.0
 */

G_DEFINE_TYPE (SpurCustomEvent, spur_custom_event, SPUR_TYPE_EVENT)

static void
spur_custom_event_class_init (SpurCustomEventClass *klass)
{
  SpurEventClass *event_class = SPUR_EVENT_CLASS (klass);

  spur_event_class_set_name (event_class, "Custom_Event");
  spur_event_class_add_field (event_class, "object", SPUR_FIELD_OBJECT, SPUR_USE_SUBJECT,
                              "what the event is about");
  spur_event_class_add_field (event_class, "values", SPUR_FIELD_LIST, SPUR_USE_VALUES,
                              "what the application says of it");
}

static void
spur_custom_event_init (SpurCustomEvent *self)
{
}

/**
 * spur_custom_event_get_object:
 * @self: an event of the class Custom_Event
 *
 * Gets what the event is about.
 *
 * Returns: (transfer none) (nullable): what the event is about
 *
 * Since: 1.0
 */
SpurActiveObject *
spur_custom_event_get_object (SpurCustomEvent *self)
{
  g_return_val_if_fail (SPUR_IS_CUSTOM_EVENT (self), NULL);

  return spur_event_get_object (SPUR_EVENT (self), "object");
}

/**
 * spur_custom_event_get_values:
 * @self: an event of the class Custom_Event
 *
 * Gets what the application says of it.
 *
 * Returns: (transfer none) (nullable): what the application says of it
 *
 * Since: 1.0
 */
SpurEntryList *
spur_custom_event_get_values (SpurCustomEvent *self)
{
  g_return_val_if_fail (SPUR_IS_CUSTOM_EVENT (self), NULL);

  return spur_event_get_list (SPUR_EVENT (self), "values");
}
