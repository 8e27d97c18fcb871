/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "visualizers/spur-lm-network-load-visualizer.h"

/**
 * SpurLmNetworkLoadVisualizer:
 *
 * Draws the load of the network: a broken line of steps in the lane of who measures it.
 *
 * Since: 1.0
 */
G_DEFINE_TYPE (SpurLmNetworkLoadVisualizer,
               spur_lm_network_load_visualizer,
               SPUR_TYPE_LM_TARGET_LOAD_VISUALIZER)

static void
spur_lm_network_load_visualizer_class_init (SpurLmNetworkLoadVisualizerClass *klass)
{
  SpurStyle *style = &SPUR_VISUALIZER_CLASS (klass)->style;

  style->color = 0x0b6e84;
  style->dash_px = 5.0;
  style->label = "load of the network";
}

static void
spur_lm_network_load_visualizer_init (SpurLmNetworkLoadVisualizer *self)
{
}
