/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "visualizers/spur-lo-message-receive-visualizer.h"

/**
 * SpurLoMessageReceiveVisualizer:
 *
 * Draws that a message is received: the arrow from its send.
 *
 * Since: 1.0
 */
G_DEFINE_TYPE (SpurLoMessageReceiveVisualizer,
               spur_lo_message_receive_visualizer,
               SPUR_TYPE_LO_MESSAGE_VISUALIZER)

static void
spur_lo_message_receive_visualizer_class_init (SpurLoMessageReceiveVisualizerClass *klass)
{
}

static void
spur_lo_message_receive_visualizer_init (SpurLoMessageReceiveVisualizer *self)
{
}
