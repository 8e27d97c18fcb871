/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/analysis/waits/spur-delay-cost.h"
#include "core/analysis/waits/spur-waits-private.h"

/* What caused the waits of a trace: work of the stream that is waited for, beyond that of the one
 * that waits, since both were last together; and waits of its own, of which the causes are found in
 * the same way. */
typedef struct
{
  guint n_streams;
  SpurDelayTotal *totals;
  /* Of SpurDelayCost, the most costly first: as many as the settings say. */
  GArray *costs;
} SpurDelayCosts;

/* @streams has the waits of each stream; the calls were made with work of @input. The search is
 * over, and cleared where its memory is needed. Fails with %SPUR_CAUSALITY_ERROR_RANGE where there
 * are 2^32 waits. */
SpurDelayCosts *spur_delay_costs_new (SpurWaitsSearch *search,
                                      const SpurStreamWaits *streams,
                                      const SpurCallsInput *input,
                                      GError **error);

void spur_delay_costs_free (SpurDelayCosts *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SpurDelayCosts, spur_delay_costs_free)
