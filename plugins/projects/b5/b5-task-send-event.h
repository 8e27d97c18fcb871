/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "events/spur-message-events.h"

G_BEGIN_DECLS

#define B5_TYPE_TASK_SEND_EVENT (b5_task_send_event_get_type ())

/* An agent sends a task to an agent, wherever that is. Agents migrate, so the message has a
 * number instead of an order. */
G_DECLARE_FINAL_TYPE (
  B5TaskSendEvent, b5_task_send_event, B5, TASK_SEND_EVENT, SpurLoMessageSendEvent)

G_END_DECLS
