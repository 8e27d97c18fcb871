/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/projects/b3/b3-balancing-events.h"

#include "plugins/projects/kit/sim-define.h"

static void
describe_bisection (SpurEventClass *event_class)
{
  spur_event_class_add_field (event_class, "parts", SPUR_FIELD_UINT32, SPUR_USE_NONE,
                              "how many parts there are");
  spur_event_class_add_field (event_class, "unknowns", SPUR_FIELD_UINT64, SPUR_USE_NONE,
                              "unknowns of all parts");
  spur_event_class_set_unit (event_class, "unknowns", "unknowns");
  spur_event_class_add_field (event_class, "heaviest", SPUR_FIELD_UINT64, SPUR_USE_NONE,
                              "unknowns of the heaviest part");
  spur_event_class_set_unit (event_class, "heaviest", "unknowns");
  spur_event_class_add_field (event_class, "alpha", SPUR_FIELD_DOUBLE, SPUR_USE_NONE,
                              "the least share that the lighter half of a bisection had");
  spur_event_class_add_field (event_class, "moved", SPUR_FIELD_UINT32, SPUR_USE_NONE,
                              "how many nodes have to migrate");
}

SIM_DEFINE_EVENT_TYPE (B3BisectionEvent,
                       b3_bisection_event,
                       SpurLoStateChangeEvent,
                       SPUR_TYPE_LO_STATE_CHANGE_EVENT,
                       "ARESO_Bisection_Event",
                       describe_bisection (event_class))

SIM_DEFINE_EVENT_TYPE (B3BalancingMessageSendEvent,
                       b3_balancing_message_send_event,
                       SpurLmMessageSendEvent,
                       SPUR_TYPE_LM_MESSAGE_SEND_EVENT,
                       "ARESO_Balancing_Message_Send_Event",
                       spur_event_class_add_field (event_class,
                                                   "nodes",
                                                   SPUR_FIELD_UINT32,
                                                   SPUR_USE_NONE,
                                                   "how many nodes it is about"))

SIM_DEFINE_EVENT_TYPE (B3BalancingMessageReceiveEvent,
                       b3_balancing_message_receive_event,
                       SpurLmMessageReceiveEvent,
                       SPUR_TYPE_LM_MESSAGE_RECEIVE_EVENT,
                       "ARESO_Balancing_Message_Receive_Event",
                       spur_event_class_add_field (event_class,
                                                   "nodes",
                                                   SPUR_FIELD_UINT32,
                                                   SPUR_USE_NONE,
                                                   "how many nodes it is about"))
