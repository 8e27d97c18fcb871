/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/projects/b5/b5-task-assignment-visualizer.h"

struct _B5TaskAssignmentVisualizer
{
  SpurLoPlacementVisualizer parent_instance;
};

G_DEFINE_FINAL_TYPE (B5TaskAssignmentVisualizer,
                     b5_task_assignment_visualizer,
                     SPUR_TYPE_LO_PLACEMENT_VISUALIZER)

static void
b5_task_assignment_visualizer_class_init (B5TaskAssignmentVisualizerClass *klass)
{
  SpurStyle *style = &SPUR_VISUALIZER_CLASS (klass)->style;

  style->form = SPUR_FORM_TICK;
  style->color = 0x1f5f4f;
  style->opacity = 0.7;
  style->width_px = 1.0;
  style->label = "task assigned";
}

static void
b5_task_assignment_visualizer_init (B5TaskAssignmentVisualizer *self)
{
}
