/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "visualizers/spur-collective-begin-visualizer.h"

/**
 * SpurCollectiveBeginVisualizer:
 *
 * Draws that a member enters a collective operation: the begin of its part of the band.
 *
 * Since: 1.0
 */
G_DEFINE_TYPE (SpurCollectiveBeginVisualizer,
               spur_collective_begin_visualizer,
               SPUR_TYPE_COLLECTIVE_VISUALIZER)

static void
spur_collective_begin_visualizer_class_init (SpurCollectiveBeginVisualizerClass *klass)
{
}

static void
spur_collective_begin_visualizer_init (SpurCollectiveBeginVisualizer *self)
{
}
