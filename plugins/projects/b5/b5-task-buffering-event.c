/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/projects/b5/b5-task-buffering-event.h"

struct _B5TaskBufferingEvent
{
  SpurLoPlacementEvent parent_instance;
};

G_DEFINE_FINAL_TYPE (B5TaskBufferingEvent, b5_task_buffering_event, SPUR_TYPE_LO_PLACEMENT_EVENT)

static void
b5_task_buffering_event_class_init (B5TaskBufferingEventClass *klass)
{
  SpurEventClass *event_class = SPUR_EVENT_CLASS (klass);

  spur_event_class_set_name (event_class, "ALDY_Task_Buffering_Event");
  spur_event_class_add_field (event_class, "agent", SPUR_FIELD_OBJECT, SPUR_USE_NONE,
                              "the agent that is to execute it");
  spur_event_class_add_field (event_class, "length", SPUR_FIELD_UINT32, SPUR_USE_NONE,
                              "how many tasks wait for the agent with it");
  spur_event_class_set_unit (event_class, "length", "tasks");
}

static void
b5_task_buffering_event_init (B5TaskBufferingEvent *self)
{
}
