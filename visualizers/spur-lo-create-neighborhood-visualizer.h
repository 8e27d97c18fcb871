/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "visualizers/spur-event-visualizer.h"

G_BEGIN_DECLS

#define SPUR_TYPE_LO_CREATE_NEIGHBORHOOD_VISUALIZER                                                \
  (spur_lo_create_neighborhood_visualizer_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (SpurLoCreateNeighborhoodVisualizer,
                          spur_lo_create_neighborhood_visualizer,
                          SPUR,
                          LO_CREATE_NEIGHBORHOOD_VISUALIZER,
                          SpurEventVisualizer)

/**
 * SpurLoCreateNeighborhoodVisualizerClass:
 * @parent_class: the parent
 *
 * Since: 1.0
 */
struct _SpurLoCreateNeighborhoodVisualizerClass
{
  SpurEventVisualizerClass parent_class;

  /*< private >*/
  gpointer _reserved[4];
};

G_END_DECLS
