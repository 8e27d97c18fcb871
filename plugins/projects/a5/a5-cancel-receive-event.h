/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "events/spur-lm-events.h"

G_BEGIN_DECLS

#define A5_TYPE_CANCEL_RECEIVE_EVENT (a5_cancel_receive_event_get_type ())

/* A host is told to end a prover. */
G_DECLARE_FINAL_TYPE (A5CancelReceiveEvent,
                      a5_cancel_receive_event,
                      A5,
                      CANCEL_RECEIVE_EVENT,
                      SpurLmMessageReceiveEvent)

G_END_DECLS
