/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/projects/b2/b2-assignment-send-visualizer.h"

struct _B2AssignmentSendVisualizer
{
  SpurLmMessageSendVisualizer parent_instance;
};

G_DEFINE_FINAL_TYPE (B2AssignmentSendVisualizer,
                     b2_assignment_send_visualizer,
                     SPUR_TYPE_LM_MESSAGE_SEND_VISUALIZER)

static void
b2_assignment_send_visualizer_class_init (B2AssignmentSendVisualizerClass *klass)
{
  SpurStyle *style = &SPUR_VISUALIZER_CLASS (klass)->style;

  style->color = 0xa8324a;
  style->opacity = 0.8;
  style->width_px = 1.2;
  style->label = "assignment";
}

static void
b2_assignment_send_visualizer_init (B2AssignmentSendVisualizer *self)
{
}
