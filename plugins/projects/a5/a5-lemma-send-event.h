/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "events/spur-message-events.h"

G_BEGIN_DECLS

#define A5_TYPE_LEMMA_SEND_EVENT (a5_lemma_send_event_get_type ())

/* A prover sends lemmas to one that works on the same problem. */
G_DECLARE_FINAL_TYPE (
  A5LemmaSendEvent, a5_lemma_send_event, A5, LEMMA_SEND_EVENT, SpurLoMessageSendEvent)

G_END_DECLS
