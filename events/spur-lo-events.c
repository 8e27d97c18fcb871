/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Events of load objects: they come into being, move, change state and end (TUM-I9909
 * section 3.2.1). */
#include "events/spur-lo-events.h"

/**
 * SpurLoEvent:
 *
 * An event of a load object (TUM-I9909 section 3.2.1).
 *
 * Since: 1.0
 */
SPUR_DEFINE_EVENT_CLASS (SpurLoEvent,
                         spur_lo_event,
                         SPUR_TYPE_EVENT,
                         SPUR_TRAIT_NAME ("LO_Event"),
                         SPUR_TRAIT_FIELD ("object", OBJECT, SUBJECT, "what the event is about"))

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
SPUR_DEFINE_EVENT_CLASS (
  SpurLoCreationEvent,
  spur_lo_creation_event,
  SPUR_TYPE_LO_EVENT,
  SPUR_TRAIT_NAME ("LO_Creation_Event"),
  SPUR_TRAIT_EFFECT (BEGIN),
  SPUR_TRAIT_FIELD (
    "type", STRING, NONE, "what kind of load object it is, in the application's words"),
  SPUR_TRAIT_FIELD ("creator", OBJECT, PARENT, "who created it"))

/**
 * SpurLoPlacementEvent:
 *
 * A load object is placed on a target or into another load object (TUM-I9909 section 3.2.1).
 *
 * Since: 1.0
 */
SPUR_DEFINE_EVENT_CLASS (
  SpurLoPlacementEvent,
  spur_lo_placement_event,
  SPUR_TYPE_LO_EVENT,
  SPUR_TRAIT_NAME ("LO_Placement_Event"),
  SPUR_TRAIT_EFFECT (PLACE),
  SPUR_TRAIT_FIELD ("destination", OBJECT, DESTINATION, "where it is placed"))

/**
 * SpurLoCreationPlacementEvent:
 *
 * A load object is created and placed at once (TUM-I9909 section 3.2.1).
 *
 * Since: 1.0
 */
SPUR_DEFINE_EVENT_CLASS (SpurLoCreationPlacementEvent,
                         spur_lo_creation_placement_event,
                         SPUR_TYPE_LO_CREATION_EVENT,
                         SPUR_TRAIT_NAME ("LO_Creation_Placement_Event"),
                         SPUR_TRAIT_EFFECT (PLACE),
                         SPUR_TRAIT_FIELD ("destination",
                                           OBJECT,
                                           DESTINATION,
                                           "where it is; absent for the target of the stream"))

/**
 * SpurLoMigrationEvent:
 *
 * A load object moves from one place to another (TUM-I9909 section 3.2.1).
 *
 * Since: 1.0
 */
SPUR_DEFINE_EVENT_CLASS (SpurLoMigrationEvent,
                         spur_lo_migration_event,
                         SPUR_TYPE_LO_EVENT,
                         SPUR_TRAIT_NAME ("LO_Migration_Event"),
                         SPUR_TRAIT_EFFECT (PLACE),
                         SPUR_TRAIT_FIELD ("source", OBJECT, SOURCE, "where it was"),
                         SPUR_TRAIT_FIELD ("destination", OBJECT, DESTINATION, "where it goes"))

/**
 * SpurLoMigrationSendEvent:
 *
 * A load object leaves for another place (TUM-I9909 section 3.2.1).
 *
 * Until the LO_Migration_Receive_Event of the same number it is in transit, so this event says
 * nothing of where it is.
 *
 * Since: 1.0
 */
SPUR_DEFINE_EVENT_CLASS (
  SpurLoMigrationSendEvent,
  spur_lo_migration_send_event,
  SPUR_TYPE_LO_MIGRATION_EVENT,
  SPUR_TRAIT_NAME ("LO_Migration_Send_Event"),
  SPUR_TRAIT_ROLE (SEND, BY_ID),
  SPUR_TRAIT_EFFECT (NONE),
  SPUR_TRAIT_FIELD (
    "migration",
    UINT64,
    MESSAGE_ID,
    "the number of the migration, the same where it is sent and where it is received"))

/**
 * SpurLoMigrationReceiveEvent:
 *
 * A load object arrives at another place (TUM-I9909 section 3.2.1).
 *
 * It was on its way since the LO_Migration_Send_Event of the same number.
 *
 * Since: 1.0
 */
SPUR_DEFINE_EVENT_CLASS (
  SpurLoMigrationReceiveEvent,
  spur_lo_migration_receive_event,
  SPUR_TYPE_LO_MIGRATION_EVENT,
  SPUR_TRAIT_NAME ("LO_Migration_Receive_Event"),
  SPUR_TRAIT_ROLE (RECEIVE, BY_ID),
  SPUR_TRAIT_EFFECT (PLACE),
  SPUR_TRAIT_FIELD (
    "migration",
    UINT64,
    MESSAGE_ID,
    "the number of the migration, the same where it is sent and where it is received"))

/**
 * SpurLoStateChangeEvent:
 *
 * A load object changes its state (TUM-I9909 section 3.2.1).
 *
 * Since: 1.0
 */
SPUR_DEFINE_EVENT_CLASS (
  SpurLoStateChangeEvent,
  spur_lo_state_change_event,
  SPUR_TYPE_LO_EVENT,
  SPUR_TRAIT_NAME ("LO_State_Change_Event"),
  SPUR_TRAIT_EFFECT (SET),
  SPUR_TRAIT_FIELD ("old_state", STATE, OLD_STATE, "the state before"),
  SPUR_TRAIT_FIELD ("state", STATE, STATE, "the new state"),
  SPUR_TRAIT_FIELD ("values", LIST, VALUES, "the values that belong to the new state"))

/**
 * SpurLoTerminationEvent:
 *
 * A load object is no more (TUM-I9909 section 3.2.1).
 *
 * Since: 1.0
 */
SPUR_DEFINE_EVENT_CLASS (SpurLoTerminationEvent,
                         spur_lo_termination_event,
                         SPUR_TYPE_LO_EVENT,
                         SPUR_TRAIT_NAME ("LO_Termination_Event"),
                         SPUR_TRAIT_EFFECT (END))

/**
 * SpurLoCreateNeighborhoodEvent:
 *
 * Two or more load objects are neighbours from now on (TUM-I9909 section 3.2.1).
 *
 * The load object of the event is the #SpurNeighborhood: the resource object that stands for the
 * connection (TUM-I9909 section 4.2.3).
 *
 * Since: 1.0
 */
SPUR_DEFINE_EVENT_CLASS (SpurLoCreateNeighborhoodEvent,
                         spur_lo_create_neighborhood_event,
                         SPUR_TYPE_LO_EVENT,
                         SPUR_TRAIT_NAME ("LO_Create_Neighborhood_Event"),
                         SPUR_TRAIT_EFFECT (CONNECT),
                         SPUR_TRAIT_FIELD ("members", GROUP, MEMBERS, "the neighbours"))

/**
 * SpurLoDestroyNeighborhoodEvent:
 *
 * Load objects are neighbours no more (TUM-I9909 section 3.2.1).
 *
 * The load object of the event is the #SpurNeighborhood: the resource object that stands for the
 * connection (TUM-I9909 section 4.2.3).
 *
 * Since: 1.0
 */
SPUR_DEFINE_EVENT_CLASS (SpurLoDestroyNeighborhoodEvent,
                         spur_lo_destroy_neighborhood_event,
                         SPUR_TYPE_LO_EVENT,
                         SPUR_TRAIT_NAME ("LO_Destroy_Neighborhood_Event"),
                         SPUR_TRAIT_EFFECT (DISCONNECT),
                         SPUR_TRAIT_FIELD ("members", GROUP, MEMBERS, "the neighbours"))
