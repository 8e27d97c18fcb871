/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "visualizers/spur-lo-message-send-visualizer.h"

G_BEGIN_DECLS

#define SPUR_TYPE_CHANNEL_SEND_VISUALIZER (spur_channel_send_visualizer_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (SpurChannelSendVisualizer,
                          spur_channel_send_visualizer,
                          SPUR,
                          CHANNEL_SEND_VISUALIZER,
                          SpurLoMessageSendVisualizer)

/**
 * SpurChannelSendVisualizerClass:
 * @parent_class: the parent
 *
 * Since: 1.0
 */
struct _SpurChannelSendVisualizerClass
{
  SpurLoMessageSendVisualizerClass parent_class;

  /*< private >*/
  gpointer _reserved[4];
};

G_END_DECLS
