/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "visualizers/spur-lo-message-visualizer.h"

G_BEGIN_DECLS

#define B5_TYPE_TASK_SEND_VISUALIZER (b5_task_send_visualizer_get_type ())

/* Tasks on their way to agents of other processes. */
G_DECLARE_FINAL_TYPE (
  B5TaskSendVisualizer, b5_task_send_visualizer, B5, TASK_SEND_VISUALIZER, SpurLoMessageVisualizer)

G_END_DECLS
