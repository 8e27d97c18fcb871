/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "events/spur-message-events.h"

G_BEGIN_DECLS

#define A5_TYPE_LEMMA_RECEIVE_EVENT (a5_lemma_receive_event_get_type ())

/* A prover gets lemmas of another one. */
G_DECLARE_FINAL_TYPE (
  A5LemmaReceiveEvent, a5_lemma_receive_event, A5, LEMMA_RECEIVE_EVENT, SpurLoMessageReceiveEvent)

G_END_DECLS
