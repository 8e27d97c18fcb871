/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "events/spur-channel-receive-event.h"

/**
 * SpurChannelReceiveEvent:
 *
 * A message is received within a communicator, as by MPI_Recv.
 *
 * Its records are kept small: they carry no content.
 *
 * Since: 1.0
 */

G_DEFINE_TYPE (SpurChannelReceiveEvent,
               spur_channel_receive_event,
               SPUR_TYPE_LO_MESSAGE_RECEIVE_EVENT)

static void
spur_channel_receive_event_class_init (SpurChannelReceiveEventClass *klass)
{
  SpurEventClass *event_class = SPUR_EVENT_CLASS (klass);

  spur_event_class_set_name (event_class, "Channel_Receive_Event");
  spur_event_class_omit_field (event_class, "content");
  spur_event_class_add_field (event_class, "communicator", SPUR_FIELD_GROUP, SPUR_USE_COMMUNICATOR,
                              "in which the message is sent");
  spur_event_class_add_field (event_class, "posted", SPUR_FIELD_UINT32, SPUR_USE_POSTED,
                              "events of the stream since the receive was posted; 0 for none");
}

static void
spur_channel_receive_event_init (SpurChannelReceiveEvent *self)
{
}

/**
 * spur_channel_receive_event_get_communicator:
 * @self: an event of the class Channel_Receive_Event
 *
 * Gets in which the message is sent.
 *
 * Returns: (transfer none) (nullable): in which the message is sent
 *
 * Since: 1.0
 */
const char *
spur_channel_receive_event_get_communicator (SpurChannelReceiveEvent *self)
{
  g_return_val_if_fail (SPUR_IS_CHANNEL_RECEIVE_EVENT (self), NULL);

  return spur_event_get_string (SPUR_EVENT (self), "communicator");
}

/**
 * spur_channel_receive_event_get_posted:
 * @self: an event of the class Channel_Receive_Event
 *
 * Gets events of the stream since the receive was posted.
 *
 * Returns: events of the stream since the receive was posted; 0 for none
 *
 * Since: 1.0
 */
guint32
spur_channel_receive_event_get_posted (SpurChannelReceiveEvent *self)
{
  g_return_val_if_fail (SPUR_IS_CHANNEL_RECEIVE_EVENT (self), 0);

  return (guint32) spur_event_get_uint (SPUR_EVENT (self), "posted");
}
