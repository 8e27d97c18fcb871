/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "visualizers/spur-window-put-visualizer.h"

G_BEGIN_DECLS

#define SPUR_TYPE_WINDOW_GET_VISUALIZER (spur_window_get_visualizer_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (SpurWindowGetVisualizer,
                          spur_window_get_visualizer,
                          SPUR,
                          WINDOW_GET_VISUALIZER,
                          SpurWindowPutVisualizer)

/**
 * SpurWindowGetVisualizerClass:
 * @parent_class: the parent
 *
 * Since: 1.0
 */
struct _SpurWindowGetVisualizerClass
{
  SpurWindowPutVisualizerClass parent_class;

  /*< private >*/
  gpointer _reserved[4];
};

G_END_DECLS
