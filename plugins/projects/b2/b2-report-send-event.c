/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/projects/b2/b2-report-send-event.h"

struct _B2ReportSendEvent
{
  SpurLmMessageSendEvent parent_instance;
};

G_DEFINE_FINAL_TYPE (B2ReportSendEvent, b2_report_send_event, SPUR_TYPE_LM_MESSAGE_SEND_EVENT)

static void
b2_report_send_event_class_init (B2ReportSendEventClass *klass)
{
  SpurEventClass *event_class = SPUR_EVENT_CLASS (klass);

  spur_event_class_set_name (event_class, "MIDAS_Report_Send_Event");
  spur_event_class_omit_field (event_class, "content");
  spur_event_class_add_field (event_class, "memory", SPUR_FIELD_UINT64, SPUR_USE_NONE,
                              "main memory that is free");
  spur_event_class_set_unit (event_class, "memory", "bytes");
  spur_event_class_add_field (event_class, "load", SPUR_FIELD_DOUBLE, SPUR_USE_LOAD,
                              "share of the network that it sees taken");
}

static void
b2_report_send_event_init (B2ReportSendEvent *self)
{
}
