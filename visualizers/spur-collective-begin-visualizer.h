/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "visualizers/spur-collective-visualizer.h"

G_BEGIN_DECLS

#define SPUR_TYPE_COLLECTIVE_BEGIN_VISUALIZER (spur_collective_begin_visualizer_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (SpurCollectiveBeginVisualizer,
                          spur_collective_begin_visualizer,
                          SPUR,
                          COLLECTIVE_BEGIN_VISUALIZER,
                          SpurCollectiveVisualizer)

/**
 * SpurCollectiveBeginVisualizerClass:
 * @parent_class: the parent
 *
 * Since: 1.0
 */
struct _SpurCollectiveBeginVisualizerClass
{
  SpurCollectiveVisualizerClass parent_class;

  /*< private >*/
  gpointer _reserved[4];
};

G_END_DECLS
