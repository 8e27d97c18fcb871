/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "events/spur-lm-events.h"

G_BEGIN_DECLS

#define A5_TYPE_START_SEND_EVENT (a5_start_send_event_get_type ())

/* The supervisor has a prover started on a host. */
G_DECLARE_FINAL_TYPE (
  A5StartSendEvent, a5_start_send_event, A5, START_SEND_EVENT, SpurLmMessageSendEvent)

G_END_DECLS
