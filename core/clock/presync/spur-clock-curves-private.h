/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <glib.h>
#include "core/base/spur-job.h"

/* A smooth error of every clock: cubic between places that are equally far from each other,
 * straight outside. Errors in ns, times in s after @base_ns, slopes in ns a second. */
typedef struct
{
  guint n_clocks;
  gsize n_places;
  gint64 base_ns;
  double begin_s;
  double step_s;
  double *values; /* of the first clock at all places, then of the next one */
  double *slopes;
} SpurClockCurves;

/* All errors are 0. */
SpurClockCurves *spur_clock_curves_new (
  guint n_clocks, gsize n_places, gint64 base_ns, double begin_s, double step_s);

void spur_clock_curves_free (SpurClockCurves *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SpurClockCurves, spur_clock_curves_free)

/* The clock's error when it says @time_ns. */
double spur_clock_curves_get (const SpurClockCurves *self, guint clock, gint64 time_ns);

/* @time_ns without the error, to the nearest ns. */
gint64 spur_clock_curves_apply (const SpurClockCurves *self, guint clock, gint64 time_ns);

/* Errors of all clocks at once as penalised cubic B-splines, from differences seen between pairs of
 * them (clock-correction.md section 6, step 7). */

/* No difference of two clocks is seen better than this. */
#define SPUR_LEAST_SIGMA_NS 20.0

/* Clock @second is wrong by @value_ns more than clock @first. */
typedef struct
{
  double time_s;
  double value_ns;
  double sigma_ns;
  double relaxation_ns; /* by which bounds had to be relaxed; not used to fit */
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

/* Errors of a clock seen at equally distant times, made smooth: a Kalman filter and smoother over
 * offset, drift and how the drift changes (clock-correction.md section 6, step 5). */
typedef struct
{
  double value_ns;
  double sigma_ns; /* below 0 where nothing was seen */
} SpurClockObservation;

/* How clocks behave: how much they drift in the beginning, in ns a second; how their drifts change
 * by chance, in ns a second and root second, or by changes that change, in ns a second squared and
 * root second; and what observations are off at the least, in ns, for delays are never quite the
 * same in both directions. */
typedef struct
{
  double drift;
  double noise;
  double aging;
  double floor_ns;
} SpurDriftModel;

/* Clocks drift by 200 ppm as they come. */
#define SPUR_USUAL_DRIFT 200000.0

/* Of each clock @n_places observations and, made smooth, values and slopes. Gives what suits all
 * clocks best; they drift as usual, or by @drift if they run steadily and that is more likely. */
SpurDriftModel spur_clock_smooth (const SpurClockObservation *observations,
                                  guint n_clocks,
                                  gsize n_places,
                                  double step_s,
                                  double drift,
                                  double *values,
                                  double *slopes,
                                  const SpurJob *job);
