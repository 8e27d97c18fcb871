/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "visualizers/spur-barrier-exit-visualizer.h"

/**
 * SpurBarrierExitVisualizer:
 *
 * Draws that a member of a team leaves a barrier: a region ends.
 *
 * Since: 1.0
 */
G_DEFINE_TYPE (SpurBarrierExitVisualizer,
               spur_barrier_exit_visualizer,
               SPUR_TYPE_REGION_EXIT_VISUALIZER)

static void
spur_barrier_exit_visualizer_class_init (SpurBarrierExitVisualizerClass *klass)
{
}

static void
spur_barrier_exit_visualizer_init (SpurBarrierExitVisualizer *self)
{
}
