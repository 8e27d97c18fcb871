/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "visualizers/spur-lo-state-change-visualizer.h"

G_BEGIN_DECLS

#define A5_TYPE_PROOF_VISUALIZER (a5_proof_visualizer_get_type ())

/* A proof is what all is about. */
G_DECLARE_FINAL_TYPE (
  A5ProofVisualizer, a5_proof_visualizer, A5, PROOF_VISUALIZER, SpurLoStateChangeVisualizer)

G_END_DECLS
