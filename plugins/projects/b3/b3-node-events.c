/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/projects/b3/b3-node-events.h"

#include "plugins/projects/kit/sim-define.h"

static void
add_unknowns (SpurEventClass *event_class)
{
  spur_event_class_add_field (event_class, "unknowns", SPUR_FIELD_UINT32, SPUR_USE_NONE,
                              "unknowns of the node's equations: its load index");
  spur_event_class_set_unit (event_class, "unknowns", "unknowns");
}

static void
describe_leaf_creation (SpurEventClass *event_class)
{
  add_unknowns (event_class);
  spur_event_class_add_field (event_class, "depth", SPUR_FIELD_UINT16, SPUR_USE_NONE,
                              "how many edges are between it and the root");
}

static void
describe_node_enlargement (SpurEventClass *event_class)
{
  add_unknowns (event_class);
  spur_event_class_set_effect (event_class, SPUR_EFFECT_NONE);
  spur_event_class_omit_field (event_class, "old_state");
  spur_event_class_omit_field (event_class, "state");
  spur_event_class_add_field (event_class, "gained", SPUR_FIELD_UINT32, SPUR_USE_NONE,
                              "how many of them are new");
  spur_event_class_set_unit (event_class, "gained", "unknowns");
}

static void
describe_computation_begin (SpurEventClass *event_class)
{
  spur_event_class_set_effect (event_class, SPUR_EFFECT_ENTER);
  spur_event_class_omit_field (event_class, "values");
  add_unknowns (event_class);
}

static void
describe_computation_end (SpurEventClass *event_class)
{
  spur_event_class_set_effect (event_class, SPUR_EFFECT_LEAVE);
  spur_event_class_omit_field (event_class, "values");
}

static void
describe_node_migration_send (SpurEventClass *event_class)
{
  add_unknowns (event_class);
  spur_event_class_add_field (event_class, "size", SPUR_FIELD_UINT64, SPUR_USE_SIZE,
                              "bytes of the message");
  spur_event_class_set_unit (event_class, "size", "bytes");
}

static void
describe_node_migration_receive (SpurEventClass *event_class)
{
  add_unknowns (event_class);
  spur_event_class_add_field (event_class, "size", SPUR_FIELD_UINT64, SPUR_USE_SIZE,
                              "bytes of the message");
  spur_event_class_set_unit (event_class, "size", "bytes");
}

SIM_DEFINE_EVENT_TYPE (B3LeafCreationEvent,
                       b3_leaf_creation_event,
                       SpurLoCreationPlacementEvent,
                       SPUR_TYPE_LO_CREATION_PLACEMENT_EVENT,
                       "ARESO_Leaf_Creation_Event",
                       describe_leaf_creation (event_class))

SIM_DEFINE_EVENT_TYPE (B3NodeEnlargementEvent,
                       b3_node_enlargement_event,
                       SpurLoStateChangeEvent,
                       SPUR_TYPE_LO_STATE_CHANGE_EVENT,
                       "ARESO_Node_Enlargement_Event",
                       describe_node_enlargement (event_class))

SIM_DEFINE_EVENT_TYPE (B3ComputationBeginEvent,
                       b3_computation_begin_event,
                       SpurLoStateChangeEvent,
                       SPUR_TYPE_LO_STATE_CHANGE_EVENT,
                       "ARESO_Computation_Begin_Event",
                       describe_computation_begin (event_class))

SIM_DEFINE_EVENT_TYPE (B3ComputationEndEvent,
                       b3_computation_end_event,
                       SpurLoStateChangeEvent,
                       SPUR_TYPE_LO_STATE_CHANGE_EVENT,
                       "ARESO_Computation_End_Event",
                       describe_computation_end (event_class))

SIM_DEFINE_EVENT_TYPE (B3NodeMigrationSendEvent,
                       b3_node_migration_send_event,
                       SpurLoMigrationSendEvent,
                       SPUR_TYPE_LO_MIGRATION_SEND_EVENT,
                       "ARESO_Node_Migration_Send_Event",
                       describe_node_migration_send (event_class))

SIM_DEFINE_EVENT_TYPE (B3NodeMigrationReceiveEvent,
                       b3_node_migration_receive_event,
                       SpurLoMigrationReceiveEvent,
                       SPUR_TYPE_LO_MIGRATION_RECEIVE_EVENT,
                       "ARESO_Node_Migration_Receive_Event",
                       describe_node_migration_receive (event_class))
