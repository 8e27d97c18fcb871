/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "visualizers/spur-lm-message-send-visualizer.h"

G_BEGIN_DECLS

#define B5_TYPE_MESSAGE_SEND_VISUALIZER (b5_message_send_visualizer_get_type ())

/* Internal messages of ALDY: in the colour of overhead, so that they are told from tasks. */
G_DECLARE_DERIVABLE_TYPE (B5MessageSendVisualizer,
                          b5_message_send_visualizer,
                          B5,
                          MESSAGE_SEND_VISUALIZER,
                          SpurLmMessageSendVisualizer)

struct _B5MessageSendVisualizerClass
{
  SpurLmMessageSendVisualizerClass parent_class;
};

G_END_DECLS
