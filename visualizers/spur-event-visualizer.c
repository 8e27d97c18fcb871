/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "visualizers/spur-event-visualizer.h"

/**
 * SpurEventVisualizer:
 *
 * Draws events of which nothing is known but that they happened: a short line on the lane of
 * their stream. Every event class finds at least this one.
 *
 * Since: 1.0
 */
G_DEFINE_TYPE (SpurEventVisualizer, spur_event_visualizer, SPUR_TYPE_VISUALIZER)

static void
spur_event_visualizer_class_init (SpurEventVisualizerClass *klass)
{
  SpurStyle *style = &SPUR_VISUALIZER_CLASS (klass)->style;

  style->form = SPUR_FORM_TICK;
  style->color = 0x7b8794;
  style->opacity = 0.8;
  style->width_px = 1.0;
  style->label = "event";
}

static void
spur_event_visualizer_init (SpurEventVisualizer *self)
{
}
