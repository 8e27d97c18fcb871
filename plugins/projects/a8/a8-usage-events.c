/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/projects/a8/a8-usage-events.h"

#include "plugins/projects/kit/sim-define.h"

static void
add_operation (SpurEventClass *event_class)
{
  spur_event_class_omit_field (event_class, "content");
  spur_event_class_add_field (event_class, "operation", SPUR_FIELD_STRING, SPUR_USE_NONE,
                              "what the depot is to do");
}

SIM_DEFINE_EVENT_TYPE (A8CallSendEvent,
                       a8_call_send_event,
                       SpurLoMessageSendEvent,
                       SPUR_TYPE_LO_MESSAGE_SEND_EVENT,
                       "Component_Call_Send_Event",
                       add_operation (event_class))

SIM_DEFINE_EVENT_TYPE (A8CallReceiveEvent,
                       a8_call_receive_event,
                       SpurLoMessageReceiveEvent,
                       SPUR_TYPE_LO_MESSAGE_RECEIVE_EVENT,
                       "Component_Call_Receive_Event",
                       add_operation (event_class))

SIM_DEFINE_EVENT_TYPE (A8ReturnSendEvent,
                       a8_return_send_event,
                       SpurLoMessageSendEvent,
                       SPUR_TYPE_LO_MESSAGE_SEND_EVENT,
                       "Component_Return_Send_Event",
                       add_operation (event_class))

SIM_DEFINE_EVENT_TYPE (A8ReturnReceiveEvent,
                       a8_return_receive_event,
                       SpurLoMessageReceiveEvent,
                       SPUR_TYPE_LO_MESSAGE_RECEIVE_EVENT,
                       "Component_Return_Receive_Event",
                       add_operation (event_class))
