/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "events/spur-lo-message-receive-event.h"

/**
 * SpurLoMessageReceiveEvent:
 *
 * A message is received: the end of the receive operation (TUM-I9909 section 3.2.1).
 *
 * Since: 1.0
 */

G_DEFINE_TYPE (SpurLoMessageReceiveEvent, spur_lo_message_receive_event, SPUR_TYPE_LO_MESSAGE_EVENT)

static void
spur_lo_message_receive_event_class_init (SpurLoMessageReceiveEventClass *klass)
{
  SpurEventClass *event_class = SPUR_EVENT_CLASS (klass);

  spur_event_class_set_name (event_class, "LO_Message_Receive_Event");
  spur_event_class_set_role (event_class, SPUR_ROLE_RECEIVE, SPUR_MATCH_FIFO);
}

static void
spur_lo_message_receive_event_init (SpurLoMessageReceiveEvent *self)
{
}

/**
 * spur_lo_message_receive_event_get_sender:
 * @self: an event of the class LO_Message_Receive_Event
 *
 * Gets who sent the message.
 *
 * Returns: (transfer none) (nullable): who sent the message
 *
 * Since: 1.0
 */
SpurActiveObject *
spur_lo_message_receive_event_get_sender (SpurLoMessageReceiveEvent *self)
{
  g_return_val_if_fail (SPUR_IS_LO_MESSAGE_RECEIVE_EVENT (self), NULL);

  return spur_event_get_object (SPUR_EVENT (self), "peer");
}
