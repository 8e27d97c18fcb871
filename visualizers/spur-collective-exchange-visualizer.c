/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "visualizers/spur-collective-exchange-visualizer.h"

/**
 * SpurCollectiveExchangeVisualizer:
 *
 * Draws that a member leaves an exchange by pairs: the end of its part of the band.
 *
 * Since: 1.0
 */
G_DEFINE_TYPE (SpurCollectiveExchangeVisualizer,
               spur_collective_exchange_visualizer,
               SPUR_TYPE_COLLECTIVE_END_VISUALIZER)

static void
spur_collective_exchange_visualizer_class_init (SpurCollectiveExchangeVisualizerClass *klass)
{
}

static void
spur_collective_exchange_visualizer_init (SpurCollectiveExchangeVisualizer *self)
{
}
