/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "visualizers/spur-lm-target-load-visualizer.h"

G_BEGIN_DECLS

#define SPUR_TYPE_LM_NETWORK_LOAD_VISUALIZER (spur_lm_network_load_visualizer_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (SpurLmNetworkLoadVisualizer,
                          spur_lm_network_load_visualizer,
                          SPUR,
                          LM_NETWORK_LOAD_VISUALIZER,
                          SpurLmTargetLoadVisualizer)

/**
 * SpurLmNetworkLoadVisualizerClass:
 * @parent_class: the parent
 *
 * Since: 1.0
 */
struct _SpurLmNetworkLoadVisualizerClass
{
  SpurLmTargetLoadVisualizerClass parent_class;

  /*< private >*/
  gpointer _reserved[4];
};

G_END_DECLS
