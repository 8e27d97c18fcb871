/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/projects/b5/b5-classes.h"

#include "core/model/objects/spur-lm-component.h"
#include "core/model/objects/spur-target.h"
#include "events/spur-lm-events.h"
#include "events/spur-lo-events.h"
#include "events/spur-message-events.h"
#include "plugins/projects/kit/sim-define.h"

SIM_DEFINE_OBJECT_TYPE (B5Workstation, b5_workstation, SPUR_TYPE_TARGET)
SIM_DEFINE_OBJECT_TYPE (B5Process, b5_process, SPUR_TYPE_LOAD_OBJECT)
SIM_DEFINE_OBJECT_TYPE (B5Agent, b5_agent, SPUR_TYPE_LOAD_OBJECT)
SIM_DEFINE_OBJECT_TYPE (B5Task, b5_task, SPUR_TYPE_LOAD_OBJECT)
SIM_DEFINE_OBJECT_TYPE (B5Distributor, b5_distributor, SPUR_TYPE_LM_COMPONENT)

SIM_DEFINE_MESSAGE_CLASSES (
  B5Message, b5_message, SPUR_TYPE_LM_MESSAGE, "ALDY_Message", SPUR_TRAIT_OMIT ("content"))

SIM_DEFINE_MESSAGE_CLASSES (
  B5Request,
  b5_request,
  B5_TYPE_MESSAGE,
  "ALDY_Request",
  SPUR_TRAIT_UNIT_FIELD ("load", UINT32, NONE, "tasks", "how many tasks the asking process has"))

SIM_DEFINE_MESSAGE_CLASSES (
  B5Reply,
  b5_reply,
  B5_TYPE_MESSAGE,
  "ALDY_Reply",
  SPUR_TRAIT_UNIT_FIELD ("load", UINT32, NONE, "tasks", "how many tasks the answering process has"),
  SPUR_TRAIT_FIELD ("agent", OBJECT, NONE, "the agent that follows, or none"))

SIM_DEFINE_MESSAGE_CLASSES (B5Forward,
                            b5_forward,
                            B5_TYPE_MESSAGE,
                            "ALDY_Forward",
                            SPUR_TRAIT_FIELD ("task", OBJECT, NONE, "the task"),
                            SPUR_TRAIT_FIELD ("agent", OBJECT, NONE, "the agent that it is for"))

SIM_DEFINE_MESSAGE_CLASSES (
  B5Location,
  b5_location,
  B5_TYPE_MESSAGE,
  "ALDY_Location",
  SPUR_TRAIT_FIELD ("agent", OBJECT, NONE, "the agent"),
  SPUR_TRAIT_FIELD ("place", OBJECT, NONE, "the process to which it went"))

SIM_DEFINE_MESSAGE_CLASSES (
  B5Control,
  b5_control,
  B5_TYPE_MESSAGE,
  "ALDY_Control",
  SPUR_TRAIT_UNIT_FIELD ("credit",
                         UINT64,
                         NONE,
                         "1",
                         "the share of the work that is done, for the detection of the end"))

SPUR_DEFINE_EVENT_CLASS (
  B5ProcessLoadEvent,
  b5_process_load_event,
  SPUR_TYPE_LO_STATE_CHANGE_EVENT,
  SPUR_TRAIT_NAME ("ALDY_Process_Load_Event"),
  SPUR_TRAIT_OMIT ("values"),
  SPUR_TRAIT_UNIT_FIELD (
    "load", DOUBLE, LOAD, "tasks", "how many tasks wait for or are executed by its agents"),
  SPUR_TRAIT_UNIT_FIELD ("agents", UINT32, NONE, "agents", "how many agents it executes"))

SPUR_DEFINE_EVENT_CLASS (B5AgentBlockingEvent,
                         b5_agent_blocking_event,
                         SPUR_TYPE_LO_STATE_CHANGE_EVENT,
                         SPUR_TRAIT_NAME ("ALDY_Agent_Blocking_Event"),
                         SPUR_TRAIT_OMIT ("values"))

SPUR_DEFINE_EVENT_CLASS (
  B5TaskBufferingEvent,
  b5_task_buffering_event,
  SPUR_TYPE_LO_PLACEMENT_EVENT,
  SPUR_TRAIT_NAME ("ALDY_Task_Buffering_Event"),
  SPUR_TRAIT_FIELD ("agent", OBJECT, NONE, "the agent that is to execute it"),
  SPUR_TRAIT_UNIT_FIELD (
    "length", UINT32, NONE, "tasks", "how many tasks wait for the agent with it"))

SPUR_DEFINE_EVENT_CLASS (
  B5TaskAssignmentEvent,
  b5_task_assignment_event,
  SPUR_TYPE_LO_PLACEMENT_EVENT,
  SPUR_TRAIT_NAME ("ALDY_Task_Assignment_Event"),
  SPUR_TRAIT_UNIT_FIELD ("wait", UINT64, NONE, "ns", "how long it was buffered in this process"))

SIM_DEFINE_MESSAGE_CLASSES (
  B5AgentMigration,
  b5_agent_migration,
  SPUR_TYPE_LO_MIGRATION,
  "ALDY_Agent_Migration",
  SPUR_TRAIT_UNIT_FIELD ("tasks", UINT32, NONE, "tasks", "how many tasks go with it"),
  SPUR_TRAIT_UNIT_FIELD ("size", UINT64, SIZE, "bytes", "bytes of the agent and its tasks"))

SPUR_DEFINE_EVENT_CLASS (
  B5TaskSendEvent,
  b5_task_send_event,
  SPUR_TYPE_LO_MESSAGE_SEND_EVENT,
  SPUR_TRAIT_NAME ("ALDY_Task_Send_Event"),
  SPUR_TRAIT_ROLE (SEND, BY_ID),
  SPUR_TRAIT_OMIT ("content"),
  SPUR_TRAIT_FIELD ("message", UINT64, MESSAGE_ID, "the number of the message"),
  SPUR_TRAIT_FIELD ("task", OBJECT, NONE, "the task"))

SPUR_DEFINE_EVENT_CLASS (
  B5TaskReceiveEvent,
  b5_task_receive_event,
  SPUR_TYPE_LO_MESSAGE_RECEIVE_EVENT,
  SPUR_TRAIT_NAME ("ALDY_Task_Receive_Event"),
  SPUR_TRAIT_ROLE (RECEIVE, BY_ID),
  SPUR_TRAIT_OMIT ("content"),
  SPUR_TRAIT_FIELD ("message", UINT64, MESSAGE_ID, "the number of the message"),
  SPUR_TRAIT_FIELD ("task", OBJECT, NONE, "the task"))
