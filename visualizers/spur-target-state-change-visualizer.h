/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "visualizers/spur-lo-state-change-visualizer.h"

G_BEGIN_DECLS

#define SPUR_TYPE_TARGET_STATE_CHANGE_VISUALIZER (spur_target_state_change_visualizer_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (SpurTargetStateChangeVisualizer,
                          spur_target_state_change_visualizer,
                          SPUR,
                          TARGET_STATE_CHANGE_VISUALIZER,
                          SpurLoStateChangeVisualizer)

/**
 * SpurTargetStateChangeVisualizerClass:
 * @parent_class: the parent
 *
 * Since: 1.0
 */
struct _SpurTargetStateChangeVisualizerClass
{
  SpurLoStateChangeVisualizerClass parent_class;

  /*< private >*/
  gpointer _reserved[4];
};

G_END_DECLS
