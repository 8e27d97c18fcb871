/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The classes of project B1: what its load objects and targets are, and what happens to them. */
#include "plugins/projects/kit/sim-program.h"

#define BLOCK                                                                                      \
  SIM_FIELD ("block", OBJECT, NULL, "the block of faults; none where there is nothing more to do")
#define REMAINING                                                                                  \
  SIM_FIELD ("remaining", UINT32, "faults", "how many faults of the block remain: its load index")

/* clang-format off */
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
  SIM_MESSAGE ("B1Task", "SpurLoMessage", "ATPG_Task",
               BLOCK,
               SIM_FIELD ("faults", UINT32, NULL, "how many faults the block has")),
  /* A server sends what came out of a block. */
  SIM_MESSAGE ("B1Result", "SpurLoMessage", "ATPG_Result",
               BLOCK,
               SIM_FIELD ("faults", UINT32, NULL, "how many faults the block has"),
               SIM_FIELD ("patterns", UINT32, NULL, "how many test patterns were generated"),
               SIM_FIELD ("redundant", UINT32, NULL, "how many faults cannot be tested"),
               SIM_FIELD ("aborted", UINT32, NULL, "how many faults were given up")),
  /* A client changes its state. */
  SIM_EVENT ("B1ClientState", "SpurLoStateChange", "ATPG_Client_State",
             SIM_FIELD ("waiting_blocks", UINT32, NULL, "how many blocks no server has got yet"),
             SIM_FIELD ("open_faults", UINT32, "faults", "how many faults have no result yet")),
  /* A server changes its state. */
  SIM_EVENT ("B1ServerState", "SpurLoStateChange", "ATPG_Server_State",
             SIM_FIELD ("block", OBJECT, NULL, "the block of faults that it is about")),
  /* A block becomes shorter. It has no other state than that. */
  SIM_EVENT ("B1BlockState", "SpurLoStateChange", "ATPG_Block_State",
             SIM_OMIT ("old_state"), SIM_OMIT ("state"),
             REMAINING),
  /* A server tells its client how much of its block remains. */
  SIM_MESSAGE ("B1LoadIndex", "SpurLmMessage", "ATPG_Load_Index",
               SIM_FIELD ("block", OBJECT, NULL, "the block of faults that it is about"),
               REMAINING),
  /* A client tells a server to give half of what remains to an idle one. */
  SIM_MESSAGE ("B1Steal", "SpurLmMessage", "ATPG_Steal",
               SIM_FIELD ("block", OBJECT, NULL, "the block of faults that it is about"),
               SIM_FIELD ("thief", OBJECT, NULL, "the server that has nothing to do")),
  /* A block is made of half of what remains of another one, its creator. */
  SIM_EVENT ("B1BlockSplit", "SpurLoCreationPlacement", "ATPG_Block_Split",
             REMAINING),
  /* A stolen block leaves its server. */
  SIM_MESSAGE ("B1BlockMigration", "SpurLoMigration", "ATPG_Block_Migration",
               REMAINING),
  { NULL },
};
/* clang-format on */
