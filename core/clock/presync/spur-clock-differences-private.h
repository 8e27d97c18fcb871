/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/clock/presync/spur-clock-curves-private.h"
#include "core/clock/presync/spur-clock-samples-private.h"

/* (element-type SpurClockDifference) (transfer full): What windows of a length, which overlap, say
 * of each pair of clocks: the middle of what the least delays of all pairs allow. Times are in s
 * after @begin_ns. No more clocks than SPUR_WINDOWS_MAX_DENSE. All ranks call it. */
GArray *spur_clock_differences_new (const SpurClockSamples *samples,
                                    gint64 begin_ns,
                                    gint64 end_ns,
                                    gint64 length_ns,
                                    const SpurJob *job);
