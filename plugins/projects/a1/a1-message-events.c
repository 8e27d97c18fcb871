/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/projects/a1/a1-message-events.h"

#include "plugins/projects/kit/sim-define.h"

static void
add_size (SpurEventClass *event_class)
{
  spur_event_class_add_field (event_class, "size", SPUR_FIELD_UINT64, SPUR_USE_SIZE,
                              "bytes of the checkpoint");
  spur_event_class_set_unit (event_class, "size", "bytes");
}

/* Processes migrate, so the streams that their messages are in do not tell their order. */
static void
add_message (SpurEventClass *event_class)
{
  spur_event_class_omit_field (event_class, "content");
  spur_event_class_add_field (event_class, "message", SPUR_FIELD_UINT64, SPUR_USE_MESSAGE_ID,
                              "the message's number");
}

static void
describe_message_send (SpurEventClass *event_class)
{
  spur_event_class_set_role (event_class, SPUR_ROLE_SEND, SPUR_MATCH_BY_ID);
  add_message (event_class);
}

static void
describe_message_receive (SpurEventClass *event_class)
{
  spur_event_class_set_role (event_class, SPUR_ROLE_RECEIVE, SPUR_MATCH_BY_ID);
  add_message (event_class);
}

SIM_DEFINE_EVENT_TYPE (A1ServiceSendEvent,
                       a1_service_send_event,
                       SpurLmMessageSendEvent,
                       SPUR_TYPE_LM_MESSAGE_SEND_EVENT,
                       "OMIS_Service_Send_Event",
                       spur_event_class_add_field (event_class,
                                                   "service",
                                                   SPUR_FIELD_STRING,
                                                   SPUR_USE_NONE,
                                                   "the service by its name in OMIS"))

SIM_DEFINE_EVENT_TYPE (A1ServiceReceiveEvent,
                       a1_service_receive_event,
                       SpurLmMessageReceiveEvent,
                       SPUR_TYPE_LM_MESSAGE_RECEIVE_EVENT,
                       "OMIS_Service_Receive_Event",
                       spur_event_class_add_field (event_class,
                                                   "service",
                                                   SPUR_FIELD_STRING,
                                                   SPUR_USE_NONE,
                                                   "the service by its name in OMIS"))

SIM_DEFINE_EVENT_TYPE (A1MessageSendEvent,
                       a1_message_send_event,
                       SpurLoMessageSendEvent,
                       SPUR_TYPE_LO_MESSAGE_SEND_EVENT,
                       "OMIS_Message_Send_Event",
                       describe_message_send (event_class))

SIM_DEFINE_EVENT_TYPE (A1MessageReceiveEvent,
                       a1_message_receive_event,
                       SpurLoMessageReceiveEvent,
                       SPUR_TYPE_LO_MESSAGE_RECEIVE_EVENT,
                       "OMIS_Message_Receive_Event",
                       describe_message_receive (event_class))

SIM_DEFINE_EVENT_TYPE (A1CheckpointMigrationSendEvent,
                       a1_checkpoint_migration_send_event,
                       SpurLoMigrationSendEvent,
                       SPUR_TYPE_LO_MIGRATION_SEND_EVENT,
                       "OMIS_Checkpoint_Migration_Send_Event",
                       add_size (event_class))

SIM_DEFINE_EVENT_TYPE (A1CheckpointMigrationReceiveEvent,
                       a1_checkpoint_migration_receive_event,
                       SpurLoMigrationReceiveEvent,
                       SPUR_TYPE_LO_MIGRATION_RECEIVE_EVENT,
                       "OMIS_Checkpoint_Migration_Receive_Event",
                       add_size (event_class))
