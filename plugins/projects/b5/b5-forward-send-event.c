/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/projects/b5/b5-forward-send-event.h"

struct _B5ForwardSendEvent
{
  B5MessageSendEvent parent_instance;
};

G_DEFINE_FINAL_TYPE (B5ForwardSendEvent, b5_forward_send_event, B5_TYPE_MESSAGE_SEND_EVENT)

static void
b5_forward_send_event_class_init (B5ForwardSendEventClass *klass)
{
  SpurEventClass *event_class = SPUR_EVENT_CLASS (klass);

  spur_event_class_set_name (event_class, "ALDY_Forward_Send_Event");
  spur_event_class_add_field (event_class, "task", SPUR_FIELD_OBJECT, SPUR_USE_NONE, "the task");
  spur_event_class_add_field (event_class, "agent", SPUR_FIELD_OBJECT, SPUR_USE_NONE,
                              "the agent that it is for");
}

static void
b5_forward_send_event_init (B5ForwardSendEvent *self)
{
}
