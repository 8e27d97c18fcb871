/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "visualizers/spur-lo-creation-placement-visualizer.h"

/**
 * SpurLoCreationPlacementVisualizer:
 *
 * Draws the creation of a load object at its place: a ring on the lane where it is placed.
 *
 * Since: 1.0
 */
G_DEFINE_TYPE (SpurLoCreationPlacementVisualizer,
               spur_lo_creation_placement_visualizer,
               SPUR_TYPE_LO_CREATION_VISUALIZER)

static void
spur_lo_creation_placement_visualizer_class_init (SpurLoCreationPlacementVisualizerClass *klass)
{
}

static void
spur_lo_creation_placement_visualizer_init (SpurLoCreationPlacementVisualizer *self)
{
}
