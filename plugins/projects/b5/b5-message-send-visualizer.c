/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/projects/b5/b5-message-send-visualizer.h"

G_DEFINE_TYPE (B5MessageSendVisualizer,
               b5_message_send_visualizer,
               SPUR_TYPE_LM_MESSAGE_SEND_VISUALIZER)

static void
b5_message_send_visualizer_class_init (B5MessageSendVisualizerClass *klass)
{
  SpurStyle *style = &SPUR_VISUALIZER_CLASS (klass)->style;

  style->color = 0xb0672c;
  style->opacity = 0.35;
  style->width_px = 0.6;
  style->label = "message of ALDY";
}

static void
b5_message_send_visualizer_init (B5MessageSendVisualizer *self)
{
}
