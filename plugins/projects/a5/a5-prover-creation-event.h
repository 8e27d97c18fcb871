/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "events/spur-lo-events.h"

G_BEGIN_DECLS

#define A5_TYPE_PROVER_CREATION_EVENT (a5_prover_creation_event_get_type ())

/* A prover is started, in a process of its own, where it stays. */
G_DECLARE_FINAL_TYPE (A5ProverCreationEvent,
                      a5_prover_creation_event,
                      A5,
                      PROVER_CREATION_EVENT,
                      SpurLoCreationPlacementEvent)

G_END_DECLS
