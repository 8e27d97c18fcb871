/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/clock/presync/spur-clock-fit-private.h"
#include "core/clock/presync/spur-clock-windows-private.h"

/* How far off clocks are by what a fit leaves of their edges. The samples are without the errors
 * that were found. */

/* The least delays of two clocks are taken to be the same in both directions to this share of what
 * is between them. */
#define SPUR_EVEN_SHARE 0.8

/* A bound is one that a clock passes once in a hundred times, by a normal distribution. */
#define SPUR_BOUND_SIGMAS 2.58

/* What windows say that is left of a clock: the root of its mean square, below 0 where fewer than
 * @n_least of them say something. */
double spur_clock_windows_get_scatter (const SpurClockWindows *windows, guint clock, guint n_least);

/* What the usual window of a clock is off by chance, by what it is wider than the narrowest one:
 * curves follow some of that, so it is not in what is left. */
double spur_clock_windows_get_chance (const SpurClockWindows *windows, guint clock);

/* How far off clocks may be because the least delays of two directions differ: by as much as is
 * assumed of all pairs, and as is seen where edges go round in circles. */
double spur_clock_samples_get_unevenness (const SpurClockSamples *self, const guint *groups);

/* By how much another fit, of fewer samples, has the clocks otherwise at their ends, as a root of
 * the mean square; below 0 where clocks are too few to tell. */
double spur_clock_fit_get_change (const SpurClockFit *self,
                                  const SpurClockFit *other,
                                  const SpurClockSamples *samples,
                                  const guint *groups);

/* The half widths of constants or lines, which are there already as far as delays tell them. Where
 * @is_exact, constants contradict no edge. @change_ns is what fewer edges change. */
void spur_clock_fit_measure_widths (SpurClockFit *self,
                                    const SpurClockSamples *samples,
                                    const guint *groups,
                                    const SpurJob *job,
                                    gboolean is_exact,
                                    double change_ns);

/* The greatest half width of the usual one of the selected clocks; below 0 where that of one is not
 * known. */
double spur_clock_fit_get_usual_width (const SpurClockFit *self, const guint8 *is_selected);
