/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/projects/b5/b5-task-buffering-visualizer.h"

struct _B5TaskBufferingVisualizer
{
  SpurLoPlacementVisualizer parent_instance;
};

G_DEFINE_FINAL_TYPE (B5TaskBufferingVisualizer,
                     b5_task_buffering_visualizer,
                     SPUR_TYPE_LO_PLACEMENT_VISUALIZER)

static void
b5_task_buffering_visualizer_class_init (B5TaskBufferingVisualizerClass *klass)
{
  SpurStyle *style = &SPUR_VISUALIZER_CLASS (klass)->style;

  style->form = SPUR_FORM_MOVE;
  style->color = 0xc79a3b;
  style->width_px = 0.6;
  style->opacity = 0.45;
  style->label = "task with its agent";
}

static void
b5_task_buffering_visualizer_init (B5TaskBufferingVisualizer *self)
{
}
