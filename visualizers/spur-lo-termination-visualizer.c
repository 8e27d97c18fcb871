/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "visualizers/spur-lo-termination-visualizer.h"

/**
 * SpurLoTerminationVisualizer:
 *
 * Draws the end of a load object: a cross on the lane where it ends.
 *
 * Since: 1.0
 */
G_DEFINE_TYPE (SpurLoTerminationVisualizer,
               spur_lo_termination_visualizer,
               SPUR_TYPE_EVENT_VISUALIZER)

static void
spur_lo_termination_visualizer_class_init (SpurLoTerminationVisualizerClass *klass)
{
  SpurStyle *style = &SPUR_VISUALIZER_CLASS (klass)->style;

  style->form = SPUR_FORM_GLYPH;
  style->glyph = SPUR_GLYPH_CROSS;
  style->color = 0x4a4a57;
  style->opacity = 0.9;
  style->width_px = 6.0;
  style->label = "ended";
}

static void
spur_lo_termination_visualizer_init (SpurLoTerminationVisualizer *self)
{
}
