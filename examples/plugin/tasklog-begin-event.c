/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "tasklog-begin-event.h"

/* A worker begins to run a task. That the task is then in a state, on the worker's target, and
 * how it is drawn, comes from the parent class. */
struct _TasklogBeginEvent
{
  SpurRegionEnterEvent parent_instance;
};

G_DEFINE_FINAL_TYPE (TasklogBeginEvent, tasklog_begin_event, SPUR_TYPE_REGION_ENTER_EVENT)

static void
tasklog_begin_event_class_init (TasklogBeginEventClass *klass)
{
  SpurEventClass *event_class = SPUR_EVENT_CLASS (klass);

  spur_event_class_set_name (event_class, "Task_Begin_Event");
  spur_event_class_add_field (event_class, "priority", SPUR_FIELD_UINT8, SPUR_USE_NONE,
                              "how urgent the task is, 0 to 255");
}

static void
tasklog_begin_event_init (TasklogBeginEvent *self)
{
}
