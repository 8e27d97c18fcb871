/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "visualizers/spur-lo-creation-visualizer.h"

G_BEGIN_DECLS

#define SPUR_TYPE_LO_CREATION_PLACEMENT_VISUALIZER                                                 \
  (spur_lo_creation_placement_visualizer_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (SpurLoCreationPlacementVisualizer,
                          spur_lo_creation_placement_visualizer,
                          SPUR,
                          LO_CREATION_PLACEMENT_VISUALIZER,
                          SpurLoCreationVisualizer)

/**
 * SpurLoCreationPlacementVisualizerClass:
 * @parent_class: the parent
 *
 * Since: 1.0
 */
struct _SpurLoCreationPlacementVisualizerClass
{
  SpurLoCreationVisualizerClass parent_class;

  /*< private >*/
  gpointer _reserved[4];
};

G_END_DECLS
