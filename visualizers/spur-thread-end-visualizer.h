/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "visualizers/spur-lo-termination-visualizer.h"

G_BEGIN_DECLS

#define SPUR_TYPE_THREAD_END_VISUALIZER (spur_thread_end_visualizer_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (SpurThreadEndVisualizer,
                          spur_thread_end_visualizer,
                          SPUR,
                          THREAD_END_VISUALIZER,
                          SpurLoTerminationVisualizer)

/**
 * SpurThreadEndVisualizerClass:
 * @parent_class: the parent
 *
 * Since: 1.0
 */
struct _SpurThreadEndVisualizerClass
{
  SpurLoTerminationVisualizerClass parent_class;

  /*< private >*/
  gpointer _reserved[4];
};

G_END_DECLS
