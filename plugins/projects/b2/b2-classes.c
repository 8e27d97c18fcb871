/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/projects/b2/b2-classes.h"

#include "core/model/objects/spur-lm-component.h"
#include "core/model/objects/spur-target.h"
#include "events/spur-custom-events.h"
#include "events/spur-lm-events.h"
#include "events/spur-lo-events.h"
#include "events/spur-message-events.h"
#include "plugins/projects/kit/sim-define.h"

SIM_DEFINE_OBJECT_TYPE (B2Node, b2_node, SPUR_TYPE_TARGET)
SIM_DEFINE_OBJECT_TYPE (B2Query, b2_query, SPUR_TYPE_LOAD_OBJECT)
SIM_DEFINE_OBJECT_TYPE (B2Interpreter, b2_interpreter, SPUR_TYPE_LOAD_OBJECT)
SIM_DEFINE_OBJECT_TYPE (B2Scheduler, b2_scheduler, SPUR_TYPE_LM_COMPONENT)
SIM_DEFINE_OBJECT_TYPE (B2Monitor, b2_monitor, SPUR_TYPE_LM_COMPONENT)

SPUR_DEFINE_EVENT_CLASS (
  B2InterpreterCreationEvent,
  b2_interpreter_creation_event,
  SPUR_TYPE_LO_CREATION_PLACEMENT_EVENT,
  SPUR_TRAIT_NAME ("MIDAS_Interpreter_Creation_Event"),
  SPUR_TRAIT_FIELD ("query", OBJECT, NONE, "the query of which it interprets a part"),
  SPUR_TRAIT_FIELD ("operation", STRING, NONE, "which part"),
  SPUR_TRAIT_FIELD ("resources", LIST, RESOURCES, "what it needs"))

SPUR_DEFINE_EVENT_CLASS (
  B2QueryPhaseEvent,
  b2_query_phase_event,
  SPUR_TYPE_LO_STATE_CHANGE_EVENT,
  SPUR_TRAIT_NAME ("MIDAS_Query_Phase_Event"),
  SPUR_TRAIT_OMIT ("values"),
  SPUR_TRAIT_UNIT_FIELD ("tuples", UINT64, NONE, "tuples", "how many tuples it has handled so far"))

SPUR_DEFINE_EVENT_CLASS (
  B2PageReadEvent,
  b2_page_read_event,
  SPUR_TYPE_CUSTOM_EVENT,
  SPUR_TRAIT_NAME ("MIDAS_Page_Read_Event"),
  SPUR_TRAIT_OMIT ("values"),
  SPUR_TRAIT_FIELD ("relation", STRING, NONE, "what is read"),
  SPUR_TRAIT_UNIT_FIELD ("pages", UINT32, NONE, "pages", "how many pages"),
  SPUR_TRAIT_UNIT_FIELD ("size", UINT64, NONE, "bytes", "bytes of these pages"),
  SPUR_TRAIT_FIELD ("disk", OBJECT, NONE, "the node on whose disk they are"))

SPUR_DEFINE_EVENT_CLASS (
  B2NodeLoadEvent,
  b2_node_load_event,
  SPUR_TYPE_LM_TARGET_LOAD_EVENT,
  SPUR_TRAIT_NAME ("MIDAS_Node_Load_Event"),
  SPUR_TRAIT_OMIT ("values"),
  SPUR_TRAIT_UNIT_FIELD ("memory", UINT64, NONE, "bytes", "main memory that is free"),
  SPUR_TRAIT_UNIT_FIELD ("interpreters", UINT32, NONE, "1", "how many interpreters are there"),
  SPUR_TRAIT_UNIT_FIELD (
    "rate", UINT64, NONE, "bytes/s", "what its disk and its interpreters read"))

SPUR_DEFINE_EVENT_CLASS (
  B2NetworkLoadEvent,
  b2_network_load_event,
  SPUR_TYPE_LM_NETWORK_LOAD_EVENT,
  SPUR_TRAIT_NAME ("MIDAS_Network_Load_Event"),
  SPUR_TRAIT_OMIT ("values"),
  SPUR_TRAIT_UNIT_FIELD ("rate", UINT64, NONE, "bytes/s", "what goes over the network"))

SIM_DEFINE_MESSAGE_CLASSES (
  B2Tuples,
  b2_tuples,
  SPUR_TYPE_LO_MESSAGE,
  "MIDAS_Tuples",
  SPUR_TRAIT_OMIT ("content"),
  SPUR_TRAIT_UNIT_FIELD ("tuples", UINT64, NONE, "tuples", "how many tuples"))

SIM_DEFINE_MESSAGE_CLASSES (
  B2Report,
  b2_report,
  SPUR_TYPE_LM_MESSAGE,
  "MIDAS_Report",
  SPUR_TRAIT_OMIT ("content"),
  SPUR_TRAIT_UNIT_FIELD ("memory", UINT64, NONE, "bytes", "main memory that is free"),
  SPUR_TRAIT_FIELD ("load", DOUBLE, LOAD, "share of the network that it sees taken"))

SIM_DEFINE_MESSAGE_CLASSES (
  B2Assignment,
  b2_assignment,
  SPUR_TYPE_LM_MESSAGE,
  "MIDAS_Assignment",
  SPUR_TRAIT_OMIT ("content"),
  SPUR_TRAIT_FIELD ("interpreter", OBJECT, NONE, "the interpreter"),
  SPUR_TRAIT_UNIT_FIELD (
    "memory", UINT64, NONE, "bytes", "main memory that is free there, as far as is known"),
  SPUR_TRAIT_UNIT_FIELD ("need", UINT64, NONE, "bytes", "main memory that it needs"))

SIM_DEFINE_MESSAGE_CLASSES (B2Completion,
                            b2_completion,
                            SPUR_TYPE_LM_MESSAGE,
                            "MIDAS_Completion",
                            SPUR_TRAIT_OMIT ("content"),
                            SPUR_TRAIT_FIELD ("interpreter", OBJECT, NONE, "the interpreter"))
