/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Messages between load objects, and messages within a communicator. */
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
  SPUR_TRAIT_FIELD ("content", LIST, NONE, "what the message carries"),
  SPUR_TRAIT_FIELD (
    "number", UINT64, NUMBER, "the number of the message in its channel; 0 where not known"))

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
 * SpurChannelSendEvent:
 *
 * A message is sent within a communicator, as by MPI_Send.
 *
 * Its records are kept small: they carry no content, and no number, as messages of a communicator
 * do not overtake each other.
 *
 * Since: 1.0
 */
SPUR_DEFINE_EVENT_CLASS (
  SpurChannelSendEvent,
  spur_channel_send_event,
  SPUR_TYPE_LO_MESSAGE_SEND_EVENT,
  SPUR_TRAIT_NAME ("Channel_Send_Event"),
  SPUR_TRAIT_OMIT ("content"),
  SPUR_TRAIT_OMIT ("number"),
  SPUR_TRAIT_FIELD ("communicator", GROUP, COMMUNICATOR, "in which the message is sent"))

/**
 * SpurChannelReceiveEvent:
 *
 * A message is received within a communicator, as by MPI_Recv.
 *
 * Its records are kept small: they carry no content, and no number, as messages of a communicator
 * do not overtake each other.
 *
 * Since: 1.0
 */
SPUR_DEFINE_EVENT_CLASS (
  SpurChannelReceiveEvent,
  spur_channel_receive_event,
  SPUR_TYPE_LO_MESSAGE_RECEIVE_EVENT,
  SPUR_TRAIT_NAME ("Channel_Receive_Event"),
  SPUR_TRAIT_OMIT ("content"),
  SPUR_TRAIT_OMIT ("number"),
  SPUR_TRAIT_FIELD ("communicator", GROUP, COMMUNICATOR, "in which the message is sent"),
  SPUR_TRAIT_FIELD (
    "posted", UINT32, POSTED, "events of the stream since the receive was posted; 0 for none"))
