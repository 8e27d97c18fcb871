/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The classes of project A1: what its load objects and targets are, and what happens to them. */
#include "plugins/projects/kit/sim-program.h"

#define REQUIREMENTS                                                                               \
  SIM_USED ("requirements", LIST, RESOURCES, NULL, "the resources that it needs from now on")

/* clang-format off */
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
  /* A part of the monitoring system OCM: one on each computer, with its node status reporter,
   * and a central one. */
  { "A1Monitor", "SpurLmComponent" },
  /* A monitor asks another one for a service, or answers. */
  SIM_MESSAGE ("A1Service", "SpurLmMessage", "OMIS_Service",
               SIM_FIELD ("service", STRING, NULL, "the service by its name in OMIS")),
  /* A process sends to another one. */
  SIM_MESSAGE_BY_ID ("A1Message", "SpurLoMessage", "OMIS_Message",
                     SIM_OMIT ("content"),
                     SIM_USED ("message", UINT64, MESSAGE_ID, NULL, "the message's number")),
  /* The checkpoint of a process leaves for another computer. */
  SIM_MESSAGE ("A1CheckpointMigration", "SpurLoMigration", "OMIS_Checkpoint_Migration",
               SIM_USED ("size", UINT64, SIZE, "bytes", "bytes of the checkpoint")),
  /* A process is created on a computer. */
  SIM_EVENT ("A1ProcessCreation", "SpurLoCreationPlacement", "OMIS_Process_Creation",
             SIM_FIELD ("pid", UINT32, NULL, "the process id on its computer"),
             REQUIREMENTS),
  /* A thread is created in a process. */
  SIM_EVENT ("A1ThreadCreation", "SpurLoCreationPlacement", "OMIS_Thread_Creation",
             SIM_FIELD ("tid", UINT32, NULL, "the number of the thread in its process")),
  /* An object is created in a process. */
  SIM_EVENT ("A1ObjectCreation", "SpurLoCreationPlacement", "OMIS_Object_Creation",
             REQUIREMENTS),
  /* A process needs other resources than before. Its state stays what it is. */
  SIM_EVENT ("A1Requirements", "SpurLoStateChange", "OMIS_Requirements",
             SPUR_TRAIT_EFFECT (NONE), SIM_OMIT ("old_state"), SIM_OMIT ("state"),
             REQUIREMENTS),
  /* A process, thread or object ends. */
  SIM_EVENT ("A1Termination", "SpurLoTermination", "OMIS_Termination",
             SIM_FIELD ("exit_status", INT64, NULL, "what a process ends with; 0 for all else")),
  /* A computer joins; what it offers is in its attributes. */
  SIM_EVENT ("A1ComputerAddition", "SpurTargetAddition", "OMIS_Computer_Addition"),
  /* A processor of a computer joins. */
  SIM_EVENT ("A1ProcessorAddition", "SpurTargetAddition", "OMIS_Processor_Addition"),
  /* A computer leaves. */
  SIM_EVENT ("A1ComputerRemoval", "SpurTargetRemoval", "OMIS_Computer_Removal"),
  /* An interactive user logs in. */
  SIM_EVENT ("A1Login", "SpurTargetStateChange", "OMIS_Login",
             SIM_FIELD ("user", STRING, NULL, "who logs in or out"),
             SIM_FIELD ("users", UINT32, NULL, "how many users are logged in then")),
  /* An interactive user logs out. */
  SIM_EVENT ("A1Logout", "SpurTargetStateChange", "OMIS_Logout",
             SIM_FIELD ("user", STRING, NULL, "who logs in or out"),
             SIM_FIELD ("users", UINT32, NULL, "how many users are logged in then")),
  /* The node status reporter measures the load of its computer. */
  SIM_EVENT ("A1NodeLoad", "SpurLmTargetLoad", "OMIS_Node_Load"),
  /* The central monitor measures the load of the network. */
  SIM_EVENT ("A1NetworkLoad", "SpurLmNetworkLoad", "OMIS_Network_Load"),
  { NULL },
};
/* clang-format on */
