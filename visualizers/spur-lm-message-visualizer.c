/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "visualizers/spur-lm-message-visualizer.h"

/**
 * SpurLmMessageVisualizer:
 *
 * Draws messages of the load management: broken arrows, so that they can be told from the
 * application's own.
 *
 * Since: 1.0
 */
G_DEFINE_TYPE (SpurLmMessageVisualizer, spur_lm_message_visualizer, SPUR_TYPE_LO_MESSAGE_VISUALIZER)

static void
spur_lm_message_visualizer_class_init (SpurLmMessageVisualizerClass *klass)
{
  SpurStyle *style = &SPUR_VISUALIZER_CLASS (klass)->style;

  style->color = 0x0b6e84;
  style->opacity = 0.8;
  style->width_px = 1.0;
  style->dash_px = 4.0;
  style->label = "message of the load management";
}

static void
spur_lm_message_visualizer_init (SpurLmMessageVisualizer *self)
{
}
