/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "visualizers/spur-lm-message-send-visualizer.h"

G_BEGIN_DECLS

#define A5_TYPE_REPORT_SEND_VISUALIZER (a5_report_send_visualizer_get_type ())

/* Reports are regular and many. */
G_DECLARE_FINAL_TYPE (A5ReportSendVisualizer,
                      a5_report_send_visualizer,
                      A5,
                      REPORT_SEND_VISUALIZER,
                      SpurLmMessageSendVisualizer)

G_END_DECLS
