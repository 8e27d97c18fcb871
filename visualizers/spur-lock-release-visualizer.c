/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "visualizers/spur-lock-release-visualizer.h"

/**
 * SpurLockReleaseVisualizer:
 *
 * Draws that a lock is given back: the arrow to who gets it next.
 *
 * Since: 1.0
 */
G_DEFINE_TYPE (SpurLockReleaseVisualizer,
               spur_lock_release_visualizer,
               SPUR_TYPE_LOCK_ACQUIRE_VISUALIZER)

static void
spur_lock_release_visualizer_class_init (SpurLockReleaseVisualizerClass *klass)
{
}

static void
spur_lock_release_visualizer_init (SpurLockReleaseVisualizer *self)
{
}
