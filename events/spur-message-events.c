/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Messages between load objects, and messages within a communicator. */
#include "config.h"

#include "events/spur-message-events.h"

/**
 * SpurLoMessageEvent:
 *
 * A message between load objects (TUM-I9909 section 3.2.1).
 *
 * Since: 1.0
 */
SPUR_DEFINE_EVENT_CLASS (
  SpurLoMessageEvent,
  spur_lo_message_event,
  SPUR_TYPE_LO_EVENT,
  SPUR_TRAIT_NAME ("LO_Message_Event"),
  SPUR_TRAIT_FIELD ("peer", OBJECT, PEER, "the receiver of a send, the sender of a receive"),
  SPUR_TRAIT_FIELD ("tag", UINT32, TAG, "the message's type"),
  SPUR_TRAIT_UNIT_FIELD ("size", UINT64, SIZE, "bytes", "bytes of the message"),
  SPUR_TRAIT_FIELD ("content", LIST, NONE, "what the message carries"))

/**
 * spur_lo_message_event_get_peer:
 * @self: an event of the class LO_Message_Event
 *
 * The receiver of a send, the sender of a receive.
 *
 * Returns: (transfer none) (nullable): the object
 *
 * Since: 1.0
 */
SPUR_DEFINE_EVENT_GETTER (SpurLoMessageEvent, spur_lo_message_event, OBJECT, peer)

/**
 * spur_lo_message_event_get_tag:
 * @self: an event of the class LO_Message_Event
 *
 * The message's type.
 *
 * Returns: the number
 *
 * Since: 1.0
 */
SPUR_DEFINE_EVENT_GETTER (SpurLoMessageEvent, spur_lo_message_event, UINT32, tag)

/**
 * spur_lo_message_event_get_size:
 * @self: an event of the class LO_Message_Event
 *
 * Bytes of the message.
 *
 * Returns: the number
 *
 * Since: 1.0
 */
SPUR_DEFINE_EVENT_GETTER (SpurLoMessageEvent, spur_lo_message_event, UINT64, size)

/**
 * spur_lo_message_event_get_content:
 * @self: an event of the class LO_Message_Event
 *
 * What the message carries.
 *
 * Returns: (transfer none) (nullable): the list
 *
 * Since: 1.0
 */
SPUR_DEFINE_EVENT_GETTER (SpurLoMessageEvent, spur_lo_message_event, LIST, content)

/**
 * spur_lo_message_event_get_message:
 * @self: an event of the class LO_Message_Event
 *
 * Makes an object of the message from the event's type, size and content.
 *
 * Returns: (transfer full): the message, of its own class where this program knows it
 *
 * Since: 1.0
 */
SpurMessage *
spur_lo_message_event_get_message (SpurLoMessageEvent *self)
{
  g_return_val_if_fail (SPUR_IS_LO_MESSAGE_EVENT (self), NULL);

  return spur_event_get_message (SPUR_EVENT (self));
}

/**
 * spur_lo_message_event_set_message:
 * @self: an event of the class LO_Message_Event
 * @message: what is sent; copied
 *
 * Sets the event's type, size and content. An event class that leaves the content out of its
 * records does not keep it.
 *
 * Since: 1.0
 */
void
spur_lo_message_event_set_message (SpurLoMessageEvent *self, SpurMessage *message)
{
  g_return_if_fail (SPUR_IS_LO_MESSAGE_EVENT (self));

  spur_event_set_message (SPUR_EVENT (self), message);
}

/**
 * SpurLoMessageSendEvent:
 *
 * A message is sent: the begin of the send operation (TUM-I9909 section 3.2.1).
 *
 * Since: 1.0
 */
SPUR_DEFINE_EVENT_CLASS (SpurLoMessageSendEvent,
                         spur_lo_message_send_event,
                         SPUR_TYPE_LO_MESSAGE_EVENT,
                         SPUR_TRAIT_NAME ("LO_Message_Send_Event"),
                         SPUR_TRAIT_ROLE (SEND, FIFO))

/**
 * spur_lo_message_send_event_get_receiver:
 * @self: an event of the class LO_Message_Send_Event
 *
 * Who is to get the message.
 *
 * Returns: (transfer none) (nullable): the object
 *
 * Since: 1.0
 */
SpurActiveObject *
spur_lo_message_send_event_get_receiver (SpurLoMessageSendEvent *self)
{
  g_return_val_if_fail (SPUR_IS_LO_MESSAGE_SEND_EVENT (self), NULL);

  return spur_event_get_object (SPUR_EVENT (self), "peer");
}

/**
 * SpurLoMessageReceiveEvent:
 *
 * A message is received: the end of the receive operation (TUM-I9909 section 3.2.1).
 *
 * Since: 1.0
 */
SPUR_DEFINE_EVENT_CLASS (SpurLoMessageReceiveEvent,
                         spur_lo_message_receive_event,
                         SPUR_TYPE_LO_MESSAGE_EVENT,
                         SPUR_TRAIT_NAME ("LO_Message_Receive_Event"),
                         SPUR_TRAIT_ROLE (RECEIVE, FIFO))

/**
 * spur_lo_message_receive_event_get_sender:
 * @self: an event of the class LO_Message_Receive_Event
 *
 * Who sent the message.
 *
 * Returns: (transfer none) (nullable): the object
 *
 * Since: 1.0
 */
SpurActiveObject *
spur_lo_message_receive_event_get_sender (SpurLoMessageReceiveEvent *self)
{
  g_return_val_if_fail (SPUR_IS_LO_MESSAGE_RECEIVE_EVENT (self), NULL);

  return spur_event_get_object (SPUR_EVENT (self), "peer");
}

/**
 * SpurChannelSendEvent:
 *
 * A message is sent within a communicator, as by MPI_Send.
 *
 * Its records are kept small: they carry no content.
 *
 * Since: 1.0
 */
SPUR_DEFINE_EVENT_CLASS (
  SpurChannelSendEvent,
  spur_channel_send_event,
  SPUR_TYPE_LO_MESSAGE_SEND_EVENT,
  SPUR_TRAIT_NAME ("Channel_Send_Event"),
  SPUR_TRAIT_OMIT ("content"),
  SPUR_TRAIT_FIELD ("communicator", GROUP, COMMUNICATOR, "in which the message is sent"))

/**
 * spur_channel_send_event_get_communicator:
 * @self: an event of the class Channel_Send_Event
 *
 * In which the message is sent.
 *
 * Returns: (transfer none) (nullable): the name
 *
 * Since: 1.0
 */
SPUR_DEFINE_EVENT_GETTER (SpurChannelSendEvent, spur_channel_send_event, STRING, communicator)

/**
 * SpurChannelReceiveEvent:
 *
 * A message is received within a communicator, as by MPI_Recv.
 *
 * Its records are kept small: they carry no content.
 *
 * Since: 1.0
 */
SPUR_DEFINE_EVENT_CLASS (
  SpurChannelReceiveEvent,
  spur_channel_receive_event,
  SPUR_TYPE_LO_MESSAGE_RECEIVE_EVENT,
  SPUR_TRAIT_NAME ("Channel_Receive_Event"),
  SPUR_TRAIT_OMIT ("content"),
  SPUR_TRAIT_FIELD ("communicator", GROUP, COMMUNICATOR, "in which the message is sent"),
  SPUR_TRAIT_FIELD (
    "posted", UINT32, POSTED, "events of the stream since the receive was posted; 0 for none"))

/**
 * spur_channel_receive_event_get_communicator:
 * @self: an event of the class Channel_Receive_Event
 *
 * In which the message is sent.
 *
 * Returns: (transfer none) (nullable): the name
 *
 * Since: 1.0
 */
SPUR_DEFINE_EVENT_GETTER (SpurChannelReceiveEvent, spur_channel_receive_event, STRING, communicator)

/**
 * spur_channel_receive_event_get_posted:
 * @self: an event of the class Channel_Receive_Event
 *
 * Events of the stream since the receive was posted; 0 for none.
 *
 * Returns: the number
 *
 * Since: 1.0
 */
SPUR_DEFINE_EVENT_GETTER (SpurChannelReceiveEvent, spur_channel_receive_event, UINT32, posted)
