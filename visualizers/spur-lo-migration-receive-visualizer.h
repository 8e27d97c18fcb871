/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "visualizers/spur-lo-migration-visualizer.h"

G_BEGIN_DECLS

#define SPUR_TYPE_LO_MIGRATION_RECEIVE_VISUALIZER (spur_lo_migration_receive_visualizer_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (SpurLoMigrationReceiveVisualizer,
                          spur_lo_migration_receive_visualizer,
                          SPUR,
                          LO_MIGRATION_RECEIVE_VISUALIZER,
                          SpurLoMigrationVisualizer)

/**
 * SpurLoMigrationReceiveVisualizerClass:
 * @parent_class: the parent
 *
 * Since: 1.0
 */
struct _SpurLoMigrationReceiveVisualizerClass
{
  SpurLoMigrationVisualizerClass parent_class;

  /*< private >*/
  gpointer _reserved[4];
};

G_END_DECLS
