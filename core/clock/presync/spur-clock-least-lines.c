/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Likely lines of clocks, improved by the least delays of pairs: the model "hull" of
 * spur-clock-model.c. */
#include "core/clock/presync/spur-clock-pairs-private.h"

#include <math.h>

/* Least delays come nearer to the truth with each one, likely ones with the root of their number.
 * So the variances of lines made from them fall with the square of the number of delays and with
 * the number. They were the same at about 6 delays each way of a pair in simulated rings and grids
 * with exponential delays. */
#define N_OF_EVEN 6.0

/* Samples without the errors of lines, and without those that contradict them. */
static void
take_lines_off (SpurClockSamples *self,
                const SpurClockSamples *samples,
                const SpurRobustLines *lines)
{
  *self = *samples;
  self->samples = g_new (SpurClockSample, samples->n_samples + 1);
  spur_clock_samples_apply (samples, (SpurClockTimeFunc) spur_robust_lines_apply, lines, NULL,
                            self->samples);
  self->n_samples = 0;
  for (gsize i = 0; i < samples->n_samples; i++)
    {
      const SpurClockSample *sample = &self->samples[i];

      if ((double) (sample->receive_ns - sample->send_ns) >= -lines->scale_ns)
        self->samples[self->n_samples++] = *sample;
    }
}

/* Where edges are few, what they allow tells more than how close they come to that. */
static gboolean
find_pair_line (const SpurClockPair *pair, SpurPairLine *line)
{
  return spur_pair_line_by_likelihood (pair, line) || spur_pair_line_by_hull (pair, line);
}

gsize
spur_clock_pairs_count_each_way (const SpurClockPairs *self, const SpurClockSamples *samples)
{
  return spur_clock_samples_sum (samples, samples->n_samples) /
         MAX (spur_clock_samples_sum (samples, 2 * self->n_pairs), 1);
}

/* Takes off lines what pairs say that is left of them. Gives how many delays there are each way. */
static gsize
take_rest_off (const SpurClockSamples *samples, SpurPairLineFunc find, SpurRobustLines *lines)
{
  SpurClockSamples rest;
  g_autoptr (SpurClockPairs) pairs = NULL;
  g_autoptr (GArray) of_pairs = NULL;
  g_autofree double *errors = NULL, *slopes = g_new0 (double, samples->n_clocks + 1);
  SpurPairPrior prior = { NULL, SPUR_CLOCK_N_SIGMAS * lines->growth_sigma_ns / lines->half_s };
  guint n = samples->n_clocks;
  gsize n_each_way;

  take_lines_off (&rest, samples, lines);
  pairs = spur_clock_pairs_new (&rest);
  of_pairs = spur_clock_pairs_find_lines (pairs, &rest, find);
  for (guint i = 0; i < n; i++)
    slopes[i] = lines->errors_ns[n + i] / lines->half_s;
  if (find == find_pair_line)
    {
      spur_pair_lines_even_scales (of_pairs);
      spur_pair_lines_find_prior (of_pairs, n, slopes, &prior);
      errors = spur_pair_lines_join_both (of_pairs, n, &prior);
    }
  else
    errors = spur_pair_lines_join (of_pairs, n, SPUR_JOIN_ALL, &prior);
  for (guint i = 0; i < n; i++)
    {
      double off_s = (double) (lines->middle_ns - pairs->middle_ns) * 1e-9;

      if (isnan (errors[i]))
        continue;
      lines->errors_ns[i] += errors[i] + errors[n + i] * off_s;
      lines->errors_ns[n + i] += errors[n + i] * lines->half_s;
    }
  n_each_way = spur_clock_pairs_count_each_way (pairs, &rest);
  g_free (rest.samples);
  return n_each_way;
}

void
spur_robust_lines_improve (SpurRobustLines *self, const SpurClockSamples *samples)
{
  guint n = 2 * samples->n_clocks;
  g_autofree double *likely_ns = g_memdup2 (self->errors_ns, n * sizeof (double));
  double n_each_way = (double) take_rest_off (samples, find_pair_line, self);
  double share = N_OF_EVEN / (N_OF_EVEN + n_each_way);

  take_rest_off (samples, spur_pair_line_by_least, self);
  for (guint i = 0; i < n; i++)
    self->errors_ns[i] += share * (likely_ns[i] - self->errors_ns[i]);
}
