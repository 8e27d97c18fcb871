/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "visualizers/spur-collective-end-visualizer.h"

G_BEGIN_DECLS

#define SPUR_TYPE_COLLECTIVE_EXCHANGE_VISUALIZER (spur_collective_exchange_visualizer_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (SpurCollectiveExchangeVisualizer,
                          spur_collective_exchange_visualizer,
                          SPUR,
                          COLLECTIVE_EXCHANGE_VISUALIZER,
                          SpurCollectiveEndVisualizer)

/**
 * SpurCollectiveExchangeVisualizerClass:
 * @parent_class: the parent
 *
 * Since: 1.0
 */
struct _SpurCollectiveExchangeVisualizerClass
{
  SpurCollectiveEndVisualizerClass parent_class;

  /*< private >*/
  gpointer _reserved[4];
};

G_END_DECLS
