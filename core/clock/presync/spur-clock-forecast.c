/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/clock/presync/spur-clock-forecast-private.h"

#include <math.h>

/* A side with fewer delays than this has no tenth of its own. */
#define MIN_OF_SCALE 10
#define LEAST_SCALE_NS 100.0
#define LEAST_SOFT_NS 20.0

/* One sample of that many is asked for. If these were half, those that are known would be few, so
 * that longer windows are better for them than for all samples. */
#define N_OF_ASKED 8

/* Half of fewer delays than this are all but the least one. */
#define MIN_OF_HALF 3

/* Delays of samples by a model. */
static SpurClockPairs *
pair_rest (const SpurClockFit *fit, const SpurClockSamples *samples)
{
  SpurClockSamples rest = *samples;
  SpurClockPairs *pairs;

  rest.samples = g_new (SpurClockSample, samples->n_samples + 1);
  spur_clock_samples_apply (samples, (SpurClockTimeFunc) spur_clock_fit_apply, fit, NULL,
                            rest.samples);
  pairs = spur_clock_pairs_new (&rest);
  g_free (rest.samples);
  return pairs;
}

static double
get_scale (const SpurPairSide *side, double usual_ns)
{
  if (side->n_points < MIN_OF_SCALE)
    return usual_ns;
  return MAX (spur_pair_side_get_tenth (side, 0.0, 0.0), LEAST_SCALE_NS);
}

/* The logarithm of the density of a delay. That of spur_robust_rate() is a density of the logarithm
 * of delays, by which a model is the better the longer it makes them all. Over all delays this one,
 * 2 scale x / (scale + x)^3, is 1 whatever the scale. */
static double
rate_delay (double delay_ns, double scale_ns, double soft_ns)
{
  double sum_ns = MAX (scale_ns, soft_ns) + MAX (delay_ns, soft_ns);

  return spur_robust_rate (delay_ns, scale_ns, soft_ns) + log (2.0 / sum_ns);
}

/* The part of the time that a delay is in. */
static guint
get_block (const SpurPairPoint *point, double length_s)
{
  double place = point->time_s / MAX (length_s, 1e-9) + 0.5;

  return (guint) CLAMP (place * SPUR_N_RATES, 0.0, SPUR_N_RATES - 1.0);
}

static void
rate_side (const SpurClockPairs *pairs, const SpurPairSide *side, double scale_ns, gint64 *blocks)
{
  double soft_ns = MAX (scale_ns / 4.0, LEAST_SOFT_NS);

  for (gsize i = 0; i < side->n_points; i++)
    blocks[get_block (&side->points[i], pairs->length_s)] +=
      llrint (SPUR_RATE_UNIT * rate_delay (side->points[i].delay_ns, scale_ns, soft_ns));
}

/* Half of the usual scale of all sides, which those have that have few delays. */
static double
get_usual_scale (const SpurClockPairs *pairs, const SpurClockSamples *samples)
{
  gint64 sums[2] = { 0, 0 };

  for (gsize i = 0; i < 2 * pairs->n_pairs; i++)
    {
      const SpurPairSide *side = spur_clock_pairs_get_side (pairs, i);

      if (side->n_points == 0)
        continue;
      sums[0] +=
        llrint (1e3 * log (MAX (spur_pair_side_get_tenth (side, 0.0, 0.0), LEAST_SCALE_NS)));
      sums[1]++;
    }
  spur_communicator_all_reduce (samples->communicator, SPUR_REDUCE_SUM, sums, 2);
  return sums[1] > 0 ? exp ((double) sums[0] / (double) sums[1] * 1e-3) : LEAST_SCALE_NS;
}

void
spur_clock_usual_init (SpurClockUsual *self, const SpurClockFit *fit, const SpurClockSamples *known)
{
  self->pairs = pair_rest (fit, known);
  self->scale_ns = get_usual_scale (self->pairs, known);
}

void
spur_clock_usual_clear (SpurClockUsual *self)
{
  g_clear_pointer (&self->pairs, spur_clock_pairs_free);
}

void
spur_clock_fit_rate (const SpurClockFit *self,
                     const SpurClockUsual *usual,
                     const SpurClockSamples *asked,
                     gint64 *rates)
{
  g_autoptr (SpurClockPairs) pairs = pair_rest (self, asked);

  memset (rates, 0, SPUR_N_RATES * sizeof *rates);
  for (gsize i = 0; i < pairs->n_pairs; i++)
    {
      const SpurClockPair *pair = &pairs->pairs[i];
      const SpurClockPair *same = spur_clock_pairs_find (usual->pairs, pair->first, pair->second);

      rate_side (pairs, &pair->forth,
                 same != NULL ? get_scale (&same->forth, usual->scale_ns) : usual->scale_ns, rates);
      rate_side (pairs, &pair->back,
                 same != NULL ? get_scale (&same->back, usual->scale_ns) : usual->scale_ns, rates);
    }
  spur_communicator_all_reduce (asked->communicator, SPUR_REDUCE_SUM, rates, SPUR_N_RATES);
}

void
spur_clock_samples_split (const SpurClockSamples *self,
                          SpurClockSamples *known,
                          SpurClockSamples *asked)
{
  SpurClockSample *samples[2] = { g_new (SpurClockSample, self->n_samples + 1),
                                  g_new (SpurClockSample, self->n_samples / 4 + 1) };
  gsize counts[2] = { 0, 0 };

  for (gsize i = 0; i < self->n_samples; i++)
    {
      const SpurClockSample *sample = &self->samples[i];
      /* Fibonacci hashing: neighbours in time come into different parts. */
      guint64 hash = ((guint64) sample->send_ns * 31 + (guint64) sample->receive_ns) *
                     G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
      gboolean is_asked = (hash >> 40) % N_OF_ASKED == 0 && counts[1] < self->n_samples / 4;

      samples[is_asked][counts[is_asked]++] = *sample;
    }
  *known = *asked = *self;
  known->samples = samples[0];
  known->n_samples = counts[0];
  asked->samples = samples[1];
  asked->n_samples = counts[1];
}

/* Delays from the least one on have the density scale / (scale + x)^2, of which half are below
 * the scale; those below it are as much rarer as delays are many, for the next one is below the
 * least of n by scale / n. */
static void
rate_side_by_least (const SpurPairSide *known,
                    const SpurPairSide *asked,
                    double length_s,
                    gint64 *rates)
{
  gsize n = known->n_points;
  g_autofree double *delays_ns = g_new (double, n + 1);
  double least_ns, scale_ns, soft_ns;

  if (n < MIN_OF_HALF)
    return;
  least_ns = spur_pair_side_get_least (known, 0.0);
  for (gsize i = 0; i < n; i++)
    delays_ns[i] = known->points[i].delay_ns;
  scale_ns = MAX (spur_pair_select (delays_ns, n, n / 2) - least_ns, LEAST_SCALE_NS);
  soft_ns = MAX (scale_ns / (double) n, LEAST_SOFT_NS);
  for (gsize i = 0; i < asked->n_points; i++)
    {
      double excess_ns = asked->points[i].delay_ns - least_ns;
      double far = excess_ns >= 0.0 ? excess_ns / scale_ns : -excess_ns / soft_ns;

      rates[get_block (&asked->points[i], length_s)] +=
        llrint (SPUR_RATE_UNIT * (-log (scale_ns) - 2.0 * log1p (far)));
    }
}

static void
rate_by_least (const SpurClockPairs *usual,
               const SpurClockPairs *pairs,
               SpurCommunicator *communicator,
               gint64 *rates)
{
  memset (rates, 0, SPUR_N_RATES * sizeof *rates);
  for (gsize i = 0; i < pairs->n_pairs; i++)
    {
      const SpurClockPair *pair = &pairs->pairs[i];
      const SpurClockPair *same = spur_clock_pairs_find (usual, pair->first, pair->second);

      if (same == NULL)
        continue;
      rate_side_by_least (&same->forth, &pair->forth, pairs->length_s, rates);
      rate_side_by_least (&same->back, &pair->back, pairs->length_s, rates);
    }
  spur_communicator_all_reduce (communicator, SPUR_REDUCE_SUM, rates, SPUR_N_RATES);
}

void
spur_clock_rest_rate (const SpurClockSamples *known, const SpurClockSamples *asked, gint64 *rates)
{
  g_autoptr (SpurClockPairs) usual = spur_clock_pairs_new (known);
  g_autoptr (SpurClockPairs) pairs = spur_clock_pairs_new (asked);

  rate_by_least (usual, pairs, asked->communicator, rates);
}

void
spur_clock_fit_rate_shape (const SpurClockFit *self,
                           const SpurClockSamples *known,
                           const SpurClockSamples *asked,
                           gint64 *rates)
{
  g_autoptr (SpurClockPairs) usual = pair_rest (self, known);
  g_autoptr (SpurClockPairs) pairs = pair_rest (self, asked);

  rate_by_least (usual, pairs, asked->communicator, rates);
}

gint64
spur_clock_rates_sum (const gint64 *rates)
{
  gint64 sum = 0;

  for (guint i = 0; i < SPUR_N_RATES; i++)
    sum += rates[i];
  return sum;
}

gboolean
spur_clock_rates_are_worse (const gint64 *rates,
                            const gint64 *best,
                            double n_errors,
                            double least_gain)
{
  double sum = (double) (spur_clock_rates_sum (best) - spur_clock_rates_sum (rates));
  double squares = 0.0;

  for (guint i = 0; i < SPUR_N_RATES; i++)
    squares += pow ((double) (best[i] - rates[i]) - sum / SPUR_N_RATES, 2.0);
  return sum > n_errors * sqrt (squares * SPUR_N_RATES / (SPUR_N_RATES - 1.0)) +
                 least_gain * SPUR_RATE_UNIT;
}

gboolean
spur_clock_rates_are_better (const gint64 *rates, const gint64 *others)
{
  return spur_clock_rates_are_worse (others, rates, 1.0, 0.0);
}

gboolean
spur_clock_is_refuted (gsize n_reversed, gsize n_least)
{
  double more = (double) n_reversed - (double) n_least;

  return more > SPUR_CLOCK_N_SIGMAS * sqrt ((double) n_reversed + (double) n_least);
}
