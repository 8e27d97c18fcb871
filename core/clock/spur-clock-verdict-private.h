/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/clock/parallel/spur-clock-work-private.h"
#include "core/clock/spur-clock-chain.h"
#include "core/clock/spur-clock-finding.h"

/* Notes in the facts of the correction how well each clock is known after the chain, and findings
 * that need a look at the corrected trace. All ranks call it. */
void spur_clock_verdict_note (SpurClockChain *chain, const SpurClockWork *work);

/* Ticks, single wrong stamps, and a mu that is too large. */
void spur_clock_inspect (SpurClockChain *chain, const SpurClockWork *work);

/* Notes within how much of the truth each clock is, see spur-clock-bounds-internal.h. All ranks
 * call it. */
void spur_clock_bounds_note (SpurClockChain *chain, const SpurClockWork *work);

/* How well the best known clock is known, in the middle of its events, by what a corrector found;
 * -1 where none is. All ranks call it. */
gint64 spur_clock_bounds_get_least (SpurClockCorrector *corrector, const SpurClockWork *work);
