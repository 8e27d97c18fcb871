/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "visualizers/spur-barrier-enter-visualizer.h"

/**
 * SpurBarrierEnterVisualizer:
 *
 * Draws that a member of a team enters a barrier: a region begins.
 *
 * Since: 1.0
 */
G_DEFINE_TYPE (SpurBarrierEnterVisualizer,
               spur_barrier_enter_visualizer,
               SPUR_TYPE_REGION_ENTER_VISUALIZER)

static void
spur_barrier_enter_visualizer_class_init (SpurBarrierEnterVisualizerClass *klass)
{
}

static void
spur_barrier_enter_visualizer_init (SpurBarrierEnterVisualizer *self)
{
}
