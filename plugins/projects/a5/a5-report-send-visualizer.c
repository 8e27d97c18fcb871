/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/projects/a5/a5-report-send-visualizer.h"

struct _A5ReportSendVisualizer
{
  SpurLmMessageSendVisualizer parent_instance;
};

G_DEFINE_FINAL_TYPE (A5ReportSendVisualizer,
                     a5_report_send_visualizer,
                     SPUR_TYPE_LM_MESSAGE_SEND_VISUALIZER)

static void
a5_report_send_visualizer_class_init (A5ReportSendVisualizerClass *klass)
{
  SpurStyle *style = &SPUR_VISUALIZER_CLASS (klass)->style;

  style->opacity = 0.12;
  style->width_px = 0.4;
  style->label = "report";
}

static void
a5_report_send_visualizer_init (A5ReportSendVisualizer *self)
{
}
