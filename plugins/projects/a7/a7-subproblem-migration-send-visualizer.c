/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/projects/a7/a7-subproblem-migration-send-visualizer.h"

struct _A7SubproblemMigrationSendVisualizer
{
  SpurLoMigrationVisualizer parent_instance;
};

G_DEFINE_FINAL_TYPE (A7SubproblemMigrationSendVisualizer,
                     a7_subproblem_migration_send_visualizer,
                     SPUR_TYPE_LO_MIGRATION_VISUALIZER)

static void
a7_subproblem_migration_send_visualizer_class_init (A7SubproblemMigrationSendVisualizerClass *klass)
{
  SpurStyle *style = &SPUR_VISUALIZER_CLASS (klass)->style;

  style->color = 0x7a3e8e;
  style->opacity = 0.8;
  style->width_px = 1.1;
  style->label = "subproblem";
}

static void
a7_subproblem_migration_send_visualizer_init (A7SubproblemMigrationSendVisualizer *self)
{
}
