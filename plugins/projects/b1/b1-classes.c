/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The classes of project B1: what its load objects and targets are, and what happens to them. */
#include "config.h"

#include "plugins/projects/kit/sim-programs.h"

const SimClass b1_classes[] = {
  /* A computer of the network. */
  { "B1Computer", "SpurTarget" },
  /* A process that administers blocks of faults: it sends them to servers and collects results. */
  { "B1Client", "SpurLoadObject" },
  /* A process that generates test patterns, one block after the other. */
  { "B1Server", "SpurLoadObject" },
  /* A block of path delay faults; how many remain is its load index. */
  { "B1Block", "SpurLoadObject" },
  /* A client sends a block of faults to a server, or none where the server is to end. */
  SIM_MESSAGE (
    "B1Task",
    "SpurLoMessage",
    "ATPG_Task",
    SPUR_TRAIT_FIELD (
      "block", OBJECT, NONE, "the block of faults; none where there is nothing more to do"),
    SPUR_TRAIT_FIELD ("faults", UINT32, NONE, "how many faults the block has")),
  /* A server sends what came out of a block. */
  SIM_MESSAGE (
    "B1Result",
    "SpurLoMessage",
    "ATPG_Result",
    SPUR_TRAIT_FIELD (
      "block", OBJECT, NONE, "the block of faults; none where there is nothing more to do"),
    SPUR_TRAIT_FIELD ("faults", UINT32, NONE, "how many faults the block has"),
    SPUR_TRAIT_FIELD ("patterns", UINT32, NONE, "how many test patterns were generated"),
    SPUR_TRAIT_FIELD ("redundant", UINT32, NONE, "how many faults cannot be tested"),
    SPUR_TRAIT_FIELD ("aborted", UINT32, NONE, "how many faults were given up")),
  /* A client changes its state. */
  SIM_EVENT (
    "B1ClientStateEvent",
    "SpurLoStateChangeEvent",
    "ATPG_Client_State_Event",
    SPUR_TRAIT_FIELD ("waiting_blocks", UINT32, NONE, "how many blocks no server has got yet"),
    SPUR_TRAIT_UNIT_FIELD (
      "open_faults", UINT32, NONE, "faults", "how many faults have no result yet")),
  /* A server changes its state. */
  SIM_EVENT ("B1ServerStateEvent",
             "SpurLoStateChangeEvent",
             "ATPG_Server_State_Event",
             SPUR_TRAIT_FIELD ("block", OBJECT, NONE, "the block of faults that it is about")),
  /* A block becomes shorter. It has no other state than that. */
  SIM_EVENT (
    "B1BlockStateEvent",
    "SpurLoStateChangeEvent",
    "ATPG_Block_State_Event",
    SPUR_TRAIT_OMIT ("old_state"),
    SPUR_TRAIT_OMIT ("state"),
    SPUR_TRAIT_UNIT_FIELD (
      "remaining", UINT32, NONE, "faults", "how many faults of the block remain: its load index")),
  /* A server tells its client how much of its block remains. */
  SIM_MESSAGE (
    "B1LoadIndex",
    "SpurLmMessage",
    "ATPG_Load_Index",
    SPUR_TRAIT_FIELD ("block", OBJECT, NONE, "the block of faults that it is about"),
    SPUR_TRAIT_UNIT_FIELD (
      "remaining", UINT32, NONE, "faults", "how many faults of the block remain: its load index")),
  /* A client tells a server to give half of what remains to an idle one. */
  SIM_MESSAGE ("B1Steal",
               "SpurLmMessage",
               "ATPG_Steal",
               SPUR_TRAIT_FIELD ("block", OBJECT, NONE, "the block of faults that it is about"),
               SPUR_TRAIT_FIELD ("thief", OBJECT, NONE, "the server that has nothing to do")),
  /* A block is made of half of what remains of another one, its creator. */
  SIM_EVENT (
    "B1BlockSplitEvent",
    "SpurLoCreationPlacementEvent",
    "ATPG_Block_Split_Event",
    SPUR_TRAIT_UNIT_FIELD (
      "remaining", UINT32, NONE, "faults", "how many faults of the block remain: its load index")),
  /* A stolen block leaves its server. */
  SIM_MESSAGE (
    "B1BlockMigration",
    "SpurLoMigration",
    "ATPG_Block_Migration",
    SPUR_TRAIT_UNIT_FIELD (
      "remaining", UINT32, NONE, "faults", "how many faults of the block remain: its load index")),
  { NULL },
};
