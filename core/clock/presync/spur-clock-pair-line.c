/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/base/spur-order-internal.h"
#include "core/clock/presync/spur-clock-lines-private.h"

#include <math.h>

/* No clock drifts more than this against another one, in ns a second. */
#define MAX_SLOPE 1e8

/* Where edges do not say how a clock drifts, it drifts less than this. */
#define USUAL_SLOPE 1e6

#define N_SEARCHES 120
#define LEAST_SLOPE_STEP 1e-6
#define GOLDEN 0.61803398874989485

/* Slopes that are weighed, down to those whose likelihood is e^-10 of the best one's. */
#define N_SLOPES 100
#define LEAST_LOGARITHM 10.0

/* Parts into which the time of a pair's edges is divided to see how much hangs on each, and by how
 * many sigmas it may at most. */
#define N_PARTS 8
#define MAX_DEVIATION 30.0
#define SMALL 0.01

/* Nothing is seen better than this, in ns. */
#define LEAST_SIGMA_NS 1.0

/* How wide the corridor of a slope is, in ns; below 0 where edges contradict it. */
static double
get_gap (const SpurClockPair *pair, double slope)
{
  return spur_pair_side_get_least (&pair->forth, slope) +
         spur_pair_side_get_least (&pair->back, -slope);
}

/* How far the delays of a slope are from the least ones, negative. */
static double
get_closeness (const SpurClockPair *pair, double slope)
{
  const SpurPairSide *forth = &pair->forth, *back = &pair->back;

  return slope * (forth->sum_s - back->sum_s) +
         (double) forth->n_points * spur_pair_side_get_least (forth, slope) +
         (double) back->n_points * spur_pair_side_get_least (back, -slope);
}

typedef double (*Rate) (const SpurClockPair *pair, double slope);

/* Where a concave function is largest. */
static double
find_largest (Rate rate, const SpurClockPair *pair, double low, double high, double least_step)
{
  double a = high - GOLDEN * (high - low), b = low + GOLDEN * (high - low);
  double rate_a = rate (pair, a), rate_b = rate (pair, b);

  for (guint i = 0; i < N_SEARCHES && high - low > least_step; i++)
    {
      if (rate_a < rate_b)
        {
          low = a;
          a = b;
          rate_a = rate_b;
          b = low + GOLDEN * (high - low);
          rate_b = rate (pair, b);
        }
      else
        {
          high = b;
          b = a;
          rate_b = rate_a;
          a = high - GOLDEN * (high - low);
          rate_a = rate (pair, a);
        }
    }
  return (low + high) / 2.0;
}

/* The slope between @inside and @outside where the function falls below @level. */
static double
find_edge (Rate rate, const SpurClockPair *pair, double inside, double outside, double level)
{
  if (rate (pair, outside) >= level)
    return outside;
  for (guint i = 0; i < 60; i++)
    {
      double middle = (inside + outside) / 2.0;

      if (rate (pair, middle) >= level)
        inside = middle;
      else
        outside = middle;
    }
  return inside;
}

static void
set_middle (const SpurClockPair *pair, SpurPairLine *line)
{
  double forth = spur_pair_side_get_least (&pair->forth, line->slope);
  double back = spur_pair_side_get_least (&pair->back, -line->slope);

  line->first = pair->first;
  line->second = pair->second;
  line->error_ns = (forth - back) / 2.0;
  line->sigma_ns = MAX (fabs (forth + back) / 2.0, LEAST_SIGMA_NS);
}

static double
get_length (const SpurClockPair *pair)
{
  double begin_s = MIN (pair->forth.points[0].time_s, pair->back.points[0].time_s);
  double end_s = MAX (pair->forth.points[pair->forth.n_points - 1].time_s,
                      pair->back.points[pair->back.n_points - 1].time_s);

  return MAX (end_s - begin_s, 1e-9);
}

gboolean
spur_pair_line_by_hull (const SpurClockPair *pair, SpurPairLine *line)
{
  double best, low, high;

  if (pair->forth.n_points == 0 || pair->back.n_points == 0)
    return FALSE;
  best = find_largest (get_gap, pair, -MAX_SLOPE, MAX_SLOPE, LEAST_SLOPE_STEP);
  low = high = best;
  if (get_gap (pair, best) >= 0.0)
    {
      low = find_edge (get_gap, pair, best, MAX (best - USUAL_SLOPE, -MAX_SLOPE), 0.0);
      high = find_edge (get_gap, pair, best, MIN (best + USUAL_SLOPE, MAX_SLOPE), 0.0);
    }
  line->slope = (low + high) / 2.0;
  set_middle (pair, line);
  line->slope_sigma = MAX ((high - low) / 2.0, line->sigma_ns / get_length (pair));
  return TRUE;
}

typedef struct
{
  double error_ns;
  double slope;
  double variance;
  double mean_s;
  double dispersion;
} Regression;

static Regression
regress_side (const SpurPairSide *side)
{
  Regression result = { 0 };
  double mean_ns = 0.0, product = 0.0;

  for (gsize i = 0; i < side->n_points; i++)
    {
      result.mean_s += side->points[i].time_s / (double) side->n_points;
      mean_ns += side->points[i].delay_ns / (double) side->n_points;
    }
  for (gsize i = 0; i < side->n_points; i++)
    {
      double t = side->points[i].time_s - result.mean_s;

      result.dispersion += t * t;
      product += t * (side->points[i].delay_ns - mean_ns);
    }
  if (result.dispersion > 0.0)
    result.slope = product / result.dispersion;
  result.error_ns = mean_ns - result.slope * result.mean_s;
  for (gsize i = 0; i < side->n_points; i++)
    {
      double off =
        side->points[i].delay_ns - result.error_ns - result.slope * side->points[i].time_s;

      result.variance += off * off / (double) side->n_points;
    }
  return result;
}

gboolean
spur_pair_line_by_regression (const SpurClockPair *pair, SpurPairLine *line)
{
  Regression forth, back;

  if (pair->forth.n_points < 2 || pair->back.n_points < 2)
    return FALSE;
  forth = regress_side (&pair->forth);
  back = regress_side (&pair->back);
  if (!(forth.dispersion > 0.0 && back.dispersion > 0.0))
    return FALSE;
  line->first = pair->first;
  line->second = pair->second;
  line->error_ns = (forth.error_ns - back.error_ns) / 2.0;
  line->slope = (forth.slope - back.slope) / 2.0;
  line->sigma_ns = MAX (sqrt (forth.variance / (double) pair->forth.n_points +
                              back.variance / (double) pair->back.n_points) /
                          2.0,
                        LEAST_SIGMA_NS);
  line->slope_sigma =
    MAX (sqrt (forth.variance / forth.dispersion + back.variance / back.dispersion) / 2.0,
         LEAST_SIGMA_NS / get_length (pair));
  return TRUE;
}

double
spur_pair_select (double *values, gsize n_values, gsize place)
{
  gssize low = 0, high = (gssize) n_values - 1;

  while (low < high)
    {
      double pivot = values[low + (high - low) / 2];
      gssize i = low, j = high;

      while (i <= j)
        {
          double swap;

          for (; values[i] < pivot; i++)
            continue;
          for (; values[j] > pivot; j--)
            continue;
          if (i > j)
            break;
          swap = values[i];
          values[i++] = values[j];
          values[j--] = swap;
        }
      if ((gssize) place <= j)
        high = j;
      else if ((gssize) place >= i)
        low = i;
      else
        break;
    }
  return values[place];
}

double
spur_pair_side_get_tenth (const SpurPairSide *self, double error_ns, double slope)
{
  g_autofree double *excesses = g_new (double, self->n_points);

  for (gsize i = 0; i < self->n_points; i++)
    excesses[i] = self->points[i].delay_ns - slope * self->points[i].time_s - error_ns;
  return spur_pair_select (excesses, self->n_points, self->n_points / 10);
}

/* A tenth of an exponential distribution is below this part of its mean. */
#define TENTH_OF_MEAN 0.10536

/* Which slopes are how likely, whatever the error is. */
typedef struct
{
  double best;
  double mean;
  double sigma;
} Likelihood;

/* Least delays have no bell about the best slope: the mean of all slopes is nearer to the true one.
 */
static Likelihood
weigh_slopes (const SpurClockPair *pair, double best)
{
  double most = get_closeness (pair, best), sum = 0.0, first = 0.0, second = 0.0;
  double excess_ns = MAX (
    (spur_pair_side_get_tenth (&pair->forth, spur_pair_side_get_least (&pair->forth, best), best) +
     spur_pair_side_get_tenth (&pair->back, spur_pair_side_get_least (&pair->back, -best), -best)) /
      2.0 / TENTH_OF_MEAN,
    LEAST_SIGMA_NS);
  double level = most - LEAST_LOGARITHM * excess_ns;
  double low = find_edge (get_closeness, pair, best, best - USUAL_SLOPE, level);
  double high = find_edge (get_closeness, pair, best, best + USUAL_SLOPE, level);

  for (guint i = 0; i <= N_SLOPES; i++)
    {
      double off = low - best + (high - low) * i / N_SLOPES;
      double weight = exp ((get_closeness (pair, best + off) - most) / excess_ns);

      sum += weight;
      first += weight * off;
      second += weight * off * off;
    }
  first /= sum;
  return (Likelihood){
    best,
    best + first,
    MAX (sqrt (MAX (second / sum - first * first, 0.0)), LEAST_SIGMA_NS / get_length (pair)),
  };
}

/* A side in parts of the time, each with its hull. */
typedef struct
{
  SpurPairSide parts[N_PARTS];
  SpurPairPoint *vertices; /* of the parts, then room for those of a rest */
} Parts;

static void
divide_side (Parts *self, const SpurPairSide *side, double begin_s, double step_s)
{
  gsize n_vertices = 0;
  guint part = 0;

  memset (self->parts, 0, sizeof self->parts);
  self->vertices = g_new (SpurPairPoint, 2 * side->n_points + 1);
  self->parts[0].vertices = self->vertices;
  for (gsize i = 0; i < side->n_points; i++)
    {
      const SpurPairPoint *point = &side->points[i];

      while (part + 1 < N_PARTS && point->time_s >= begin_s + (part + 1) * step_s)
        {
          n_vertices += self->parts[part].n_vertices;
          self->parts[++part].vertices = self->vertices + n_vertices;
        }
      spur_pair_side_add (&self->parts[part], point);
    }
}

/* A side without a part of it. */
static SpurPairSide
leave_out (const Parts *self, const SpurPairSide *side, guint part)
{
  SpurPairSide rest = { .vertices = self->vertices + side->n_points };

  for (guint i = 0; i < N_PARTS; i++)
    {
      if (i == part)
        continue;
      for (gsize k = 0; k < self->parts[i].n_vertices; k++)
        spur_pair_side_add (&rest, &self->parts[i].vertices[k]);
    }
  rest.n_points = side->n_points - self->parts[part].n_points;
  rest.sum_s = side->sum_s - self->parts[part].sum_s;
  return rest;
}

/* How much the slope depends on single parts of the time (the jackknife): delays hang together for
 * a while, so edges say less than their number would. Slopes too far off to believe are as far off
 * as can be. */
static double
get_dispersion (const SpurClockPair *pair, const Likelihood *likelihood)
{
  double begin_s = MIN (pair->forth.points[0].time_s, pair->back.points[0].time_s);
  double step_s = get_length (pair) / N_PARTS, reach = MAX_DEVIATION * likelihood->sigma;
  double slopes[N_PARTS], mean = 0.0, sum = 0.0;
  guint n_slopes = 0;
  Parts forth, back;

  divide_side (&forth, &pair->forth, begin_s, step_s);
  divide_side (&back, &pair->back, begin_s, step_s);
  for (guint i = 0; i < N_PARTS; i++)
    {
      SpurClockPair rest = { pair->first, pair->second, leave_out (&forth, &pair->forth, i),
                             leave_out (&back, &pair->back, i) };

      if (rest.forth.n_points == 0 || rest.back.n_points == 0)
        continue;
      slopes[n_slopes] = find_largest (get_closeness, &rest, likelihood->best - reach,
                                       likelihood->best + reach, likelihood->sigma * SMALL);
      mean += slopes[n_slopes++];
    }
  g_free (forth.vertices);
  g_free (back.vertices);
  for (guint i = 0; i < n_slopes; i++)
    sum += (slopes[i] - mean / n_slopes) * (slopes[i] - mean / n_slopes);
  return n_slopes > 1 ? sqrt (sum * (n_slopes - 1) / n_slopes) : 0.0;
}

/* How well the slope is known: the likelihood says too little, as if all delays were chance of
 * their own, and the jackknife too much, as least delays are few. It is in the middle. */
gboolean
spur_pair_line_by_likelihood (const SpurClockPair *pair, SpurPairLine *line)
{
  Likelihood likelihood;

  if (pair->forth.n_points < 10 || pair->back.n_points < 10)
    return FALSE;
  likelihood = weigh_slopes (
    pair, find_largest (get_closeness, pair, -MAX_SLOPE, MAX_SLOPE, LEAST_SLOPE_STEP));
  line->slope = likelihood.mean;
  set_middle (pair, line);
  line->slope_sigma =
    sqrt (likelihood.sigma * MAX (get_dispersion (pair, &likelihood), likelihood.sigma));
  return TRUE;
}

/* The point with the least delay between two times. */
static const SpurPairPoint *
find_least (const SpurPairSide *side, double begin_s, double end_s)
{
  const SpurPairPoint *least = NULL;

  for (gsize i = 0; i < side->n_points; i++)
    {
      const SpurPairPoint *point = &side->points[i];

      if (point->time_s >= begin_s && point->time_s < end_s &&
          (least == NULL || point->delay_ns < least->delay_ns))
        least = point;
    }
  return least;
}

gboolean
spur_pair_line_by_extremes (const SpurClockPair *pair,
                            double begin_s,
                            double end_s,
                            SpurPairLine *line)
{
  const SpurPairPoint *forth = find_least (&pair->forth, begin_s, end_s);
  const SpurPairPoint *back = find_least (&pair->back, begin_s, end_s);

  if (forth == NULL || back == NULL)
    return FALSE;
  line->first = pair->first;
  line->second = pair->second;
  line->error_ns = (forth->delay_ns - back->delay_ns) / 2.0;
  line->slope = 0.0;
  line->sigma_ns = MAX (fabs (forth->delay_ns + back->delay_ns) / 2.0, LEAST_SIGMA_NS);
  line->slope_sigma = line->sigma_ns / MAX (end_s - begin_s, 1e-9);
  return TRUE;
}
