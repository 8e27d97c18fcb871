/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "visualizers/spur-lo-placement-visualizer.h"

G_BEGIN_DECLS

#define B5_TYPE_TASK_BUFFERING_VISUALIZER (b5_task_buffering_visualizer_get_type ())

/* Tasks that wait are too many to be marked. Those that go elsewhere with their agent are thin
 * arrows, so that the agent is seen. */
G_DECLARE_FINAL_TYPE (B5TaskBufferingVisualizer,
                      b5_task_buffering_visualizer,
                      B5,
                      TASK_BUFFERING_VISUALIZER,
                      SpurLoPlacementVisualizer)

G_END_DECLS
