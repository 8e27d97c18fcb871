/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/model/events/spur-event-define.h"
#include "core/model/events/spur-event.h"
#include "core/model/objects/spur-neighborhood.h"

G_BEGIN_DECLS

#define SPUR_TYPE_LO_EVENT (spur_lo_event_get_type ())
SPUR_AVAILABLE_IN_ALL
SPUR_DECLARE_EVENT_CLASS (SpurLoEvent, spur_lo_event, SPUR, LO_EVENT, SpurEvent)

SPUR_AVAILABLE_IN_ALL
SpurActiveObject *spur_lo_event_get_load_object (SpurLoEvent *self);

#define SPUR_TYPE_LO_CREATION_EVENT (spur_lo_creation_event_get_type ())
SPUR_AVAILABLE_IN_ALL
SPUR_DECLARE_EVENT_CLASS (
  SpurLoCreationEvent, spur_lo_creation_event, SPUR, LO_CREATION_EVENT, SpurLoEvent)

SPUR_AVAILABLE_IN_ALL
const char *spur_lo_creation_event_get_object_type (SpurLoCreationEvent *self);

SPUR_AVAILABLE_IN_ALL
SpurActiveObject *spur_lo_creation_event_get_creator (SpurLoCreationEvent *self);

#define SPUR_TYPE_LO_PLACEMENT_EVENT (spur_lo_placement_event_get_type ())
SPUR_AVAILABLE_IN_ALL
SPUR_DECLARE_EVENT_CLASS (
  SpurLoPlacementEvent, spur_lo_placement_event, SPUR, LO_PLACEMENT_EVENT, SpurLoEvent)

SPUR_AVAILABLE_IN_ALL
SpurActiveObject *spur_lo_placement_event_get_destination (SpurLoPlacementEvent *self);

#define SPUR_TYPE_LO_CREATION_PLACEMENT_EVENT (spur_lo_creation_placement_event_get_type ())
SPUR_AVAILABLE_IN_ALL
SPUR_DECLARE_EVENT_CLASS (SpurLoCreationPlacementEvent,
                          spur_lo_creation_placement_event,
                          SPUR,
                          LO_CREATION_PLACEMENT_EVENT,
                          SpurLoCreationEvent)

SPUR_AVAILABLE_IN_ALL
SpurActiveObject *
spur_lo_creation_placement_event_get_destination (SpurLoCreationPlacementEvent *self);

#define SPUR_TYPE_LO_MIGRATION_EVENT (spur_lo_migration_event_get_type ())
SPUR_AVAILABLE_IN_ALL
SPUR_DECLARE_EVENT_CLASS (
  SpurLoMigrationEvent, spur_lo_migration_event, SPUR, LO_MIGRATION_EVENT, SpurLoEvent)

SPUR_AVAILABLE_IN_ALL
SpurActiveObject *spur_lo_migration_event_get_source (SpurLoMigrationEvent *self);

SPUR_AVAILABLE_IN_ALL
SpurActiveObject *spur_lo_migration_event_get_destination (SpurLoMigrationEvent *self);

#define SPUR_TYPE_LO_MIGRATION_SEND_EVENT (spur_lo_migration_send_event_get_type ())
SPUR_AVAILABLE_IN_ALL
SPUR_DECLARE_EVENT_CLASS (SpurLoMigrationSendEvent,
                          spur_lo_migration_send_event,
                          SPUR,
                          LO_MIGRATION_SEND_EVENT,
                          SpurLoMigrationEvent)

SPUR_AVAILABLE_IN_ALL
guint64 spur_lo_migration_send_event_get_migration (SpurLoMigrationSendEvent *self);

#define SPUR_TYPE_LO_MIGRATION_RECEIVE_EVENT (spur_lo_migration_receive_event_get_type ())
SPUR_AVAILABLE_IN_ALL
SPUR_DECLARE_EVENT_CLASS (SpurLoMigrationReceiveEvent,
                          spur_lo_migration_receive_event,
                          SPUR,
                          LO_MIGRATION_RECEIVE_EVENT,
                          SpurLoMigrationEvent)

SPUR_AVAILABLE_IN_ALL
guint64 spur_lo_migration_receive_event_get_migration (SpurLoMigrationReceiveEvent *self);

#define SPUR_TYPE_LO_STATE_CHANGE_EVENT (spur_lo_state_change_event_get_type ())
SPUR_AVAILABLE_IN_ALL
SPUR_DECLARE_EVENT_CLASS (
  SpurLoStateChangeEvent, spur_lo_state_change_event, SPUR, LO_STATE_CHANGE_EVENT, SpurLoEvent)

SPUR_AVAILABLE_IN_ALL
const char *spur_lo_state_change_event_get_old_state (SpurLoStateChangeEvent *self);

SPUR_AVAILABLE_IN_ALL
const char *spur_lo_state_change_event_get_state (SpurLoStateChangeEvent *self);

SPUR_AVAILABLE_IN_ALL
SpurEntryList *spur_lo_state_change_event_get_values (SpurLoStateChangeEvent *self);

#define SPUR_TYPE_LO_TERMINATION_EVENT (spur_lo_termination_event_get_type ())
SPUR_AVAILABLE_IN_ALL
SPUR_DECLARE_EVENT_CLASS (
  SpurLoTerminationEvent, spur_lo_termination_event, SPUR, LO_TERMINATION_EVENT, SpurLoEvent)

#define SPUR_TYPE_LO_CREATE_NEIGHBORHOOD_EVENT (spur_lo_create_neighborhood_event_get_type ())
SPUR_AVAILABLE_IN_ALL
SPUR_DECLARE_EVENT_CLASS (SpurLoCreateNeighborhoodEvent,
                          spur_lo_create_neighborhood_event,
                          SPUR,
                          LO_CREATE_NEIGHBORHOOD_EVENT,
                          SpurLoEvent)

SPUR_AVAILABLE_IN_ALL
GPtrArray *spur_lo_create_neighborhood_event_get_members (SpurLoCreateNeighborhoodEvent *self);

SPUR_AVAILABLE_IN_ALL
SpurNeighborhood *
spur_lo_create_neighborhood_event_get_neighborhood (SpurLoCreateNeighborhoodEvent *self);

SPUR_AVAILABLE_IN_ALL
void spur_lo_create_neighborhood_event_set_neighborhood (SpurLoCreateNeighborhoodEvent *self,
                                                         SpurNeighborhood *neighborhood);

#define SPUR_TYPE_LO_DESTROY_NEIGHBORHOOD_EVENT (spur_lo_destroy_neighborhood_event_get_type ())
SPUR_AVAILABLE_IN_ALL
SPUR_DECLARE_EVENT_CLASS (SpurLoDestroyNeighborhoodEvent,
                          spur_lo_destroy_neighborhood_event,
                          SPUR,
                          LO_DESTROY_NEIGHBORHOOD_EVENT,
                          SpurLoEvent)

SPUR_AVAILABLE_IN_ALL
GPtrArray *spur_lo_destroy_neighborhood_event_get_members (SpurLoDestroyNeighborhoodEvent *self);

SPUR_AVAILABLE_IN_ALL
SpurNeighborhood *
spur_lo_destroy_neighborhood_event_get_neighborhood (SpurLoDestroyNeighborhoodEvent *self);

SPUR_AVAILABLE_IN_ALL
void spur_lo_destroy_neighborhood_event_set_neighborhood (SpurLoDestroyNeighborhoodEvent *self,
                                                          SpurNeighborhood *neighborhood);

G_END_DECLS
