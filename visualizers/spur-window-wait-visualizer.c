/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "visualizers/spur-window-wait-visualizer.h"

/**
 * SpurWindowWaitVisualizer:
 *
 * Draws that another process is done with the memory: the arrow from there.
 *
 * Since: 1.0
 */
G_DEFINE_TYPE (SpurWindowWaitVisualizer,
               spur_window_wait_visualizer,
               SPUR_TYPE_WINDOW_POST_VISUALIZER)

static void
spur_window_wait_visualizer_class_init (SpurWindowWaitVisualizerClass *klass)
{
}

static void
spur_window_wait_visualizer_init (SpurWindowWaitVisualizer *self)
{
}
