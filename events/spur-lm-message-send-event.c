/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "events/spur-lm-message-send-event.h"

/**
 * SpurLmMessageSendEvent:
 *
 * A component of the load management sends a message (TUM-I9909 section 3.2.3).
 *
 * Since: 1.0
 */

G_DEFINE_TYPE (SpurLmMessageSendEvent, spur_lm_message_send_event, SPUR_TYPE_LM_MESSAGE_EVENT)

static void
spur_lm_message_send_event_class_init (SpurLmMessageSendEventClass *klass)
{
  SpurEventClass *event_class = SPUR_EVENT_CLASS (klass);

  spur_event_class_set_name (event_class, "LM_Message_Send_Event");
  spur_event_class_set_role (event_class, SPUR_ROLE_SEND, SPUR_MATCH_FIFO);
}

static void
spur_lm_message_send_event_init (SpurLmMessageSendEvent *self)
{
}

/**
 * spur_lm_message_send_event_get_receiver:
 * @self: an event of the class LM_Message_Send_Event
 *
 * Gets who is to get the message.
 *
 * Returns: (transfer none) (nullable): who is to get the message
 *
 * Since: 1.0
 */
SpurActiveObject *
spur_lm_message_send_event_get_receiver (SpurLmMessageSendEvent *self)
{
  g_return_val_if_fail (SPUR_IS_LM_MESSAGE_SEND_EVENT (self), NULL);

  return spur_event_get_object (SPUR_EVENT (self), "peer");
}
