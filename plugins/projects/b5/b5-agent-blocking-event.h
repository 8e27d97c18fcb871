/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "events/spur-lo-events.h"

G_BEGIN_DECLS

#define B5_TYPE_AGENT_BLOCKING_EVENT (b5_agent_blocking_event_get_type ())

/* An agent has no task, and blocks until one arrives. */
G_DECLARE_FINAL_TYPE (
  B5AgentBlockingEvent, b5_agent_blocking_event, B5, AGENT_BLOCKING_EVENT, SpurLoStateChangeEvent)

G_END_DECLS
