/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/projects/b1/b1-message-events.h"

#include "plugins/projects/kit/sim-define.h"

static void
add_task_fields (SpurEventClass *event_class)
{
  spur_event_class_add_field (event_class, "block", SPUR_FIELD_OBJECT, SPUR_USE_NONE,
                              "the block of faults; none where there is nothing more to do");
  spur_event_class_add_field (event_class, "faults", SPUR_FIELD_UINT32, SPUR_USE_NONE,
                              "how many faults the block has");
}

static void
add_result_fields (SpurEventClass *event_class)
{
  add_task_fields (event_class);
  spur_event_class_add_field (event_class, "patterns", SPUR_FIELD_UINT32, SPUR_USE_NONE,
                              "how many test patterns were generated");
  spur_event_class_add_field (event_class, "redundant", SPUR_FIELD_UINT32, SPUR_USE_NONE,
                              "how many faults cannot be tested");
  spur_event_class_add_field (event_class, "aborted", SPUR_FIELD_UINT32, SPUR_USE_NONE,
                              "how many faults were given up");
}

SIM_DEFINE_EVENT_TYPE (B1TaskSendEvent,
                       b1_task_send_event,
                       SpurLoMessageSendEvent,
                       SPUR_TYPE_LO_MESSAGE_SEND_EVENT,
                       "ATPG_Task_Send_Event",
                       add_task_fields (event_class))

SIM_DEFINE_EVENT_TYPE (B1TaskReceiveEvent,
                       b1_task_receive_event,
                       SpurLoMessageReceiveEvent,
                       SPUR_TYPE_LO_MESSAGE_RECEIVE_EVENT,
                       "ATPG_Task_Receive_Event",
                       add_task_fields (event_class))

SIM_DEFINE_EVENT_TYPE (B1ResultSendEvent,
                       b1_result_send_event,
                       SpurLoMessageSendEvent,
                       SPUR_TYPE_LO_MESSAGE_SEND_EVENT,
                       "ATPG_Result_Send_Event",
                       add_result_fields (event_class))

SIM_DEFINE_EVENT_TYPE (B1ResultReceiveEvent,
                       b1_result_receive_event,
                       SpurLoMessageReceiveEvent,
                       SPUR_TYPE_LO_MESSAGE_RECEIVE_EVENT,
                       "ATPG_Result_Receive_Event",
                       add_result_fields (event_class))
