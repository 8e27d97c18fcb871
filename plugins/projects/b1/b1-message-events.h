/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "events/spur-message-events.h"

G_BEGIN_DECLS

/**
 * B1TaskSendEvent:
 *
 * A client sends a block of faults to a server, or none where the server is to end.
 */
#define B1_TYPE_TASK_SEND_EVENT (b1_task_send_event_get_type ())
G_DECLARE_FINAL_TYPE (
  B1TaskSendEvent, b1_task_send_event, B1, TASK_SEND_EVENT, SpurLoMessageSendEvent)

/**
 * B1TaskReceiveEvent:
 *
 * A server gets a block of faults.
 */
#define B1_TYPE_TASK_RECEIVE_EVENT (b1_task_receive_event_get_type ())
G_DECLARE_FINAL_TYPE (
  B1TaskReceiveEvent, b1_task_receive_event, B1, TASK_RECEIVE_EVENT, SpurLoMessageReceiveEvent)

/**
 * B1ResultSendEvent:
 *
 * A server sends what came out of a block.
 */
#define B1_TYPE_RESULT_SEND_EVENT (b1_result_send_event_get_type ())
G_DECLARE_FINAL_TYPE (
  B1ResultSendEvent, b1_result_send_event, B1, RESULT_SEND_EVENT, SpurLoMessageSendEvent)

/**
 * B1ResultReceiveEvent:
 *
 * A client gets what came out of a block.
 */
#define B1_TYPE_RESULT_RECEIVE_EVENT (b1_result_receive_event_get_type ())
G_DECLARE_FINAL_TYPE (B1ResultReceiveEvent,
                      b1_result_receive_event,
                      B1,
                      RESULT_RECEIVE_EVENT,
                      SpurLoMessageReceiveEvent)

G_END_DECLS
