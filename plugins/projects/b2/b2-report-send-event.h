/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "events/spur-lm-events.h"

G_BEGIN_DECLS

#define B2_TYPE_REPORT_SEND_EVENT (b2_report_send_event_get_type ())

/* A node reports its state. */
G_DECLARE_FINAL_TYPE (
  B2ReportSendEvent, b2_report_send_event, B2, REPORT_SEND_EVENT, SpurLmMessageSendEvent)

G_END_DECLS
