/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "plugins/projects/b5/b5-message-send-event.h"

G_BEGIN_DECLS

#define B5_TYPE_REPLY_SEND_EVENT (b5_reply_send_event_get_type ())

/* A process grants an agent to one that asked, or has none to give. */
G_DECLARE_FINAL_TYPE (
  B5ReplySendEvent, b5_reply_send_event, B5, REPLY_SEND_EVENT, B5MessageSendEvent)

G_END_DECLS
