/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "events/spur-target-event.h"

/**
 * SpurTargetEvent:
 *
 * An event of a target (TUM-I9909 section 3.2.2).
 *
 * Since: 1.0
 */

G_DEFINE_TYPE (SpurTargetEvent, spur_target_event, SPUR_TYPE_EVENT)

static void
spur_target_event_class_init (SpurTargetEventClass *klass)
{
  SpurEventClass *event_class = SPUR_EVENT_CLASS (klass);

  spur_event_class_set_name (event_class, "Target_Event");
  spur_event_class_add_field (event_class, "target", SPUR_FIELD_OBJECT, SPUR_USE_SUBJECT,
                              "what the event is about");
}

static void
spur_target_event_init (SpurTargetEvent *self)
{
}

/**
 * spur_target_event_get_target:
 * @self: an event of the class Target_Event
 *
 * Gets what the event is about.
 *
 * Returns: (transfer none) (nullable): what the event is about
 *
 * Since: 1.0
 */
SpurActiveObject *
spur_target_event_get_target (SpurTargetEvent *self)
{
  g_return_val_if_fail (SPUR_IS_TARGET_EVENT (self), NULL);

  return spur_event_get_object (SPUR_EVENT (self), "target");
}
