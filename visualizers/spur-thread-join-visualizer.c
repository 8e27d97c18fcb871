/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "visualizers/spur-thread-join-visualizer.h"

/**
 * SpurThreadJoinVisualizer:
 *
 * Draws a join: the end of the arrow from the thread that was waited for.
 *
 * Since: 1.0
 */
G_DEFINE_TYPE (SpurThreadJoinVisualizer, spur_thread_join_visualizer, SPUR_TYPE_EVENT_VISUALIZER)

static void
spur_thread_join_visualizer_class_init (SpurThreadJoinVisualizerClass *klass)
{
  SpurStyle *style = &SPUR_VISUALIZER_CLASS (klass)->style;

  style->form = SPUR_FORM_MESSAGE;
  style->glyph = SPUR_GLYPH_DOT;
  style->color = 0x2e7d32;
  style->opacity = 0.8;
  style->width_px = 1.0;
  style->label = "fork and join";
}

static void
spur_thread_join_visualizer_init (SpurThreadJoinVisualizer *self)
{
}
