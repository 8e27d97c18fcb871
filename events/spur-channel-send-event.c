/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "events/spur-channel-send-event.h"

/**
 * SpurChannelSendEvent:
 *
 * A message is sent within a communicator, as by MPI_Send.
 *
 * Its records are kept small: they carry no content.
 *
 * Since: 1.0
 */

G_DEFINE_TYPE (SpurChannelSendEvent, spur_channel_send_event, SPUR_TYPE_LO_MESSAGE_SEND_EVENT)

static void
spur_channel_send_event_class_init (SpurChannelSendEventClass *klass)
{
  SpurEventClass *event_class = SPUR_EVENT_CLASS (klass);

  spur_event_class_set_name (event_class, "Channel_Send_Event");
  spur_event_class_omit_field (event_class, "content");
  spur_event_class_add_field (event_class, "communicator", SPUR_FIELD_GROUP, SPUR_USE_COMMUNICATOR,
                              "in which the message is sent");
}

static void
spur_channel_send_event_init (SpurChannelSendEvent *self)
{
}

/**
 * spur_channel_send_event_get_communicator:
 * @self: an event of the class Channel_Send_Event
 *
 * Gets in which the message is sent.
 *
 * Returns: (transfer none) (nullable): in which the message is sent
 *
 * Since: 1.0
 */
const char *
spur_channel_send_event_get_communicator (SpurChannelSendEvent *self)
{
  g_return_val_if_fail (SPUR_IS_CHANNEL_SEND_EVENT (self), NULL);

  return spur_event_get_string (SPUR_EVENT (self), "communicator");
}
