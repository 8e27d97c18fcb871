/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/projects/a5/a5-cancel-send-event.h"

struct _A5CancelSendEvent
{
  SpurLmMessageSendEvent parent_instance;
};

G_DEFINE_FINAL_TYPE (A5CancelSendEvent, a5_cancel_send_event, SPUR_TYPE_LM_MESSAGE_SEND_EVENT)

static void
a5_cancel_send_event_class_init (A5CancelSendEventClass *klass)
{
  SpurEventClass *event_class = SPUR_EVENT_CLASS (klass);

  spur_event_class_set_name (event_class, "CPTHEO_Cancel_Send_Event");
  spur_event_class_omit_field (event_class, "content");
  spur_event_class_add_field (event_class, "prover", SPUR_FIELD_OBJECT, SPUR_USE_NONE,
                              "the prover; none where all is done");
}

static void
a5_cancel_send_event_init (A5CancelSendEvent *self)
{
}
