/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "visualizers/spur-lo-placement-visualizer.h"

/**
 * SpurLoPlacementVisualizer:
 *
 * Draws the placement of a load object: a dot on the lane that it is placed on.
 *
 * Since: 1.0
 */
G_DEFINE_TYPE (SpurLoPlacementVisualizer, spur_lo_placement_visualizer, SPUR_TYPE_EVENT_VISUALIZER)

static void
spur_lo_placement_visualizer_class_init (SpurLoPlacementVisualizerClass *klass)
{
  SpurStyle *style = &SPUR_VISUALIZER_CLASS (klass)->style;

  style->form = SPUR_FORM_GLYPH;
  style->glyph = SPUR_GLYPH_DOT;
  style->color = 0x1f5f4f;
  style->opacity = 0.9;
  style->width_px = 5.0;
  style->label = "placed";
}

static void
spur_lo_placement_visualizer_init (SpurLoPlacementVisualizer *self)
{
}
