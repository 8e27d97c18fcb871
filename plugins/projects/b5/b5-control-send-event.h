/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "plugins/projects/b5/b5-message-send-event.h"

G_BEGIN_DECLS

#define B5_TYPE_CONTROL_SEND_EVENT (b5_control_send_event_get_type ())

/* Start, end, and the detection of the end by recovery of credits. */
G_DECLARE_FINAL_TYPE (
  B5ControlSendEvent, b5_control_send_event, B5, CONTROL_SEND_EVENT, B5MessageSendEvent)

G_END_DECLS
