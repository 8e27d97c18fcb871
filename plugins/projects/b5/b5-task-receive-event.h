/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "events/spur-message-events.h"

G_BEGIN_DECLS

#define B5_TYPE_TASK_RECEIVE_EVENT (b5_task_receive_event_get_type ())

/* A task arrives where its agent is. Agents migrate, so the message has a number instead of an
 * order. */
G_DECLARE_FINAL_TYPE (
  B5TaskReceiveEvent, b5_task_receive_event, B5, TASK_RECEIVE_EVENT, SpurLoMessageReceiveEvent)

G_END_DECLS
