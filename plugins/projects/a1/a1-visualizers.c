/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/projects/a1/a1-visualizers.h"

#include "plugins/projects/kit/sim-visualizer.h"

SIM_DEFINE_VISUALIZER (A1ServiceSendVisualizer,
                       a1_service_send_visualizer,
                       SpurLoMessageVisualizer,
                       SPUR_TYPE_LO_MESSAGE_VISUALIZER,
                       .form = SPUR_FORM_MESSAGE,
                       .color = 0xaab4be,
                       .opacity = 0.6,
                       .width_px = 0.6,
                       .label = "service of the monitors")

SIM_DEFINE_VISUALIZER (A1LoginVisualizer,
                       a1_login_visualizer,
                       SpurTargetStateChangeVisualizer,
                       SPUR_TYPE_TARGET_STATE_CHANGE_VISUALIZER,
                       .form = SPUR_FORM_GLYPH,
                       .glyph = SPUR_GLYPH_DOT,
                       .color = 0x3a7d44,
                       .width_px = 7.0,
                       .label = "login",
                       .opacity = 1.0)

SIM_DEFINE_VISUALIZER (A1LogoutVisualizer,
                       a1_logout_visualizer,
                       SpurTargetStateChangeVisualizer,
                       SPUR_TYPE_TARGET_STATE_CHANGE_VISUALIZER,
                       .form = SPUR_FORM_GLYPH,
                       .glyph = SPUR_GLYPH_RING,
                       .color = 0x3a7d44,
                       .width_px = 7.0,
                       .label = "logout",
                       .opacity = 1.0)

SIM_DEFINE_VISUALIZER (A1RequirementsVisualizer,
                       a1_requirements_visualizer,
                       SpurLoStateChangeVisualizer,
                       SPUR_TYPE_LO_STATE_CHANGE_VISUALIZER,
                       .form = SPUR_FORM_TICK,
                       .color = 0x6a4c93,
                       .width_px = 1.2,
                       .opacity = 0.9,
                       .label = "other requirements")

SIM_DEFINE_VISUALIZER (A1ProcessCreationVisualizer,
                       a1_process_creation_visualizer,
                       SpurLoCreationVisualizer,
                       SPUR_TYPE_LO_CREATION_VISUALIZER,
                       .form = SPUR_FORM_GLYPH,
                       .glyph = SPUR_GLYPH_SQUARE,
                       .color = 0x2f6690,
                       .width_px = 6.0,
                       .label = "new process",
                       .opacity = 1.0)
