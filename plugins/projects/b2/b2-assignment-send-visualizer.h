/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "visualizers/spur-lm-message-send-visualizer.h"

G_BEGIN_DECLS

#define B2_TYPE_ASSIGNMENT_SEND_VISUALIZER (b2_assignment_send_visualizer_get_type ())

/* Decisions of the scheduler. */
G_DECLARE_FINAL_TYPE (B2AssignmentSendVisualizer,
                      b2_assignment_send_visualizer,
                      B2,
                      ASSIGNMENT_SEND_VISUALIZER,
                      SpurLmMessageSendVisualizer)

G_END_DECLS
