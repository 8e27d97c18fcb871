/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "visualizers/spur-window-complete-visualizer.h"

/**
 * SpurWindowCompleteVisualizer:
 *
 * Draws that a process is done with the memory of another one: the arrow to who waits for it.
 *
 * Since: 1.0
 */
G_DEFINE_TYPE (SpurWindowCompleteVisualizer,
               spur_window_complete_visualizer,
               SPUR_TYPE_WINDOW_POST_VISUALIZER)

static void
spur_window_complete_visualizer_class_init (SpurWindowCompleteVisualizerClass *klass)
{
}

static void
spur_window_complete_visualizer_init (SpurWindowCompleteVisualizer *self)
{
}
