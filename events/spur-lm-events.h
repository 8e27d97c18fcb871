/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/model/events/spur-event-define.h"
#include "core/model/events/spur-event.h"
#include "core/model/events/spur-message.h"

G_BEGIN_DECLS

#define SPUR_TYPE_LM_EVENT (spur_lm_event_get_type ())
SPUR_AVAILABLE_IN_ALL
SPUR_DECLARE_EVENT_CLASS (SpurLmEvent, spur_lm_event, SPUR, LM_EVENT, SpurEvent)

#define SPUR_TYPE_LM_TARGET_LOAD_EVENT (spur_lm_target_load_event_get_type ())
SPUR_AVAILABLE_IN_ALL
SPUR_DECLARE_EVENT_CLASS (
  SpurLmTargetLoadEvent, spur_lm_target_load_event, SPUR, LM_TARGET_LOAD_EVENT, SpurLmEvent)

SPUR_AVAILABLE_IN_ALL
SpurActiveObject *spur_lm_target_load_event_get_target (SpurLmTargetLoadEvent *self);

SPUR_AVAILABLE_IN_ALL
double spur_lm_target_load_event_get_load (SpurLmTargetLoadEvent *self);

SPUR_AVAILABLE_IN_ALL
SpurEntryList *spur_lm_target_load_event_get_values (SpurLmTargetLoadEvent *self);

#define SPUR_TYPE_LM_NETWORK_LOAD_EVENT (spur_lm_network_load_event_get_type ())
SPUR_AVAILABLE_IN_ALL
SPUR_DECLARE_EVENT_CLASS (
  SpurLmNetworkLoadEvent, spur_lm_network_load_event, SPUR, LM_NETWORK_LOAD_EVENT, SpurLmEvent)

SPUR_AVAILABLE_IN_ALL
SpurActiveObject *spur_lm_network_load_event_get_network (SpurLmNetworkLoadEvent *self);

SPUR_AVAILABLE_IN_ALL
double spur_lm_network_load_event_get_load (SpurLmNetworkLoadEvent *self);

SPUR_AVAILABLE_IN_ALL
SpurEntryList *spur_lm_network_load_event_get_values (SpurLmNetworkLoadEvent *self);

#define SPUR_TYPE_LM_MESSAGE_EVENT (spur_lm_message_event_get_type ())
SPUR_AVAILABLE_IN_ALL
SPUR_DECLARE_EVENT_CLASS (
  SpurLmMessageEvent, spur_lm_message_event, SPUR, LM_MESSAGE_EVENT, SpurLmEvent)

SPUR_AVAILABLE_IN_ALL
SpurActiveObject *spur_lm_message_event_get_component (SpurLmMessageEvent *self);

SPUR_AVAILABLE_IN_ALL
SpurActiveObject *spur_lm_message_event_get_peer (SpurLmMessageEvent *self);

SPUR_AVAILABLE_IN_ALL
guint32 spur_lm_message_event_get_tag (SpurLmMessageEvent *self);

SPUR_AVAILABLE_IN_ALL
guint64 spur_lm_message_event_get_size (SpurLmMessageEvent *self);

SPUR_AVAILABLE_IN_ALL
SpurEntryList *spur_lm_message_event_get_content (SpurLmMessageEvent *self);

SPUR_AVAILABLE_IN_ALL
SpurMessage *spur_lm_message_event_get_message (SpurLmMessageEvent *self);

SPUR_AVAILABLE_IN_ALL
void spur_lm_message_event_set_message (SpurLmMessageEvent *self, SpurMessage *message);

#define SPUR_TYPE_LM_MESSAGE_SEND_EVENT (spur_lm_message_send_event_get_type ())
SPUR_AVAILABLE_IN_ALL
SPUR_DECLARE_EVENT_CLASS (SpurLmMessageSendEvent,
                          spur_lm_message_send_event,
                          SPUR,
                          LM_MESSAGE_SEND_EVENT,
                          SpurLmMessageEvent)

SPUR_AVAILABLE_IN_ALL
SpurActiveObject *spur_lm_message_send_event_get_receiver (SpurLmMessageSendEvent *self);

#define SPUR_TYPE_LM_MESSAGE_RECEIVE_EVENT (spur_lm_message_receive_event_get_type ())
SPUR_AVAILABLE_IN_ALL
SPUR_DECLARE_EVENT_CLASS (SpurLmMessageReceiveEvent,
                          spur_lm_message_receive_event,
                          SPUR,
                          LM_MESSAGE_RECEIVE_EVENT,
                          SpurLmMessageEvent)

SPUR_AVAILABLE_IN_ALL
SpurActiveObject *spur_lm_message_receive_event_get_sender (SpurLmMessageReceiveEvent *self);

G_END_DECLS
