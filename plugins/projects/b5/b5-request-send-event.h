/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "plugins/projects/b5/b5-message-send-event.h"

G_BEGIN_DECLS

#define B5_TYPE_REQUEST_SEND_EVENT (b5_request_send_event_get_type ())

/* A process with little load asks another one for an agent: the first step of the receiver-
 * initiated strategy. */
G_DECLARE_FINAL_TYPE (
  B5RequestSendEvent, b5_request_send_event, B5, REQUEST_SEND_EVENT, B5MessageSendEvent)

G_END_DECLS
