/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "visualizers/spur-lo-migration-send-visualizer.h"

/**
 * SpurLoMigrationSendVisualizer:
 *
 * Draws that a load object leaves: the arrow to where it arrives, as any migration.
 *
 * Since: 1.0
 */
G_DEFINE_TYPE (SpurLoMigrationSendVisualizer,
               spur_lo_migration_send_visualizer,
               SPUR_TYPE_LO_MIGRATION_VISUALIZER)

static void
spur_lo_migration_send_visualizer_class_init (SpurLoMigrationSendVisualizerClass *klass)
{
}

static void
spur_lo_migration_send_visualizer_init (SpurLoMigrationSendVisualizer *self)
{
}
