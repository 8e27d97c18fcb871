/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/model/events/spur-event-define.h"
#include "core/model/objects/spur-neighborhood.h"

G_BEGIN_DECLS

#define SPUR_TYPE_TARGET_EVENT (spur_target_event_get_type ())
SPUR_DECLARE_EVENT_CLASS (SpurTargetEvent, spur_target_event, SPUR, TARGET_EVENT, SpurEvent)

#define SPUR_TYPE_TARGET_ADDITION_EVENT (spur_target_addition_event_get_type ())
SPUR_DECLARE_EVENT_CLASS (
  SpurTargetAdditionEvent, spur_target_addition_event, SPUR, TARGET_ADDITION_EVENT, SpurTargetEvent)

#define SPUR_TYPE_TARGET_STATE_CHANGE_EVENT (spur_target_state_change_event_get_type ())
SPUR_DECLARE_EVENT_CLASS (SpurTargetStateChangeEvent,
                          spur_target_state_change_event,
                          SPUR,
                          TARGET_STATE_CHANGE_EVENT,
                          SpurTargetEvent)

#define SPUR_TYPE_TARGET_REMOVAL_EVENT (spur_target_removal_event_get_type ())
SPUR_DECLARE_EVENT_CLASS (
  SpurTargetRemovalEvent, spur_target_removal_event, SPUR, TARGET_REMOVAL_EVENT, SpurTargetEvent)

#define SPUR_TYPE_TARGET_CREATE_NEIGHBORHOOD_EVENT                                                 \
  (spur_target_create_neighborhood_event_get_type ())
SPUR_DECLARE_EVENT_CLASS (SpurTargetCreateNeighborhoodEvent,
                          spur_target_create_neighborhood_event,
                          SPUR,
                          TARGET_CREATE_NEIGHBORHOOD_EVENT,
                          SpurTargetEvent)

#define SPUR_TYPE_TARGET_DESTROY_NEIGHBORHOOD_EVENT                                                \
  (spur_target_destroy_neighborhood_event_get_type ())
SPUR_DECLARE_EVENT_CLASS (SpurTargetDestroyNeighborhoodEvent,
                          spur_target_destroy_neighborhood_event,
                          SPUR,
                          TARGET_DESTROY_NEIGHBORHOOD_EVENT,
                          SpurTargetEvent)

G_END_DECLS
