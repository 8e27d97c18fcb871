/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The classes of project B3: what its load objects and targets are, and what happens to them. */
#include "config.h"

#include "plugins/projects/kit/sim-programs.h"

const SimClass b3_classes[] = {
  /* A workstation of the cluster. */
  { "B3Workstation", "SpurTarget" },
  /* A process that holds nodes of the tree and computes one at a time. */
  { "B3Process", "SpurLoadObject" },
  /* A node of the tree of substructures: a system of linear equations. */
  { "B3TreeNode", "SpurLoadObject" },
  /* Who bisects the tree and says where its nodes go. */
  { "B3Balancer", "SpurLmComponent" },
  /* The tree was bisected, the heaviest part first, until there was a part for each process. */
  SIM_EVENT (
    "B3BisectionEvent",
    "SpurLoStateChangeEvent",
    "ARESO_Bisection_Event",
    SPUR_TRAIT_FIELD ("parts", UINT32, NONE, "how many parts there are"),
    SPUR_TRAIT_UNIT_FIELD ("unknowns", UINT64, NONE, "unknowns", "unknowns of all parts"),
    SPUR_TRAIT_UNIT_FIELD ("heaviest", UINT64, NONE, "unknowns", "unknowns of the heaviest part"),
    SPUR_TRAIT_FIELD (
      "alpha", DOUBLE, NONE, "the least share that the lighter half of a bisection had"),
    SPUR_TRAIT_FIELD ("moved", UINT32, NONE, "how many nodes have to migrate")),
  /* A process or the balancer tells of a phase of balancing, which the tag names. */
  SIM_MESSAGE ("B3BalancingMessage",
               "SpurLmMessage",
               "ARESO_Balancing_Message",
               SPUR_TRAIT_FIELD ("nodes", UINT32, NONE, "how many nodes it is about")),
  /* A new leaf is made by the node above it. */
  SIM_EVENT (
    "B3LeafCreationEvent",
    "SpurLoCreationPlacementEvent",
    "ARESO_Leaf_Creation_Event",
    SPUR_TRAIT_UNIT_FIELD (
      "unknowns", UINT32, NONE, "unknowns", "unknowns of the node's equations: its load index"),
    SPUR_TRAIT_FIELD ("depth", UINT16, NONE, "how many edges are between it and the root")),
  /* An internal node gets more unknowns. */
  SIM_EVENT (
    "B3NodeEnlargementEvent",
    "SpurLoStateChangeEvent",
    "ARESO_Node_Enlargement_Event",
    SPUR_TRAIT_EFFECT (NONE),
    SPUR_TRAIT_OMIT ("old_state"),
    SPUR_TRAIT_OMIT ("state"),
    SPUR_TRAIT_UNIT_FIELD (
      "unknowns", UINT32, NONE, "unknowns", "unknowns of the node's equations: its load index"),
    SPUR_TRAIT_UNIT_FIELD ("gained", UINT32, NONE, "unknowns", "how many of them are new")),
  /* The local computation within a node begins, inside of what its process does. */
  SIM_EVENT (
    "B3ComputationBeginEvent",
    "SpurLoStateChangeEvent",
    "ARESO_Computation_Begin_Event",
    SPUR_TRAIT_EFFECT (ENTER),
    SPUR_TRAIT_OMIT ("values"),
    SPUR_TRAIT_UNIT_FIELD (
      "unknowns", UINT32, NONE, "unknowns", "unknowns of the node's equations: its load index")),
  /* The local computation within a node ends. */
  SIM_EVENT ("B3ComputationEndEvent",
             "SpurLoStateChangeEvent",
             "ARESO_Computation_End_Event",
             SPUR_TRAIT_EFFECT (LEAVE),
             SPUR_TRAIT_OMIT ("values")),
  /* A node leaves its process. */
  SIM_MESSAGE (
    "B3NodeMigration",
    "SpurLoMigration",
    "ARESO_Node_Migration",
    SPUR_TRAIT_UNIT_FIELD (
      "unknowns", UINT32, NONE, "unknowns", "unknowns of the node's equations: its load index"),
    SPUR_TRAIT_UNIT_FIELD ("size", UINT64, SIZE, "bytes", "bytes of the message")),
  /* A new traversal of the tree begins at the root, down to the leaves and up again. */
  SIM_EVENT ("B3TraversalEvent",
             "SpurCustomEvent",
             "ARESO_Traversal_Event",
             SPUR_TRAIT_FIELD ("number", UINT32, NONE, "which traversal it is, from 1 on"),
             SPUR_TRAIT_FIELD ("nodes", UINT32, NONE, "how many nodes the tree has"),
             SPUR_TRAIT_UNIT_FIELD ("unknowns", UINT64, NONE, "unknowns", "unknowns of all nodes")),
  /* A node sends along an edge of the tree: down where the tag is 0, up where it is 1. */
  SIM_MESSAGE_BY_ID ("B3Edge",
                     "SpurLoMessage",
                     "ARESO_Edge",
                     SPUR_TRAIT_OMIT ("content"),
                     SPUR_TRAIT_FIELD ("message", UINT64, MESSAGE_ID, "the message's number"),
                     SPUR_TRAIT_UNIT_FIELD (
                       "unknowns", UINT32, NONE, "unknowns", "unknowns that the two nodes share")),
  { NULL },
};
