/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/model/events/spur-event-define.h"
#include "core/model/objects/spur-neighborhood.h"

G_BEGIN_DECLS

#define SPUR_TYPE_LO_EVENT (spur_lo_event_get_type ())
SPUR_DECLARE_EVENT_CLASS (SpurLoEvent, spur_lo_event, SPUR, LO_EVENT, SpurEvent)

#define SPUR_TYPE_LO_CREATION_EVENT (spur_lo_creation_event_get_type ())
SPUR_DECLARE_EVENT_CLASS (
  SpurLoCreationEvent, spur_lo_creation_event, SPUR, LO_CREATION_EVENT, SpurLoEvent)

#define SPUR_TYPE_LO_PLACEMENT_EVENT (spur_lo_placement_event_get_type ())
SPUR_DECLARE_EVENT_CLASS (
  SpurLoPlacementEvent, spur_lo_placement_event, SPUR, LO_PLACEMENT_EVENT, SpurLoEvent)

#define SPUR_TYPE_LO_CREATION_PLACEMENT_EVENT (spur_lo_creation_placement_event_get_type ())
SPUR_DECLARE_EVENT_CLASS (SpurLoCreationPlacementEvent,
                          spur_lo_creation_placement_event,
                          SPUR,
                          LO_CREATION_PLACEMENT_EVENT,
                          SpurLoCreationEvent)

#define SPUR_TYPE_LO_MIGRATION_EVENT (spur_lo_migration_event_get_type ())
SPUR_DECLARE_EVENT_CLASS (
  SpurLoMigrationEvent, spur_lo_migration_event, SPUR, LO_MIGRATION_EVENT, SpurLoEvent)

#define SPUR_TYPE_LO_MIGRATION_SEND_EVENT (spur_lo_migration_send_event_get_type ())
SPUR_DECLARE_EVENT_CLASS (SpurLoMigrationSendEvent,
                          spur_lo_migration_send_event,
                          SPUR,
                          LO_MIGRATION_SEND_EVENT,
                          SpurLoMigrationEvent)

#define SPUR_TYPE_LO_MIGRATION_RECEIVE_EVENT (spur_lo_migration_receive_event_get_type ())
SPUR_DECLARE_EVENT_CLASS (SpurLoMigrationReceiveEvent,
                          spur_lo_migration_receive_event,
                          SPUR,
                          LO_MIGRATION_RECEIVE_EVENT,
                          SpurLoMigrationEvent)

#define SPUR_TYPE_LO_STATE_CHANGE_EVENT (spur_lo_state_change_event_get_type ())
SPUR_DECLARE_EVENT_CLASS (
  SpurLoStateChangeEvent, spur_lo_state_change_event, SPUR, LO_STATE_CHANGE_EVENT, SpurLoEvent)

#define SPUR_TYPE_LO_TERMINATION_EVENT (spur_lo_termination_event_get_type ())
SPUR_DECLARE_EVENT_CLASS (
  SpurLoTerminationEvent, spur_lo_termination_event, SPUR, LO_TERMINATION_EVENT, SpurLoEvent)

#define SPUR_TYPE_LO_CREATE_NEIGHBORHOOD_EVENT (spur_lo_create_neighborhood_event_get_type ())
SPUR_DECLARE_EVENT_CLASS (SpurLoCreateNeighborhoodEvent,
                          spur_lo_create_neighborhood_event,
                          SPUR,
                          LO_CREATE_NEIGHBORHOOD_EVENT,
                          SpurLoEvent)

#define SPUR_TYPE_LO_DESTROY_NEIGHBORHOOD_EVENT (spur_lo_destroy_neighborhood_event_get_type ())
SPUR_DECLARE_EVENT_CLASS (SpurLoDestroyNeighborhoodEvent,
                          spur_lo_destroy_neighborhood_event,
                          SPUR,
                          LO_DESTROY_NEIGHBORHOOD_EVENT,
                          SpurLoEvent)

G_END_DECLS
