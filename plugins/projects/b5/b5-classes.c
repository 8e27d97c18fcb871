/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The classes of project B5: what its load objects and targets are, and what happens to them. */
#include "plugins/projects/kit/sim-program.h"

/* clang-format off */
const SimClass b5_classes[] = {
  /* A workstation with one or two processors. */
  { "B5Workstation", "SpurTarget" },
  /* A virtual process: a distributed resource to which work load is assigned. */
  { "B5Process", "SpurLoadObject" },
  /* A virtual agent: executes one task after the other, and migrates between processes. */
  { "B5Agent", "SpurLoadObject" },
  /* A virtual task: a subproblem of the application, which stays with its agent. */
  { "B5Task", "SpurLoadObject" },
  /* ALDY itself, as it is linked to a process. */
  { "B5Distributor", "SpurLmComponent" },
  /* ALDY sends one of its internal messages. What the message carries are fields of the
   * subclasses, so the general content is left out. */
  SIM_MESSAGE ("B5Message", "SpurLmMessage", "ALDY_Message",
               SIM_OMIT ("content")),
  /* A process with little load asks another one for an agent: the first step of the receiver-
   * initiated strategy. */
  SIM_MESSAGE ("B5Request", "B5Message", "ALDY_Request",
               SIM_FIELD ("load", UINT32, "tasks", "how many tasks the asking process has")),
  /* A process grants an agent to one that asked, or has none to give. */
  SIM_MESSAGE ("B5Reply", "B5Message", "ALDY_Reply",
               SIM_FIELD ("load", UINT32, "tasks", "how many tasks the answering process has"),
               SIM_FIELD ("agent", OBJECT, NULL, "the agent that follows, or none")),
  /* A task came for an agent that is here no more, and is sent after it. */
  SIM_MESSAGE ("B5Forward", "B5Message", "ALDY_Forward",
               SIM_FIELD ("task", OBJECT, NULL, "the task"),
               SIM_FIELD ("agent", OBJECT, NULL, "the agent that it is for")),
  /* Tells a process that sent a task to where an agent was, where the agent is now. */
  SIM_MESSAGE ("B5Location", "B5Message", "ALDY_Location",
               SIM_FIELD ("agent", OBJECT, NULL, "the agent"),
               SIM_FIELD ("place", OBJECT, NULL, "the process to which it went")),
  /* Start, end, and the detection of the end by recovery of credits. */
  SIM_MESSAGE ("B5Control", "B5Message", "ALDY_Control",
               SIM_FIELD ("credit", UINT64, "1",
                          "the share of the work that is done, for the detection of the end")),
  /* The load of a virtual process; its state says what that means to the strategy. */
  SIM_EVENT ("B5ProcessLoad", "SpurLoStateChange", "ALDY_Process_Load",
             SIM_OMIT ("values"),
             SIM_USED ("load", DOUBLE, LOAD, "tasks",
                       "how many tasks wait for or are executed by its agents"),
             SIM_FIELD ("agents", UINT32, "agents", "how many agents it executes")),
  /* An agent has no task, and blocks until one arrives. */
  SIM_EVENT ("B5AgentBlocking", "SpurLoStateChange", "ALDY_Agent_Blocking",
             SIM_OMIT ("values")),
  /* A task comes to the agent that is to execute it, and waits with it, also where that migrates. */
  SIM_EVENT ("B5TaskBuffering", "SpurLoPlacement", "ALDY_Task_Buffering",
             SIM_FIELD ("process", OBJECT, NULL, "the process in which it waits"),
             SIM_FIELD ("length", UINT32, "tasks", "how many tasks wait for the agent with it")),
  /* A task is assigned to an agent, which executes it to its end. */
  SIM_EVENT ("B5TaskAssignment", "SpurLoPlacement", "ALDY_Task_Assignment",
             SIM_FIELD ("wait", UINT64, "ns", "how long it was buffered in this process")),
  /* An agent leaves its process, and takes with it the tasks that wait for it. */
  SIM_MESSAGE ("B5AgentMigration", "SpurLoMigration", "ALDY_Agent_Migration",
               SIM_FIELD ("tasks", UINT32, "tasks", "how many tasks go with it"),
               SIM_USED ("size", UINT64, SIZE, "bytes", "bytes of the agent and its tasks")),
  /* An agent sends a task to an agent, wherever that is. Agents migrate, so the message has a
   * number instead of an order. */
  SIM_MESSAGE_BY_ID ("B5Task", "SpurLoMessage", "ALDY_Task",
                     SIM_OMIT ("content"),
                     SIM_USED ("message", UINT64, MESSAGE_ID, NULL, "the number of the message"),
                     SIM_FIELD ("task", OBJECT, NULL, "the task")),
  { NULL },
};
/* clang-format on */
