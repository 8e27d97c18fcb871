/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "visualizers/spur-collective-start-visualizer.h"

/**
 * SpurCollectiveStartVisualizer:
 *
 * Draws that a member begins an operation that does not block: the begin of its part of the band.
 *
 * Since: 1.0
 */
G_DEFINE_TYPE (SpurCollectiveStartVisualizer,
               spur_collective_start_visualizer,
               SPUR_TYPE_COLLECTIVE_BEGIN_VISUALIZER)

static void
spur_collective_start_visualizer_class_init (SpurCollectiveStartVisualizerClass *klass)
{
}

static void
spur_collective_start_visualizer_init (SpurCollectiveStartVisualizer *self)
{
}
