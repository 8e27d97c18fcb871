/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/projects/b2/b2-assignment-receive-event.h"

struct _B2AssignmentReceiveEvent
{
  SpurLmMessageReceiveEvent parent_instance;
};

G_DEFINE_FINAL_TYPE (B2AssignmentReceiveEvent,
                     b2_assignment_receive_event,
                     SPUR_TYPE_LM_MESSAGE_RECEIVE_EVENT)

static void
b2_assignment_receive_event_class_init (B2AssignmentReceiveEventClass *klass)
{
  SpurEventClass *event_class = SPUR_EVENT_CLASS (klass);

  spur_event_class_set_name (event_class, "MIDAS_Assignment_Receive_Event");
  spur_event_class_omit_field (event_class, "content");
  spur_event_class_add_field (event_class, "interpreter", SPUR_FIELD_OBJECT, SPUR_USE_NONE,
                              "the interpreter");
  spur_event_class_add_field (event_class, "memory", SPUR_FIELD_UINT64, SPUR_USE_NONE,
                              "main memory that is free there, as far as is known");
  spur_event_class_set_unit (event_class, "memory", "bytes");
  spur_event_class_add_field (event_class, "need", SPUR_FIELD_UINT64, SPUR_USE_NONE,
                              "main memory that it needs");
  spur_event_class_set_unit (event_class, "need", "bytes");
}

static void
b2_assignment_receive_event_init (B2AssignmentReceiveEvent *self)
{
}
