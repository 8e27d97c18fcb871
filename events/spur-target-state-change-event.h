/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "events/spur-target-event.h"

G_BEGIN_DECLS

#define SPUR_TYPE_TARGET_STATE_CHANGE_EVENT (spur_target_state_change_event_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (SpurTargetStateChangeEvent,
                          spur_target_state_change_event,
                          SPUR,
                          TARGET_STATE_CHANGE_EVENT,
                          SpurTargetEvent)

/**
 * SpurTargetStateChangeEventClass:
 * @parent_class: the parent
 *
 * Since: 1.0
 */
struct _SpurTargetStateChangeEventClass
{
  SpurTargetEventClass parent_class;

  /*< private >*/
  gpointer _reserved[4];
};

SPUR_AVAILABLE_IN_ALL
const char *spur_target_state_change_event_get_old_state (SpurTargetStateChangeEvent *self);

SPUR_AVAILABLE_IN_ALL
const char *spur_target_state_change_event_get_state (SpurTargetStateChangeEvent *self);

SPUR_AVAILABLE_IN_ALL
SpurEntryList *spur_target_state_change_event_get_values (SpurTargetStateChangeEvent *self);

G_END_DECLS
