/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Events of targets: they are added, change state and are removed (TUM-I9909 section 3.2.2). */
#include "events/spur-target-events.h"

/**
 * SpurTargetEvent:
 *
 * An event of a target (TUM-I9909 section 3.2.2).
 *
 * Since: 1.0
 */
SPUR_DEFINE_EVENT_CLASS (SpurTargetEvent,
                         spur_target_event,
                         SPUR_TYPE_EVENT,
                         SPUR_TRAIT_NAME ("Target_Event"),
                         SPUR_TRAIT_FIELD ("target", OBJECT, SUBJECT, "what the event is about"))

/**
 * SpurTargetAdditionEvent:
 *
 * A target is there from now on (TUM-I9909 section 3.2.2).
 *
 * Since: 1.0
 */
SPUR_DEFINE_EVENT_CLASS (
  SpurTargetAdditionEvent,
  spur_target_addition_event,
  SPUR_TYPE_TARGET_EVENT,
  SPUR_TRAIT_NAME ("Target_Addition_Event"),
  SPUR_TRAIT_EFFECT (BEGIN),
  SPUR_TRAIT_FIELD ("parent", OBJECT, PARENT, "what it is part of"),
  SPUR_TRAIT_FIELD ("attributes", LIST, RESOURCES, "what it has: its resources"))

/**
 * SpurTargetStateChangeEvent:
 *
 * A target changes its state, as when a person logs in (TUM-I9909 section 3.2.2).
 *
 * Since: 1.0
 */
SPUR_DEFINE_EVENT_CLASS (
  SpurTargetStateChangeEvent,
  spur_target_state_change_event,
  SPUR_TYPE_TARGET_EVENT,
  SPUR_TRAIT_NAME ("Target_State_Change_Event"),
  SPUR_TRAIT_EFFECT (SET),
  SPUR_TRAIT_FIELD ("old_state", STATE, OLD_STATE, "the state before"),
  SPUR_TRAIT_FIELD ("state", STATE, STATE, "the new state"),
  SPUR_TRAIT_FIELD ("values", LIST, VALUES, "the values that belong to the new state"))

/**
 * SpurTargetRemovalEvent:
 *
 * A target is no more (TUM-I9909 section 3.2.2).
 *
 * Since: 1.0
 */
SPUR_DEFINE_EVENT_CLASS (SpurTargetRemovalEvent,
                         spur_target_removal_event,
                         SPUR_TYPE_TARGET_EVENT,
                         SPUR_TRAIT_NAME ("Target_Removal_Event"),
                         SPUR_TRAIT_EFFECT (END))

/**
 * SpurTargetCreateNeighborhoodEvent:
 *
 * Two or more targets are neighbours from now on (TUM-I9909 section 3.2.2).
 *
 * The target of the event is the #SpurNeighborhood: the resource object that stands for the
 * connection (TUM-I9909 section 4.2.3).
 *
 * Since: 1.0
 */
SPUR_DEFINE_EVENT_CLASS (SpurTargetCreateNeighborhoodEvent,
                         spur_target_create_neighborhood_event,
                         SPUR_TYPE_TARGET_EVENT,
                         SPUR_TRAIT_NAME ("Target_Create_Neighborhood_Event"),
                         SPUR_TRAIT_EFFECT (CONNECT),
                         SPUR_TRAIT_FIELD ("members", GROUP, MEMBERS, "the neighbours"))

/**
 * SpurTargetDestroyNeighborhoodEvent:
 *
 * Targets are neighbours no more (TUM-I9909 section 3.2.2).
 *
 * The target of the event is the #SpurNeighborhood: the resource object that stands for the
 * connection (TUM-I9909 section 4.2.3).
 *
 * Since: 1.0
 */
SPUR_DEFINE_EVENT_CLASS (SpurTargetDestroyNeighborhoodEvent,
                         spur_target_destroy_neighborhood_event,
                         SPUR_TYPE_TARGET_EVENT,
                         SPUR_TRAIT_NAME ("Target_Destroy_Neighborhood_Event"),
                         SPUR_TRAIT_EFFECT (DISCONNECT),
                         SPUR_TRAIT_FIELD ("members", GROUP, MEMBERS, "the neighbours"))
