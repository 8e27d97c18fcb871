/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "visualizers/spur-event-visualizer.h"

G_BEGIN_DECLS

#define SPUR_TYPE_THREAD_JOIN_VISUALIZER (spur_thread_join_visualizer_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (SpurThreadJoinVisualizer,
                          spur_thread_join_visualizer,
                          SPUR,
                          THREAD_JOIN_VISUALIZER,
                          SpurEventVisualizer)

/**
 * SpurThreadJoinVisualizerClass:
 * @parent_class: the parent
 *
 * Since: 1.0
 */
struct _SpurThreadJoinVisualizerClass
{
  SpurEventVisualizerClass parent_class;

  /*< private >*/
  gpointer _reserved[4];
};

G_END_DECLS
