/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The classes of project A7: what its load objects and targets are, and what happens to them. */
#include "plugins/projects/kit/sim-program.h"

/* clang-format off */
const SimClass a7_classes[] = {
  /* A processor of the hypercube. */
  { "A7Node", "SpurTarget" },
  /* A node of the tree of subproblems, with a scalar load. */
  { "A7Subproblem", "SpurLoadObject" },
  /* The part of the strategy that runs on a node. */
  { "A7Balancer", "SpurLmComponent" },
  /* A bisection creates a subproblem where its parent is. */
  SIM_EVENT ("A7SubproblemCreation", "SpurLoCreationPlacement", "Subproblem_Creation",
             SIM_FIELD ("weight", UINT64, "units", "how much work it is")),
  /* A subproblem turns out to be harder than it looked, and waits again. */
  SIM_EVENT ("A7SubproblemGrowth", "SpurLoStateChange", "Subproblem_Growth",
             SIM_OMIT ("values"),
             SIM_FIELD ("weight", UINT64, "units", "how much work it is from now on")),
  /* A node measures its load at the begin of a round. */
  SIM_EVENT ("A7DiffusionLoad", "SpurLmTargetLoad", "Diffusion_Load",
             SIM_OMIT ("values"),
             SIM_FIELD ("round", UINT32, "1", "round of the strategy, from 0"),
             SIM_FIELD ("subproblems", UINT32, "1", "how many subproblems are there")),
  /* A subproblem leaves for another node. */
  SIM_MESSAGE ("A7SubproblemMigration", "SpurLoMigration", "Subproblem_Migration",
               SIM_FIELD ("weight", UINT64, "units", "how much work it is"),
               SIM_USED ("size", UINT64, SIZE, "bytes", "bytes of its description"),
               SIM_FIELD (
                 "round", UINT32, "1",
                 "round of the strategy; the greatest number for the initial distribution")),
  /* A node tells a neighbour its load. */
  SIM_MESSAGE ("A7DiffusionMessage", "SpurLmMessage", "Diffusion_Message",
               SIM_OMIT ("content"),
               SIM_FIELD ("round", UINT32, "1", "round of the strategy"),
               SIM_USED ("load", DOUBLE, LOAD, "units", "load of the sender"),
               SIM_FIELD ("quiet", UINT32, "1",
                          "for how many rounds nothing happened around the sender")),
  { NULL },
};
/* clang-format on */
