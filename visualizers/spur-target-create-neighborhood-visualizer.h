/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "visualizers/spur-lo-create-neighborhood-visualizer.h"

G_BEGIN_DECLS

#define SPUR_TYPE_TARGET_CREATE_NEIGHBORHOOD_VISUALIZER                                            \
  (spur_target_create_neighborhood_visualizer_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (SpurTargetCreateNeighborhoodVisualizer,
                          spur_target_create_neighborhood_visualizer,
                          SPUR,
                          TARGET_CREATE_NEIGHBORHOOD_VISUALIZER,
                          SpurLoCreateNeighborhoodVisualizer)

/**
 * SpurTargetCreateNeighborhoodVisualizerClass:
 * @parent_class: the parent
 *
 * Since: 1.0
 */
struct _SpurTargetCreateNeighborhoodVisualizerClass
{
  SpurLoCreateNeighborhoodVisualizerClass parent_class;

  /*< private >*/
  gpointer _reserved[4];
};

G_END_DECLS
