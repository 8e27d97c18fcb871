/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The event classes that only Paje traces have. */
#include "plugins/formats/paje/paje-reading.h"

#include "events/spur-events.h"

/* A container's state is set, whatever it was. */
SPUR_DEFINE_EVENT_CLASS (PajeStateSetEvent,
                         paje_state_set_event,
                         SPUR_TYPE_LO_STATE_CHANGE_EVENT,
                         SPUR_TRAIT_NAME ("Paje_State_Set_Event"),
                         SPUR_TRAIT_OMIT ("old_state"),
                         SPUR_TRAIT_OMIT ("values"),
                         SPUR_TRAIT_FIELD ("type", STRING, NONE, "the state's type"))

/* A state is entered inside of the present one. */
SPUR_DEFINE_EVENT_CLASS (PajeStatePushEvent,
                         paje_state_push_event,
                         SPUR_TYPE_REGION_ENTER_EVENT,
                         SPUR_TRAIT_NAME ("Paje_State_Push_Event"),
                         SPUR_TRAIT_FIELD ("type", STRING, NONE, "the state's type"))

/* A state that was pushed ends. */
SPUR_DEFINE_EVENT_CLASS (PajeStatePopEvent,
                         paje_state_pop_event,
                         SPUR_TYPE_REGION_EXIT_EVENT,
                         SPUR_TRAIT_NAME ("Paje_State_Pop_Event"),
                         SPUR_TRAIT_FIELD ("type", STRING, NONE, "the state's type"))

/* Something happens to a container that is no state, variable or link. */
SPUR_DEFINE_EVENT_CLASS (PajeNewEvent,
                         paje_new_event,
                         SPUR_TYPE_LO_EVENT,
                         SPUR_TRAIT_NAME ("Paje_New_Event"),
                         SPUR_TRAIT_FIELD ("type", STRING, NONE, "the event's type"),
                         SPUR_TRAIT_FIELD ("value", STRING, NONE, "what happens"))

/* A variable has a new value, which is the load of the target that stands for it. */
SPUR_DEFINE_EVENT_CLASS (PajeVariableEvent,
                         paje_variable_event,
                         SPUR_TYPE_LM_TARGET_LOAD_EVENT,
                         SPUR_TRAIT_NAME ("Paje_Variable_Event"),
                         SPUR_TRAIT_OMIT ("values"),
                         SPUR_TRAIT_FIELD ("type", STRING, NONE, "the variable's type"))

/* A variable has a new value, since something is added to the one before or taken from it. */
SPUR_DEFINE_EVENT_CLASS (
  PajeVariableChangeEvent,
  paje_variable_change_event,
  PAJE_TYPE_VARIABLE_EVENT,
  SPUR_TRAIT_NAME ("Paje_Variable_Change_Event"),
  SPUR_TRAIT_FIELD ("change", DOUBLE, NONE, "what is added to the value before"))

/* What Paje says of every link. */
#define LINK_FIELDS                                                                                \
  SPUR_TRAIT_FIELD ("type", STRING, NONE, "the link's type"),                                      \
    SPUR_TRAIT_FIELD ("value", STRING, NONE, "the link's value"),                                  \
    SPUR_TRAIT_FIELD ("key", STRING, NONE, "what its two ends have in common"),                    \
    SPUR_TRAIT_FIELD ("container", OBJECT, NONE, "what the link belongs to; absent for the root")

/* A link starts: a message is sent. */
SPUR_DEFINE_EVENT_CLASS (
  PajeLinkStartEvent,
  paje_link_start_event,
  SPUR_TYPE_LO_MESSAGE_SEND_EVENT,
  SPUR_TRAIT_NAME ("Paje_Link_Start_Event"),
  SPUR_TRAIT_ROLE (SEND, BY_ID),
  SPUR_TRAIT_OMIT ("content"),
  SPUR_TRAIT_OMIT ("number"),
  SPUR_TRAIT_FIELD ("message", UINT64, MESSAGE_ID, "the number of the link in the trace"),
  LINK_FIELDS)

/* A link ends: the message is received. */
SPUR_DEFINE_EVENT_CLASS (
  PajeLinkEndEvent,
  paje_link_end_event,
  SPUR_TYPE_LO_MESSAGE_RECEIVE_EVENT,
  SPUR_TRAIT_NAME ("Paje_Link_End_Event"),
  SPUR_TRAIT_ROLE (RECEIVE, BY_ID),
  SPUR_TRAIT_OMIT ("content"),
  SPUR_TRAIT_OMIT ("number"),
  SPUR_TRAIT_FIELD ("message", UINT64, MESSAGE_ID, "the number of the link in the trace"),
  LINK_FIELDS)

/* A link that takes no time connects two targets. */
SPUR_DEFINE_EVENT_CLASS (PajeConnectionEvent,
                         paje_connection_event,
                         SPUR_TYPE_TARGET_CREATE_NEIGHBORHOOD_EVENT,
                         SPUR_TRAIT_NAME ("Paje_Connection_Event"),
                         LINK_FIELDS)

/* A container is destroyed that a link joins to the one that continues it. */
SPUR_DEFINE_EVENT_CLASS (PajeMigrationSendEvent,
                         paje_migration_send_event,
                         SPUR_TYPE_LO_MIGRATION_SEND_EVENT,
                         SPUR_TRAIT_NAME ("Paje_Migration_Send_Event"),
                         LINK_FIELDS)

/* A container is created that continues one which was destroyed elsewhere. */
SPUR_DEFINE_EVENT_CLASS (PajeMigrationReceiveEvent,
                         paje_migration_receive_event,
                         SPUR_TYPE_LO_MIGRATION_RECEIVE_EVENT,
                         SPUR_TRAIT_NAME ("Paje_Migration_Receive_Event"),
                         LINK_FIELDS)
