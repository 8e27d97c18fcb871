/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "visualizers/spur-lm-target-load-visualizer.h"

#include <string.h>

#include "visualizers/spur-visualizer-private.h"

/**
 * SpurLmTargetLoadVisualizer:
 *
 * Draws the load of a target: a line of steps in its lane, which is as high as the largest load
 * of the picture.
 *
 * Since: 1.0
 */
G_DEFINE_TYPE (SpurLmTargetLoadVisualizer, spur_lm_target_load_visualizer, SPUR_TYPE_LM_VISUALIZER)

static void
add_marks (SpurVisualizer *visualizer, SpurScene *scene, const SpurEventBatch *batch)
{
  for (gsize i = 0; i < batch->n_events; i++)
    {
      const guint8 *record = batch->records[i];
      guint64 bits = spur_event_layout_get_use (batch->layout, SPUR_USE_LOAD, record, 0);
      SpurSceneValue value = { .time_ns = batch->times_ns[i],
                               .lane = spur_visualizer_find_lane (batch, i, SPUR_USE_SUBJECT),
                               .style = batch->style,
                               .series = (guint32) spur_event_layout_get_use (
                                 batch->layout, SPUR_USE_SUBJECT, record, SPUR_NONE) };

      memcpy (&value.value, &bits, sizeof value.value);
      spur_scene_add_value (scene, &value);
    }
}

static void
spur_lm_target_load_visualizer_class_init (SpurLmTargetLoadVisualizerClass *klass)
{
  SpurStyle *style = &SPUR_VISUALIZER_CLASS (klass)->style;

  style->form = SPUR_FORM_LEVEL;
  style->color = 0xb3470f;
  style->opacity = 1.0;
  style->width_px = 1.6;
  style->label = "load of the target";
  SPUR_VISUALIZER_CLASS (klass)->add_marks = add_marks;
}

static void
spur_lm_target_load_visualizer_init (SpurLmTargetLoadVisualizer *self)
{
}
