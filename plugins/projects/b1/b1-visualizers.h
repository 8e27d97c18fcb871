/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "visualizers/spur-lo-creation-visualizer.h"
#include "visualizers/spur-lo-message-visualizer.h"
#include "visualizers/spur-lo-state-change-visualizer.h"

G_BEGIN_DECLS

/**
 * B1TaskSendVisualizer:
 *
 * The arrow of a task on its way to a server.
 */
#define B1_TYPE_TASK_SEND_VISUALIZER (b1_task_send_visualizer_get_type ())
G_DECLARE_FINAL_TYPE (
  B1TaskSendVisualizer, b1_task_send_visualizer, B1, TASK_SEND_VISUALIZER, SpurLoMessageVisualizer)

/**
 * B1ResultSendVisualizer:
 *
 * The arrow of a result on its way to a client.
 */
#define B1_TYPE_RESULT_SEND_VISUALIZER (b1_result_send_visualizer_get_type ())
G_DECLARE_FINAL_TYPE (B1ResultSendVisualizer,
                      b1_result_send_visualizer,
                      B1,
                      RESULT_SEND_VISUALIZER,
                      SpurLoMessageVisualizer)

/**
 * B1LoadIndexSendVisualizer:
 *
 * The arrow of a load index; thin, because there are many.
 */
#define B1_TYPE_LOAD_INDEX_SEND_VISUALIZER (b1_load_index_send_visualizer_get_type ())
G_DECLARE_FINAL_TYPE (B1LoadIndexSendVisualizer,
                      b1_load_index_send_visualizer,
                      B1,
                      LOAD_INDEX_SEND_VISUALIZER,
                      SpurLoMessageVisualizer)

/**
 * B1StealSendVisualizer:
 *
 * The arrow of an order to share a block.
 */
#define B1_TYPE_STEAL_SEND_VISUALIZER (b1_steal_send_visualizer_get_type ())
G_DECLARE_FINAL_TYPE (B1StealSendVisualizer,
                      b1_steal_send_visualizer,
                      B1,
                      STEAL_SEND_VISUALIZER,
                      SpurLoMessageVisualizer)

/**
 * B1BlockSplitVisualizer:
 *
 * A diamond where a block is made of a part of another one.
 */
#define B1_TYPE_BLOCK_SPLIT_VISUALIZER (b1_block_split_visualizer_get_type ())
G_DECLARE_FINAL_TYPE (B1BlockSplitVisualizer,
                      b1_block_split_visualizer,
                      B1,
                      BLOCK_SPLIT_VISUALIZER,
                      SpurLoCreationVisualizer)

/**
 * B1BlockStateVisualizer:
 *
 * Nothing: what is drawn is what servers do, not how blocks shrink.
 */
#define B1_TYPE_BLOCK_STATE_VISUALIZER (b1_block_state_visualizer_get_type ())
G_DECLARE_FINAL_TYPE (B1BlockStateVisualizer,
                      b1_block_state_visualizer,
                      B1,
                      BLOCK_STATE_VISUALIZER,
                      SpurLoStateChangeVisualizer)

G_END_DECLS
