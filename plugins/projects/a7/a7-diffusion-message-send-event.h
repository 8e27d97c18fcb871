/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "events/spur-lm-events.h"

G_BEGIN_DECLS

#define A7_TYPE_DIFFUSION_MESSAGE_SEND_EVENT (a7_diffusion_message_send_event_get_type ())

/* A node tells a neighbour its load. */
G_DECLARE_FINAL_TYPE (A7DiffusionMessageSendEvent,
                      a7_diffusion_message_send_event,
                      A7,
                      DIFFUSION_MESSAGE_SEND_EVENT,
                      SpurLmMessageSendEvent)

G_END_DECLS
