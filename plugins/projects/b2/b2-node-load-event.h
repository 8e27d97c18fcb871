/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "events/spur-lm-events.h"

G_BEGIN_DECLS

#define B2_TYPE_NODE_LOAD_EVENT (b2_node_load_event_get_type ())

/* State of a node: how much of its main memory is taken, and its input and output. */
G_DECLARE_FINAL_TYPE (
  B2NodeLoadEvent, b2_node_load_event, B2, NODE_LOAD_EVENT, SpurLmTargetLoadEvent)

G_END_DECLS
