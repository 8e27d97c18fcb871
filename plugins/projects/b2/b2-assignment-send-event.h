/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "events/spur-lm-events.h"

G_BEGIN_DECLS

#define B2_TYPE_ASSIGNMENT_SEND_EVENT (b2_assignment_send_event_get_type ())

/* The scheduler assigns a partial query to a node. */
G_DECLARE_FINAL_TYPE (B2AssignmentSendEvent,
                      b2_assignment_send_event,
                      B2,
                      ASSIGNMENT_SEND_EVENT,
                      SpurLmMessageSendEvent)

G_END_DECLS
