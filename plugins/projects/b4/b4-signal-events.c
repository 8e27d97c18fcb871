/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/projects/b4/b4-signal-events.h"

#include "plugins/projects/kit/sim-define.h"

static void
add_fields (SpurEventClass *event_class)
{
  spur_event_class_omit_field (event_class, "content");
  spur_event_class_add_field (event_class, "virtual_time", SPUR_FIELD_UINT64, SPUR_USE_NONE,
                              "when the first of the signals changes");
  spur_event_class_set_unit (event_class, "virtual_time", "ticks");
  spur_event_class_add_field (event_class, "signals", SPUR_FIELD_UINT32, SPUR_USE_NONE,
                              "how many signals change");
  spur_event_class_add_field (event_class, "anti_signals", SPUR_FIELD_UINT32, SPUR_USE_NONE,
                              "how many signals are taken back");
}

SIM_DEFINE_EVENT_TYPE (B4SignalSendEvent,
                       b4_signal_send_event,
                       SpurLoMessageSendEvent,
                       SPUR_TYPE_LO_MESSAGE_SEND_EVENT,
                       "Circuit_Signal_Send_Event",
                       add_fields (event_class))

SIM_DEFINE_EVENT_TYPE (B4SignalReceiveEvent,
                       b4_signal_receive_event,
                       SpurLoMessageReceiveEvent,
                       SPUR_TYPE_LO_MESSAGE_RECEIVE_EVENT,
                       "Circuit_Signal_Receive_Event",
                       add_fields (event_class))
