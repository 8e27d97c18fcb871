/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "visualizers/spur-lo-destroy-neighborhood-visualizer.h"

/**
 * SpurLoDestroyNeighborhoodVisualizer:
 *
 * Draws that load objects are neighbours no more: a broken line between the lanes where they
 * are, with a cross on each.
 *
 * Since: 1.0
 */
G_DEFINE_TYPE (SpurLoDestroyNeighborhoodVisualizer,
               spur_lo_destroy_neighborhood_visualizer,
               SPUR_TYPE_LO_CREATE_NEIGHBORHOOD_VISUALIZER)

static void
spur_lo_destroy_neighborhood_visualizer_class_init (SpurLoDestroyNeighborhoodVisualizerClass *klass)
{
  SpurStyle *style = &SPUR_VISUALIZER_CLASS (klass)->style;

  style->glyph = SPUR_GLYPH_CROSS;
  style->color = 0x8c4a3c;
  style->dash_px = 3.0;
  style->label = "neighbours part";
}

static void
spur_lo_destroy_neighborhood_visualizer_init (SpurLoDestroyNeighborhoodVisualizer *self)
{
}
