/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "visualizers/spur-window-put-visualizer.h"

#include "visualizers/spur-visualizer-private.h"

/**
 * SpurWindowPutVisualizer:
 *
 * Draws that a process writes into the memory of another one: a thin line to a dot on the other
 * one's lane.
 *
 * Since: 1.0
 */
G_DEFINE_TYPE (SpurWindowPutVisualizer, spur_window_put_visualizer, SPUR_TYPE_WINDOW_VISUALIZER)

static void
add_marks (SpurVisualizer *visualizer, SpurScene *scene, const SpurEventBatch *batch)
{
  for (gsize i = 0; i < batch->n_events; i++)
    spur_visualizer_add_transfer (scene, batch, i, SPUR_USE_PEER);
}

static void
spur_window_put_visualizer_class_init (SpurWindowPutVisualizerClass *klass)
{
  SpurStyle *style = &SPUR_VISUALIZER_CLASS (klass)->style;

  style->form = SPUR_FORM_LINK;
  style->glyph = SPUR_GLYPH_DOT;
  style->color = 0x9c2c6b;
  style->opacity = 0.9;
  style->width_px = 5.0;
  style->label = "put";
  SPUR_VISUALIZER_CLASS (klass)->add_marks = add_marks;
}

static void
spur_window_put_visualizer_init (SpurWindowPutVisualizer *self)
{
}
