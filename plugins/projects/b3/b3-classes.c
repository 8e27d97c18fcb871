/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The classes of project B3: what its load objects and targets are, and what happens to them. */
#include "plugins/projects/kit/sim-program.h"

#define UNKNOWNS                                                                                   \
  SIM_FIELD ("unknowns", UINT32, "unknowns", "unknowns of the node's equations: its load index")

/* clang-format off */
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
  SIM_EVENT ("B3Bisection", "SpurLoStateChange", "ARESO_Bisection",
             SIM_FIELD ("parts", UINT32, NULL, "how many parts there are"),
             SIM_FIELD ("unknowns", UINT64, "unknowns", "unknowns of all parts"),
             SIM_FIELD ("heaviest", UINT64, "unknowns", "unknowns of the heaviest part"),
             SIM_FIELD ("alpha", DOUBLE, NULL,
                        "the least share that the lighter half of a bisection had"),
             SIM_FIELD ("moved", UINT32, NULL, "how many nodes have to migrate")),
  /* A process or the balancer tells of a phase of balancing, which the tag names. */
  SIM_MESSAGE ("B3BalancingMessage", "SpurLmMessage", "ARESO_Balancing_Message",
               SIM_FIELD ("nodes", UINT32, NULL, "how many nodes it is about")),
  /* A new leaf is made by the node above it. */
  SIM_EVENT ("B3LeafCreation", "SpurLoCreationPlacement", "ARESO_Leaf_Creation",
             UNKNOWNS,
             SIM_FIELD ("depth", UINT16, NULL, "how many edges are between it and the root")),
  /* An internal node gets more unknowns. */
  SIM_EVENT ("B3NodeEnlargement", "SpurLoStateChange", "ARESO_Node_Enlargement",
             SPUR_TRAIT_EFFECT (NONE), SIM_OMIT ("old_state"), SIM_OMIT ("state"),
             UNKNOWNS,
             SIM_FIELD ("gained", UINT32, "unknowns", "how many of them are new")),
  /* The local computation within a node begins, inside of what its process does. */
  SIM_EVENT ("B3ComputationBegin", "SpurLoStateChange", "ARESO_Computation_Begin",
             SPUR_TRAIT_EFFECT (ENTER), SIM_OMIT ("values"),
             UNKNOWNS),
  /* The local computation within a node ends. */
  SIM_EVENT ("B3ComputationEnd", "SpurLoStateChange", "ARESO_Computation_End",
             SPUR_TRAIT_EFFECT (LEAVE), SIM_OMIT ("values")),
  /* A node leaves its process. */
  SIM_MESSAGE ("B3NodeMigration", "SpurLoMigration", "ARESO_Node_Migration",
               UNKNOWNS,
               SIM_USED ("size", UINT64, SIZE, "bytes", "bytes of the message")),
  /* A new traversal of the tree begins at the root, down to the leaves and up again. */
  SIM_EVENT ("B3Traversal", "SpurCustom", "ARESO_Traversal",
             SIM_FIELD ("number", UINT32, NULL, "which traversal it is, from 1 on"),
             SIM_FIELD ("nodes", UINT32, NULL, "how many nodes the tree has"),
             SIM_FIELD ("unknowns", UINT64, "unknowns", "unknowns of all nodes")),
  /* A node sends along an edge of the tree: down where the tag is 0, up where it is 1. */
  SIM_MESSAGE_BY_ID ("B3Edge", "SpurLoMessage", "ARESO_Edge",
                     SIM_OMIT ("content"),
                     SIM_USED ("message", UINT64, MESSAGE_ID, NULL, "the message's number"),
                     SIM_FIELD ("unknowns", UINT32, "unknowns",
                                "unknowns that the two nodes share")),
  { NULL },
};
/* clang-format on */
