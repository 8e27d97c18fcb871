/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "visualizers/spur-lm-message-send-visualizer.h"

/**
 * SpurLmMessageSendVisualizer:
 *
 * Draws that the load management sends a message: the arrow to its receives.
 *
 * Since: 1.0
 */
G_DEFINE_TYPE (SpurLmMessageSendVisualizer,
               spur_lm_message_send_visualizer,
               SPUR_TYPE_LM_MESSAGE_VISUALIZER)

static void
spur_lm_message_send_visualizer_class_init (SpurLmMessageSendVisualizerClass *klass)
{
}

static void
spur_lm_message_send_visualizer_init (SpurLmMessageSendVisualizer *self)
{
}
