/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "visualizers/spur-collective-visualizer.h"

/**
 * SpurCollectiveVisualizer:
 *
 * Draws collective operations: a pale band from where the members enter to where they leave.
 *
 * Since: 1.0
 */
G_DEFINE_TYPE (SpurCollectiveVisualizer, spur_collective_visualizer, SPUR_TYPE_EVENT_VISUALIZER)

static void
spur_collective_visualizer_class_init (SpurCollectiveVisualizerClass *klass)
{
  SpurStyle *style = &SPUR_VISUALIZER_CLASS (klass)->style;

  style->form = SPUR_FORM_COLLECTIVE;
  style->color = 0x6a5f9c;
  style->opacity = 0.16;
  style->width_px = 0.6;
  style->label = "collective";
}

static void
spur_collective_visualizer_init (SpurCollectiveVisualizer *self)
{
}
