/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "visualizers/spur-lo-placement-visualizer.h"

G_BEGIN_DECLS

#define SPUR_TYPE_THREAD_BEGIN_VISUALIZER (spur_thread_begin_visualizer_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (SpurThreadBeginVisualizer,
                          spur_thread_begin_visualizer,
                          SPUR,
                          THREAD_BEGIN_VISUALIZER,
                          SpurLoPlacementVisualizer)

/**
 * SpurThreadBeginVisualizerClass:
 * @parent_class: the parent
 *
 * Since: 1.0
 */
struct _SpurThreadBeginVisualizerClass
{
  SpurLoPlacementVisualizerClass parent_class;

  /*< private >*/
  gpointer _reserved[4];
};

G_END_DECLS
