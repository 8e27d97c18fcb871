/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/model/events/spur-event-define.h"
#include "core/model/events/spur-message.h"

G_BEGIN_DECLS

#define SPUR_TYPE_LM_EVENT (spur_lm_event_get_type ())
SPUR_DECLARE_EVENT_CLASS (SpurLmEvent, spur_lm_event, SPUR, LM_EVENT, SpurEvent)

#define SPUR_TYPE_LM_TARGET_LOAD_EVENT (spur_lm_target_load_event_get_type ())
SPUR_DECLARE_EVENT_CLASS (
  SpurLmTargetLoadEvent, spur_lm_target_load_event, SPUR, LM_TARGET_LOAD_EVENT, SpurLmEvent)

#define SPUR_TYPE_LM_NETWORK_LOAD_EVENT (spur_lm_network_load_event_get_type ())
SPUR_DECLARE_EVENT_CLASS (
  SpurLmNetworkLoadEvent, spur_lm_network_load_event, SPUR, LM_NETWORK_LOAD_EVENT, SpurLmEvent)

#define SPUR_TYPE_LM_OBJECT_LOAD_EVENT (spur_lm_object_load_event_get_type ())
SPUR_DECLARE_EVENT_CLASS (
  SpurLmObjectLoadEvent, spur_lm_object_load_event, SPUR, LM_OBJECT_LOAD_EVENT, SpurLmEvent)

#define SPUR_TYPE_LM_PHASE_EVENT (spur_lm_phase_event_get_type ())
SPUR_DECLARE_EVENT_CLASS (SpurLmPhaseEvent, spur_lm_phase_event, SPUR, LM_PHASE_EVENT, SpurLmEvent)

#define SPUR_TYPE_LM_MESSAGE_EVENT (spur_lm_message_event_get_type ())
SPUR_DECLARE_EVENT_CLASS (
  SpurLmMessageEvent, spur_lm_message_event, SPUR, LM_MESSAGE_EVENT, SpurLmEvent)

#define SPUR_TYPE_LM_MESSAGE_SEND_EVENT (spur_lm_message_send_event_get_type ())
SPUR_DECLARE_EVENT_CLASS (SpurLmMessageSendEvent,
                          spur_lm_message_send_event,
                          SPUR,
                          LM_MESSAGE_SEND_EVENT,
                          SpurLmMessageEvent)

#define SPUR_TYPE_LM_MESSAGE_RECEIVE_EVENT (spur_lm_message_receive_event_get_type ())
SPUR_DECLARE_EVENT_CLASS (SpurLmMessageReceiveEvent,
                          spur_lm_message_receive_event,
                          SPUR,
                          LM_MESSAGE_RECEIVE_EVENT,
                          SpurLmMessageEvent)

G_END_DECLS
