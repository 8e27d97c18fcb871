/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "visualizers/spur-lo-creation-visualizer.h"

/**
 * SpurLoCreationVisualizer:
 *
 * Draws the creation of a load object: a ring on the lane where it is created.
 *
 * Since: 1.0
 */
G_DEFINE_TYPE (SpurLoCreationVisualizer, spur_lo_creation_visualizer, SPUR_TYPE_EVENT_VISUALIZER)

static void
spur_lo_creation_visualizer_class_init (SpurLoCreationVisualizerClass *klass)
{
  SpurStyle *style = &SPUR_VISUALIZER_CLASS (klass)->style;

  style->form = SPUR_FORM_GLYPH;
  style->glyph = SPUR_GLYPH_RING;
  style->color = 0x1f5f4f;
  style->opacity = 0.9;
  style->width_px = 6.0;
  style->label = "created";
}

static void
spur_lo_creation_visualizer_init (SpurLoCreationVisualizer *self)
{
}
