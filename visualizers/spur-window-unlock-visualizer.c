/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "visualizers/spur-window-unlock-visualizer.h"

/**
 * SpurWindowUnlockVisualizer:
 *
 * Draws that the lock of a window is given back: the arrow to who gets it next.
 *
 * Since: 1.0
 */
G_DEFINE_TYPE (SpurWindowUnlockVisualizer,
               spur_window_unlock_visualizer,
               SPUR_TYPE_WINDOW_POST_VISUALIZER)

static void
spur_window_unlock_visualizer_class_init (SpurWindowUnlockVisualizerClass *klass)
{
}

static void
spur_window_unlock_visualizer_init (SpurWindowUnlockVisualizer *self)
{
}
