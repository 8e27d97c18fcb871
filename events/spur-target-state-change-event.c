/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "events/spur-target-state-change-event.h"

/**
 * SpurTargetStateChangeEvent:
 *
 * A target changes its state, as when a person logs in (TUM-I9909 section 3.2.2).
 *
 * Since: 1.0
 */

G_DEFINE_TYPE (SpurTargetStateChangeEvent, spur_target_state_change_event, SPUR_TYPE_TARGET_EVENT)

static void
spur_target_state_change_event_class_init (SpurTargetStateChangeEventClass *klass)
{
  SpurEventClass *event_class = SPUR_EVENT_CLASS (klass);

  spur_event_class_set_name (event_class, "Target_State_Change_Event");
  spur_event_class_set_effect (event_class, SPUR_EFFECT_SET);
  spur_event_class_add_field (event_class, "old_state", SPUR_FIELD_STATE, SPUR_USE_OLD_STATE,
                              "the state before");
  spur_event_class_add_field (event_class, "state", SPUR_FIELD_STATE, SPUR_USE_STATE,
                              "the new state");
  spur_event_class_add_field (event_class, "values", SPUR_FIELD_LIST, SPUR_USE_VALUES,
                              "the values that belong to the new state");
}

static void
spur_target_state_change_event_init (SpurTargetStateChangeEvent *self)
{
}

/**
 * spur_target_state_change_event_get_old_state:
 * @self: an event of the class Target_State_Change_Event
 *
 * Old state may be absent: it is then what the trace last said of the object.
 *
 * Returns: (transfer none) (nullable): the state before
 *
 * Since: 1.0
 */
const char *
spur_target_state_change_event_get_old_state (SpurTargetStateChangeEvent *self)
{
  g_return_val_if_fail (SPUR_IS_TARGET_STATE_CHANGE_EVENT (self), NULL);

  return spur_event_get_string (SPUR_EVENT (self), "old_state");
}

/**
 * spur_target_state_change_event_get_state:
 * @self: an event of the class Target_State_Change_Event
 *
 * Gets the new state.
 *
 * Returns: (transfer none) (nullable): the new state
 *
 * Since: 1.0
 */
const char *
spur_target_state_change_event_get_state (SpurTargetStateChangeEvent *self)
{
  g_return_val_if_fail (SPUR_IS_TARGET_STATE_CHANGE_EVENT (self), NULL);

  return spur_event_get_string (SPUR_EVENT (self), "state");
}

/**
 * spur_target_state_change_event_get_values:
 * @self: an event of the class Target_State_Change_Event
 *
 * Gets the values that belong to the new state.
 *
 * Returns: (transfer none) (nullable): the values that belong to the new state
 *
 * Since: 1.0
 */
SpurEntryList *
spur_target_state_change_event_get_values (SpurTargetStateChangeEvent *self)
{
  g_return_val_if_fail (SPUR_IS_TARGET_STATE_CHANGE_EVENT (self), NULL);

  return spur_event_get_list (SPUR_EVENT (self), "values");
}
