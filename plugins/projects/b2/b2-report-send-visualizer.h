/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "visualizers/spur-lm-message-send-visualizer.h"

G_BEGIN_DECLS

#define B2_TYPE_REPORT_SEND_VISUALIZER (b2_report_send_visualizer_get_type ())

/* Reports are regular and many. */
G_DECLARE_FINAL_TYPE (B2ReportSendVisualizer,
                      b2_report_send_visualizer,
                      B2,
                      REPORT_SEND_VISUALIZER,
                      SpurLmMessageSendVisualizer)

G_END_DECLS
