/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/projects/b3/b3-classes.h"

#include "core/model/objects/spur-lm-component.h"
#include "core/model/objects/spur-target.h"
#include "events/spur-custom-events.h"
#include "events/spur-lm-events.h"
#include "events/spur-lo-events.h"
#include "events/spur-message-events.h"
#include "plugins/projects/kit/sim-define.h"

SIM_DEFINE_OBJECT_TYPE (B3Workstation, b3_workstation, SPUR_TYPE_TARGET)
SIM_DEFINE_OBJECT_TYPE (B3Process, b3_process, SPUR_TYPE_LOAD_OBJECT)
SIM_DEFINE_OBJECT_TYPE (B3TreeNode, b3_tree_node, SPUR_TYPE_LOAD_OBJECT)
SIM_DEFINE_OBJECT_TYPE (B3Balancer, b3_balancer, SPUR_TYPE_LM_COMPONENT)

SPUR_DEFINE_EVENT_CLASS (
  B3BisectionEvent,
  b3_bisection_event,
  SPUR_TYPE_LO_STATE_CHANGE_EVENT,
  SPUR_TRAIT_NAME ("ARESO_Bisection_Event"),
  SPUR_TRAIT_FIELD ("parts", UINT32, NONE, "how many parts there are"),
  SPUR_TRAIT_UNIT_FIELD ("unknowns", UINT64, NONE, "unknowns", "unknowns of all parts"),
  SPUR_TRAIT_UNIT_FIELD ("heaviest", UINT64, NONE, "unknowns", "unknowns of the heaviest part"),
  SPUR_TRAIT_FIELD (
    "alpha", DOUBLE, NONE, "the least share that the lighter half of a bisection had"),
  SPUR_TRAIT_FIELD ("moved", UINT32, NONE, "how many nodes have to migrate"))

SIM_DEFINE_MESSAGE_CLASSES (B3BalancingMessage,
                            b3_balancing_message,
                            SPUR_TYPE_LM_MESSAGE,
                            "ARESO_Balancing_Message",
                            SPUR_TRAIT_FIELD ("nodes", UINT32, NONE, "how many nodes it is about"))

SPUR_DEFINE_EVENT_CLASS (
  B3LeafCreationEvent,
  b3_leaf_creation_event,
  SPUR_TYPE_LO_CREATION_PLACEMENT_EVENT,
  SPUR_TRAIT_NAME ("ARESO_Leaf_Creation_Event"),
  SPUR_TRAIT_UNIT_FIELD (
    "unknowns", UINT32, NONE, "unknowns", "unknowns of the node's equations: its load index"),
  SPUR_TRAIT_FIELD ("depth", UINT16, NONE, "how many edges are between it and the root"))

SPUR_DEFINE_EVENT_CLASS (
  B3NodeEnlargementEvent,
  b3_node_enlargement_event,
  SPUR_TYPE_LO_STATE_CHANGE_EVENT,
  SPUR_TRAIT_NAME ("ARESO_Node_Enlargement_Event"),
  SPUR_TRAIT_EFFECT (NONE),
  SPUR_TRAIT_OMIT ("old_state"),
  SPUR_TRAIT_OMIT ("state"),
  SPUR_TRAIT_UNIT_FIELD (
    "unknowns", UINT32, NONE, "unknowns", "unknowns of the node's equations: its load index"),
  SPUR_TRAIT_UNIT_FIELD ("gained", UINT32, NONE, "unknowns", "how many of them are new"))

SPUR_DEFINE_EVENT_CLASS (B3ComputationBeginEvent,
                         b3_computation_begin_event,
                         SPUR_TYPE_LO_STATE_CHANGE_EVENT,
                         SPUR_TRAIT_NAME ("ARESO_Computation_Begin_Event"),
                         SPUR_TRAIT_EFFECT (ENTER),
                         SPUR_TRAIT_OMIT ("values"),
                         SPUR_TRAIT_UNIT_FIELD ("unknowns",
                                                UINT32,
                                                NONE,
                                                "unknowns",
                                                "unknowns of the node's equations: its load index"))

SPUR_DEFINE_EVENT_CLASS (B3ComputationEndEvent,
                         b3_computation_end_event,
                         SPUR_TYPE_LO_STATE_CHANGE_EVENT,
                         SPUR_TRAIT_NAME ("ARESO_Computation_End_Event"),
                         SPUR_TRAIT_EFFECT (LEAVE),
                         SPUR_TRAIT_OMIT ("values"))

SIM_DEFINE_MESSAGE_CLASSES (
  B3NodeMigration,
  b3_node_migration,
  SPUR_TYPE_LO_MIGRATION,
  "ARESO_Node_Migration",
  SPUR_TRAIT_UNIT_FIELD (
    "unknowns", UINT32, NONE, "unknowns", "unknowns of the node's equations: its load index"),
  SPUR_TRAIT_UNIT_FIELD ("size", UINT64, SIZE, "bytes", "bytes of the message"))

SPUR_DEFINE_EVENT_CLASS (
  B3TraversalEvent,
  b3_traversal_event,
  SPUR_TYPE_CUSTOM_EVENT,
  SPUR_TRAIT_NAME ("ARESO_Traversal_Event"),
  SPUR_TRAIT_FIELD ("number", UINT32, NONE, "which traversal it is, from 1 on"),
  SPUR_TRAIT_FIELD ("nodes", UINT32, NONE, "how many nodes the tree has"),
  SPUR_TRAIT_UNIT_FIELD ("unknowns", UINT64, NONE, "unknowns", "unknowns of all nodes"))

SPUR_DEFINE_EVENT_CLASS (
  B3EdgeSendEvent,
  b3_edge_send_event,
  SPUR_TYPE_LO_MESSAGE_SEND_EVENT,
  SPUR_TRAIT_NAME ("ARESO_Edge_Send_Event"),
  SPUR_TRAIT_ROLE (SEND, BY_ID),
  SPUR_TRAIT_OMIT ("content"),
  SPUR_TRAIT_FIELD ("message", UINT64, MESSAGE_ID, "the message's number"),
  SPUR_TRAIT_UNIT_FIELD ("unknowns", UINT32, NONE, "unknowns", "unknowns that the two nodes share"))

SPUR_DEFINE_EVENT_CLASS (
  B3EdgeReceiveEvent,
  b3_edge_receive_event,
  SPUR_TYPE_LO_MESSAGE_RECEIVE_EVENT,
  SPUR_TRAIT_NAME ("ARESO_Edge_Receive_Event"),
  SPUR_TRAIT_ROLE (RECEIVE, BY_ID),
  SPUR_TRAIT_OMIT ("content"),
  SPUR_TRAIT_FIELD ("message", UINT64, MESSAGE_ID, "the message's number"),
  SPUR_TRAIT_UNIT_FIELD ("unknowns", UINT32, NONE, "unknowns", "unknowns that the two nodes share"))
