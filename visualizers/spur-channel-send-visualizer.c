/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "visualizers/spur-channel-send-visualizer.h"

/**
 * SpurChannelSendVisualizer:
 *
 * Draws that a message is sent within a communicator, as any message.
 *
 * Since: 1.0
 */
G_DEFINE_TYPE (SpurChannelSendVisualizer,
               spur_channel_send_visualizer,
               SPUR_TYPE_LO_MESSAGE_SEND_VISUALIZER)

static void
spur_channel_send_visualizer_class_init (SpurChannelSendVisualizerClass *klass)
{
}

static void
spur_channel_send_visualizer_init (SpurChannelSendVisualizer *self)
{
}
