/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "visualizers/spur-lo-create-neighborhood-visualizer.h"

#include "visualizers/spur-visualizer-private.h"

/**
 * SpurLoCreateNeighborhoodVisualizer:
 *
 * Draws that load objects become neighbours: a thin line between the lanes where they are, with
 * a ring on each.
 *
 * Since: 1.0
 */
G_DEFINE_TYPE (SpurLoCreateNeighborhoodVisualizer,
               spur_lo_create_neighborhood_visualizer,
               SPUR_TYPE_EVENT_VISUALIZER)

static void
add_marks (SpurVisualizer *visualizer, SpurScene *scene, const SpurEventBatch *batch)
{
  for (gsize i = 0; i < batch->n_events; i++)
    spur_visualizer_add_neighborhood (scene, batch, i);
}

static void
spur_lo_create_neighborhood_visualizer_class_init (SpurLoCreateNeighborhoodVisualizerClass *klass)
{
  SpurStyle *style = &SPUR_VISUALIZER_CLASS (klass)->style;

  style->form = SPUR_FORM_LINK;
  style->glyph = SPUR_GLYPH_RING;
  style->color = 0x2f6f3e;
  style->opacity = 0.9;
  style->width_px = 6.0;
  style->label = "neighbours";
  SPUR_VISUALIZER_CLASS (klass)->add_marks = add_marks;
}

static void
spur_lo_create_neighborhood_visualizer_init (SpurLoCreateNeighborhoodVisualizer *self)
{
}
