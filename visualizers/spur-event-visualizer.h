/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "visualizers/spur-visualizer.h"

G_BEGIN_DECLS

#define SPUR_TYPE_EVENT_VISUALIZER (spur_event_visualizer_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (
  SpurEventVisualizer, spur_event_visualizer, SPUR, EVENT_VISUALIZER, SpurVisualizer)

/**
 * SpurEventVisualizerClass:
 * @parent_class: the parent
 *
 * Since: 1.0
 */
struct _SpurEventVisualizerClass
{
  SpurVisualizerClass parent_class;

  /*< private >*/
  gpointer _reserved[4];
};

G_END_DECLS
