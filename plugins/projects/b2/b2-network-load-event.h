/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "events/spur-lm-events.h"

G_BEGIN_DECLS

#define B2_TYPE_NETWORK_LOAD_EVENT (b2_network_load_event_get_type ())

/* Load of the network that all nodes share. */
G_DECLARE_FINAL_TYPE (
  B2NetworkLoadEvent, b2_network_load_event, B2, NETWORK_LOAD_EVENT, SpurLmNetworkLoadEvent)

G_END_DECLS
