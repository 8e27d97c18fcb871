/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "tasklog-begin-event.h"

/* A worker begins to run a task. That the task is then in a state, on the worker's target, and
 * how it is drawn, comes from the parent class. */
SPUR_DEFINE_EVENT_CLASS (
  TasklogBeginEvent,
  tasklog_begin_event,
  SPUR_TYPE_REGION_ENTER_EVENT,
  SPUR_TRAIT_NAME ("Task_Begin_Event"),
  SPUR_TRAIT_FIELD ("priority", UINT8, NONE, "how urgent the task is, 0 to 255"))
