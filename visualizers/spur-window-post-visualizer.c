/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "visualizers/spur-window-post-visualizer.h"

/**
 * SpurWindowPostVisualizer:
 *
 * Draws that a process opens its memory: the arrow to who may use it.
 *
 * Since: 1.0
 */
G_DEFINE_TYPE (SpurWindowPostVisualizer, spur_window_post_visualizer, SPUR_TYPE_WINDOW_VISUALIZER)

static void
spur_window_post_visualizer_class_init (SpurWindowPostVisualizerClass *klass)
{
  SpurStyle *style = &SPUR_VISUALIZER_CLASS (klass)->style;

  style->form = SPUR_FORM_MESSAGE;
  style->color = 0x9c2c6b;
  style->opacity = 0.6;
  style->width_px = 0.9;
  style->label = "window synchronised";
}

static void
spur_window_post_visualizer_init (SpurWindowPostVisualizer *self)
{
}
