/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "visualizers/spur-region-exit-visualizer.h"

G_BEGIN_DECLS

#define SPUR_TYPE_BARRIER_EXIT_VISUALIZER (spur_barrier_exit_visualizer_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (SpurBarrierExitVisualizer,
                          spur_barrier_exit_visualizer,
                          SPUR,
                          BARRIER_EXIT_VISUALIZER,
                          SpurRegionExitVisualizer)

/**
 * SpurBarrierExitVisualizerClass:
 * @parent_class: the parent
 *
 * Since: 1.0
 */
struct _SpurBarrierExitVisualizerClass
{
  SpurRegionExitVisualizerClass parent_class;

  /*< private >*/
  gpointer _reserved[4];
};

G_END_DECLS
