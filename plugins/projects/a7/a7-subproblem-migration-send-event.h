/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "events/spur-lo-events.h"

G_BEGIN_DECLS

#define A7_TYPE_SUBPROBLEM_MIGRATION_SEND_EVENT (a7_subproblem_migration_send_event_get_type ())

/* A subproblem leaves for another node. */
G_DECLARE_FINAL_TYPE (A7SubproblemMigrationSendEvent,
                      a7_subproblem_migration_send_event,
                      A7,
                      SUBPROBLEM_MIGRATION_SEND_EVENT,
                      SpurLoMigrationSendEvent)

G_END_DECLS
