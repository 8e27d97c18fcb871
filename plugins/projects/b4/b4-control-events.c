/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/projects/b4/b4-control-events.h"

#include "plugins/projects/kit/sim-define.h"

static void
add_partition (SpurEventClass *event_class)
{
  spur_event_class_add_field (event_class, "partition", SPUR_FIELD_OBJECT, SPUR_USE_NONE,
                              "the partition that it is about");
}

static void
add_destination (SpurEventClass *event_class)
{
  spur_event_class_add_field (event_class, "destination", SPUR_FIELD_OBJECT, SPUR_USE_NONE,
                              "the simulator that has the partition then");
}

static void
add_virtual_time (SpurEventClass *event_class)
{
  spur_event_class_add_field (event_class, "virtual_time", SPUR_FIELD_UINT64, SPUR_USE_NONE,
                              "the virtual time that it tells of");
  spur_event_class_set_unit (event_class, "virtual_time", "ticks");
}

static void
add_signals (SpurEventClass *event_class)
{
  add_virtual_time (event_class);
  spur_event_class_add_field (event_class, "signals", SPUR_FIELD_UINT32, SPUR_USE_NONE,
                              "how many signals are handed on");
}

static void
describe_migration_initiation_send (SpurEventClass *event_class)
{
  add_partition (event_class);
  add_destination (event_class);
}

static void
describe_migration_initiation_receive (SpurEventClass *event_class)
{
  add_partition (event_class);
  add_destination (event_class);
}

static void
describe_migration_completion_send (SpurEventClass *event_class)
{
  add_partition (event_class);
  add_destination (event_class);
}

static void
describe_migration_completion_receive (SpurEventClass *event_class)
{
  add_partition (event_class);
  add_destination (event_class);
}

static void
describe_new_location_send (SpurEventClass *event_class)
{
  add_partition (event_class);
  add_destination (event_class);
}

static void
describe_new_location_receive (SpurEventClass *event_class)
{
  add_partition (event_class);
  add_destination (event_class);
}

static void
describe_event_forwarding_send (SpurEventClass *event_class)
{
  add_partition (event_class);
  add_signals (event_class);
}

static void
describe_event_forwarding_receive (SpurEventClass *event_class)
{
  add_partition (event_class);
  add_signals (event_class);
}

SIM_DEFINE_EVENT_TYPE (B4MigrationInitiationSendEvent,
                       b4_migration_initiation_send_event,
                       SpurLmMessageSendEvent,
                       SPUR_TYPE_LM_MESSAGE_SEND_EVENT,
                       "Migration_Initiation_Send_Event",
                       describe_migration_initiation_send (event_class))

SIM_DEFINE_EVENT_TYPE (B4MigrationInitiationReceiveEvent,
                       b4_migration_initiation_receive_event,
                       SpurLmMessageReceiveEvent,
                       SPUR_TYPE_LM_MESSAGE_RECEIVE_EVENT,
                       "Migration_Initiation_Receive_Event",
                       describe_migration_initiation_receive (event_class))

SIM_DEFINE_EVENT_TYPE (B4MigrationCompletionSendEvent,
                       b4_migration_completion_send_event,
                       SpurLmMessageSendEvent,
                       SPUR_TYPE_LM_MESSAGE_SEND_EVENT,
                       "Migration_Completion_Send_Event",
                       describe_migration_completion_send (event_class))

SIM_DEFINE_EVENT_TYPE (B4MigrationCompletionReceiveEvent,
                       b4_migration_completion_receive_event,
                       SpurLmMessageReceiveEvent,
                       SPUR_TYPE_LM_MESSAGE_RECEIVE_EVENT,
                       "Migration_Completion_Receive_Event",
                       describe_migration_completion_receive (event_class))

SIM_DEFINE_EVENT_TYPE (B4NewLocationSendEvent,
                       b4_new_location_send_event,
                       SpurLmMessageSendEvent,
                       SPUR_TYPE_LM_MESSAGE_SEND_EVENT,
                       "New_Location_Send_Event",
                       describe_new_location_send (event_class))

SIM_DEFINE_EVENT_TYPE (B4NewLocationReceiveEvent,
                       b4_new_location_receive_event,
                       SpurLmMessageReceiveEvent,
                       SPUR_TYPE_LM_MESSAGE_RECEIVE_EVENT,
                       "New_Location_Receive_Event",
                       describe_new_location_receive (event_class))

SIM_DEFINE_EVENT_TYPE (B4EventForwardingSendEvent,
                       b4_event_forwarding_send_event,
                       SpurLmMessageSendEvent,
                       SPUR_TYPE_LM_MESSAGE_SEND_EVENT,
                       "Event_Forwarding_Send_Event",
                       describe_event_forwarding_send (event_class))

SIM_DEFINE_EVENT_TYPE (B4EventForwardingReceiveEvent,
                       b4_event_forwarding_receive_event,
                       SpurLmMessageReceiveEvent,
                       SPUR_TYPE_LM_MESSAGE_RECEIVE_EVENT,
                       "Event_Forwarding_Receive_Event",
                       describe_event_forwarding_receive (event_class))

SIM_DEFINE_EVENT_TYPE (B4ProgressMessageSendEvent,
                       b4_progress_message_send_event,
                       SpurLmMessageSendEvent,
                       SPUR_TYPE_LM_MESSAGE_SEND_EVENT,
                       "Progress_Message_Send_Event",
                       add_virtual_time (event_class))

SIM_DEFINE_EVENT_TYPE (B4ProgressMessageReceiveEvent,
                       b4_progress_message_receive_event,
                       SpurLmMessageReceiveEvent,
                       SPUR_TYPE_LM_MESSAGE_RECEIVE_EVENT,
                       "Progress_Message_Receive_Event",
                       add_virtual_time (event_class))
