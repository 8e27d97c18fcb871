/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "visualizers/spur-lo-state-change-visualizer.h"

G_BEGIN_DECLS

#define SPUR_TYPE_REGION_EXIT_VISUALIZER (spur_region_exit_visualizer_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (SpurRegionExitVisualizer,
                          spur_region_exit_visualizer,
                          SPUR,
                          REGION_EXIT_VISUALIZER,
                          SpurLoStateChangeVisualizer)

/**
 * SpurRegionExitVisualizerClass:
 * @parent_class: the parent
 *
 * Since: 1.0
 */
struct _SpurRegionExitVisualizerClass
{
  SpurLoStateChangeVisualizerClass parent_class;

  /*< private >*/
  gpointer _reserved[4];
};

G_END_DECLS
