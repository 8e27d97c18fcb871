/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/projects/a5/a5-report-receive-event.h"

struct _A5ReportReceiveEvent
{
  SpurLmMessageReceiveEvent parent_instance;
};

G_DEFINE_FINAL_TYPE (A5ReportReceiveEvent,
                     a5_report_receive_event,
                     SPUR_TYPE_LM_MESSAGE_RECEIVE_EVENT)

static void
a5_report_receive_event_class_init (A5ReportReceiveEventClass *klass)
{
  SpurEventClass *event_class = SPUR_EVENT_CLASS (klass);

  spur_event_class_set_name (event_class, "CPTHEO_Report_Receive_Event");
  spur_event_class_omit_field (event_class, "content");
  spur_event_class_add_field (event_class, "memory", SPUR_FIELD_UINT64, SPUR_USE_NONE,
                              "main memory that users leave");
  spur_event_class_set_unit (event_class, "memory", "bytes");
  spur_event_class_add_field (event_class, "load", SPUR_FIELD_DOUBLE, SPUR_USE_LOAD,
                              "share of the processor that users take");
}

static void
a5_report_receive_event_init (A5ReportReceiveEvent *self)
{
}
