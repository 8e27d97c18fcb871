/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/projects/b5/b5-task-receive-event.h"

struct _B5TaskReceiveEvent
{
  SpurLoMessageReceiveEvent parent_instance;
};

G_DEFINE_FINAL_TYPE (B5TaskReceiveEvent, b5_task_receive_event, SPUR_TYPE_LO_MESSAGE_RECEIVE_EVENT)

static void
b5_task_receive_event_class_init (B5TaskReceiveEventClass *klass)
{
  SpurEventClass *event_class = SPUR_EVENT_CLASS (klass);

  spur_event_class_set_name (event_class, "ALDY_Task_Receive_Event");
  spur_event_class_omit_field (event_class, "content");
  spur_event_class_set_role (event_class, SPUR_ROLE_RECEIVE, SPUR_MATCH_BY_ID);
  spur_event_class_add_field (event_class, "message", SPUR_FIELD_UINT64, SPUR_USE_MESSAGE_ID,
                              "the number of the message");
  spur_event_class_add_field (event_class, "task", SPUR_FIELD_OBJECT, SPUR_USE_NONE, "the task");
}

static void
b5_task_receive_event_init (B5TaskReceiveEvent *self)
{
}
