/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "events/spur-message-events.h"

G_BEGIN_DECLS

#define B2_TYPE_TUPLES_RECEIVE_EVENT (b2_tuples_receive_event_get_type ())

/* An interpreter gets tuples. */
G_DECLARE_FINAL_TYPE (B2TuplesReceiveEvent,
                      b2_tuples_receive_event,
                      B2,
                      TUPLES_RECEIVE_EVENT,
                      SpurLoMessageReceiveEvent)

G_END_DECLS
