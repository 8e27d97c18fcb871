/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "events/spur-message-events.h"

G_BEGIN_DECLS

#define B2_TYPE_TUPLES_SEND_EVENT (b2_tuples_send_event_get_type ())

/* An interpreter sends tuples to the one that works on them further. */
G_DECLARE_FINAL_TYPE (
  B2TuplesSendEvent, b2_tuples_send_event, B2, TUPLES_SEND_EVENT, SpurLoMessageSendEvent)

G_END_DECLS
