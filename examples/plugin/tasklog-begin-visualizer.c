/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "tasklog-begin-visualizer.h"

/* Marks where an urgent task begins. The bar of the task comes from the style that the event class
 * inherits, as its meaning does. */
struct _TasklogBeginVisualizer
{
  SpurVisualizer parent_instance;
};

G_DEFINE_FINAL_TYPE (TasklogBeginVisualizer, tasklog_begin_visualizer, SPUR_TYPE_VISUALIZER)

/* Tasks of the task farm are urgent from this priority on. */
#define URGENT 5

static void
tasklog_begin_visualizer_add_marks (SpurVisualizer *visualizer,
                                    SpurScene *scene,
                                    const SpurEventBatch *batch)
{
  static const SpurStyle urgent = {
    .form = SPUR_FORM_GLYPH,
    .glyph = SPUR_GLYPH_TRIANGLE,
    .color = 0xb5541b,
    .opacity = 1.0,
    .width_px = 5.0,
    .label = "urgent task",
  };
  int priority = spur_event_layout_find_field (batch->layout, "priority");
  guint style = spur_scene_add_style (scene, &urgent);

  SPUR_VISUALIZER_CLASS (tasklog_begin_visualizer_parent_class)
    ->add_marks (visualizer, scene, batch);
  for (gsize i = 0; priority >= 0 && i < batch->n_events; i++)
    {
      SpurSceneGlyph glyph = { batch->times_ns[i], batch->lane, style };

      if (spur_event_layout_get_uint (batch->layout, (guint) priority, batch->records[i]) >= URGENT)
        spur_scene_add_glyph (scene, &glyph);
    }
}

static void
tasklog_begin_visualizer_class_init (TasklogBeginVisualizerClass *klass)
{
  SPUR_VISUALIZER_CLASS (klass)->add_marks = tasklog_begin_visualizer_add_marks;
}

static void
tasklog_begin_visualizer_init (TasklogBeginVisualizer *self)
{
}
