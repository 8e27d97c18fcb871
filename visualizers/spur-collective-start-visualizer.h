/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "visualizers/spur-collective-begin-visualizer.h"

G_BEGIN_DECLS

#define SPUR_TYPE_COLLECTIVE_START_VISUALIZER (spur_collective_start_visualizer_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (SpurCollectiveStartVisualizer,
                          spur_collective_start_visualizer,
                          SPUR,
                          COLLECTIVE_START_VISUALIZER,
                          SpurCollectiveBeginVisualizer)

/**
 * SpurCollectiveStartVisualizerClass:
 * @parent_class: the parent
 *
 * Since: 1.0
 */
struct _SpurCollectiveStartVisualizerClass
{
  SpurCollectiveBeginVisualizerClass parent_class;

  /*< private >*/
  gpointer _reserved[4];
};

G_END_DECLS
