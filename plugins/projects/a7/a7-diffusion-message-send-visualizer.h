/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "visualizers/spur-lm-message-send-visualizer.h"

G_BEGIN_DECLS

#define A7_TYPE_DIFFUSION_MESSAGE_SEND_VISUALIZER (a7_diffusion_message_send_visualizer_get_type ())

/* What the strategy costs in messages. */
G_DECLARE_FINAL_TYPE (A7DiffusionMessageSendVisualizer,
                      a7_diffusion_message_send_visualizer,
                      A7,
                      DIFFUSION_MESSAGE_SEND_VISUALIZER,
                      SpurLmMessageSendVisualizer)

G_END_DECLS
