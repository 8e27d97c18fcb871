/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/projects/b1/b1-visualizers.h"

#include "plugins/projects/kit/sim-visualizer.h"

SIM_DEFINE_VISUALIZER (B1TaskSendVisualizer,
                       b1_task_send_visualizer,
                       SpurLoMessageVisualizer,
                       SPUR_TYPE_LO_MESSAGE_VISUALIZER,
                       .form = SPUR_FORM_MESSAGE,
                       .color = 0x2f6690,
                       .opacity = 0.8,
                       .width_px = 1.0,
                       .label = "task")

SIM_DEFINE_VISUALIZER (B1ResultSendVisualizer,
                       b1_result_send_visualizer,
                       SpurLoMessageVisualizer,
                       SPUR_TYPE_LO_MESSAGE_VISUALIZER,
                       .form = SPUR_FORM_MESSAGE,
                       .color = 0x5b9e8f,
                       .opacity = 0.8,
                       .width_px = 1.0,
                       .label = "result")

SIM_DEFINE_VISUALIZER (B1LoadIndexSendVisualizer,
                       b1_load_index_send_visualizer,
                       SpurLoMessageVisualizer,
                       SPUR_TYPE_LO_MESSAGE_VISUALIZER,
                       .form = SPUR_FORM_MESSAGE,
                       .color = 0xaab4be,
                       .opacity = 0.6,
                       .width_px = 0.6,
                       .label = "load index")

SIM_DEFINE_VISUALIZER (B1StealSendVisualizer,
                       b1_steal_send_visualizer,
                       SpurLoMessageVisualizer,
                       SPUR_TYPE_LO_MESSAGE_VISUALIZER,
                       .form = SPUR_FORM_MESSAGE,
                       .color = 0xe07a1f,
                       .opacity = 1.0,
                       .width_px = 1.4,
                       .label = "steal")

SIM_DEFINE_VISUALIZER (B1BlockSplitVisualizer,
                       b1_block_split_visualizer,
                       SpurLoCreationVisualizer,
                       SPUR_TYPE_LO_CREATION_VISUALIZER,
                       .form = SPUR_FORM_GLYPH,
                       .glyph = SPUR_GLYPH_DIAMOND,
                       .color = 0xb5541b,
                       .width_px = 8.0,
                       .label = "split of a block",
                       .opacity = 1.0)

SIM_DEFINE_VISUALIZER (B1BlockStateVisualizer,
                       b1_block_state_visualizer,
                       SpurLoStateChangeVisualizer,
                       SPUR_TYPE_LO_STATE_CHANGE_VISUALIZER,
                       .form = SPUR_FORM_NONE,
                       .width_px = 1.0,
                       .opacity = 1.0)
