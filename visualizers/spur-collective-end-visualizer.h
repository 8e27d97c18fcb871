/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "visualizers/spur-collective-visualizer.h"

G_BEGIN_DECLS

#define SPUR_TYPE_COLLECTIVE_END_VISUALIZER (spur_collective_end_visualizer_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (SpurCollectiveEndVisualizer,
                          spur_collective_end_visualizer,
                          SPUR,
                          COLLECTIVE_END_VISUALIZER,
                          SpurCollectiveVisualizer)

/**
 * SpurCollectiveEndVisualizerClass:
 * @parent_class: the parent
 *
 * Since: 1.0
 */
struct _SpurCollectiveEndVisualizerClass
{
  SpurCollectiveVisualizerClass parent_class;

  /*< private >*/
  gpointer _reserved[4];
};

G_END_DECLS
