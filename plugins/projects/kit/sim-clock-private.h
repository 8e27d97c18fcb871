/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "plugins/projects/kit/sim-random.h"

/* A host's clock: begins at @offset_ns and gains @drift_ppb ns every second. */
typedef struct
{
  gint64 offset_ns;
  gint64 drift_ppb;
} SimClock;

/* With a skew of 0 the clock is right; else it is wrong by up to the skew, never negative, and
 * drifts by up to 20 ppm, as the quartz of a workstation does. */
void sim_clock_init (SimClock *self, SimRandom *random, gint64 skew_ns);

/* What it says at the true time @time_ns. */
gint64 sim_clock_read_ns (const SimClock *self, gint64 time_ns);
