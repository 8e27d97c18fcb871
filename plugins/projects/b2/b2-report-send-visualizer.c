/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/projects/b2/b2-report-send-visualizer.h"

struct _B2ReportSendVisualizer
{
  SpurLmMessageSendVisualizer parent_instance;
};

G_DEFINE_FINAL_TYPE (B2ReportSendVisualizer,
                     b2_report_send_visualizer,
                     SPUR_TYPE_LM_MESSAGE_SEND_VISUALIZER)

static void
b2_report_send_visualizer_class_init (B2ReportSendVisualizerClass *klass)
{
  SpurStyle *style = &SPUR_VISUALIZER_CLASS (klass)->style;

  style->opacity = 0.12;
  style->width_px = 0.4;
  style->label = "report";
}

static void
b2_report_send_visualizer_init (B2ReportSendVisualizer *self)
{
}
