/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "visualizers/spur-lo-migration-visualizer.h"

/**
 * SpurLoMigrationVisualizer:
 *
 * Draws the migration of a load object: an arrow from lane to lane, on top of all else.
 *
 * Since: 1.0
 */
G_DEFINE_TYPE (SpurLoMigrationVisualizer, spur_lo_migration_visualizer, SPUR_TYPE_EVENT_VISUALIZER)

static void
spur_lo_migration_visualizer_class_init (SpurLoMigrationVisualizerClass *klass)
{
  SpurStyle *style = &SPUR_VISUALIZER_CLASS (klass)->style;

  style->form = SPUR_FORM_MOVE;
  style->color = 0x14142b;
  style->opacity = 1.0;
  style->width_px = 1.6;
  style->label = "migration";
}

static void
spur_lo_migration_visualizer_init (SpurLoMigrationVisualizer *self)
{
}
