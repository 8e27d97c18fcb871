/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "visualizers/spur-window-post-visualizer.h"

G_BEGIN_DECLS

#define SPUR_TYPE_WINDOW_WAIT_VISUALIZER (spur_window_wait_visualizer_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (SpurWindowWaitVisualizer,
                          spur_window_wait_visualizer,
                          SPUR,
                          WINDOW_WAIT_VISUALIZER,
                          SpurWindowPostVisualizer)

/**
 * SpurWindowWaitVisualizerClass:
 * @parent_class: the parent
 *
 * Since: 1.0
 */
struct _SpurWindowWaitVisualizerClass
{
  SpurWindowPostVisualizerClass parent_class;

  /*< private >*/
  gpointer _reserved[4];
};

G_END_DECLS
