/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "events/spur-message-events.h"

G_BEGIN_DECLS

/**
 * A8CallSendEvent:
 *
 * An actor calls an operation of a depot: the first message of a use.
 */
#define A8_TYPE_CALL_SEND_EVENT (a8_call_send_event_get_type ())
G_DECLARE_FINAL_TYPE (
  A8CallSendEvent, a8_call_send_event, A8, CALL_SEND_EVENT, SpurLoMessageSendEvent)

/**
 * A8CallReceiveEvent:
 *
 * A depot is called.
 */
#define A8_TYPE_CALL_RECEIVE_EVENT (a8_call_receive_event_get_type ())
G_DECLARE_FINAL_TYPE (
  A8CallReceiveEvent, a8_call_receive_event, A8, CALL_RECEIVE_EVENT, SpurLoMessageReceiveEvent)

/**
 * A8ReturnSendEvent:
 *
 * A depot answers: the second message of a use.
 */
#define A8_TYPE_RETURN_SEND_EVENT (a8_return_send_event_get_type ())
G_DECLARE_FINAL_TYPE (
  A8ReturnSendEvent, a8_return_send_event, A8, RETURN_SEND_EVENT, SpurLoMessageSendEvent)

/**
 * A8ReturnReceiveEvent:
 *
 * An actor gets the answer of a depot.
 */
#define A8_TYPE_RETURN_RECEIVE_EVENT (a8_return_receive_event_get_type ())
G_DECLARE_FINAL_TYPE (A8ReturnReceiveEvent,
                      a8_return_receive_event,
                      A8,
                      RETURN_RECEIVE_EVENT,
                      SpurLoMessageReceiveEvent)

G_END_DECLS
