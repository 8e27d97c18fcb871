/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "events/spur-lo-events.h"

G_BEGIN_DECLS

/**
 * B1ClientStateEvent:
 *
 * A client changes its state.
 */
#define B1_TYPE_CLIENT_STATE_EVENT (b1_client_state_event_get_type ())
G_DECLARE_FINAL_TYPE (
  B1ClientStateEvent, b1_client_state_event, B1, CLIENT_STATE_EVENT, SpurLoStateChangeEvent)

/**
 * B1ServerStateEvent:
 *
 * A server changes its state.
 */
#define B1_TYPE_SERVER_STATE_EVENT (b1_server_state_event_get_type ())
G_DECLARE_FINAL_TYPE (
  B1ServerStateEvent, b1_server_state_event, B1, SERVER_STATE_EVENT, SpurLoStateChangeEvent)

/**
 * B1BlockStateEvent:
 *
 * A block becomes shorter. It has no other state than that.
 */
#define B1_TYPE_BLOCK_STATE_EVENT (b1_block_state_event_get_type ())
G_DECLARE_FINAL_TYPE (
  B1BlockStateEvent, b1_block_state_event, B1, BLOCK_STATE_EVENT, SpurLoStateChangeEvent)

G_END_DECLS
