/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "visualizers/spur-window-visualizer.h"

G_BEGIN_DECLS

#define SPUR_TYPE_WINDOW_POST_VISUALIZER (spur_window_post_visualizer_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (SpurWindowPostVisualizer,
                          spur_window_post_visualizer,
                          SPUR,
                          WINDOW_POST_VISUALIZER,
                          SpurWindowVisualizer)

/**
 * SpurWindowPostVisualizerClass:
 * @parent_class: the parent
 *
 * Since: 1.0
 */
struct _SpurWindowPostVisualizerClass
{
  SpurWindowVisualizerClass parent_class;

  /*< private >*/
  gpointer _reserved[4];
};

G_END_DECLS
