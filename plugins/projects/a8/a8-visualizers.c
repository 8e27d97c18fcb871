/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/projects/a8/a8-visualizers.h"

#include "plugins/projects/kit/sim-visualizer.h"

SIM_DEFINE_VISUALIZER (A8CallSendVisualizer,
                       a8_call_send_visualizer,
                       SpurLoMessageVisualizer,
                       SPUR_TYPE_LO_MESSAGE_VISUALIZER,
                       .form = SPUR_FORM_MESSAGE,
                       .color = 0x2f6690,
                       .opacity = 0.8,
                       .width_px = 1.0,
                       .label = "call")

SIM_DEFINE_VISUALIZER (A8ReturnSendVisualizer,
                       a8_return_send_visualizer,
                       SpurLoMessageVisualizer,
                       SPUR_TYPE_LO_MESSAGE_VISUALIZER,
                       .form = SPUR_FORM_MESSAGE,
                       .color = 0x5b9e8f,
                       .opacity = 0.8,
                       .width_px = 1.0,
                       .label = "return")

SIM_DEFINE_VISUALIZER (A8LoadIndexSendVisualizer,
                       a8_load_index_send_visualizer,
                       SpurLoMessageVisualizer,
                       SPUR_TYPE_LO_MESSAGE_VISUALIZER,
                       .form = SPUR_FORM_MESSAGE,
                       .color = 0xaab4be,
                       .opacity = 0.6,
                       .width_px = 0.6,
                       .label = "load index")

SIM_DEFINE_VISUALIZER (A8SphereCreationSendVisualizer,
                       a8_sphere_creation_send_visualizer,
                       SpurLoMessageVisualizer,
                       SPUR_TYPE_LO_MESSAGE_VISUALIZER,
                       .form = SPUR_FORM_MESSAGE,
                       .color = 0xe07a1f,
                       .opacity = 1.0,
                       .width_px = 1.6,
                       .label = "creation of a sphere")

SIM_DEFINE_VISUALIZER (A8LocationSendVisualizer,
                       a8_location_send_visualizer,
                       SpurLoMessageVisualizer,
                       SPUR_TYPE_LO_MESSAGE_VISUALIZER,
                       .form = SPUR_FORM_MESSAGE,
                       .color = 0x90a955,
                       .opacity = 0.9,
                       .width_px = 1.0,
                       .label = "location")

SIM_DEFINE_VISUALIZER (A8DepotCreationVisualizer,
                       a8_depot_creation_visualizer,
                       SpurLoCreationVisualizer,
                       SPUR_TYPE_LO_CREATION_VISUALIZER,
                       .form = SPUR_FORM_GLYPH,
                       .glyph = SPUR_GLYPH_SQUARE,
                       .color = 0x6a4c93,
                       .width_px = 5.0,
                       .label = "new depot",
                       .opacity = 1.0)
