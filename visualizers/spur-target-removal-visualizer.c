/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "visualizers/spur-target-removal-visualizer.h"

/**
 * SpurTargetRemovalVisualizer:
 *
 * Draws that a target leaves: a triangle that points down at the end of its lane.
 *
 * Since: 1.0
 */
G_DEFINE_TYPE (SpurTargetRemovalVisualizer,
               spur_target_removal_visualizer,
               SPUR_TYPE_TARGET_VISUALIZER)

static void
spur_target_removal_visualizer_class_init (SpurTargetRemovalVisualizerClass *klass)
{
  SpurStyle *style = &SPUR_VISUALIZER_CLASS (klass)->style;

  style->form = SPUR_FORM_GLYPH;
  style->glyph = SPUR_GLYPH_TRIANGLE_DOWN;
  style->color = 0x33475b;
  style->opacity = 0.9;
  style->width_px = 7.0;
  style->label = "target removed";
}

static void
spur_target_removal_visualizer_init (SpurTargetRemovalVisualizer *self)
{
}
