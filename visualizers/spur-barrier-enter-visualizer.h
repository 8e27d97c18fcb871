/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "visualizers/spur-region-enter-visualizer.h"

G_BEGIN_DECLS

#define SPUR_TYPE_BARRIER_ENTER_VISUALIZER (spur_barrier_enter_visualizer_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (SpurBarrierEnterVisualizer,
                          spur_barrier_enter_visualizer,
                          SPUR,
                          BARRIER_ENTER_VISUALIZER,
                          SpurRegionEnterVisualizer)

/**
 * SpurBarrierEnterVisualizerClass:
 * @parent_class: the parent
 *
 * Since: 1.0
 */
struct _SpurBarrierEnterVisualizerClass
{
  SpurRegionEnterVisualizerClass parent_class;

  /*< private >*/
  gpointer _reserved[4];
};

G_END_DECLS
