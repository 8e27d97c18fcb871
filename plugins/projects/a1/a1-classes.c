/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/projects/a1/a1-classes.h"

#include "core/model/objects/spur-lm-component.h"
#include "core/model/objects/spur-target.h"
#include "events/spur-lm-events.h"
#include "events/spur-lo-events.h"
#include "events/spur-message-events.h"
#include "events/spur-target-events.h"
#include "plugins/projects/kit/sim-define.h"

SIM_DEFINE_OBJECT_TYPE (A1Computer, a1_computer, SPUR_TYPE_TARGET)
SIM_DEFINE_OBJECT_TYPE (A1Processor, a1_processor, SPUR_TYPE_TARGET)
SIM_DEFINE_OBJECT_TYPE (A1Process, a1_process, SPUR_TYPE_LOAD_OBJECT)
SIM_DEFINE_OBJECT_TYPE (A1Thread, a1_thread, SPUR_TYPE_LOAD_OBJECT)
SIM_DEFINE_OBJECT_TYPE (A1Object, a1_object, SPUR_TYPE_LOAD_OBJECT)
SIM_DEFINE_OBJECT_TYPE (A1Monitor, a1_monitor, SPUR_TYPE_LM_COMPONENT)

SIM_DEFINE_MESSAGE_CLASSES (
  A1Service,
  a1_service,
  SPUR_TYPE_LM_MESSAGE,
  "OMIS_Service",
  SPUR_TRAIT_FIELD ("service", STRING, NONE, "the service by its name in OMIS"))

SPUR_DEFINE_EVENT_CLASS (A1MessageSendEvent,
                         a1_message_send_event,
                         SPUR_TYPE_LO_MESSAGE_SEND_EVENT,
                         SPUR_TRAIT_NAME ("OMIS_Message_Send_Event"),
                         SPUR_TRAIT_ROLE (SEND, BY_ID),
                         SPUR_TRAIT_OMIT ("content"),
                         SPUR_TRAIT_FIELD ("message", UINT64, MESSAGE_ID, "the message's number"))

SPUR_DEFINE_EVENT_CLASS (A1MessageReceiveEvent,
                         a1_message_receive_event,
                         SPUR_TYPE_LO_MESSAGE_RECEIVE_EVENT,
                         SPUR_TRAIT_NAME ("OMIS_Message_Receive_Event"),
                         SPUR_TRAIT_ROLE (RECEIVE, BY_ID),
                         SPUR_TRAIT_OMIT ("content"),
                         SPUR_TRAIT_FIELD ("message", UINT64, MESSAGE_ID, "the message's number"))

SIM_DEFINE_MESSAGE_CLASSES (
  A1CheckpointMigration,
  a1_checkpoint_migration,
  SPUR_TYPE_LO_MIGRATION,
  "OMIS_Checkpoint_Migration",
  SPUR_TRAIT_UNIT_FIELD ("size", UINT64, SIZE, "bytes", "bytes of the checkpoint"))

SPUR_DEFINE_EVENT_CLASS (
  A1ProcessCreationEvent,
  a1_process_creation_event,
  SPUR_TYPE_LO_CREATION_PLACEMENT_EVENT,
  SPUR_TRAIT_NAME ("OMIS_Process_Creation_Event"),
  SPUR_TRAIT_FIELD ("pid", UINT32, NONE, "the process id on its computer"),
  SPUR_TRAIT_FIELD ("requirements", LIST, RESOURCES, "the resources that it needs from now on"))

SPUR_DEFINE_EVENT_CLASS (
  A1ThreadCreationEvent,
  a1_thread_creation_event,
  SPUR_TYPE_LO_CREATION_PLACEMENT_EVENT,
  SPUR_TRAIT_NAME ("OMIS_Thread_Creation_Event"),
  SPUR_TRAIT_FIELD ("tid", UINT32, NONE, "the number of the thread in its process"))

SPUR_DEFINE_EVENT_CLASS (
  A1ObjectCreationEvent,
  a1_object_creation_event,
  SPUR_TYPE_LO_CREATION_PLACEMENT_EVENT,
  SPUR_TRAIT_NAME ("OMIS_Object_Creation_Event"),
  SPUR_TRAIT_FIELD ("requirements", LIST, RESOURCES, "the resources that it needs from now on"))

SPUR_DEFINE_EVENT_CLASS (
  A1RequirementsEvent,
  a1_requirements_event,
  SPUR_TYPE_LO_STATE_CHANGE_EVENT,
  SPUR_TRAIT_NAME ("OMIS_Requirements_Event"),
  SPUR_TRAIT_EFFECT (NONE),
  SPUR_TRAIT_OMIT ("old_state"),
  SPUR_TRAIT_OMIT ("state"),
  SPUR_TRAIT_FIELD ("requirements", LIST, RESOURCES, "the resources that it needs from now on"))

SPUR_DEFINE_EVENT_CLASS (
  A1TerminationEvent,
  a1_termination_event,
  SPUR_TYPE_LO_TERMINATION_EVENT,
  SPUR_TRAIT_NAME ("OMIS_Termination_Event"),
  SPUR_TRAIT_FIELD ("exit_status", INT64, NONE, "what a process ends with; 0 for all else"))

SPUR_DEFINE_EVENT_CLASS (A1ComputerAdditionEvent,
                         a1_computer_addition_event,
                         SPUR_TYPE_TARGET_ADDITION_EVENT,
                         SPUR_TRAIT_NAME ("OMIS_Computer_Addition_Event"))

SPUR_DEFINE_EVENT_CLASS (A1ProcessorAdditionEvent,
                         a1_processor_addition_event,
                         SPUR_TYPE_TARGET_ADDITION_EVENT,
                         SPUR_TRAIT_NAME ("OMIS_Processor_Addition_Event"))

SPUR_DEFINE_EVENT_CLASS (A1ComputerRemovalEvent,
                         a1_computer_removal_event,
                         SPUR_TYPE_TARGET_REMOVAL_EVENT,
                         SPUR_TRAIT_NAME ("OMIS_Computer_Removal_Event"))

SPUR_DEFINE_EVENT_CLASS (
  A1LoginEvent,
  a1_login_event,
  SPUR_TYPE_TARGET_STATE_CHANGE_EVENT,
  SPUR_TRAIT_NAME ("OMIS_Login_Event"),
  SPUR_TRAIT_FIELD ("user", STRING, NONE, "who logs in or out"),
  SPUR_TRAIT_FIELD ("users", UINT32, NONE, "how many users are logged in then"))

SPUR_DEFINE_EVENT_CLASS (
  A1LogoutEvent,
  a1_logout_event,
  SPUR_TYPE_TARGET_STATE_CHANGE_EVENT,
  SPUR_TRAIT_NAME ("OMIS_Logout_Event"),
  SPUR_TRAIT_FIELD ("user", STRING, NONE, "who logs in or out"),
  SPUR_TRAIT_FIELD ("users", UINT32, NONE, "how many users are logged in then"))

SPUR_DEFINE_EVENT_CLASS (A1NodeLoadEvent,
                         a1_node_load_event,
                         SPUR_TYPE_LM_TARGET_LOAD_EVENT,
                         SPUR_TRAIT_NAME ("OMIS_Node_Load_Event"))

SPUR_DEFINE_EVENT_CLASS (A1NetworkLoadEvent,
                         a1_network_load_event,
                         SPUR_TYPE_LM_NETWORK_LOAD_EVENT,
                         SPUR_TRAIT_NAME ("OMIS_Network_Load_Event"))
