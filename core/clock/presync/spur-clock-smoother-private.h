/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include <glib.h>

#include "core/base/spur-job.h"

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
