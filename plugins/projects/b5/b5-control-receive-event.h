/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "plugins/projects/b5/b5-message-receive-event.h"

G_BEGIN_DECLS

#define B5_TYPE_CONTROL_RECEIVE_EVENT (b5_control_receive_event_get_type ())

/* Start, end, and the detection of the end by recovery of credits. */
G_DECLARE_FINAL_TYPE (
  B5ControlReceiveEvent, b5_control_receive_event, B5, CONTROL_RECEIVE_EVENT, B5MessageReceiveEvent)

G_END_DECLS
