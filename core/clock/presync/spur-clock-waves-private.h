/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/clock/presync/spur-clock-smoother-private.h"

G_BEGIN_DECLS

/* Clocks that go to and fro: what temperature and those who regulate clocks do to them has periods.
 * Of each clock a line and a sine wave of its own, told from sights of all clocks at equally
 * distant times. A wave much longer than the run is a curve of degree three, so a clock whose drift
 * changes steadily has one, too. */
typedef struct
{
  double frequency; /* in radians a half of the run */
  double parts[4];  /* of 1, the time, cosine and sine */
} SpurClockWave;

typedef struct
{
  double middle_s;
  double half_s;
  double height_ns; /* what is expected of them */
  SpurClockWave *waves;
} SpurClockWaves;

/* @sights of each clock at @n_places, of all clocks against their mean. Where
 * these are not all clocks but some of many, the mean of all is taken to be right. @before, which
 * may be NULL, are waves of the same clocks to begin with, from sights that begin @later_s earlier.
 */
SpurClockWaves *spur_clock_waves_new (const SpurClockSight *sights,
                                      guint n_clocks,
                                      gsize n_places,
                                      double step_s,
                                      gboolean is_all,
                                      const SpurClockWaves *before,
                                      double later_s,
                                      const SpurJob *job);

void spur_clock_waves_free (SpurClockWaves *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SpurClockWaves, spur_clock_waves_free)

/* The clock's error, in ns, and how it rises, in ns a second, at a time after the base of the
 * sights. */
double spur_clock_waves_get (const SpurClockWaves *self, guint clock, double time_s, double *slope);

/* The same @far_s beyond where waves are believed, negative before it: within @fading_s waves fade
 * away, and their lines stay. What is less than a wave in the run is no line with a wave, and goes
 * straight on. */
double spur_clock_waves_get_faded (const SpurClockWaves *self,
                                   guint clock,
                                   double time_s,
                                   double far_s,
                                   double fading_s,
                                   double *slope);

/* How far the clock goes to and fro, in ns, and how steeply at the most, in ns a second; 0 where
 * it does not do so once in the run. */
double spur_clock_waves_get_height (const SpurClockWaves *self, guint clock, double *slope);

G_END_DECLS
