/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "visualizers/spur-lo-message-visualizer.h"

/**
 * SpurLoMessageVisualizer:
 *
 * Draws messages between load objects: thin arrows from the send to its receives. A message
 * that is received before it is sent is drawn in red by every view, whatever the style says.
 *
 * Since: 1.0
 */
G_DEFINE_TYPE (SpurLoMessageVisualizer, spur_lo_message_visualizer, SPUR_TYPE_EVENT_VISUALIZER)

static void
spur_lo_message_visualizer_class_init (SpurLoMessageVisualizerClass *klass)
{
  SpurStyle *style = &SPUR_VISUALIZER_CLASS (klass)->style;

  style->form = SPUR_FORM_MESSAGE;
  style->color = 0x42526b;
  style->opacity = 0.45;
  style->width_px = 0.7;
  style->label = "message";
}

static void
spur_lo_message_visualizer_init (SpurLoMessageVisualizer *self)
{
}
