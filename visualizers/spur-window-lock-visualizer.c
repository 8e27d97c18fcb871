/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "visualizers/spur-window-lock-visualizer.h"

/**
 * SpurWindowLockVisualizer:
 *
 * Draws that the lock of a window is got: the arrow from who gave it back.
 *
 * Since: 1.0
 */
G_DEFINE_TYPE (SpurWindowLockVisualizer,
               spur_window_lock_visualizer,
               SPUR_TYPE_WINDOW_POST_VISUALIZER)

static void
spur_window_lock_visualizer_class_init (SpurWindowLockVisualizerClass *klass)
{
}

static void
spur_window_lock_visualizer_init (SpurWindowLockVisualizer *self)
{
}
