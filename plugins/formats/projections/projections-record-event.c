/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/formats/projections/projections-record-event.h"

/* A record that says nothing that other classes say: user events, phases, notes, memory in use,
 * queues, and ends of what had not begun. */
struct _ProjectionsRecordEvent
{
  SpurLoEvent parent_instance;
};

G_DEFINE_FINAL_TYPE (ProjectionsRecordEvent, projections_record_event, SPUR_TYPE_LO_EVENT)

static void
projections_record_event_class_init (ProjectionsRecordEventClass *klass)
{
  SpurEventClass *event_class = SPUR_EVENT_CLASS (klass);

  spur_event_class_set_name (event_class, "Projections_Record_Event");
  spur_event_class_add_field (event_class, "type", SPUR_FIELD_UINT8, SPUR_USE_NONE,
                              "the record's type, as in the log");
  spur_event_class_add_field (event_class, "text", SPUR_FIELD_STRING, SPUR_USE_NONE,
                              "a user event's or statistic's name, or the text of a note");
  spur_event_class_add_field (event_class, "value", SPUR_FIELD_DOUBLE, SPUR_USE_NONE,
                              "the record's number: bytes, phase, statistic, event, ...");
}

static void
projections_record_event_init (ProjectionsRecordEvent *self)
{
}
