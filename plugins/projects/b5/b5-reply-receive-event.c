/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/projects/b5/b5-reply-receive-event.h"

struct _B5ReplyReceiveEvent
{
  B5MessageReceiveEvent parent_instance;
};

G_DEFINE_FINAL_TYPE (B5ReplyReceiveEvent, b5_reply_receive_event, B5_TYPE_MESSAGE_RECEIVE_EVENT)

static void
b5_reply_receive_event_class_init (B5ReplyReceiveEventClass *klass)
{
  SpurEventClass *event_class = SPUR_EVENT_CLASS (klass);

  spur_event_class_set_name (event_class, "ALDY_Reply_Receive_Event");
  spur_event_class_add_field (event_class, "load", SPUR_FIELD_UINT32, SPUR_USE_NONE,
                              "how many tasks the answering process has");
  spur_event_class_set_unit (event_class, "load", "tasks");
  spur_event_class_add_field (event_class, "agent", SPUR_FIELD_OBJECT, SPUR_USE_NONE,
                              "the agent that follows, or none");
}

static void
b5_reply_receive_event_init (B5ReplyReceiveEvent *self)
{
}
