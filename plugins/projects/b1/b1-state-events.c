/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/projects/b1/b1-state-events.h"

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
describe_client_state (SpurEventClass *event_class)
{
  spur_event_class_add_field (event_class, "waiting_blocks", SPUR_FIELD_UINT32, SPUR_USE_NONE,
                              "how many blocks no server has got yet");
  spur_event_class_add_field (event_class, "open_faults", SPUR_FIELD_UINT32, SPUR_USE_NONE,
                              "how many faults have no result yet");
  spur_event_class_set_unit (event_class, "open_faults", "faults");
}

static void
describe_block_state (SpurEventClass *event_class)
{
  spur_event_class_omit_field (event_class, "old_state");
  spur_event_class_omit_field (event_class, "state");
  add_remaining (event_class);
}

SIM_DEFINE_EVENT_TYPE (B1ClientStateEvent,
                       b1_client_state_event,
                       SpurLoStateChangeEvent,
                       SPUR_TYPE_LO_STATE_CHANGE_EVENT,
                       "ATPG_Client_State_Event",
                       describe_client_state (event_class))

SIM_DEFINE_EVENT_TYPE (B1ServerStateEvent,
                       b1_server_state_event,
                       SpurLoStateChangeEvent,
                       SPUR_TYPE_LO_STATE_CHANGE_EVENT,
                       "ATPG_Server_State_Event",
                       add_block (event_class))

SIM_DEFINE_EVENT_TYPE (B1BlockStateEvent,
                       b1_block_state_event,
                       SpurLoStateChangeEvent,
                       SPUR_TYPE_LO_STATE_CHANGE_EVENT,
                       "ATPG_Block_State_Event",
                       describe_block_state (event_class))
