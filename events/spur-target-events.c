/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Events of targets: they are added, change state and are removed (TUM-I9909 section 3.2.2). */
#include "config.h"

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
 * spur_target_event_get_target:
 * @self: an event of the class Target_Event
 *
 * What the event is about.
 *
 * Returns: (transfer none) (nullable): the object
 *
 * Since: 1.0
 */
SPUR_DEFINE_EVENT_GETTER (SpurTargetEvent, spur_target_event, OBJECT, target)

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
 * spur_target_addition_event_get_parent:
 * @self: an event of the class Target_Addition_Event
 *
 * What it is part of.
 *
 * Returns: (transfer none) (nullable): the object
 *
 * Since: 1.0
 */
SPUR_DEFINE_EVENT_GETTER (SpurTargetAdditionEvent, spur_target_addition_event, OBJECT, parent)

/**
 * spur_target_addition_event_get_attributes:
 * @self: an event of the class Target_Addition_Event
 *
 * What it has: its resources.
 *
 * Returns: (transfer none) (nullable): the list
 *
 * Since: 1.0
 */
SPUR_DEFINE_EVENT_GETTER (SpurTargetAdditionEvent, spur_target_addition_event, LIST, attributes)

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
 * spur_target_state_change_event_get_old_state:
 * @self: an event of the class Target_State_Change_Event
 *
 * Old state may be absent: it is then what the trace last said of the object.
 *
 * Returns: (transfer none) (nullable): the state before
 *
 * Since: 1.0
 */
SPUR_DEFINE_EVENT_GETTER (SpurTargetStateChangeEvent,
                          spur_target_state_change_event,
                          STRING,
                          old_state)

/**
 * spur_target_state_change_event_get_state:
 * @self: an event of the class Target_State_Change_Event
 *
 * The new state.
 *
 * Returns: (transfer none) (nullable): the name
 *
 * Since: 1.0
 */
SPUR_DEFINE_EVENT_GETTER (SpurTargetStateChangeEvent, spur_target_state_change_event, STRING, state)

/**
 * spur_target_state_change_event_get_values:
 * @self: an event of the class Target_State_Change_Event
 *
 * The values that belong to the new state.
 *
 * Returns: (transfer none) (nullable): the list
 *
 * Since: 1.0
 */
SPUR_DEFINE_EVENT_GETTER (SpurTargetStateChangeEvent, spur_target_state_change_event, LIST, values)

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
 * spur_target_create_neighborhood_event_get_members:
 * @self: an event of the class Target_Create_Neighborhood_Event
 *
 * The neighbours.
 *
 * Returns: (transfer none) (nullable) (element-type SpurActiveObject): the objects
 *
 * Since: 1.0
 */
SPUR_DEFINE_EVENT_GETTER (SpurTargetCreateNeighborhoodEvent,
                          spur_target_create_neighborhood_event,
                          MEMBERS,
                          members)

/**
 * spur_target_create_neighborhood_event_get_neighborhood:
 * @self: an event of the class Target_Create_Neighborhood_Event
 *
 * The connection, with the members that the event names.
 *
 * Returns: (transfer none) (nullable): the connection
 *
 * Since: 1.0
 */
SpurNeighborhood *
spur_target_create_neighborhood_event_get_neighborhood (SpurTargetCreateNeighborhoodEvent *self)
{
  g_return_val_if_fail (SPUR_IS_TARGET_CREATE_NEIGHBORHOOD_EVENT (self), NULL);

  return spur_event_get_neighborhood (SPUR_EVENT (self));
}

/**
 * spur_target_create_neighborhood_event_set_neighborhood:
 * @self: an event of the class Target_Create_Neighborhood_Event
 * @neighborhood: the connection, whose members become the event's
 *
 * Sets the connection, and with it the members.
 *
 * Since: 1.0
 */
void
spur_target_create_neighborhood_event_set_neighborhood (SpurTargetCreateNeighborhoodEvent *self,
                                                        SpurNeighborhood *neighborhood)
{
  g_return_if_fail (SPUR_IS_TARGET_CREATE_NEIGHBORHOOD_EVENT (self));

  spur_event_set_neighborhood (SPUR_EVENT (self), neighborhood);
}

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

/**
 * spur_target_destroy_neighborhood_event_get_members:
 * @self: an event of the class Target_Destroy_Neighborhood_Event
 *
 * The neighbours.
 *
 * Returns: (transfer none) (nullable) (element-type SpurActiveObject): the objects
 *
 * Since: 1.0
 */
SPUR_DEFINE_EVENT_GETTER (SpurTargetDestroyNeighborhoodEvent,
                          spur_target_destroy_neighborhood_event,
                          MEMBERS,
                          members)

/**
 * spur_target_destroy_neighborhood_event_get_neighborhood:
 * @self: an event of the class Target_Destroy_Neighborhood_Event
 *
 * The connection, with the members that the event names.
 *
 * Returns: (transfer none) (nullable): the connection
 *
 * Since: 1.0
 */
SpurNeighborhood *
spur_target_destroy_neighborhood_event_get_neighborhood (SpurTargetDestroyNeighborhoodEvent *self)
{
  g_return_val_if_fail (SPUR_IS_TARGET_DESTROY_NEIGHBORHOOD_EVENT (self), NULL);

  return spur_event_get_neighborhood (SPUR_EVENT (self));
}

/**
 * spur_target_destroy_neighborhood_event_set_neighborhood:
 * @self: an event of the class Target_Destroy_Neighborhood_Event
 * @neighborhood: the connection, whose members become the event's
 *
 * Sets the connection, and with it the members.
 *
 * Since: 1.0
 */
void
spur_target_destroy_neighborhood_event_set_neighborhood (SpurTargetDestroyNeighborhoodEvent *self,
                                                         SpurNeighborhood *neighborhood)
{
  g_return_if_fail (SPUR_IS_TARGET_DESTROY_NEIGHBORHOOD_EVENT (self));

  spur_event_set_neighborhood (SPUR_EVENT (self), neighborhood);
}
