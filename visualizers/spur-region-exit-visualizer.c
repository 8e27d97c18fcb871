/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "visualizers/spur-region-exit-visualizer.h"

/**
 * SpurRegionExitVisualizer:
 *
 * Draws that a region is left: the end of the innermost bar.
 *
 * Since: 1.0
 */
G_DEFINE_TYPE (SpurRegionExitVisualizer,
               spur_region_exit_visualizer,
               SPUR_TYPE_LO_STATE_CHANGE_VISUALIZER)

static void
spur_region_exit_visualizer_class_init (SpurRegionExitVisualizerClass *klass)
{
}

static void
spur_region_exit_visualizer_init (SpurRegionExitVisualizer *self)
{
}
