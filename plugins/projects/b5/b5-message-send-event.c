/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/projects/b5/b5-message-send-event.h"

G_DEFINE_TYPE (B5MessageSendEvent, b5_message_send_event, SPUR_TYPE_LM_MESSAGE_SEND_EVENT)

static void
b5_message_send_event_class_init (B5MessageSendEventClass *klass)
{
  SpurEventClass *event_class = SPUR_EVENT_CLASS (klass);

  spur_event_class_set_name (event_class, "ALDY_Message_Send_Event");
  spur_event_class_omit_field (event_class, "content");
}

static void
b5_message_send_event_init (B5MessageSendEvent *self)
{
}
