/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "visualizers/spur-lm-target-load-visualizer.h"

G_BEGIN_DECLS

#define B5_TYPE_PROCESS_LOAD_VISUALIZER (b5_process_load_visualizer_get_type ())

/* The load of a process is a state to the strategy, and drawn like the load of a target. */
G_DECLARE_FINAL_TYPE (B5ProcessLoadVisualizer,
                      b5_process_load_visualizer,
                      B5,
                      PROCESS_LOAD_VISUALIZER,
                      SpurLmTargetLoadVisualizer)

G_END_DECLS
