/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

/* What Charm++'s tracer takes to write a record.
 *
 * It reads the clock, then it writes. From one record to the next is the time of writing the first
 * one and of what the program does before the second one, so that the mean over pairs of two types
 * is no less than what writing takes. Of some pairs the runtime does next to nothing between: to
 * pack a message without pointers, or to end an entry method after it sent a message. Of all pairs
 * of types those with the least mean are taken.
 *
 * Times are whole microseconds, and most distances are 0. The clock's ticks have nothing to do with
 * when the program begins, so that the mean of the distances is right all the same. */
#include "plugins/formats/projections/projections-reading.h"

#include <math.h>

#define NS_PER_US 1000

/* In a short time a tick falls or not, so that the number of ticks scatters by its root: with so
 * many by a tenth. */
#define LEAST_SUM_US 100

void
projections_pairs_add (ProjectionsPairs *self, const ProjectionsPairs *other)
{
  for (guint i = 0; i < PROJECTIONS_N_PAIRED; i++)
    for (guint j = 0; j < PROJECTIONS_N_PAIRED; j++)
      {
        self->n_pairs[i][j] += other->n_pairs[i][j];
        self->sums_us[i][j] += other->sums_us[i][j];
      }
}

/* Three standard deviations above the mean, and 4 for small numbers: few pairs tell little. */
static double
get_limit_us (guint64 n_pairs, guint64 sum_us)
{
  double sum = (double) sum_us;

  return (sum + 3 * sqrt (sum) + 4) / (double) n_pairs;
}

/* The types whose mean is least for sure are taken, and then have to tell it well enough: others,
 * where more time passes, would say that writing takes longer. A mean of a tick or more is time
 * that the log shows, and may be the program's. */
gint64
projections_pairs_get_cost_ns (const ProjectionsPairs *self)
{
  double least_us = 1;
  gint64 cost_ns = 0;

  for (guint i = 0; i < PROJECTIONS_N_PAIRED; i++)
    for (guint j = 0; j < PROJECTIONS_N_PAIRED; j++)
      {
        guint64 n_pairs = self->n_pairs[i][j], sum_us = self->sums_us[i][j];

        if (n_pairs == 0 || get_limit_us (n_pairs, sum_us) >= least_us)
          continue;
        least_us = get_limit_us (n_pairs, sum_us);
        cost_ns =
          sum_us >= LEAST_SUM_US ? llround ((double) sum_us * NS_PER_US / (double) n_pairs) : 0;
      }
  return cost_ns;
}
