/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/clock/presync/spur-clock-forecast-private.h"

#include <math.h>

/* A side with fewer delays than this has no tenth of its own. */
#define MIN_OF_SCALE 10
#define LEAST_SCALE_NS 100.0
#define LEAST_SOFT_NS 20.0

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

static void
rate_side (const SpurClockPairs *pairs, const SpurPairSide *side, double scale_ns, gint64 *blocks)
{
  double soft_ns = MAX (scale_ns / 4.0, LEAST_SOFT_NS);

  for (gsize i = 0; i < side->n_points; i++)
    {
      double place = side->points[i].time_s / MAX (pairs->length_s, 1e-9) + 0.5;
      guint block = (guint) CLAMP (place * SPUR_N_RATES, 0.0, SPUR_N_RATES - 1.0);

      blocks[block] +=
        llrint (SPUR_RATE_UNIT * rate_delay (side->points[i].delay_ns, scale_ns, soft_ns));
    }
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
