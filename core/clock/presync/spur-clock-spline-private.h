/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/clock/presync/spur-clock-curves-private.h"

/* Errors of all clocks at once as penalised cubic B-splines, from differences seen between pairs of
 * them (clock-correction.md section 6, step 7). */

/* Clock @second is wrong by @value_ns more than clock @first. */
typedef struct
{
  double time_s;
  double value_ns;
  double sigma_ns;
  guint32 first;
  guint32 second;
} SpurClockDifference;

/* Curves over the times from @begin_s on, with knots every @step_s, or farther apart where these
 * would be too many for the memory, and the mean of all clocks at 0. @drift and @noise are those of
 * a SpurDriftModel: the less, the flatter and the straighter. NULL where the differences do not
 * tell the curves. */
SpurClockCurves *spur_clock_spline_fit (const SpurClockDifference *differences,
                                        gsize n_differences,
                                        guint n_clocks,
                                        gint64 base_ns,
                                        double begin_s,
                                        double end_s,
                                        double step_s,
                                        double drift,
                                        double noise);
