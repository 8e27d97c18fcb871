/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/model/events/spur-event-define.h"
#include "core/model/events/spur-message.h"
#include "events/spur-lo-events.h"

G_BEGIN_DECLS

#define SPUR_TYPE_LO_MESSAGE_EVENT (spur_lo_message_event_get_type ())
SPUR_AVAILABLE_IN_ALL
SPUR_DECLARE_EVENT_CLASS (
  SpurLoMessageEvent, spur_lo_message_event, SPUR, LO_MESSAGE_EVENT, SpurLoEvent)

SPUR_AVAILABLE_IN_ALL
SpurActiveObject *spur_lo_message_event_get_peer (SpurLoMessageEvent *self);

SPUR_AVAILABLE_IN_ALL
guint32 spur_lo_message_event_get_tag (SpurLoMessageEvent *self);

SPUR_AVAILABLE_IN_ALL
guint64 spur_lo_message_event_get_size (SpurLoMessageEvent *self);

SPUR_AVAILABLE_IN_ALL
SpurEntryList *spur_lo_message_event_get_content (SpurLoMessageEvent *self);

SPUR_AVAILABLE_IN_ALL
SpurMessage *spur_lo_message_event_get_message (SpurLoMessageEvent *self);

SPUR_AVAILABLE_IN_ALL
void spur_lo_message_event_set_message (SpurLoMessageEvent *self, SpurMessage *message);

#define SPUR_TYPE_LO_MESSAGE_SEND_EVENT (spur_lo_message_send_event_get_type ())
SPUR_AVAILABLE_IN_ALL
SPUR_DECLARE_EVENT_CLASS (SpurLoMessageSendEvent,
                          spur_lo_message_send_event,
                          SPUR,
                          LO_MESSAGE_SEND_EVENT,
                          SpurLoMessageEvent)

SPUR_AVAILABLE_IN_ALL
SpurActiveObject *spur_lo_message_send_event_get_receiver (SpurLoMessageSendEvent *self);

#define SPUR_TYPE_LO_MESSAGE_RECEIVE_EVENT (spur_lo_message_receive_event_get_type ())
SPUR_AVAILABLE_IN_ALL
SPUR_DECLARE_EVENT_CLASS (SpurLoMessageReceiveEvent,
                          spur_lo_message_receive_event,
                          SPUR,
                          LO_MESSAGE_RECEIVE_EVENT,
                          SpurLoMessageEvent)

SPUR_AVAILABLE_IN_ALL
SpurActiveObject *spur_lo_message_receive_event_get_sender (SpurLoMessageReceiveEvent *self);

#define SPUR_TYPE_CHANNEL_SEND_EVENT (spur_channel_send_event_get_type ())
SPUR_AVAILABLE_IN_ALL
SPUR_DECLARE_EVENT_CLASS (
  SpurChannelSendEvent, spur_channel_send_event, SPUR, CHANNEL_SEND_EVENT, SpurLoMessageSendEvent)

SPUR_AVAILABLE_IN_ALL
const char *spur_channel_send_event_get_communicator (SpurChannelSendEvent *self);

#define SPUR_TYPE_CHANNEL_RECEIVE_EVENT (spur_channel_receive_event_get_type ())
SPUR_AVAILABLE_IN_ALL
SPUR_DECLARE_EVENT_CLASS (SpurChannelReceiveEvent,
                          spur_channel_receive_event,
                          SPUR,
                          CHANNEL_RECEIVE_EVENT,
                          SpurLoMessageReceiveEvent)

SPUR_AVAILABLE_IN_ALL
const char *spur_channel_receive_event_get_communicator (SpurChannelReceiveEvent *self);

SPUR_AVAILABLE_IN_ALL
guint32 spur_channel_receive_event_get_posted (SpurChannelReceiveEvent *self);

G_END_DECLS
