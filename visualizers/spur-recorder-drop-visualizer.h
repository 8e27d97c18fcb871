/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "visualizers/spur-custom-visualizer.h"

G_BEGIN_DECLS

#define SPUR_TYPE_RECORDER_DROP_VISUALIZER (spur_recorder_drop_visualizer_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (SpurRecorderDropVisualizer,
                          spur_recorder_drop_visualizer,
                          SPUR,
                          RECORDER_DROP_VISUALIZER,
                          SpurCustomVisualizer)

/**
 * SpurRecorderDropVisualizerClass:
 * @parent_class: the parent
 *
 * Since: 1.0
 */
struct _SpurRecorderDropVisualizerClass
{
  SpurCustomVisualizerClass parent_class;

  /*< private >*/
  gpointer _reserved[4];
};

G_END_DECLS
