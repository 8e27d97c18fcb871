/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "visualizers/spur-target-visualizer.h"

G_BEGIN_DECLS

#define SPUR_TYPE_TARGET_REMOVAL_VISUALIZER (spur_target_removal_visualizer_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (SpurTargetRemovalVisualizer,
                          spur_target_removal_visualizer,
                          SPUR,
                          TARGET_REMOVAL_VISUALIZER,
                          SpurTargetVisualizer)

/**
 * SpurTargetRemovalVisualizerClass:
 * @parent_class: the parent
 *
 * Since: 1.0
 */
struct _SpurTargetRemovalVisualizerClass
{
  SpurTargetVisualizerClass parent_class;

  /*< private >*/
  gpointer _reserved[4];
};

G_END_DECLS
