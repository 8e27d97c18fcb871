/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "visualizers/spur-lo-message-visualizer.h"

G_BEGIN_DECLS

#define SPUR_TYPE_LO_MESSAGE_SEND_VISUALIZER (spur_lo_message_send_visualizer_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (SpurLoMessageSendVisualizer,
                          spur_lo_message_send_visualizer,
                          SPUR,
                          LO_MESSAGE_SEND_VISUALIZER,
                          SpurLoMessageVisualizer)

/**
 * SpurLoMessageSendVisualizerClass:
 * @parent_class: the parent
 *
 * Since: 1.0
 */
struct _SpurLoMessageSendVisualizerClass
{
  SpurLoMessageVisualizerClass parent_class;

  /*< private >*/
  gpointer _reserved[4];
};

G_END_DECLS
