/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "visualizers/spur-collective-end-visualizer.h"

/**
 * SpurCollectiveEndVisualizer:
 *
 * Draws that a member leaves a collective operation: the end of its part of the band.
 *
 * Since: 1.0
 */
G_DEFINE_TYPE (SpurCollectiveEndVisualizer,
               spur_collective_end_visualizer,
               SPUR_TYPE_COLLECTIVE_VISUALIZER)

static void
spur_collective_end_visualizer_class_init (SpurCollectiveEndVisualizerClass *klass)
{
}

static void
spur_collective_end_visualizer_init (SpurCollectiveEndVisualizer *self)
{
}
