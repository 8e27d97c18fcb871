/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "plugins/projects/b5/b5-message-receive-event.h"

G_BEGIN_DECLS

#define B5_TYPE_REPLY_RECEIVE_EVENT (b5_reply_receive_event_get_type ())

/* A process learns whether the one that it asked sends an agent. */
G_DECLARE_FINAL_TYPE (
  B5ReplyReceiveEvent, b5_reply_receive_event, B5, REPLY_RECEIVE_EVENT, B5MessageReceiveEvent)

G_END_DECLS
