/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "visualizers/spur-event-visualizer.h"

G_BEGIN_DECLS

#define SPUR_TYPE_LM_VISUALIZER (spur_lm_visualizer_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (
  SpurLmVisualizer, spur_lm_visualizer, SPUR, LM_VISUALIZER, SpurEventVisualizer)

/**
 * SpurLmVisualizerClass:
 * @parent_class: the parent
 *
 * Since: 1.0
 */
struct _SpurLmVisualizerClass
{
  SpurEventVisualizerClass parent_class;

  /*< private >*/
  gpointer _reserved[4];
};

G_END_DECLS
