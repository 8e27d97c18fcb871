/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/projects/b1/b1-classes.h"

#include "core/model/objects/spur-load-object.h"
#include "core/model/objects/spur-target.h"
#include "events/spur-lm-events.h"
#include "events/spur-lo-events.h"
#include "events/spur-message-events.h"
#include "plugins/projects/kit/sim-define.h"

SIM_DEFINE_OBJECT_TYPE (B1Computer, b1_computer, SPUR_TYPE_TARGET)
SIM_DEFINE_OBJECT_TYPE (B1Client, b1_client, SPUR_TYPE_LOAD_OBJECT)
SIM_DEFINE_OBJECT_TYPE (B1Server, b1_server, SPUR_TYPE_LOAD_OBJECT)
SIM_DEFINE_OBJECT_TYPE (B1Block, b1_block, SPUR_TYPE_LOAD_OBJECT)

SIM_DEFINE_MESSAGE_CLASSES (
  B1Task,
  b1_task,
  SPUR_TYPE_LO_MESSAGE,
  "ATPG_Task",
  SPUR_TRAIT_FIELD (
    "block", OBJECT, NONE, "the block of faults; none where there is nothing more to do"),
  SPUR_TRAIT_FIELD ("faults", UINT32, NONE, "how many faults the block has"))

SIM_DEFINE_MESSAGE_CLASSES (
  B1Result,
  b1_result,
  SPUR_TYPE_LO_MESSAGE,
  "ATPG_Result",
  SPUR_TRAIT_FIELD (
    "block", OBJECT, NONE, "the block of faults; none where there is nothing more to do"),
  SPUR_TRAIT_FIELD ("faults", UINT32, NONE, "how many faults the block has"),
  SPUR_TRAIT_FIELD ("patterns", UINT32, NONE, "how many test patterns were generated"),
  SPUR_TRAIT_FIELD ("redundant", UINT32, NONE, "how many faults cannot be tested"),
  SPUR_TRAIT_FIELD ("aborted", UINT32, NONE, "how many faults were given up"))

SPUR_DEFINE_EVENT_CLASS (
  B1ClientStateEvent,
  b1_client_state_event,
  SPUR_TYPE_LO_STATE_CHANGE_EVENT,
  SPUR_TRAIT_NAME ("ATPG_Client_State_Event"),
  SPUR_TRAIT_FIELD ("waiting_blocks", UINT32, NONE, "how many blocks no server has got yet"),
  SPUR_TRAIT_UNIT_FIELD (
    "open_faults", UINT32, NONE, "faults", "how many faults have no result yet"))

SPUR_DEFINE_EVENT_CLASS (
  B1ServerStateEvent,
  b1_server_state_event,
  SPUR_TYPE_LO_STATE_CHANGE_EVENT,
  SPUR_TRAIT_NAME ("ATPG_Server_State_Event"),
  SPUR_TRAIT_FIELD ("block", OBJECT, NONE, "the block of faults that it is about"))

SPUR_DEFINE_EVENT_CLASS (
  B1BlockStateEvent,
  b1_block_state_event,
  SPUR_TYPE_LO_STATE_CHANGE_EVENT,
  SPUR_TRAIT_NAME ("ATPG_Block_State_Event"),
  SPUR_TRAIT_OMIT ("old_state"),
  SPUR_TRAIT_OMIT ("state"),
  SPUR_TRAIT_UNIT_FIELD (
    "remaining", UINT32, NONE, "faults", "how many faults of the block remain: its load index"))

SIM_DEFINE_MESSAGE_CLASSES (
  B1LoadIndex,
  b1_load_index,
  SPUR_TYPE_LM_MESSAGE,
  "ATPG_Load_Index",
  SPUR_TRAIT_FIELD ("block", OBJECT, NONE, "the block of faults that it is about"),
  SPUR_TRAIT_UNIT_FIELD (
    "remaining", UINT32, NONE, "faults", "how many faults of the block remain: its load index"))

SIM_DEFINE_MESSAGE_CLASSES (
  B1Steal,
  b1_steal,
  SPUR_TYPE_LM_MESSAGE,
  "ATPG_Steal",
  SPUR_TRAIT_FIELD ("block", OBJECT, NONE, "the block of faults that it is about"),
  SPUR_TRAIT_FIELD ("thief", OBJECT, NONE, "the server that has nothing to do"))

SPUR_DEFINE_EVENT_CLASS (
  B1BlockSplitEvent,
  b1_block_split_event,
  SPUR_TYPE_LO_CREATION_PLACEMENT_EVENT,
  SPUR_TRAIT_NAME ("ATPG_Block_Split_Event"),
  SPUR_TRAIT_UNIT_FIELD (
    "remaining", UINT32, NONE, "faults", "how many faults of the block remain: its load index"))

SIM_DEFINE_MESSAGE_CLASSES (
  B1BlockMigration,
  b1_block_migration,
  SPUR_TYPE_LO_MIGRATION,
  "ATPG_Block_Migration",
  SPUR_TRAIT_UNIT_FIELD (
    "remaining", UINT32, NONE, "faults", "how many faults of the block remain: its load index"))
