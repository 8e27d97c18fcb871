/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/projects/b5/b5-forward-receive-event.h"

struct _B5ForwardReceiveEvent
{
  B5MessageReceiveEvent parent_instance;
};

G_DEFINE_FINAL_TYPE (B5ForwardReceiveEvent, b5_forward_receive_event, B5_TYPE_MESSAGE_RECEIVE_EVENT)

static void
b5_forward_receive_event_class_init (B5ForwardReceiveEventClass *klass)
{
  SpurEventClass *event_class = SPUR_EVENT_CLASS (klass);

  spur_event_class_set_name (event_class, "ALDY_Forward_Receive_Event");
  spur_event_class_add_field (event_class, "task", SPUR_FIELD_OBJECT, SPUR_USE_NONE, "the task");
  spur_event_class_add_field (event_class, "agent", SPUR_FIELD_OBJECT, SPUR_USE_NONE,
                              "the agent that it is for");
}

static void
b5_forward_receive_event_init (B5ForwardReceiveEvent *self)
{
}
