/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "events/spur-lm-events.h"

G_BEGIN_DECLS

#define B2_TYPE_COMPLETION_RECEIVE_EVENT (b2_completion_receive_event_get_type ())

/* The scheduler learns that an interpreter has ended. */
G_DECLARE_FINAL_TYPE (B2CompletionReceiveEvent,
                      b2_completion_receive_event,
                      B2,
                      COMPLETION_RECEIVE_EVENT,
                      SpurLmMessageReceiveEvent)

G_END_DECLS
