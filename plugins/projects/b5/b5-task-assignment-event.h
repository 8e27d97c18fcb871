/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "events/spur-lo-events.h"

G_BEGIN_DECLS

#define B5_TYPE_TASK_ASSIGNMENT_EVENT (b5_task_assignment_event_get_type ())

/* A task is assigned to an agent, which executes it to its end. */
G_DECLARE_FINAL_TYPE (
  B5TaskAssignmentEvent, b5_task_assignment_event, B5, TASK_ASSIGNMENT_EVENT, SpurLoPlacementEvent)

G_END_DECLS
