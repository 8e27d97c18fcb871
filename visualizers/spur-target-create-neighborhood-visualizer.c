/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "visualizers/spur-target-create-neighborhood-visualizer.h"

/**
 * SpurTargetCreateNeighborhoodVisualizer:
 *
 * Draws that targets become neighbours: a thin line between their lanes, with a ring on each.
 *
 * Since: 1.0
 */
G_DEFINE_TYPE (SpurTargetCreateNeighborhoodVisualizer,
               spur_target_create_neighborhood_visualizer,
               SPUR_TYPE_LO_CREATE_NEIGHBORHOOD_VISUALIZER)

static void
spur_target_create_neighborhood_visualizer_class_init (
  SpurTargetCreateNeighborhoodVisualizerClass *klass)
{
}

static void
spur_target_create_neighborhood_visualizer_init (SpurTargetCreateNeighborhoodVisualizer *self)
{
}
