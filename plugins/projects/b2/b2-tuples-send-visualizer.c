/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/projects/b2/b2-tuples-send-visualizer.h"

struct _B2TuplesSendVisualizer
{
  SpurLoMessageVisualizer parent_instance;
};

G_DEFINE_FINAL_TYPE (B2TuplesSendVisualizer,
                     b2_tuples_send_visualizer,
                     SPUR_TYPE_LO_MESSAGE_VISUALIZER)

static void
b2_tuples_send_visualizer_class_init (B2TuplesSendVisualizerClass *klass)
{
  SpurStyle *style = &SPUR_VISUALIZER_CLASS (klass)->style;

  style->color = 0x2f6f9f;
  style->opacity = 0.5;
  style->width_px = 0.8;
  style->label = "tuples";
}

static void
b2_tuples_send_visualizer_init (B2TuplesSendVisualizer *self)
{
}
