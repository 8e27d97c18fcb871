/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "plugins/projects/b5/b5-message-send-visualizer.h"

G_BEGIN_DECLS

#define B5_TYPE_REPLY_SEND_VISUALIZER (b5_reply_send_visualizer_get_type ())

/* Answers go the way of their requests, back; drawn fainter. */
G_DECLARE_FINAL_TYPE (B5ReplySendVisualizer,
                      b5_reply_send_visualizer,
                      B5,
                      REPLY_SEND_VISUALIZER,
                      B5MessageSendVisualizer)

G_END_DECLS
