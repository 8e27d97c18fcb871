/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "visualizers/spur-lm-message-send-visualizer.h"

G_BEGIN_DECLS

#define A5_TYPE_CANCEL_SEND_VISUALIZER (a5_cancel_send_visualizer_get_type ())

/* Competition: the first proof ends the other provers. */
G_DECLARE_FINAL_TYPE (A5CancelSendVisualizer,
                      a5_cancel_send_visualizer,
                      A5,
                      CANCEL_SEND_VISUALIZER,
                      SpurLmMessageSendVisualizer)

G_END_DECLS
