/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "visualizers/spur-window-get-visualizer.h"

#include "visualizers/spur-visualizer-private.h"

/**
 * SpurWindowGetVisualizer:
 *
 * Draws that a process reads from the memory of another one: a broken line from there to a
 * square on its own lane.
 *
 * Since: 1.0
 */
G_DEFINE_TYPE (SpurWindowGetVisualizer, spur_window_get_visualizer, SPUR_TYPE_WINDOW_PUT_VISUALIZER)

static void
add_marks (SpurVisualizer *visualizer, SpurScene *scene, const SpurEventBatch *batch)
{
  for (gsize i = 0; i < batch->n_events; i++)
    spur_visualizer_add_transfer (scene, batch, i, SPUR_USE_SUBJECT);
}

static void
spur_window_get_visualizer_class_init (SpurWindowGetVisualizerClass *klass)
{
  SpurStyle *style = &SPUR_VISUALIZER_CLASS (klass)->style;

  style->glyph = SPUR_GLYPH_SQUARE;
  style->dash_px = 3.0;
  style->label = "get";
  SPUR_VISUALIZER_CLASS (klass)->add_marks = add_marks;
}

static void
spur_window_get_visualizer_init (SpurWindowGetVisualizer *self)
{
}
