/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "events/spur-lm-events.h"
#include "events/spur-lo-events.h"

G_BEGIN_DECLS

/**
 * B3BisectionEvent:
 *
 * The tree was bisected, the heaviest part first, until there was a part for each process.
 */
#define B3_TYPE_BISECTION_EVENT (b3_bisection_event_get_type ())
G_DECLARE_FINAL_TYPE (
  B3BisectionEvent, b3_bisection_event, B3, BISECTION_EVENT, SpurLoStateChangeEvent)

/**
 * B3BalancingMessageSendEvent:
 *
 * A process or the balancer tells of a phase of balancing, which the tag names.
 */
#define B3_TYPE_BALANCING_MESSAGE_SEND_EVENT (b3_balancing_message_send_event_get_type ())
G_DECLARE_FINAL_TYPE (B3BalancingMessageSendEvent,
                      b3_balancing_message_send_event,
                      B3,
                      BALANCING_MESSAGE_SEND_EVENT,
                      SpurLmMessageSendEvent)

/**
 * B3BalancingMessageReceiveEvent:
 *
 * A process or the balancer hears of a phase of balancing.
 */
#define B3_TYPE_BALANCING_MESSAGE_RECEIVE_EVENT (b3_balancing_message_receive_event_get_type ())
G_DECLARE_FINAL_TYPE (B3BalancingMessageReceiveEvent,
                      b3_balancing_message_receive_event,
                      B3,
                      BALANCING_MESSAGE_RECEIVE_EVENT,
                      SpurLmMessageReceiveEvent)

G_END_DECLS
