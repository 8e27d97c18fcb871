/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "events/spur-lo-events.h"

G_BEGIN_DECLS

#define B5_TYPE_AGENT_MIGRATION_RECEIVE_EVENT (b5_agent_migration_receive_event_get_type ())

/* An agent comes to its new process. */
G_DECLARE_FINAL_TYPE (B5AgentMigrationReceiveEvent,
                      b5_agent_migration_receive_event,
                      B5,
                      AGENT_MIGRATION_RECEIVE_EVENT,
                      SpurLoMigrationReceiveEvent)

G_END_DECLS
