/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The classes of project B2: what its load objects and targets are, and what happens to them. */
#include "plugins/projects/kit/sim-program.h"

/* clang-format off */
const SimClass b2_classes[] = {
  /* A node of the database system, with a disk of its own. */
  { "B2Node", "SpurTarget" },
  /* A query of a user; it is answered by interpreters. */
  { "B2Query", "SpurLoadObject" },
  /* A process that interprets a partial query. */
  { "B2Interpreter", "SpurLoadObject" },
  /* Assigns interpreters to nodes. */
  { "B2Scheduler", "SpurLmComponent" },
  /* Measures a node. */
  { "B2Monitor", "SpurLmComponent" },
  /* An interpreter is started for a partial query, in a process of its own, where it stays. */
  SIM_EVENT ("B2InterpreterCreation", "SpurLoCreationPlacement", "MIDAS_Interpreter_Creation",
             SIM_FIELD ("query", OBJECT, NULL, "the query of which it interprets a part"),
             SIM_FIELD ("operation", STRING, NULL, "which part"),
             SIM_USED ("resources", LIST, RESOURCES, NULL, "what it needs")),
  /* An interpreter or a query comes to its next phase. */
  SIM_EVENT ("B2QueryPhase", "SpurLoStateChange", "MIDAS_Query_Phase",
             SIM_OMIT ("values"),
             SIM_FIELD ("tuples", UINT64, "tuples", "how many tuples it has handled so far")),
  /* An interpreter has read pages, from the disk of its node or over the network. */
  SIM_EVENT ("B2PageRead", "SpurCustom", "MIDAS_Page_Read",
             SIM_OMIT ("values"),
             SIM_FIELD ("relation", STRING, NULL, "what is read"),
             SIM_FIELD ("pages", UINT32, "pages", "how many pages"),
             SIM_FIELD ("size", UINT64, "bytes", "bytes of these pages"),
             SIM_FIELD ("disk", OBJECT, NULL, "the node on whose disk they are")),
  /* State of a node: how much of its main memory is taken, and its input and output. */
  SIM_EVENT ("B2NodeLoad", "SpurLmTargetLoad", "MIDAS_Node_Load",
             SIM_OMIT ("values"),
             SIM_FIELD ("memory", UINT64, "bytes", "main memory that is free"),
             SIM_FIELD ("interpreters", UINT32, "1", "how many interpreters are there"),
             SIM_FIELD ("rate", UINT64, "bytes/s", "what its disk and its interpreters read")),
  /* Load of the network that all nodes share. */
  SIM_EVENT ("B2NetworkLoad", "SpurLmNetworkLoad", "MIDAS_Network_Load",
             SIM_OMIT ("values"),
             SIM_FIELD ("rate", UINT64, "bytes/s", "what goes over the network")),
  /* An interpreter sends tuples to the one that works on them further. */
  SIM_MESSAGE ("B2Tuples", "SpurLoMessage", "MIDAS_Tuples",
               SIM_OMIT ("content"),
               SIM_FIELD ("tuples", UINT64, "tuples", "how many tuples")),
  /* A node reports its state. */
  SIM_MESSAGE ("B2Report", "SpurLmMessage", "MIDAS_Report",
               SIM_OMIT ("content"),
               SIM_FIELD ("memory", UINT64, "bytes", "main memory that is free"),
               SIM_USED ("load", DOUBLE, LOAD, NULL, "share of the network that it sees taken")),
  /* The scheduler assigns a partial query to a node. */
  SIM_MESSAGE ("B2Assignment", "SpurLmMessage", "MIDAS_Assignment",
               SIM_OMIT ("content"),
               SIM_FIELD ("interpreter", OBJECT, NULL, "the interpreter"),
               SIM_FIELD ("memory", UINT64, "bytes",
                          "main memory that is free there, as far as is known"),
               SIM_FIELD ("need", UINT64, "bytes", "main memory that it needs")),
  /* A node tells that an interpreter has ended. */
  SIM_MESSAGE ("B2Completion", "SpurLmMessage", "MIDAS_Completion",
               SIM_OMIT ("content"),
               SIM_FIELD ("interpreter", OBJECT, NULL, "the interpreter")),
  { NULL },
};
/* clang-format on */
