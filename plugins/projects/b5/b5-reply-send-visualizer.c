/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/projects/b5/b5-reply-send-visualizer.h"

struct _B5ReplySendVisualizer
{
  B5MessageSendVisualizer parent_instance;
};

G_DEFINE_FINAL_TYPE (B5ReplySendVisualizer,
                     b5_reply_send_visualizer,
                     B5_TYPE_MESSAGE_SEND_VISUALIZER)

static void
b5_reply_send_visualizer_class_init (B5ReplySendVisualizerClass *klass)
{
  SpurStyle *style = &SPUR_VISUALIZER_CLASS (klass)->style;

  style->opacity = 0.2;
  style->label = "answer of ALDY";
}

static void
b5_reply_send_visualizer_init (B5ReplySendVisualizer *self)
{
}
