/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "events/spur-lo-events.h"

G_BEGIN_DECLS

#define A5_TYPE_SEARCH_EVENT (a5_search_event_get_type ())

/* A prover begins to search its tree to a greater depth: iterative deepening. */
G_DECLARE_FINAL_TYPE (A5SearchEvent, a5_search_event, A5, SEARCH_EVENT, SpurLoStateChangeEvent)

G_END_DECLS
