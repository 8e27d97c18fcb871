/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "visualizers/spur-lo-message-visualizer.h"

G_BEGIN_DECLS

#define SPUR_TYPE_LO_MESSAGE_RECEIVE_VISUALIZER (spur_lo_message_receive_visualizer_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (SpurLoMessageReceiveVisualizer,
                          spur_lo_message_receive_visualizer,
                          SPUR,
                          LO_MESSAGE_RECEIVE_VISUALIZER,
                          SpurLoMessageVisualizer)

/**
 * SpurLoMessageReceiveVisualizerClass:
 * @parent_class: the parent
 *
 * Since: 1.0
 */
struct _SpurLoMessageReceiveVisualizerClass
{
  SpurLoMessageVisualizerClass parent_class;

  /*< private >*/
  gpointer _reserved[4];
};

G_END_DECLS
