/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Events of the load management: measured load, phases, and messages of its components (TUM-I9909
 * section 3.2.3). */
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
 * SpurLmObjectLoadEvent:
 *
 * The load of a load object is measured: what it did since it was measured before, or since it
 * began. Beside TUM-I9909, which measures targets only: strategies place objects by it.
 *
 * Since: 1.0
 */
SPUR_DEFINE_EVENT_CLASS (
  SpurLmObjectLoadEvent,
  spur_lm_object_load_event,
  SPUR_TYPE_LM_EVENT,
  SPUR_TRAIT_NAME ("LM_Object_Load_Event"),
  SPUR_TRAIT_EFFECT (MEASURE),
  SPUR_TRAIT_FIELD ("object", OBJECT, SUBJECT, "whose load it is"),
  SPUR_TRAIT_FIELD ("load", DOUBLE, LOAD, "the load, in the application's measure"))

/**
 * SpurLmPhaseEvent:
 *
 * A phase of the application begins in this stream, and the one before ends: load is balanced
 * between phases.
 *
 * Since: 1.0
 */
SPUR_DEFINE_EVENT_CLASS (
  SpurLmPhaseEvent,
  spur_lm_phase_event,
  SPUR_TYPE_LM_EVENT,
  SPUR_TRAIT_NAME ("LM_Phase_Event"),
  SPUR_TRAIT_FIELD ("phase", UINT64, PHASE, "the number of the phase that begins"))

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
  SPUR_TRAIT_FIELD ("content", LIST, NONE, "what the message carries"),
  SPUR_TRAIT_FIELD (
    "number", UINT64, NUMBER, "the number of the message in its channel; 0 where not known"))

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
