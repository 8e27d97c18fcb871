/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The classes of project A1: what its load objects and targets are, and what happens to them. */
#include "config.h"

#include "plugins/projects/kit/sim-programs.h"

const SimClass a1_classes[] = {
  /* A computer of the network. */
  { "A1Computer", "SpurTarget" },
  /* A processor of a computer. */
  { "A1Processor", "SpurTarget" },
  /* A process of a parallel application. */
  { "A1Process", "SpurLoadObject" },
  /* A thread of a process. */
  { "A1Thread", "SpurLoadObject" },
  /* An object in the sense of a programming language, in a process. */
  { "A1Object", "SpurLoadObject" },
  /* A part of the monitoring system OCM: one on each computer, with its node status reporter, and a
     central one. */
  { "A1Monitor", "SpurLmComponent" },
  /* A monitor asks another one for a service, or answers. */
  SIM_MESSAGE ("A1Service",
               "SpurLmMessage",
               "OMIS_Service",
               SPUR_TRAIT_FIELD ("service", STRING, NONE, "the service by its name in OMIS")),
  /* A process sends to another one. */
  SIM_MESSAGE_BY_ID ("A1Message",
                     "SpurLoMessage",
                     "OMIS_Message",
                     SPUR_TRAIT_OMIT ("content"),
                     SPUR_TRAIT_FIELD ("message", UINT64, MESSAGE_ID, "the message's number")),
  /* The checkpoint of a process leaves for another computer. */
  SIM_MESSAGE ("A1CheckpointMigration",
               "SpurLoMigration",
               "OMIS_Checkpoint_Migration",
               SPUR_TRAIT_UNIT_FIELD ("size", UINT64, SIZE, "bytes", "bytes of the checkpoint")),
  /* A process is created on a computer. */
  SIM_EVENT (
    "A1ProcessCreationEvent",
    "SpurLoCreationPlacementEvent",
    "OMIS_Process_Creation_Event",
    SPUR_TRAIT_FIELD ("pid", UINT32, NONE, "the process id on its computer"),
    SPUR_TRAIT_FIELD ("requirements", LIST, RESOURCES, "the resources that it needs from now on")),
  /* A thread is created in a process. */
  SIM_EVENT ("A1ThreadCreationEvent",
             "SpurLoCreationPlacementEvent",
             "OMIS_Thread_Creation_Event",
             SPUR_TRAIT_FIELD ("tid", UINT32, NONE, "the number of the thread in its process")),
  /* An object is created in a process. */
  SIM_EVENT (
    "A1ObjectCreationEvent",
    "SpurLoCreationPlacementEvent",
    "OMIS_Object_Creation_Event",
    SPUR_TRAIT_FIELD ("requirements", LIST, RESOURCES, "the resources that it needs from now on")),
  /* A process needs other resources than before. Its state stays what it is. */
  SIM_EVENT (
    "A1RequirementsEvent",
    "SpurLoStateChangeEvent",
    "OMIS_Requirements_Event",
    SPUR_TRAIT_EFFECT (NONE),
    SPUR_TRAIT_OMIT ("old_state"),
    SPUR_TRAIT_OMIT ("state"),
    SPUR_TRAIT_FIELD ("requirements", LIST, RESOURCES, "the resources that it needs from now on")),
  /* A process, thread or object ends. */
  SIM_EVENT (
    "A1TerminationEvent",
    "SpurLoTerminationEvent",
    "OMIS_Termination_Event",
    SPUR_TRAIT_FIELD ("exit_status", INT64, NONE, "what a process ends with; 0 for all else")),
  /* A computer joins; what it offers is in its attributes. */
  SIM_EVENT ("A1ComputerAdditionEvent", "SpurTargetAdditionEvent", "OMIS_Computer_Addition_Event"),
  /* A processor of a computer joins. */
  SIM_EVENT (
    "A1ProcessorAdditionEvent", "SpurTargetAdditionEvent", "OMIS_Processor_Addition_Event"),
  /* A computer leaves. */
  SIM_EVENT ("A1ComputerRemovalEvent", "SpurTargetRemovalEvent", "OMIS_Computer_Removal_Event"),
  /* An interactive user logs in. */
  SIM_EVENT ("A1LoginEvent",
             "SpurTargetStateChangeEvent",
             "OMIS_Login_Event",
             SPUR_TRAIT_FIELD ("user", STRING, NONE, "who logs in or out"),
             SPUR_TRAIT_FIELD ("users", UINT32, NONE, "how many users are logged in then")),
  /* An interactive user logs out. */
  SIM_EVENT ("A1LogoutEvent",
             "SpurTargetStateChangeEvent",
             "OMIS_Logout_Event",
             SPUR_TRAIT_FIELD ("user", STRING, NONE, "who logs in or out"),
             SPUR_TRAIT_FIELD ("users", UINT32, NONE, "how many users are logged in then")),
  /* The node status reporter measures the load of its computer. */
  SIM_EVENT ("A1NodeLoadEvent", "SpurLmTargetLoadEvent", "OMIS_Node_Load_Event"),
  /* The central monitor measures the load of the network. */
  SIM_EVENT ("A1NetworkLoadEvent", "SpurLmNetworkLoadEvent", "OMIS_Network_Load_Event"),
  { NULL },
};
