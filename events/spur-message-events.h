/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/model/events/spur-message.h"
#include "events/spur-lo-events.h"

G_BEGIN_DECLS

#define SPUR_TYPE_LO_MESSAGE_EVENT (spur_lo_message_event_get_type ())
SPUR_DECLARE_EVENT_CLASS (
  SpurLoMessageEvent, spur_lo_message_event, SPUR, LO_MESSAGE_EVENT, SpurLoEvent)

#define SPUR_TYPE_LO_MESSAGE_SEND_EVENT (spur_lo_message_send_event_get_type ())
SPUR_DECLARE_EVENT_CLASS (SpurLoMessageSendEvent,
                          spur_lo_message_send_event,
                          SPUR,
                          LO_MESSAGE_SEND_EVENT,
                          SpurLoMessageEvent)

#define SPUR_TYPE_LO_MESSAGE_RECEIVE_EVENT (spur_lo_message_receive_event_get_type ())
SPUR_DECLARE_EVENT_CLASS (SpurLoMessageReceiveEvent,
                          spur_lo_message_receive_event,
                          SPUR,
                          LO_MESSAGE_RECEIVE_EVENT,
                          SpurLoMessageEvent)

#define SPUR_TYPE_CHANNEL_SEND_EVENT (spur_channel_send_event_get_type ())
SPUR_DECLARE_EVENT_CLASS (
  SpurChannelSendEvent, spur_channel_send_event, SPUR, CHANNEL_SEND_EVENT, SpurLoMessageSendEvent)

#define SPUR_TYPE_CHANNEL_RECEIVE_EVENT (spur_channel_receive_event_get_type ())
SPUR_DECLARE_EVENT_CLASS (SpurChannelReceiveEvent,
                          spur_channel_receive_event,
                          SPUR,
                          CHANNEL_RECEIVE_EVENT,
                          SpurLoMessageReceiveEvent)

G_END_DECLS
