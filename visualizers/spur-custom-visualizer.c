/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "visualizers/spur-custom-visualizer.h"

/**
 * SpurCustomVisualizer:
 *
 * Draws an event that the application alone understands: a diamond.
 *
 * Since: 1.0
 */
G_DEFINE_TYPE (SpurCustomVisualizer, spur_custom_visualizer, SPUR_TYPE_EVENT_VISUALIZER)

static void
spur_custom_visualizer_class_init (SpurCustomVisualizerClass *klass)
{
  SpurStyle *style = &SPUR_VISUALIZER_CLASS (klass)->style;

  style->form = SPUR_FORM_GLYPH;
  style->glyph = SPUR_GLYPH_DIAMOND;
  style->color = 0x7a3e9d;
  style->opacity = 0.9;
  style->width_px = 6.0;
  style->label = "custom";
}

static void
spur_custom_visualizer_init (SpurCustomVisualizer *self)
{
}
