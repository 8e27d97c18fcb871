/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "visualizers/spur-event-visualizer.h"

G_BEGIN_DECLS

#define SPUR_TYPE_WINDOW_VISUALIZER (spur_window_visualizer_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (
  SpurWindowVisualizer, spur_window_visualizer, SPUR, WINDOW_VISUALIZER, SpurEventVisualizer)

/**
 * SpurWindowVisualizerClass:
 * @parent_class: the parent
 *
 * Since: 1.0
 */
struct _SpurWindowVisualizerClass
{
  SpurEventVisualizerClass parent_class;

  /*< private >*/
  gpointer _reserved[4];
};

G_END_DECLS
