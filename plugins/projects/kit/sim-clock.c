/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/projects/kit/sim-clock-private.h"

#define NS_PER_S G_GINT64_CONSTANT (1000000000)
#define MAX_DRIFT_PPB 20000

void
sim_clock_init (SimClock *self, SimRandom *random, gint64 skew_ns)
{
  /* Drawn in any case, so that all else is the same with any skew. */
  gint64 share = sim_random_between (random, 0, 1000000);
  gint64 drift_ppb = sim_random_between (random, -MAX_DRIFT_PPB, MAX_DRIFT_PPB);

  self->offset_ns = skew_ns / 1000000 * share + skew_ns % 1000000 * share / 1000000;
  self->drift_ppb = skew_ns > 0 ? drift_ppb : 0;
}

gint64
sim_clock_read_ns (const SimClock *self, gint64 time_ns)
{
  gint64 gained_ns =
    time_ns / NS_PER_S * self->drift_ppb + time_ns % NS_PER_S * self->drift_ppb / NS_PER_S;

  return time_ns + self->offset_ns + gained_ns;
}
