/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "events/spur-lo-events.h"

G_BEGIN_DECLS

#define A7_TYPE_SUBPROBLEM_CREATION_EVENT (a7_subproblem_creation_event_get_type ())

/* A bisection creates a subproblem where its parent is. */
G_DECLARE_FINAL_TYPE (A7SubproblemCreationEvent,
                      a7_subproblem_creation_event,
                      A7,
                      SUBPROBLEM_CREATION_EVENT,
                      SpurLoCreationPlacementEvent)

G_END_DECLS
