/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "visualizers/spur-target-state-change-visualizer.h"

/**
 * SpurTargetStateChangeVisualizer:
 *
 * Draws states of targets: bars on their lanes, as those of load objects.
 *
 * Since: 1.0
 */
G_DEFINE_TYPE (SpurTargetStateChangeVisualizer,
               spur_target_state_change_visualizer,
               SPUR_TYPE_LO_STATE_CHANGE_VISUALIZER)

static void
spur_target_state_change_visualizer_class_init (SpurTargetStateChangeVisualizerClass *klass)
{
  SpurStyle *style = &SPUR_VISUALIZER_CLASS (klass)->style;

  style->form = SPUR_FORM_BAR;
  style->label = NULL;
}

static void
spur_target_state_change_visualizer_init (SpurTargetStateChangeVisualizer *self)
{
}
