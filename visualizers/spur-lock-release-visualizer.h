/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "visualizers/spur-lock-acquire-visualizer.h"

G_BEGIN_DECLS

#define SPUR_TYPE_LOCK_RELEASE_VISUALIZER (spur_lock_release_visualizer_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (SpurLockReleaseVisualizer,
                          spur_lock_release_visualizer,
                          SPUR,
                          LOCK_RELEASE_VISUALIZER,
                          SpurLockAcquireVisualizer)

/**
 * SpurLockReleaseVisualizerClass:
 * @parent_class: the parent
 *
 * Since: 1.0
 */
struct _SpurLockReleaseVisualizerClass
{
  SpurLockAcquireVisualizerClass parent_class;

  /*< private >*/
  gpointer _reserved[4];
};

G_END_DECLS
