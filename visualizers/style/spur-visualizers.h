/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "visualizers/style/spur-visualizer.h"

G_BEGIN_DECLS

/* Visualizers that draw events by more than their style. Event classes find them by name, so a
 * class that extends one of theirs is drawn so too. */

#define SPUR_TYPE_NEIGHBORHOOD_VISUALIZER (spur_neighborhood_visualizer_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (SpurNeighborhoodVisualizer,
                          spur_neighborhood_visualizer,
                          SPUR,
                          NEIGHBORHOOD_VISUALIZER,
                          SpurVisualizer)

struct _SpurNeighborhoodVisualizerClass
{
  SpurVisualizerClass parent_class;
};

#define SPUR_TYPE_THREAD_VISUALIZER (spur_thread_visualizer_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (
  SpurThreadVisualizer, spur_thread_visualizer, SPUR, THREAD_VISUALIZER, SpurVisualizer)

struct _SpurThreadVisualizerClass
{
  SpurVisualizerClass parent_class;
};

#define SPUR_TYPE_TRANSFER_VISUALIZER (spur_transfer_visualizer_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (
  SpurTransferVisualizer, spur_transfer_visualizer, SPUR, TRANSFER_VISUALIZER, SpurVisualizer)

/**
 * SpurTransferVisualizerClass:
 * @parent_class: the parent
 * @to: the use of the field with the active object that the data goes to: %SPUR_USE_PEER, or
 *   %SPUR_USE_SUBJECT
 *
 * Since: 1.0
 */
struct _SpurTransferVisualizerClass
{
  SpurVisualizerClass parent_class;

  SpurUse to;
};

#define SPUR_TYPE_FETCH_VISUALIZER (spur_fetch_visualizer_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (
  SpurFetchVisualizer, spur_fetch_visualizer, SPUR, FETCH_VISUALIZER, SpurTransferVisualizer)

struct _SpurFetchVisualizerClass
{
  SpurTransferVisualizerClass parent_class;
};

G_END_DECLS
