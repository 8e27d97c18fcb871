/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "visualizers/spur-lo-placement-visualizer.h"

G_BEGIN_DECLS

#define B5_TYPE_TASK_ASSIGNMENT_VISUALIZER (b5_task_assignment_visualizer_get_type ())

/* A task is assigned where its agent begins to execute; a tick is enough, as the agent is a bar
 * from there. */
G_DECLARE_FINAL_TYPE (B5TaskAssignmentVisualizer,
                      b5_task_assignment_visualizer,
                      B5,
                      TASK_ASSIGNMENT_VISUALIZER,
                      SpurLoPlacementVisualizer)

G_END_DECLS
