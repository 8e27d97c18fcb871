/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "visualizers/spur-collective-end-visualizer.h"

G_BEGIN_DECLS

#define SPUR_TYPE_WINDOW_FENCE_VISUALIZER (spur_window_fence_visualizer_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (SpurWindowFenceVisualizer,
                          spur_window_fence_visualizer,
                          SPUR,
                          WINDOW_FENCE_VISUALIZER,
                          SpurCollectiveEndVisualizer)

/**
 * SpurWindowFenceVisualizerClass:
 * @parent_class: the parent
 *
 * Since: 1.0
 */
struct _SpurWindowFenceVisualizerClass
{
  SpurCollectiveEndVisualizerClass parent_class;

  /*< private >*/
  gpointer _reserved[4];
};

G_END_DECLS
