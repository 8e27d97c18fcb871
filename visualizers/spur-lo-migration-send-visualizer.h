/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "visualizers/spur-lo-migration-visualizer.h"

G_BEGIN_DECLS

#define SPUR_TYPE_LO_MIGRATION_SEND_VISUALIZER (spur_lo_migration_send_visualizer_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (SpurLoMigrationSendVisualizer,
                          spur_lo_migration_send_visualizer,
                          SPUR,
                          LO_MIGRATION_SEND_VISUALIZER,
                          SpurLoMigrationVisualizer)

/**
 * SpurLoMigrationSendVisualizerClass:
 * @parent_class: the parent
 *
 * Since: 1.0
 */
struct _SpurLoMigrationSendVisualizerClass
{
  SpurLoMigrationVisualizerClass parent_class;

  /*< private >*/
  gpointer _reserved[4];
};

G_END_DECLS
