/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "visualizers/spur-lo-destroy-neighborhood-visualizer.h"

G_BEGIN_DECLS

#define SPUR_TYPE_TARGET_DESTROY_NEIGHBORHOOD_VISUALIZER                                           \
  (spur_target_destroy_neighborhood_visualizer_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (SpurTargetDestroyNeighborhoodVisualizer,
                          spur_target_destroy_neighborhood_visualizer,
                          SPUR,
                          TARGET_DESTROY_NEIGHBORHOOD_VISUALIZER,
                          SpurLoDestroyNeighborhoodVisualizer)

/**
 * SpurTargetDestroyNeighborhoodVisualizerClass:
 * @parent_class: the parent
 *
 * Since: 1.0
 */
struct _SpurTargetDestroyNeighborhoodVisualizerClass
{
  SpurLoDestroyNeighborhoodVisualizerClass parent_class;

  /*< private >*/
  gpointer _reserved[4];
};

G_END_DECLS
