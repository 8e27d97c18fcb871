/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "events/spur-lo-events.h"

G_BEGIN_DECLS

#define A5_TYPE_PROVER_TERMINATION_EVENT (a5_prover_termination_event_get_type ())

/* A prover ends. */
G_DECLARE_FINAL_TYPE (A5ProverTerminationEvent,
                      a5_prover_termination_event,
                      A5,
                      PROVER_TERMINATION_EVENT,
                      SpurLoTerminationEvent)

G_END_DECLS
