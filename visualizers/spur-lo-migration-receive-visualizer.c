/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "visualizers/spur-lo-migration-receive-visualizer.h"

/**
 * SpurLoMigrationReceiveVisualizer:
 *
 * Draws that a load object arrives: the arrow from where it left, as any migration.
 *
 * Since: 1.0
 */
G_DEFINE_TYPE (SpurLoMigrationReceiveVisualizer,
               spur_lo_migration_receive_visualizer,
               SPUR_TYPE_LO_MIGRATION_VISUALIZER)

static void
spur_lo_migration_receive_visualizer_class_init (SpurLoMigrationReceiveVisualizerClass *klass)
{
}

static void
spur_lo_migration_receive_visualizer_init (SpurLoMigrationReceiveVisualizer *self)
{
}
