/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/projects/a7/a7-diffusion-message-send-visualizer.h"

struct _A7DiffusionMessageSendVisualizer
{
  SpurLmMessageSendVisualizer parent_instance;
};

G_DEFINE_FINAL_TYPE (A7DiffusionMessageSendVisualizer,
                     a7_diffusion_message_send_visualizer,
                     SPUR_TYPE_LM_MESSAGE_SEND_VISUALIZER)

static void
a7_diffusion_message_send_visualizer_class_init (A7DiffusionMessageSendVisualizerClass *klass)
{
  SpurStyle *style = &SPUR_VISUALIZER_CLASS (klass)->style;

  style->color = 0xb0672c;
  style->opacity = 0.25;
  style->width_px = 0.5;
  style->label = "load told";
}

static void
a7_diffusion_message_send_visualizer_init (A7DiffusionMessageSendVisualizer *self)
{
}
