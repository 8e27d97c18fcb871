/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "events/spur-lo-events.h"

G_BEGIN_DECLS

#define B5_TYPE_TASK_BUFFERING_EVENT (b5_task_buffering_event_get_type ())

/* A task waits in a virtual process until its agent takes it. */
G_DECLARE_FINAL_TYPE (
  B5TaskBufferingEvent, b5_task_buffering_event, B5, TASK_BUFFERING_EVENT, SpurLoPlacementEvent)

G_END_DECLS
