/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "visualizers/spur-region-enter-visualizer.h"

/**
 * SpurRegionEnterVisualizer:
 *
 * Draws that a region is entered: the begin of a bar inside of the present one.
 *
 * Since: 1.0
 */
G_DEFINE_TYPE (SpurRegionEnterVisualizer,
               spur_region_enter_visualizer,
               SPUR_TYPE_LO_STATE_CHANGE_VISUALIZER)

static void
spur_region_enter_visualizer_class_init (SpurRegionEnterVisualizerClass *klass)
{
}

static void
spur_region_enter_visualizer_init (SpurRegionEnterVisualizer *self)
{
}
