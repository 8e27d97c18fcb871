/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "visualizers/spur-channel-receive-visualizer.h"

/**
 * SpurChannelReceiveVisualizer:
 *
 * Draws that a message is received within a communicator, as any message.
 *
 * Since: 1.0
 */
G_DEFINE_TYPE (SpurChannelReceiveVisualizer,
               spur_channel_receive_visualizer,
               SPUR_TYPE_LO_MESSAGE_RECEIVE_VISUALIZER)

static void
spur_channel_receive_visualizer_class_init (SpurChannelReceiveVisualizerClass *klass)
{
}

static void
spur_channel_receive_visualizer_init (SpurChannelReceiveVisualizer *self)
{
}
