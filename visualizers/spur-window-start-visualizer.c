/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "visualizers/spur-window-start-visualizer.h"

/**
 * SpurWindowStartVisualizer:
 *
 * Draws that memory of another process may be used: the arrow from who opened it.
 *
 * Since: 1.0
 */
G_DEFINE_TYPE (SpurWindowStartVisualizer,
               spur_window_start_visualizer,
               SPUR_TYPE_WINDOW_POST_VISUALIZER)

static void
spur_window_start_visualizer_class_init (SpurWindowStartVisualizerClass *klass)
{
}

static void
spur_window_start_visualizer_init (SpurWindowStartVisualizer *self)
{
}
