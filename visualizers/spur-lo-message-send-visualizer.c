/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "visualizers/spur-lo-message-send-visualizer.h"

/**
 * SpurLoMessageSendVisualizer:
 *
 * Draws that a message is sent: the arrow to its receives.
 *
 * Since: 1.0
 */
G_DEFINE_TYPE (SpurLoMessageSendVisualizer,
               spur_lo_message_send_visualizer,
               SPUR_TYPE_LO_MESSAGE_VISUALIZER)

static void
spur_lo_message_send_visualizer_class_init (SpurLoMessageSendVisualizerClass *klass)
{
}

static void
spur_lo_message_send_visualizer_init (SpurLoMessageSendVisualizer *self)
{
}
