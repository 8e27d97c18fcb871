/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <spur.h>

#include "visualizers/style/spur-visualizer.h"

G_BEGIN_DECLS

#define TASKLOG_TYPE_BEGIN_VISUALIZER (tasklog_begin_visualizer_get_type ())

G_DECLARE_FINAL_TYPE (
  TasklogBeginVisualizer, tasklog_begin_visualizer, TASKLOG, BEGIN_VISUALIZER, SpurVisualizer)

G_END_DECLS
