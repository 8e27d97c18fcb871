/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "visualizers/spur-window-fence-visualizer.h"

/**
 * SpurWindowFenceVisualizer:
 *
 * Draws a fence: the band from where the members come to where they leave.
 *
 * Since: 1.0
 */
G_DEFINE_TYPE (SpurWindowFenceVisualizer,
               spur_window_fence_visualizer,
               SPUR_TYPE_COLLECTIVE_END_VISUALIZER)

static void
spur_window_fence_visualizer_class_init (SpurWindowFenceVisualizerClass *klass)
{
}

static void
spur_window_fence_visualizer_init (SpurWindowFenceVisualizer *self)
{
}
