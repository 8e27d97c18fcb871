/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "visualizers/spur-lm-visualizer.h"

G_BEGIN_DECLS

#define SPUR_TYPE_LM_TARGET_LOAD_VISUALIZER (spur_lm_target_load_visualizer_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (SpurLmTargetLoadVisualizer,
                          spur_lm_target_load_visualizer,
                          SPUR,
                          LM_TARGET_LOAD_VISUALIZER,
                          SpurLmVisualizer)

/**
 * SpurLmTargetLoadVisualizerClass:
 * @parent_class: the parent
 *
 * Since: 1.0
 */
struct _SpurLmTargetLoadVisualizerClass
{
  SpurLmVisualizerClass parent_class;

  /*< private >*/
  gpointer _reserved[4];
};

G_END_DECLS
