/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "visualizers/spur-target-addition-visualizer.h"

/**
 * SpurTargetAdditionVisualizer:
 *
 * Draws that a target joins: a triangle at the begin of its lane.
 *
 * Since: 1.0
 */
G_DEFINE_TYPE (SpurTargetAdditionVisualizer,
               spur_target_addition_visualizer,
               SPUR_TYPE_EVENT_VISUALIZER)

static void
spur_target_addition_visualizer_class_init (SpurTargetAdditionVisualizerClass *klass)
{
  SpurStyle *style = &SPUR_VISUALIZER_CLASS (klass)->style;

  style->form = SPUR_FORM_GLYPH;
  style->glyph = SPUR_GLYPH_TRIANGLE;
  style->color = 0x33475b;
  style->opacity = 0.9;
  style->width_px = 7.0;
  style->label = "target added";
}

static void
spur_target_addition_visualizer_init (SpurTargetAdditionVisualizer *self)
{
}
