/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "visualizers/spur-window-visualizer.h"

/**
 * SpurWindowVisualizer:
 *
 * Draws what concerns a window and is not known better: a short line, as any event.
 *
 * Since: 1.0
 */
G_DEFINE_TYPE (SpurWindowVisualizer, spur_window_visualizer, SPUR_TYPE_EVENT_VISUALIZER)

static void
spur_window_visualizer_class_init (SpurWindowVisualizerClass *klass)
{
}

static void
spur_window_visualizer_init (SpurWindowVisualizer *self)
{
}
