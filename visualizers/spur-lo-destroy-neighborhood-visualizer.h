/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "visualizers/spur-lo-create-neighborhood-visualizer.h"

G_BEGIN_DECLS

#define SPUR_TYPE_LO_DESTROY_NEIGHBORHOOD_VISUALIZER                                               \
  (spur_lo_destroy_neighborhood_visualizer_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (SpurLoDestroyNeighborhoodVisualizer,
                          spur_lo_destroy_neighborhood_visualizer,
                          SPUR,
                          LO_DESTROY_NEIGHBORHOOD_VISUALIZER,
                          SpurLoCreateNeighborhoodVisualizer)

/**
 * SpurLoDestroyNeighborhoodVisualizerClass:
 * @parent_class: the parent
 *
 * Since: 1.0
 */
struct _SpurLoDestroyNeighborhoodVisualizerClass
{
  SpurLoCreateNeighborhoodVisualizerClass parent_class;

  /*< private >*/
  gpointer _reserved[4];
};

G_END_DECLS
