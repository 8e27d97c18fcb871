/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "plugins/projects/b5/b5-message-send-event.h"

G_BEGIN_DECLS

#define B5_TYPE_LOCATION_SEND_EVENT (b5_location_send_event_get_type ())

/* Tells a process that sent a task to where an agent was, where the agent is now. */
G_DECLARE_FINAL_TYPE (
  B5LocationSendEvent, b5_location_send_event, B5, LOCATION_SEND_EVENT, B5MessageSendEvent)

G_END_DECLS
