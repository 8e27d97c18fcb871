/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/clock/presync/spur-clock-fit-private.h"
#include "core/clock/presync/spur-clock-pairs-private.h"

/* How well a model of clocks foretells edges that it was not made from. */

/* Delays hang together for a while, so chance is seen from parts of the time, as many as give it to
 * an eighth (the standard deviation of n values is known to 1 / sqrt (2 n)). */
#define SPUR_N_RATES 32

/* Rates are summed as whole numbers, in the same way by any number of ranks. */
#define SPUR_RATE_UNIT 1e6

/* What delays usually are: those of known edges by one model, the same for all models that are
 * compared, or those would be better by which delays scatter more. */
typedef struct
{
  SpurClockPairs *pairs;
  double scale_ns; /* of sides with few delays */
} SpurClockUsual;

/* @known are edges that models are made from. All ranks call it. */
void spur_clock_usual_init (SpurClockUsual *self,
                            const SpurClockFit *fit,
                            const SpurClockSamples *known);

void spur_clock_usual_clear (SpurClockUsual *self);

/* How likely a model makes samples that it was not made from, in each part of the time. All ranks
 * call it. */
void spur_clock_fit_rate (const SpurClockFit *self,
                          const SpurClockUsual *usual,
                          const SpurClockSamples *asked,
                          gint64 *rates);

/* Few samples that the others are to foretell, @asked; their arrays are to be freed. */
void spur_clock_samples_split (const SpurClockSamples *self,
                               SpurClockSamples *known,
                               SpurClockSamples *asked);

/* How likely what a model leaves of samples makes what it leaves of others, by the least delay of
 * each side of a pair and by how far above it half of its delays are. So it matters where the least
 * delay is, and not only that it is above 0. All ranks call it. */
void
spur_clock_rest_rate (const SpurClockSamples *known, const SpurClockSamples *asked, gint64 *rates);

/* The same of what a model leaves of both. It does not tell constants from each other, for these
 * are in the least delays, but how well a model tells how clocks change; and it does so where
 * delays are long and nearly equal, too, which spur_clock_fit_rate() does not look at. All ranks
 * call it. */
void spur_clock_fit_rate_shape (const SpurClockFit *self,
                                const SpurClockSamples *known,
                                const SpurClockSamples *asked,
                                gint64 *rates);

gint64 spur_clock_rates_sum (const gint64 *rates);

/* Whether a model is worse than the best one by more than @n_errors standard errors, and by more
 * than is of use. */
gboolean spur_clock_rates_are_worse (const gint64 *rates,
                                     const gint64 *best,
                                     double n_errors,
                                     double least_gain);

/* A model that leaves more reversed edges than another one by more than chance is refuted. */
gboolean spur_clock_is_refuted (gsize n_reversed, gsize n_least);

/* By more than the standard error of the difference. */
gboolean spur_clock_rates_are_better (const gint64 *rates, const gint64 *others);
