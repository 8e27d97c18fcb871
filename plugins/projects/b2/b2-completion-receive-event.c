/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/projects/b2/b2-completion-receive-event.h"

struct _B2CompletionReceiveEvent
{
  SpurLmMessageReceiveEvent parent_instance;
};

G_DEFINE_FINAL_TYPE (B2CompletionReceiveEvent,
                     b2_completion_receive_event,
                     SPUR_TYPE_LM_MESSAGE_RECEIVE_EVENT)

static void
b2_completion_receive_event_class_init (B2CompletionReceiveEventClass *klass)
{
  SpurEventClass *event_class = SPUR_EVENT_CLASS (klass);

  spur_event_class_set_name (event_class, "MIDAS_Completion_Receive_Event");
  spur_event_class_omit_field (event_class, "content");
  spur_event_class_add_field (event_class, "interpreter", SPUR_FIELD_OBJECT, SPUR_USE_NONE,
                              "the interpreter");
}

static void
b2_completion_receive_event_init (B2CompletionReceiveEvent *self)
{
}
