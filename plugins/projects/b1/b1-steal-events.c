/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/projects/b1/b1-steal-events.h"

#include "plugins/projects/kit/sim-define.h"

static void
add_remaining (SpurEventClass *event_class)
{
  spur_event_class_add_field (event_class, "remaining", SPUR_FIELD_UINT32, SPUR_USE_NONE,
                              "how many faults of the block remain: its load index");
  spur_event_class_set_unit (event_class, "remaining", "faults");
}

static void
add_block (SpurEventClass *event_class)
{
  spur_event_class_add_field (event_class, "block", SPUR_FIELD_OBJECT, SPUR_USE_NONE,
                              "the block of faults that it is about");
}

static void
add_thief (SpurEventClass *event_class)
{
  spur_event_class_add_field (event_class, "thief", SPUR_FIELD_OBJECT, SPUR_USE_NONE,
                              "the server that has nothing to do");
}

static void
describe_load_index_send (SpurEventClass *event_class)
{
  add_block (event_class);
  add_remaining (event_class);
}

static void
describe_load_index_receive (SpurEventClass *event_class)
{
  add_block (event_class);
  add_remaining (event_class);
}

static void
describe_steal_send (SpurEventClass *event_class)
{
  add_block (event_class);
  add_thief (event_class);
}

static void
describe_steal_receive (SpurEventClass *event_class)
{
  add_block (event_class);
  add_thief (event_class);
}

SIM_DEFINE_EVENT_TYPE (B1LoadIndexSendEvent,
                       b1_load_index_send_event,
                       SpurLmMessageSendEvent,
                       SPUR_TYPE_LM_MESSAGE_SEND_EVENT,
                       "ATPG_Load_Index_Send_Event",
                       describe_load_index_send (event_class))

SIM_DEFINE_EVENT_TYPE (B1LoadIndexReceiveEvent,
                       b1_load_index_receive_event,
                       SpurLmMessageReceiveEvent,
                       SPUR_TYPE_LM_MESSAGE_RECEIVE_EVENT,
                       "ATPG_Load_Index_Receive_Event",
                       describe_load_index_receive (event_class))

SIM_DEFINE_EVENT_TYPE (B1StealSendEvent,
                       b1_steal_send_event,
                       SpurLmMessageSendEvent,
                       SPUR_TYPE_LM_MESSAGE_SEND_EVENT,
                       "ATPG_Steal_Send_Event",
                       describe_steal_send (event_class))

SIM_DEFINE_EVENT_TYPE (B1StealReceiveEvent,
                       b1_steal_receive_event,
                       SpurLmMessageReceiveEvent,
                       SPUR_TYPE_LM_MESSAGE_RECEIVE_EVENT,
                       "ATPG_Steal_Receive_Event",
                       describe_steal_receive (event_class))

SIM_DEFINE_EVENT_TYPE (B1BlockSplitEvent,
                       b1_block_split_event,
                       SpurLoCreationPlacementEvent,
                       SPUR_TYPE_LO_CREATION_PLACEMENT_EVENT,
                       "ATPG_Block_Split_Event",
                       add_remaining (event_class))

SIM_DEFINE_EVENT_TYPE (B1BlockMigrationSendEvent,
                       b1_block_migration_send_event,
                       SpurLoMigrationSendEvent,
                       SPUR_TYPE_LO_MIGRATION_SEND_EVENT,
                       "ATPG_Block_Migration_Send_Event",
                       add_remaining (event_class))

SIM_DEFINE_EVENT_TYPE (B1BlockMigrationReceiveEvent,
                       b1_block_migration_receive_event,
                       SpurLoMigrationReceiveEvent,
                       SPUR_TYPE_LO_MIGRATION_RECEIVE_EVENT,
                       "ATPG_Block_Migration_Receive_Event",
                       add_remaining (event_class))
