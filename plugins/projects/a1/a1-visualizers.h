/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "visualizers/spur-lo-creation-visualizer.h"
#include "visualizers/spur-lo-message-visualizer.h"
#include "visualizers/spur-lo-state-change-visualizer.h"
#include "visualizers/spur-target-state-change-visualizer.h"

G_BEGIN_DECLS

/**
 * A1ServiceSendVisualizer:
 *
 * The arrow of a request or answer of monitors.
 */
#define A1_TYPE_SERVICE_SEND_VISUALIZER (a1_service_send_visualizer_get_type ())
G_DECLARE_FINAL_TYPE (A1ServiceSendVisualizer,
                      a1_service_send_visualizer,
                      A1,
                      SERVICE_SEND_VISUALIZER,
                      SpurLoMessageVisualizer)

/**
 * A1LoginVisualizer:
 *
 * A disc where a user logs in.
 */
#define A1_TYPE_LOGIN_VISUALIZER (a1_login_visualizer_get_type ())
G_DECLARE_FINAL_TYPE (
  A1LoginVisualizer, a1_login_visualizer, A1, LOGIN_VISUALIZER, SpurTargetStateChangeVisualizer)

/**
 * A1LogoutVisualizer:
 *
 * A circle where a user logs out.
 */
#define A1_TYPE_LOGOUT_VISUALIZER (a1_logout_visualizer_get_type ())
G_DECLARE_FINAL_TYPE (
  A1LogoutVisualizer, a1_logout_visualizer, A1, LOGOUT_VISUALIZER, SpurTargetStateChangeVisualizer)

/**
 * A1RequirementsVisualizer:
 *
 * A tick where a process needs other resources.
 */
#define A1_TYPE_REQUIREMENTS_VISUALIZER (a1_requirements_visualizer_get_type ())
G_DECLARE_FINAL_TYPE (A1RequirementsVisualizer,
                      a1_requirements_visualizer,
                      A1,
                      REQUIREMENTS_VISUALIZER,
                      SpurLoStateChangeVisualizer)

/**
 * A1ProcessCreationVisualizer:
 *
 * A square where a process is created.
 */
#define A1_TYPE_PROCESS_CREATION_VISUALIZER (a1_process_creation_visualizer_get_type ())
G_DECLARE_FINAL_TYPE (A1ProcessCreationVisualizer,
                      a1_process_creation_visualizer,
                      A1,
                      PROCESS_CREATION_VISUALIZER,
                      SpurLoCreationVisualizer)

G_END_DECLS
