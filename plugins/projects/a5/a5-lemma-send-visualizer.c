/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/projects/a5/a5-lemma-send-visualizer.h"

struct _A5LemmaSendVisualizer
{
  SpurLoMessageVisualizer parent_instance;
};

G_DEFINE_FINAL_TYPE (A5LemmaSendVisualizer,
                     a5_lemma_send_visualizer,
                     SPUR_TYPE_LO_MESSAGE_VISUALIZER)

static void
a5_lemma_send_visualizer_class_init (A5LemmaSendVisualizerClass *klass)
{
  SpurStyle *style = &SPUR_VISUALIZER_CLASS (klass)->style;

  style->color = 0x3f7f6b;
  style->opacity = 0.55;
  style->width_px = 0.8;
  style->label = "lemmas";
}

static void
a5_lemma_send_visualizer_init (A5LemmaSendVisualizer *self)
{
}
