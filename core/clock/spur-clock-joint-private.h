/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/clock/spur-clock-pairs-private.h"

G_BEGIN_DECLS

/* Straight lines of all clocks at once: those with which the delays of all edges are likeliest.
 *
 * Delays are rarely as short as can be and often somewhat longer, and some are very long: what they
 * are above 0 is taken to be distributed as x / (scale + x)^2, a density that keeps lines off the
 * edges that bound them, and in which long delays say next to nothing. */
typedef struct
{
  double *errors_ns; /* of each clock in the middle of all times of the pairs */
  double *slopes;    /* ns a second */
  double drift;      /* how well slopes are known, in ns a second */
} SpurJointLines;

/* Makes the lines better that are there. Clocks drift by @usual_slope as far as is known
 * beforehand, in ns a second. */
void spur_clock_pairs_improve (const SpurClockPairs *self,
                               const SpurClockSamples *samples,
                               double usual_slope,
                               SpurJointLines *lines);

G_END_DECLS
