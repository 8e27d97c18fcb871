/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "events/spur-custom-events.h"
#include "events/spur-message-events.h"

G_BEGIN_DECLS

/**
 * B3TraversalEvent:
 *
 * A new traversal of the tree begins at the root, down to the leaves and up again.
 */
#define B3_TYPE_TRAVERSAL_EVENT (b3_traversal_event_get_type ())
G_DECLARE_FINAL_TYPE (B3TraversalEvent, b3_traversal_event, B3, TRAVERSAL_EVENT, SpurCustomEvent)

/**
 * B3EdgeSendEvent:
 *
 * A node sends along an edge of the tree: down where the tag is 0, up where it is 1.
 */
#define B3_TYPE_EDGE_SEND_EVENT (b3_edge_send_event_get_type ())
G_DECLARE_FINAL_TYPE (
  B3EdgeSendEvent, b3_edge_send_event, B3, EDGE_SEND_EVENT, SpurLoMessageSendEvent)

/**
 * B3EdgeReceiveEvent:
 *
 * A node gets what was sent along an edge of the tree.
 */
#define B3_TYPE_EDGE_RECEIVE_EVENT (b3_edge_receive_event_get_type ())
G_DECLARE_FINAL_TYPE (
  B3EdgeReceiveEvent, b3_edge_receive_event, B3, EDGE_RECEIVE_EVENT, SpurLoMessageReceiveEvent)

G_END_DECLS
