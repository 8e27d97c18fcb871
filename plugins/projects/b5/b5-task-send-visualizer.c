/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/projects/b5/b5-task-send-visualizer.h"

struct _B5TaskSendVisualizer
{
  SpurLoMessageVisualizer parent_instance;
};

G_DEFINE_FINAL_TYPE (B5TaskSendVisualizer, b5_task_send_visualizer, SPUR_TYPE_LO_MESSAGE_VISUALIZER)

static void
b5_task_send_visualizer_class_init (B5TaskSendVisualizerClass *klass)
{
  SpurStyle *style = &SPUR_VISUALIZER_CLASS (klass)->style;

  style->color = 0x2f6f9f;
  style->opacity = 0.6;
  style->label = "task";
}

static void
b5_task_send_visualizer_init (B5TaskSendVisualizer *self)
{
}
