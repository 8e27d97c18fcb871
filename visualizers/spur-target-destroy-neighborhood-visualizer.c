/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "visualizers/spur-target-destroy-neighborhood-visualizer.h"

/**
 * SpurTargetDestroyNeighborhoodVisualizer:
 *
 * Draws that targets are neighbours no more: a broken line between their lanes, with a cross on
 * each.
 *
 * Since: 1.0
 */
G_DEFINE_TYPE (SpurTargetDestroyNeighborhoodVisualizer,
               spur_target_destroy_neighborhood_visualizer,
               SPUR_TYPE_LO_DESTROY_NEIGHBORHOOD_VISUALIZER)

static void
spur_target_destroy_neighborhood_visualizer_class_init (
  SpurTargetDestroyNeighborhoodVisualizerClass *klass)
{
}

static void
spur_target_destroy_neighborhood_visualizer_init (SpurTargetDestroyNeighborhoodVisualizer *self)
{
}
