/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "visualizers/spur-lo-message-visualizer.h"

G_BEGIN_DECLS

#define SPUR_TYPE_LM_MESSAGE_VISUALIZER (spur_lm_message_visualizer_get_type ())

SPUR_AVAILABLE_IN_ALL
G_DECLARE_DERIVABLE_TYPE (SpurLmMessageVisualizer,
                          spur_lm_message_visualizer,
                          SPUR,
                          LM_MESSAGE_VISUALIZER,
                          SpurLoMessageVisualizer)

/**
 * SpurLmMessageVisualizerClass:
 * @parent_class: the parent
 *
 * Since: 1.0
 */
struct _SpurLmMessageVisualizerClass
{
  SpurLoMessageVisualizerClass parent_class;

  /*< private >*/
  gpointer _reserved[4];
};

G_END_DECLS
