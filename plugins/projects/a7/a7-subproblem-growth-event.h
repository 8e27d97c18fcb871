/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "events/spur-lo-events.h"

G_BEGIN_DECLS

#define A7_TYPE_SUBPROBLEM_GROWTH_EVENT (a7_subproblem_growth_event_get_type ())

/* A subproblem turns out to be harder than it looked, and waits again. */
G_DECLARE_FINAL_TYPE (A7SubproblemGrowthEvent,
                      a7_subproblem_growth_event,
                      A7,
                      SUBPROBLEM_GROWTH_EVENT,
                      SpurLoStateChangeEvent)

G_END_DECLS
