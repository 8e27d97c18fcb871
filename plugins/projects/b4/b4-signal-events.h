/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "events/spur-message-events.h"

G_BEGIN_DECLS

/**
 * B4SignalSendEvent:
 *
 * A simulator tells another one of signals that change.
 */
#define B4_TYPE_SIGNAL_SEND_EVENT (b4_signal_send_event_get_type ())
G_DECLARE_FINAL_TYPE (
  B4SignalSendEvent, b4_signal_send_event, B4, SIGNAL_SEND_EVENT, SpurLoMessageSendEvent)

/**
 * B4SignalReceiveEvent:
 *
 * Signals from another simulator have come.
 */
#define B4_TYPE_SIGNAL_RECEIVE_EVENT (b4_signal_receive_event_get_type ())
G_DECLARE_FINAL_TYPE (B4SignalReceiveEvent,
                      b4_signal_receive_event,
                      B4,
                      SIGNAL_RECEIVE_EVENT,
                      SpurLoMessageReceiveEvent)

G_END_DECLS
