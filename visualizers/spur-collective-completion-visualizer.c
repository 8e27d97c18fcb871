/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "visualizers/spur-collective-completion-visualizer.h"

/**
 * SpurCollectiveCompletionVisualizer:
 *
 * Draws that an operation that does not block is complete: the end of its part of the band.
 *
 * Since: 1.0
 */
G_DEFINE_TYPE (SpurCollectiveCompletionVisualizer,
               spur_collective_completion_visualizer,
               SPUR_TYPE_COLLECTIVE_END_VISUALIZER)

static void
spur_collective_completion_visualizer_class_init (SpurCollectiveCompletionVisualizerClass *klass)
{
}

static void
spur_collective_completion_visualizer_init (SpurCollectiveCompletionVisualizer *self)
{
}
