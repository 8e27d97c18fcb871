/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "visualizers/spur-collective-end-visualizer.h"

G_BEGIN_DECLS

#define SPUR_TYPE_COLLECTIVE_COMPLETION_VISUALIZER                                                 \
  (spur_collective_completion_visualizer_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (SpurCollectiveCompletionVisualizer,
                          spur_collective_completion_visualizer,
                          SPUR,
                          COLLECTIVE_COMPLETION_VISUALIZER,
                          SpurCollectiveEndVisualizer)

/**
 * SpurCollectiveCompletionVisualizerClass:
 * @parent_class: the parent
 *
 * Since: 1.0
 */
struct _SpurCollectiveCompletionVisualizerClass
{
  SpurCollectiveEndVisualizerClass parent_class;

  /*< private >*/
  gpointer _reserved[4];
};

G_END_DECLS
