/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "events/spur-lm-events.h"

G_BEGIN_DECLS

#define A5_TYPE_REPORT_SEND_EVENT (a5_report_send_event_get_type ())

/* A host reports its state. */
G_DECLARE_FINAL_TYPE (
  A5ReportSendEvent, a5_report_send_event, A5, REPORT_SEND_EVENT, SpurLmMessageSendEvent)

G_END_DECLS
