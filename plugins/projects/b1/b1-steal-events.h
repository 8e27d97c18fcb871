/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "events/spur-lm-events.h"
#include "events/spur-lo-events.h"

G_BEGIN_DECLS

/**
 * B1LoadIndexSendEvent:
 *
 * A server tells its client how much of its block remains.
 */
#define B1_TYPE_LOAD_INDEX_SEND_EVENT (b1_load_index_send_event_get_type ())
G_DECLARE_FINAL_TYPE (
  B1LoadIndexSendEvent, b1_load_index_send_event, B1, LOAD_INDEX_SEND_EVENT, SpurLmMessageSendEvent)

/**
 * B1LoadIndexReceiveEvent:
 *
 * A client hears how much of a block remains.
 */
#define B1_TYPE_LOAD_INDEX_RECEIVE_EVENT (b1_load_index_receive_event_get_type ())
G_DECLARE_FINAL_TYPE (B1LoadIndexReceiveEvent,
                      b1_load_index_receive_event,
                      B1,
                      LOAD_INDEX_RECEIVE_EVENT,
                      SpurLmMessageReceiveEvent)

/**
 * B1StealSendEvent:
 *
 * A client tells a server to give half of what remains to an idle one.
 */
#define B1_TYPE_STEAL_SEND_EVENT (b1_steal_send_event_get_type ())
G_DECLARE_FINAL_TYPE (
  B1StealSendEvent, b1_steal_send_event, B1, STEAL_SEND_EVENT, SpurLmMessageSendEvent)

/**
 * B1StealReceiveEvent:
 *
 * A server is told to give half of what remains to an idle one.
 */
#define B1_TYPE_STEAL_RECEIVE_EVENT (b1_steal_receive_event_get_type ())
G_DECLARE_FINAL_TYPE (
  B1StealReceiveEvent, b1_steal_receive_event, B1, STEAL_RECEIVE_EVENT, SpurLmMessageReceiveEvent)

/**
 * B1BlockSplitEvent:
 *
 * A block is made of half of what remains of another one, its creator.
 */
#define B1_TYPE_BLOCK_SPLIT_EVENT (b1_block_split_event_get_type ())
G_DECLARE_FINAL_TYPE (
  B1BlockSplitEvent, b1_block_split_event, B1, BLOCK_SPLIT_EVENT, SpurLoCreationPlacementEvent)

/**
 * B1BlockMigrationSendEvent:
 *
 * A stolen block leaves its server.
 */
#define B1_TYPE_BLOCK_MIGRATION_SEND_EVENT (b1_block_migration_send_event_get_type ())
G_DECLARE_FINAL_TYPE (B1BlockMigrationSendEvent,
                      b1_block_migration_send_event,
                      B1,
                      BLOCK_MIGRATION_SEND_EVENT,
                      SpurLoMigrationSendEvent)

/**
 * B1BlockMigrationReceiveEvent:
 *
 * A stolen block comes to an idle server.
 */
#define B1_TYPE_BLOCK_MIGRATION_RECEIVE_EVENT (b1_block_migration_receive_event_get_type ())
G_DECLARE_FINAL_TYPE (B1BlockMigrationReceiveEvent,
                      b1_block_migration_receive_event,
                      B1,
                      BLOCK_MIGRATION_RECEIVE_EVENT,
                      SpurLoMigrationReceiveEvent)

G_END_DECLS
