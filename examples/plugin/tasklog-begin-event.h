/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <spur.h>

G_BEGIN_DECLS

#define TASKLOG_TYPE_BEGIN_EVENT (tasklog_begin_event_get_type ())

G_DECLARE_FINAL_TYPE (
  TasklogBeginEvent, tasklog_begin_event, TASKLOG, BEGIN_EVENT, SpurRegionEnterEvent)

G_END_DECLS
