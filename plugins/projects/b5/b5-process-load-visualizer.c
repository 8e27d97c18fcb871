/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/projects/b5/b5-process-load-visualizer.h"

struct _B5ProcessLoadVisualizer
{
  SpurLmTargetLoadVisualizer parent_instance;
};

G_DEFINE_FINAL_TYPE (B5ProcessLoadVisualizer,
                     b5_process_load_visualizer,
                     SPUR_TYPE_LM_TARGET_LOAD_VISUALIZER)

static void
b5_process_load_visualizer_class_init (B5ProcessLoadVisualizerClass *klass)
{
  SpurStyle *style = &SPUR_VISUALIZER_CLASS (klass)->style;

  style->label = "load of a process";
}

static void
b5_process_load_visualizer_init (B5ProcessLoadVisualizer *self)
{
}
