/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "events/spur-lo-events.h"

G_BEGIN_DECLS

#define B5_TYPE_AGENT_MIGRATION_SEND_EVENT (b5_agent_migration_send_event_get_type ())

/* An agent leaves its process, and takes with it the tasks that wait for it. */
G_DECLARE_FINAL_TYPE (B5AgentMigrationSendEvent,
                      b5_agent_migration_send_event,
                      B5,
                      AGENT_MIGRATION_SEND_EVENT,
                      SpurLoMigrationSendEvent)

G_END_DECLS
