/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "events/spur-lm-events.h"

G_BEGIN_DECLS

#define A5_TYPE_START_RECEIVE_EVENT (a5_start_receive_event_get_type ())

/* A host is told to start a prover. */
G_DECLARE_FINAL_TYPE (
  A5StartReceiveEvent, a5_start_receive_event, A5, START_RECEIVE_EVENT, SpurLmMessageReceiveEvent)

G_END_DECLS
