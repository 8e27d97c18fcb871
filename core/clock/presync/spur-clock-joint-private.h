/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/clock/presync/spur-clock-pairs-private.h"

/* Clocks drift by so much at least, in ns a second, as far as can be known beforehand: crystals are
 * exact to about 20 ppm. */
#define SPUR_LEAST_USUAL_SLOPE 2e4

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

/* Makes the lines better that are there. How much clocks drift usually is found, too: by some
 * 20 ppm, or by more, up to @most_usual_slope in ns a second, if that makes the delays likelier.
 * Delays of neighbouring messages resemble each other, which makes them tell too much; so the most
 * comes from pairs of clocks, whose contradictions show how much they really tell. */
void spur_clock_pairs_improve (const SpurClockPairs *self,
                               const SpurClockSamples *samples,
                               double most_usual_slope,
                               SpurJointLines *lines);
