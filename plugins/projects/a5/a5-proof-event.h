/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "events/spur-lo-events.h"

G_BEGIN_DECLS

#define A5_TYPE_PROOF_EVENT (a5_proof_event_get_type ())

/* A prover has found a proof. */
G_DECLARE_FINAL_TYPE (A5ProofEvent, a5_proof_event, A5, PROOF_EVENT, SpurLoStateChangeEvent)

G_END_DECLS
