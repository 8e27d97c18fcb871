/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/projects/b5/b5-task-assignment-event.h"

struct _B5TaskAssignmentEvent
{
  SpurLoPlacementEvent parent_instance;
};

G_DEFINE_FINAL_TYPE (B5TaskAssignmentEvent, b5_task_assignment_event, SPUR_TYPE_LO_PLACEMENT_EVENT)

static void
b5_task_assignment_event_class_init (B5TaskAssignmentEventClass *klass)
{
  SpurEventClass *event_class = SPUR_EVENT_CLASS (klass);

  spur_event_class_set_name (event_class, "ALDY_Task_Assignment_Event");
  spur_event_class_add_field (event_class, "wait", SPUR_FIELD_UINT64, SPUR_USE_NONE,
                              "how long it was buffered in this process");
  spur_event_class_set_unit (event_class, "wait", "ns");
}

static void
b5_task_assignment_event_init (B5TaskAssignmentEvent *self)
{
}
