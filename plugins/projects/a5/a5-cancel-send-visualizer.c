/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/projects/a5/a5-cancel-send-visualizer.h"

struct _A5CancelSendVisualizer
{
  SpurLmMessageSendVisualizer parent_instance;
};

G_DEFINE_FINAL_TYPE (A5CancelSendVisualizer,
                     a5_cancel_send_visualizer,
                     SPUR_TYPE_LM_MESSAGE_SEND_VISUALIZER)

static void
a5_cancel_send_visualizer_class_init (A5CancelSendVisualizerClass *klass)
{
  SpurStyle *style = &SPUR_VISUALIZER_CLASS (klass)->style;

  style->color = 0xa8324a;
  style->opacity = 0.9;
  style->width_px = 1.2;
  style->label = "ends others";
}

static void
a5_cancel_send_visualizer_init (A5CancelSendVisualizer *self)
{
}
