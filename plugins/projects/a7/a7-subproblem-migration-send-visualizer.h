/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "visualizers/spur-lo-migration-visualizer.h"

G_BEGIN_DECLS

#define A7_TYPE_SUBPROBLEM_MIGRATION_SEND_VISUALIZER                                               \
  (a7_subproblem_migration_send_visualizer_get_type ())

/* Load that flows between nodes: thinner than a single migration, as much of it flows. */
G_DECLARE_FINAL_TYPE (A7SubproblemMigrationSendVisualizer,
                      a7_subproblem_migration_send_visualizer,
                      A7,
                      SUBPROBLEM_MIGRATION_SEND_VISUALIZER,
                      SpurLoMigrationVisualizer)

G_END_DECLS
