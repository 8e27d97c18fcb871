/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "events/spur-lm-events.h"

G_BEGIN_DECLS

#define A5_TYPE_CANCEL_SEND_EVENT (a5_cancel_send_event_get_type ())

/* The supervisor ends a prover, as the problem is solved. */
G_DECLARE_FINAL_TYPE (
  A5CancelSendEvent, a5_cancel_send_event, A5, CANCEL_SEND_EVENT, SpurLmMessageSendEvent)

G_END_DECLS
