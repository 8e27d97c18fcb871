/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "visualizers/spur-lo-creation-visualizer.h"

G_BEGIN_DECLS

#define SPUR_TYPE_THREAD_FORK_VISUALIZER (spur_thread_fork_visualizer_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (SpurThreadForkVisualizer,
                          spur_thread_fork_visualizer,
                          SPUR,
                          THREAD_FORK_VISUALIZER,
                          SpurLoCreationVisualizer)

/**
 * SpurThreadForkVisualizerClass:
 * @parent_class: the parent
 *
 * Since: 1.0
 */
struct _SpurThreadForkVisualizerClass
{
  SpurLoCreationVisualizerClass parent_class;

  /*< private >*/
  gpointer _reserved[4];
};

G_END_DECLS
