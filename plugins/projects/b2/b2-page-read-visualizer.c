/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/projects/b2/b2-page-read-visualizer.h"

struct _B2PageReadVisualizer
{
  SpurCustomVisualizer parent_instance;
};

G_DEFINE_FINAL_TYPE (B2PageReadVisualizer, b2_page_read_visualizer, SPUR_TYPE_CUSTOM_VISUALIZER)

static void
b2_page_read_visualizer_class_init (B2PageReadVisualizerClass *klass)
{
  SpurStyle *style = &SPUR_VISUALIZER_CLASS (klass)->style;

  style->form = SPUR_FORM_TICK;
  style->color = 0x9a7b3c;
  style->opacity = 0.5;
  style->width_px = 0.8;
  style->label = "pages read";
}

static void
b2_page_read_visualizer_init (B2PageReadVisualizer *self)
{
}
