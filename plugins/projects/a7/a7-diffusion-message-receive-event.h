/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "events/spur-lm-events.h"

G_BEGIN_DECLS

#define A7_TYPE_DIFFUSION_MESSAGE_RECEIVE_EVENT (a7_diffusion_message_receive_event_get_type ())

/* A node learns the load of a neighbour. */
G_DECLARE_FINAL_TYPE (A7DiffusionMessageReceiveEvent,
                      a7_diffusion_message_receive_event,
                      A7,
                      DIFFUSION_MESSAGE_RECEIVE_EVENT,
                      SpurLmMessageReceiveEvent)

G_END_DECLS
