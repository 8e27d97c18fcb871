/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "events/spur-lm-events.h"

G_BEGIN_DECLS

#define A5_TYPE_REPORT_RECEIVE_EVENT (a5_report_receive_event_get_type ())

/* The supervisor learns the state of a host. */
G_DECLARE_FINAL_TYPE (A5ReportReceiveEvent,
                      a5_report_receive_event,
                      A5,
                      REPORT_RECEIVE_EVENT,
                      SpurLmMessageReceiveEvent)

G_END_DECLS
