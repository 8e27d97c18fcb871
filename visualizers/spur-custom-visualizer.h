/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "visualizers/spur-event-visualizer.h"

G_BEGIN_DECLS

#define SPUR_TYPE_CUSTOM_VISUALIZER (spur_custom_visualizer_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (
  SpurCustomVisualizer, spur_custom_visualizer, SPUR, CUSTOM_VISUALIZER, SpurEventVisualizer)

/**
 * SpurCustomVisualizerClass:
 * @parent_class: the parent
 *
 * Since: 1.0
 */
struct _SpurCustomVisualizerClass
{
  SpurEventVisualizerClass parent_class;

  /*< private >*/
  gpointer _reserved[4];
};

G_END_DECLS
