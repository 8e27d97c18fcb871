/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "visualizers/style/spur-visualizer.h"

G_BEGIN_DECLS

/**
 * B4RollbackVisualizer:
 *
 * A triangle for each rollback, the larger the more was undone.
 */
#define B4_TYPE_ROLLBACK_VISUALIZER (b4_rollback_visualizer_get_type ())
G_DECLARE_FINAL_TYPE (
  B4RollbackVisualizer, b4_rollback_visualizer, B4, ROLLBACK_VISUALIZER, SpurVisualizer)

/**
 * B4LocalTimeVisualizer:
 *
 * Ticks in the colour of the virtual time: simulators that show the same colour at the same
 * time are as far as each other.
 */
#define B4_TYPE_LOCAL_TIME_VISUALIZER (b4_local_time_visualizer_get_type ())
G_DECLARE_FINAL_TYPE (
  B4LocalTimeVisualizer, b4_local_time_visualizer, B4, LOCAL_TIME_VISUALIZER, SpurVisualizer)

G_END_DECLS
