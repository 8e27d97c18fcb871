/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "events/spur-target-addition-event.h"

/**
 * SpurTargetAdditionEvent:
 *
 * A target is there from now on (TUM-I9909 section 3.2.2).
 *
 * Since: 1.0
 */

G_DEFINE_TYPE (SpurTargetAdditionEvent, spur_target_addition_event, SPUR_TYPE_TARGET_EVENT)

static void
spur_target_addition_event_class_init (SpurTargetAdditionEventClass *klass)
{
  SpurEventClass *event_class = SPUR_EVENT_CLASS (klass);

  spur_event_class_set_name (event_class, "Target_Addition_Event");
  spur_event_class_set_effect (event_class, SPUR_EFFECT_BEGIN);
  spur_event_class_add_field (event_class, "parent", SPUR_FIELD_OBJECT, SPUR_USE_PARENT,
                              "what it is part of");
  spur_event_class_add_field (event_class, "attributes", SPUR_FIELD_LIST, SPUR_USE_RESOURCES,
                              "what it has: its resources");
}

static void
spur_target_addition_event_init (SpurTargetAdditionEvent *self)
{
}

/**
 * spur_target_addition_event_get_parent:
 * @self: an event of the class Target_Addition_Event
 *
 * Gets what it is part of.
 *
 * Returns: (transfer none) (nullable): what it is part of
 *
 * Since: 1.0
 */
SpurActiveObject *
spur_target_addition_event_get_parent (SpurTargetAdditionEvent *self)
{
  g_return_val_if_fail (SPUR_IS_TARGET_ADDITION_EVENT (self), NULL);

  return spur_event_get_object (SPUR_EVENT (self), "parent");
}

/**
 * spur_target_addition_event_get_attributes:
 * @self: an event of the class Target_Addition_Event
 *
 * Gets what it has: its resources.
 *
 * Returns: (transfer none) (nullable): what it has: its resources
 *
 * Since: 1.0
 */
SpurEntryList *
spur_target_addition_event_get_attributes (SpurTargetAdditionEvent *self)
{
  g_return_val_if_fail (SPUR_IS_TARGET_ADDITION_EVENT (self), NULL);

  return spur_event_get_list (SPUR_EVENT (self), "attributes");
}
