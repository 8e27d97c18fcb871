/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Events of the load management: measured load, and messages of its components (TUM-I9909
 * section 3.2.3). */
#include "config.h"

#include "events/spur-lm-events.h"

/**
 * SpurLmEvent:
 *
 * An event of the load management (TUM-I9909 section 3.2.3).
 *
 * Since: 1.0
 */
SPUR_DEFINE_EVENT_CLASS (SpurLmEvent, spur_lm_event, SPUR_TYPE_EVENT, SPUR_TRAIT_NAME ("LM_Event"))

/**
 * SpurLmTargetLoadEvent:
 *
 * The load of a target is measured (TUM-I9909 section 3.2.3).
 *
 * Since: 1.0
 */
SPUR_DEFINE_EVENT_CLASS (
  SpurLmTargetLoadEvent,
  spur_lm_target_load_event,
  SPUR_TYPE_LM_EVENT,
  SPUR_TRAIT_NAME ("LM_Target_Load_Event"),
  SPUR_TRAIT_EFFECT (MEASURE),
  SPUR_TRAIT_FIELD ("target", OBJECT, SUBJECT, "whose load it is"),
  SPUR_TRAIT_FIELD ("load", DOUBLE, LOAD, "the load, in the application's measure"),
  SPUR_TRAIT_FIELD ("values", LIST, VALUES, "further values that were measured with it"))

/**
 * spur_lm_target_load_event_get_target:
 * @self: an event of the class LM_Target_Load_Event
 *
 * Whose load it is.
 *
 * Returns: (transfer none) (nullable): the object
 *
 * Since: 1.0
 */
SPUR_DEFINE_EVENT_GETTER (SpurLmTargetLoadEvent, spur_lm_target_load_event, OBJECT, target)

/**
 * spur_lm_target_load_event_get_load:
 * @self: an event of the class LM_Target_Load_Event
 *
 * The load, in the application's measure.
 *
 * Returns: the value
 *
 * Since: 1.0
 */
SPUR_DEFINE_EVENT_GETTER (SpurLmTargetLoadEvent, spur_lm_target_load_event, DOUBLE, load)

/**
 * spur_lm_target_load_event_get_values:
 * @self: an event of the class LM_Target_Load_Event
 *
 * Further values that were measured with it.
 *
 * Returns: (transfer none) (nullable): the list
 *
 * Since: 1.0
 */
SPUR_DEFINE_EVENT_GETTER (SpurLmTargetLoadEvent, spur_lm_target_load_event, LIST, values)

/**
 * SpurLmNetworkLoadEvent:
 *
 * The load of the network is measured (TUM-I9909 section 3.2.3).
 *
 * Since: 1.0
 */
SPUR_DEFINE_EVENT_CLASS (
  SpurLmNetworkLoadEvent,
  spur_lm_network_load_event,
  SPUR_TYPE_LM_EVENT,
  SPUR_TRAIT_NAME ("LM_Network_Load_Event"),
  SPUR_TRAIT_EFFECT (MEASURE),
  SPUR_TRAIT_FIELD (
    "network", OBJECT, SUBJECT, "the connection, a SpurNeighborhood; absent for the whole network"),
  SPUR_TRAIT_FIELD ("load", DOUBLE, LOAD, "the load, in the application's measure"),
  SPUR_TRAIT_FIELD ("values", LIST, VALUES, "further values that were measured with it"))

/**
 * spur_lm_network_load_event_get_network:
 * @self: an event of the class LM_Network_Load_Event
 *
 * The connection, a #SpurNeighborhood; absent for the whole network.
 *
 * Returns: (transfer none) (nullable): the object
 *
 * Since: 1.0
 */
SPUR_DEFINE_EVENT_GETTER (SpurLmNetworkLoadEvent, spur_lm_network_load_event, OBJECT, network)

/**
 * spur_lm_network_load_event_get_load:
 * @self: an event of the class LM_Network_Load_Event
 *
 * The load, in the application's measure.
 *
 * Returns: the value
 *
 * Since: 1.0
 */
SPUR_DEFINE_EVENT_GETTER (SpurLmNetworkLoadEvent, spur_lm_network_load_event, DOUBLE, load)

/**
 * spur_lm_network_load_event_get_values:
 * @self: an event of the class LM_Network_Load_Event
 *
 * Further values that were measured with it.
 *
 * Returns: (transfer none) (nullable): the list
 *
 * Since: 1.0
 */
SPUR_DEFINE_EVENT_GETTER (SpurLmNetworkLoadEvent, spur_lm_network_load_event, LIST, values)

/**
 * SpurLmMessageEvent:
 *
 * A message between components of the load management (TUM-I9909 section 3.2.3).
 *
 * Since: 1.0
 */
SPUR_DEFINE_EVENT_CLASS (
  SpurLmMessageEvent,
  spur_lm_message_event,
  SPUR_TYPE_LM_EVENT,
  SPUR_TRAIT_NAME ("LM_Message_Event"),
  SPUR_TRAIT_FIELD ("component", OBJECT, SUBJECT, "who sends or receives"),
  SPUR_TRAIT_FIELD ("peer", OBJECT, PEER, "the receiver of a send, the sender of a receive"),
  SPUR_TRAIT_FIELD ("tag", UINT32, TAG, "the message's type"),
  SPUR_TRAIT_UNIT_FIELD ("size", UINT64, SIZE, "bytes", "bytes of the message"),
  SPUR_TRAIT_FIELD ("content", LIST, NONE, "what the message carries"))

/**
 * spur_lm_message_event_get_component:
 * @self: an event of the class LM_Message_Event
 *
 * Who sends or receives.
 *
 * Returns: (transfer none) (nullable): the object
 *
 * Since: 1.0
 */
SPUR_DEFINE_EVENT_GETTER (SpurLmMessageEvent, spur_lm_message_event, OBJECT, component)

/**
 * spur_lm_message_event_get_peer:
 * @self: an event of the class LM_Message_Event
 *
 * The receiver of a send, the sender of a receive.
 *
 * Returns: (transfer none) (nullable): the object
 *
 * Since: 1.0
 */
SPUR_DEFINE_EVENT_GETTER (SpurLmMessageEvent, spur_lm_message_event, OBJECT, peer)

/**
 * spur_lm_message_event_get_tag:
 * @self: an event of the class LM_Message_Event
 *
 * The message's type.
 *
 * Returns: the number
 *
 * Since: 1.0
 */
SPUR_DEFINE_EVENT_GETTER (SpurLmMessageEvent, spur_lm_message_event, UINT32, tag)

/**
 * spur_lm_message_event_get_size:
 * @self: an event of the class LM_Message_Event
 *
 * Bytes of the message.
 *
 * Returns: the number
 *
 * Since: 1.0
 */
SPUR_DEFINE_EVENT_GETTER (SpurLmMessageEvent, spur_lm_message_event, UINT64, size)

/**
 * spur_lm_message_event_get_content:
 * @self: an event of the class LM_Message_Event
 *
 * What the message carries.
 *
 * Returns: (transfer none) (nullable): the list
 *
 * Since: 1.0
 */
SPUR_DEFINE_EVENT_GETTER (SpurLmMessageEvent, spur_lm_message_event, LIST, content)

/**
 * spur_lm_message_event_get_message:
 * @self: an event of the class LM_Message_Event
 *
 * Makes an object of the message from the event's type, size and content.
 *
 * Returns: (transfer full): the message, of its own class where this program knows it
 *
 * Since: 1.0
 */
SpurMessage *
spur_lm_message_event_get_message (SpurLmMessageEvent *self)
{
  g_return_val_if_fail (SPUR_IS_LM_MESSAGE_EVENT (self), NULL);

  return spur_event_get_message (SPUR_EVENT (self));
}

/**
 * spur_lm_message_event_set_message:
 * @self: an event of the class LM_Message_Event
 * @message: what is sent; copied
 *
 * Sets the event's type, size and content. An event class that leaves the content out of its
 * records does not keep it.
 *
 * Since: 1.0
 */
void
spur_lm_message_event_set_message (SpurLmMessageEvent *self, SpurMessage *message)
{
  g_return_if_fail (SPUR_IS_LM_MESSAGE_EVENT (self));

  spur_event_set_message (SPUR_EVENT (self), message);
}

/**
 * SpurLmMessageSendEvent:
 *
 * A component of the load management sends a message (TUM-I9909 section 3.2.3).
 *
 * Since: 1.0
 */
SPUR_DEFINE_EVENT_CLASS (SpurLmMessageSendEvent,
                         spur_lm_message_send_event,
                         SPUR_TYPE_LM_MESSAGE_EVENT,
                         SPUR_TRAIT_NAME ("LM_Message_Send_Event"),
                         SPUR_TRAIT_ROLE (SEND, FIFO))

/**
 * spur_lm_message_send_event_get_receiver:
 * @self: an event of the class LM_Message_Send_Event
 *
 * Who is to get the message.
 *
 * Returns: (transfer none) (nullable): the object
 *
 * Since: 1.0
 */
SpurActiveObject *
spur_lm_message_send_event_get_receiver (SpurLmMessageSendEvent *self)
{
  g_return_val_if_fail (SPUR_IS_LM_MESSAGE_SEND_EVENT (self), NULL);

  return spur_event_get_object (SPUR_EVENT (self), "peer");
}

/**
 * SpurLmMessageReceiveEvent:
 *
 * A component of the load management gets a message (TUM-I9909 section 3.2.3).
 *
 * Since: 1.0
 */
SPUR_DEFINE_EVENT_CLASS (SpurLmMessageReceiveEvent,
                         spur_lm_message_receive_event,
                         SPUR_TYPE_LM_MESSAGE_EVENT,
                         SPUR_TRAIT_NAME ("LM_Message_Receive_Event"),
                         SPUR_TRAIT_ROLE (RECEIVE, FIFO))

/**
 * spur_lm_message_receive_event_get_sender:
 * @self: an event of the class LM_Message_Receive_Event
 *
 * Who sent the message.
 *
 * Returns: (transfer none) (nullable): the object
 *
 * Since: 1.0
 */
SpurActiveObject *
spur_lm_message_receive_event_get_sender (SpurLmMessageReceiveEvent *self)
{
  g_return_val_if_fail (SPUR_IS_LM_MESSAGE_RECEIVE_EVENT (self), NULL);

  return spur_event_get_object (SPUR_EVENT (self), "peer");
}
