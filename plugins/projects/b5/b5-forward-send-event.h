/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "plugins/projects/b5/b5-message-send-event.h"

G_BEGIN_DECLS

#define B5_TYPE_FORWARD_SEND_EVENT (b5_forward_send_event_get_type ())

/* A task came for an agent that is here no more, and is sent after it. */
G_DECLARE_FINAL_TYPE (
  B5ForwardSendEvent, b5_forward_send_event, B5, FORWARD_SEND_EVENT, B5MessageSendEvent)

G_END_DECLS
