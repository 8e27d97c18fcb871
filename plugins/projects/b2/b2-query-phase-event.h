/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "events/spur-lo-events.h"

G_BEGIN_DECLS

#define B2_TYPE_QUERY_PHASE_EVENT (b2_query_phase_event_get_type ())

/* An interpreter or a query comes to its next phase. */
G_DECLARE_FINAL_TYPE (
  B2QueryPhaseEvent, b2_query_phase_event, B2, QUERY_PHASE_EVENT, SpurLoStateChangeEvent)

G_END_DECLS
