/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "events/spur-lm-events.h"

G_BEGIN_DECLS

#define B2_TYPE_ASSIGNMENT_RECEIVE_EVENT (b2_assignment_receive_event_get_type ())

/* A node is told to interpret a partial query. */
G_DECLARE_FINAL_TYPE (B2AssignmentReceiveEvent,
                      b2_assignment_receive_event,
                      B2,
                      ASSIGNMENT_RECEIVE_EVENT,
                      SpurLmMessageReceiveEvent)

G_END_DECLS
