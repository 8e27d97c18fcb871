/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "visualizers/spur-event-visualizer.h"

G_BEGIN_DECLS

#define SPUR_TYPE_LOCK_ACQUIRE_VISUALIZER (spur_lock_acquire_visualizer_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (SpurLockAcquireVisualizer,
                          spur_lock_acquire_visualizer,
                          SPUR,
                          LOCK_ACQUIRE_VISUALIZER,
                          SpurEventVisualizer)

/**
 * SpurLockAcquireVisualizerClass:
 * @parent_class: the parent
 *
 * Since: 1.0
 */
struct _SpurLockAcquireVisualizerClass
{
  SpurEventVisualizerClass parent_class;

  /*< private >*/
  gpointer _reserved[4];
};

G_END_DECLS
