/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "visualizers/spur-event-visualizer.h"

G_BEGIN_DECLS

#define SPUR_TYPE_TARGET_VISUALIZER (spur_target_visualizer_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (
  SpurTargetVisualizer, spur_target_visualizer, SPUR, TARGET_VISUALIZER, SpurEventVisualizer)

/**
 * SpurTargetVisualizerClass:
 * @parent_class: the parent
 *
 * Since: 1.0
 */
struct _SpurTargetVisualizerClass
{
  SpurEventVisualizerClass parent_class;

  /*< private >*/
  gpointer _reserved[4];
};

G_END_DECLS
