/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "visualizers/style/spur-visualizer-internal.h"
#include "visualizers/style/spur-visualizers.h"

/**
 * SpurThreadVisualizer:
 *
 * Draws that a thread is forked, begins or ends: the sign of the nearest ancestor that is drawn as
 * one, as a creation, placement or end. The arrows between them are those of the edges.
 *
 * Since: 1.0
 */
G_DEFINE_TYPE (SpurThreadVisualizer, spur_thread_visualizer, SPUR_TYPE_VISUALIZER)

static void
add_thread_marks (SpurVisualizer *visualizer, SpurScene *scene, const SpurEventBatch *batch)
{
  const SpurStyle *sign = spur_visualizer_peek_sign (visualizer);

  if (sign->form == SPUR_FORM_GLYPH)
    spur_visualizer_add_glyphs (scene, batch, spur_scene_add_style (scene, sign));
}

static void
spur_thread_visualizer_class_init (SpurThreadVisualizerClass *klass)
{
  SPUR_VISUALIZER_CLASS (klass)->add_marks = add_thread_marks;
}

static void
spur_thread_visualizer_init (SpurThreadVisualizer *self)
{
}
