/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "visualizers/spur-lm-message-receive-visualizer.h"

/**
 * SpurLmMessageReceiveVisualizer:
 *
 * Draws that the load management gets a message: the arrow from its send.
 *
 * Since: 1.0
 */
G_DEFINE_TYPE (SpurLmMessageReceiveVisualizer,
               spur_lm_message_receive_visualizer,
               SPUR_TYPE_LM_MESSAGE_VISUALIZER)

static void
spur_lm_message_receive_visualizer_class_init (SpurLmMessageReceiveVisualizerClass *klass)
{
}

static void
spur_lm_message_receive_visualizer_init (SpurLmMessageReceiveVisualizer *self)
{
}
