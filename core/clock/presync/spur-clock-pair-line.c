/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/base/spur-order-internal.h"
#include "core/clock/presync/spur-clock-pairs-private.h"

#include <math.h>

/* No clock drifts more than this against another one, in ns a second. */
#define MAX_SLOPE 1e8

/* Where edges do not say how a clock drifts, it drifts less than this. */
#define USUAL_SLOPE 1e6

#define N_SEARCHES 120
#define LEAST_SLOPE_STEP 1e-6
#define GOLDEN 0.61803398874989485

/* Nothing is seen better than this, in ns. */
#define LEAST_SIGMA_NS 1.0

/* What rounding of two clocks may take from the delay between them, and some more. */
#define ROUNDING_NS 3.0

/* Fewer delays than ten have no tenth. */
#define MIN_OF_TENTH 10

/* The fifth delay above the least one gives their scale to about a half: 1 / sqrt (5). */
#define LEAST_PLACE 5

/* Slopes that are weighed, down to those whose likelihood is e^-10 of the best one's. */
#define N_SLOPES 100
#define LEAST_LOGARITHM 10.0

/* How wide the corridor of a slope is, in ns; below 0 where edges contradict it. */
static double
get_gap (const SpurClockPair *pair, double slope)
{
  return spur_pair_side_get_least (&pair->forth, slope) +
         spur_pair_side_get_least (&pair->back, -slope);
}

static double
get_side_closeness (const SpurPairSide *side, double slope)
{
  if (side->n_points == 0)
    return 0.0;
  return slope * side->sum_s + (double) side->n_points * spur_pair_side_get_least (side, slope);
}

/* How far the delays of a slope are from the least ones, negative. */
static double
get_closeness (const SpurClockPair *pair, double slope)
{
  return get_side_closeness (&pair->forth, slope) + get_side_closeness (&pair->back, -slope);
}

typedef double (*Rate) (const SpurClockPair *pair, double slope);

/* Where a concave function is largest. */
static double
find_largest (Rate rate, const SpurClockPair *pair)
{
  double low = -MAX_SLOPE, high = MAX_SLOPE;
  double places[] = { high - GOLDEN * (high - low), low + GOLDEN * (high - low) };
  double rates[] = { rate (pair, places[0]), rate (pair, places[1]) };

  for (guint i = 0; i < N_SEARCHES && high - low > LEAST_SLOPE_STEP; i++)
    {
      /* The place that is inside then is one of the next two. */
      guint new = rates[0] < rates[1];

      low = new == 1 ? places[0] : low;
      high = new == 0 ? places[1] : high;
      places[!new] = places[new];
      rates[!new] = rates[new];
      places[new] = new == 1 ? low + GOLDEN *(high - low) : high - GOLDEN *(high - low);
      rates[new] = rate (pair, places[new]);
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

  line->error_ns = (forth - back) / 2.0;
  line->sigma_ns = MAX (fabs (forth + back) / 2.0, LEAST_SIGMA_NS);
}

gboolean
spur_pair_line_by_least (const SpurClockPair *pair, SpurPairLine *line)
{
  if (pair->forth.n_points == 0 || pair->back.n_points == 0)
    return FALSE;
  set_middle (pair, line);
  line->slope_sigma = 1.0;
  return TRUE;
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
  best = find_largest (get_gap, pair);
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

/* What is at a place of the delays of a side above a line, if these were sorted. */
static double
get_above (const SpurPairSide *side, double error_ns, double slope, gsize place)
{
  g_autofree double *excesses = g_new (double, side->n_points);

  for (gsize i = 0; i < side->n_points; i++)
    excesses[i] = side->points[i].delay_ns - slope * side->points[i].time_s - error_ns;
  return spur_pair_select (excesses, side->n_points, place);
}

double
spur_pair_side_get_tenth (const SpurPairSide *self, double error_ns, double slope)
{
  return get_above (self, error_ns, slope, self->n_points / 10);
}

/* The mean of an exponential distribution of which the delays of a side above the line that comes
 * closest are a sample. The one at a place is above the first one by the mean over what is left,
 * for each one before it. The line comes to both sides of a pair, so one of their delays more is on
 * it. */
static double
get_mean_above (const SpurPairSide *side, double slope)
{
  gsize n = side->n_points, place = MAX (n / 10, LEAST_PLACE);
  double above_ns = get_above (side, spur_pair_side_get_least (side, slope), slope, place);
  double steps = -0.5 / (double) (n - 1);

  for (gsize i = 1; i <= place; i++)
    steps += 1.0 / (double) (n - i);
  return above_ns / steps;
}

/* Sums over the lines of a pair by their weights, with errors and slopes less those of one of them.
 */
typedef struct
{
  double weight;
  double error_ns;
  double slope;
  double error_squares;
  double slope_squares;
  double products;
} LineSums;

/* Lines with slopes around the best one, each with the error in the middle of what edges allow. */
static LineSums
sum_slopes (const SpurClockPair *pair, const SpurPairLine *best, double low, double high)
{
  LineSums sums = { 0.0 };
  double most = get_closeness (pair, best->slope);

  for (guint i = 0; i <= N_SLOPES; i++)
    {
      SpurPairLine line = { .slope = low + (high - low) * i / N_SLOPES };
      double weight, error_ns, slope = line.slope - best->slope;

      set_middle (pair, &line);
      weight = exp ((get_closeness (pair, line.slope) - most) / best->scale_ns);
      error_ns = line.error_ns - best->error_ns;
      sums.weight += weight;
      sums.error_ns += weight * error_ns;
      sums.slope += weight * slope;
      sums.error_squares += weight * error_ns * error_ns;
      sums.slope_squares += weight * slope * slope;
      sums.products += weight * error_ns * slope;
    }
  return sums;
}

/* The variance by sums of values and of their squares. */
static double
get_variance (double squares, double sum, double weight)
{
  return MAX (squares / weight - sum * sum / weight / weight, 0.0);
}

/* Least delays have no bell about the best line: the mean of all lines is nearer to the true one.
 * About the middle of what edges allow the error is distributed as exp (-n |x| / scale) for n
 * delays, if the least delay is the same both ways. */
gboolean
spur_pair_line_by_likelihood (const SpurClockPair *pair, SpurPairLine *line)
{
  double n = (double) (pair->forth.n_points + pair->back.n_points), low, high, level, variance;
  LineSums sums;

  if (MIN (pair->forth.n_points, pair->back.n_points) < MIN_OF_TENTH)
    return FALSE;
  line->slope = find_largest (get_closeness, pair);
  set_middle (pair, line);
  line->scale_ns =
    (get_mean_above (&pair->forth, line->slope) + get_mean_above (&pair->back, -line->slope)) / 2.0;
  line->scale_ns = MAX (line->scale_ns, LEAST_SIGMA_NS);
  level = get_closeness (pair, line->slope) - LEAST_LOGARITHM * line->scale_ns;
  low = find_edge (get_closeness, pair, line->slope, line->slope - USUAL_SLOPE, level);
  high = find_edge (get_closeness, pair, line->slope, line->slope + USUAL_SLOPE, level);
  sums = sum_slopes (pair, line, low, high);
  variance = get_variance (sums.error_squares, sums.error_ns, sums.weight) +
             2.0 * pow (line->scale_ns / n, 2.0);
  line->error_ns += sums.error_ns / sums.weight;
  line->slope += sums.slope / sums.weight;
  line->sigma_ns = sqrt (variance + LEAST_SIGMA_NS * LEAST_SIGMA_NS);
  line->slope_sigma = MAX (sqrt (get_variance (sums.slope_squares, sums.slope, sums.weight)),
                           LEAST_SIGMA_NS / get_length (pair));
  line->covariance =
    sums.products / sums.weight - sums.error_ns * sums.slope / sums.weight / sums.weight;
  return TRUE;
}

gboolean
spur_pair_line_by_one_way (const SpurClockPair *pair, SpurPairLine *line)
{
  gboolean is_forth = pair->forth.n_points > 0;
  const SpurPairSide *side = is_forth ? &pair->forth : &pair->back;
  double sign = is_forth ? 1.0 : -1.0;

  if (MIN (pair->forth.n_points, pair->back.n_points) > 0)
    return spur_pair_line_by_hull (pair, line);
  if (side->n_points >= MIN_OF_TENTH &&
      side->points[side->n_points - 1].time_s > side->points[0].time_s)
    line->slope = find_largest (get_closeness, pair);
  line->sigma_ns = spur_pair_side_get_least (side, sign * line->slope);
  line->error_ns = sign * (line->sigma_ns - ROUNDING_NS);
  line->slope_sigma = get_above (side, line->sigma_ns, sign * line->slope, side->n_points / 2);
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

gboolean
spur_pair_line_by_middle (const SpurClockPair *pair, SpurPairLine *line)
{
  double middles[2];

  for (guint side = 0; side < 2; side++)
    {
      const SpurPairSide *of = side == 0 ? &pair->forth : &pair->back;
      g_autofree double *values = g_new (double, of->n_points + 1);

      if (of->n_points == 0)
        return FALSE;
      for (gsize i = 0; i < of->n_points; i++)
        values[i] = of->points[i].delay_ns;
      middles[side] = spur_pair_select (values, of->n_points, of->n_points / 2);
    }
  line->error_ns = (middles[0] - middles[1]) / 2.0;
  line->sigma_ns = MAX (fabs (middles[0] + middles[1]) / 2.0, LEAST_SIGMA_NS);
  line->slope_sigma = 1.0;
  return TRUE;
}
