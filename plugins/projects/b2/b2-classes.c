/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The classes of project B2: what its load objects and targets are, and what happens to them. */
#include "config.h"

#include "plugins/projects/kit/sim-programs.h"

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
  SIM_EVENT ("B2InterpreterCreationEvent",
             "SpurLoCreationPlacementEvent",
             "MIDAS_Interpreter_Creation_Event",
             SPUR_TRAIT_FIELD ("query", OBJECT, NONE, "the query of which it interprets a part"),
             SPUR_TRAIT_FIELD ("operation", STRING, NONE, "which part"),
             SPUR_TRAIT_FIELD ("resources", LIST, RESOURCES, "what it needs")),
  /* An interpreter or a query comes to its next phase. */
  SIM_EVENT ("B2QueryPhaseEvent",
             "SpurLoStateChangeEvent",
             "MIDAS_Query_Phase_Event",
             SPUR_TRAIT_OMIT ("values"),
             SPUR_TRAIT_UNIT_FIELD (
               "tuples", UINT64, NONE, "tuples", "how many tuples it has handled so far")),
  /* An interpreter has read pages, from the disk of its node or over the network. */
  SIM_EVENT ("B2PageReadEvent",
             "SpurCustomEvent",
             "MIDAS_Page_Read_Event",
             SPUR_TRAIT_OMIT ("values"),
             SPUR_TRAIT_FIELD ("relation", STRING, NONE, "what is read"),
             SPUR_TRAIT_UNIT_FIELD ("pages", UINT32, NONE, "pages", "how many pages"),
             SPUR_TRAIT_UNIT_FIELD ("size", UINT64, NONE, "bytes", "bytes of these pages"),
             SPUR_TRAIT_FIELD ("disk", OBJECT, NONE, "the node on whose disk they are")),
  /* State of a node: how much of its main memory is taken, and its input and output. */
  SIM_EVENT (
    "B2NodeLoadEvent",
    "SpurLmTargetLoadEvent",
    "MIDAS_Node_Load_Event",
    SPUR_TRAIT_OMIT ("values"),
    SPUR_TRAIT_UNIT_FIELD ("memory", UINT64, NONE, "bytes", "main memory that is free"),
    SPUR_TRAIT_UNIT_FIELD ("interpreters", UINT32, NONE, "1", "how many interpreters are there"),
    SPUR_TRAIT_UNIT_FIELD (
      "rate", UINT64, NONE, "bytes/s", "what its disk and its interpreters read")),
  /* Load of the network that all nodes share. */
  SIM_EVENT ("B2NetworkLoadEvent",
             "SpurLmNetworkLoadEvent",
             "MIDAS_Network_Load_Event",
             SPUR_TRAIT_OMIT ("values"),
             SPUR_TRAIT_UNIT_FIELD ("rate", UINT64, NONE, "bytes/s", "what goes over the network")),
  /* An interpreter sends tuples to the one that works on them further. */
  SIM_MESSAGE ("B2Tuples",
               "SpurLoMessage",
               "MIDAS_Tuples",
               SPUR_TRAIT_OMIT ("content"),
               SPUR_TRAIT_UNIT_FIELD ("tuples", UINT64, NONE, "tuples", "how many tuples")),
  /* A node reports its state. */
  SIM_MESSAGE ("B2Report",
               "SpurLmMessage",
               "MIDAS_Report",
               SPUR_TRAIT_OMIT ("content"),
               SPUR_TRAIT_UNIT_FIELD ("memory", UINT64, NONE, "bytes", "main memory that is free"),
               SPUR_TRAIT_FIELD ("load", DOUBLE, LOAD, "share of the network that it sees taken")),
  /* The scheduler assigns a partial query to a node. */
  SIM_MESSAGE (
    "B2Assignment",
    "SpurLmMessage",
    "MIDAS_Assignment",
    SPUR_TRAIT_OMIT ("content"),
    SPUR_TRAIT_FIELD ("interpreter", OBJECT, NONE, "the interpreter"),
    SPUR_TRAIT_UNIT_FIELD (
      "memory", UINT64, NONE, "bytes", "main memory that is free there, as far as is known"),
    SPUR_TRAIT_UNIT_FIELD ("need", UINT64, NONE, "bytes", "main memory that it needs")),
  /* A node tells that an interpreter has ended. */
  SIM_MESSAGE ("B2Completion",
               "SpurLmMessage",
               "MIDAS_Completion",
               SPUR_TRAIT_OMIT ("content"),
               SPUR_TRAIT_FIELD ("interpreter", OBJECT, NONE, "the interpreter")),
  { NULL },
};
