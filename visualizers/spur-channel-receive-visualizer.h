/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "visualizers/spur-lo-message-receive-visualizer.h"

G_BEGIN_DECLS

#define SPUR_TYPE_CHANNEL_RECEIVE_VISUALIZER (spur_channel_receive_visualizer_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (SpurChannelReceiveVisualizer,
                          spur_channel_receive_visualizer,
                          SPUR,
                          CHANNEL_RECEIVE_VISUALIZER,
                          SpurLoMessageReceiveVisualizer)

/**
 * SpurChannelReceiveVisualizerClass:
 * @parent_class: the parent
 *
 * Since: 1.0
 */
struct _SpurChannelReceiveVisualizerClass
{
  SpurLoMessageReceiveVisualizerClass parent_class;

  /*< private >*/
  gpointer _reserved[4];
};

G_END_DECLS
