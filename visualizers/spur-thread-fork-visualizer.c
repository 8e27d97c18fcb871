/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "visualizers/spur-thread-fork-visualizer.h"

#include "visualizers/spur-visualizer-private.h"

/**
 * SpurThreadForkVisualizer:
 *
 * Draws a fork: the ring of a creation, and arrows to where the threads begin.
 *
 * Since: 1.0
 */
G_DEFINE_TYPE (SpurThreadForkVisualizer,
               spur_thread_fork_visualizer,
               SPUR_TYPE_LO_CREATION_VISUALIZER)

static void
add_marks (SpurVisualizer *visualizer, SpurScene *scene, const SpurEventBatch *batch)
{
  const SpurStyle *mark = &SPUR_VISUALIZER_CLASS (spur_thread_fork_visualizer_parent_class)->style;

  spur_visualizer_add_glyphs (scene, batch, spur_scene_add_style (scene, mark));
}

static void
spur_thread_fork_visualizer_class_init (SpurThreadForkVisualizerClass *klass)
{
  SpurStyle *style = &SPUR_VISUALIZER_CLASS (klass)->style;

  style->form = SPUR_FORM_MESSAGE;
  style->glyph = SPUR_GLYPH_DOT;
  style->color = 0x2e7d32;
  style->opacity = 0.8;
  style->width_px = 1.0;
  style->label = "fork and join";
  SPUR_VISUALIZER_CLASS (klass)->add_marks = add_marks;
}

static void
spur_thread_fork_visualizer_init (SpurThreadForkVisualizer *self)
{
}
