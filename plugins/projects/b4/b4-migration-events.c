/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/projects/b4/b4-migration-events.h"

#include "plugins/projects/kit/sim-define.h"

static void
add_size (SpurEventClass *event_class)
{
  spur_event_class_add_field (event_class, "size", SPUR_FIELD_UINT64, SPUR_USE_SIZE,
                              "bytes of the message");
  spur_event_class_set_unit (event_class, "size", "bytes");
}

static void
add_topology_fields (SpurEventClass *event_class)
{
  add_size (event_class);
  spur_event_class_add_field (event_class, "gates", SPUR_FIELD_UINT32, SPUR_USE_NONE,
                              "how many gates the partition has");
}

static void
add_state_fields (SpurEventClass *event_class)
{
  add_size (event_class);
  spur_event_class_add_field (event_class, "virtual_time", SPUR_FIELD_UINT64, SPUR_USE_NONE,
                              "how far the partition was simulated");
  spur_event_class_set_unit (event_class, "virtual_time", "ticks");
}

static void
describe_topology_receive (SpurEventClass *event_class)
{
  spur_event_class_set_effect (event_class, SPUR_EFFECT_NONE);
  add_topology_fields (event_class);
}

SIM_DEFINE_EVENT_TYPE (B4TopologySendEvent,
                       b4_topology_send_event,
                       SpurLoMigrationSendEvent,
                       SPUR_TYPE_LO_MIGRATION_SEND_EVENT,
                       "Partition_Topology_Send_Event",
                       add_topology_fields (event_class))

SIM_DEFINE_EVENT_TYPE (B4TopologyReceiveEvent,
                       b4_topology_receive_event,
                       SpurLoMigrationReceiveEvent,
                       SPUR_TYPE_LO_MIGRATION_RECEIVE_EVENT,
                       "Partition_Topology_Receive_Event",
                       describe_topology_receive (event_class))

SIM_DEFINE_EVENT_TYPE (B4StateSendEvent,
                       b4_state_send_event,
                       SpurLoMigrationSendEvent,
                       SPUR_TYPE_LO_MIGRATION_SEND_EVENT,
                       "Partition_State_Send_Event",
                       add_state_fields (event_class))

SIM_DEFINE_EVENT_TYPE (B4StateReceiveEvent,
                       b4_state_receive_event,
                       SpurLoMigrationReceiveEvent,
                       SPUR_TYPE_LO_MIGRATION_RECEIVE_EVENT,
                       "Partition_State_Receive_Event",
                       add_state_fields (event_class))
