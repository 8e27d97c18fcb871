/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "visualizers/spur-target-visualizer.h"

/**
 * SpurTargetVisualizer:
 *
 * Draws events of targets of which nothing more is known: a short line on the lane of the
 * target.
 *
 * Since: 1.0
 */
G_DEFINE_TYPE (SpurTargetVisualizer, spur_target_visualizer, SPUR_TYPE_EVENT_VISUALIZER)

static void
spur_target_visualizer_class_init (SpurTargetVisualizerClass *klass)
{
}

static void
spur_target_visualizer_init (SpurTargetVisualizer *self)
{
}
