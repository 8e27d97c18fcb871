/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/clock/presync/spur-clock-fit-private.h"

/* Whether stamps may be wrong that no edge contradicts: those of a stream step back. */
gboolean spur_clock_stands_may_be_alone (SpurTrace *trace);

/* Places events whose stamps contradict their edges, though those of other events of their clock do
 * not: many that have one stamp, as where a clock stands or stamps are written late, and single
 * ones that are out of order. @fit, which gets the places and findings, is that of @samples. Gives
 * (transfer full) the samples but those of such events, NULL where there are none. All ranks call
 * it. */
SpurClockSamples *spur_clock_stands_place (const SpurClockWork *work,
                                           const SpurClockSamples *samples,
                                           gint64 mu_ns,
                                           SpurClockFit *fit);
