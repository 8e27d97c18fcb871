/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "events/spur-lm-events.h"

G_BEGIN_DECLS

#define B2_TYPE_COMPLETION_SEND_EVENT (b2_completion_send_event_get_type ())

/* A node tells that an interpreter has ended. */
G_DECLARE_FINAL_TYPE (B2CompletionSendEvent,
                      b2_completion_send_event,
                      B2,
                      COMPLETION_SEND_EVENT,
                      SpurLmMessageSendEvent)

G_END_DECLS
