/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/clock/presync/spur-clock-joint-private.h"

#include <math.h>

#include "core/base/spur-order-internal.h"
#include "core/clock/presync/spur-clock-cholesky-private.h"

/* The scale of a side's delays is what a tenth of them are below. Rounds in which it is found again
 * with better lines. */
#define N_SCALES 6

/* Scales and delays shorter than this differ by chance only, in ns. */
#define LEAST_SCALE_NS 100.0
#define LEAST_DELAY_NS 20.0

/* Newton's method ends when the logarithm of the likelihood grows by less than this, at the latest
 * after N_STEPS steps, each of which is halved up to N_HALVINGS times. */
#define SMALL 1e-4
#define N_STEPS 40
#define N_HALVINGS 20

/* Offsets in common are free, so something must hold them. */
#define HOLD 1e-6

/* What a pair of clocks says of the error of its second clock against the first one: how likely
 * its delays are, and how that changes with the error and its slope. */
typedef struct
{
  guint32 first;
  guint32 second;
  double value;
  double gradient[2];
  double matrix[3]; /* error and error, error and slope, slope and slope; negative */
} Part;

/* All clocks: a symmetric matrix of errors, then slopes, row by row. */
typedef struct
{
  const SpurClockPairs *pairs;
  const SpurClockSamples *samples;
  double usual_slope;
  double *scales; /* of the two sides of each pair */
  guint n;        /* of unknowns */
  double *unknowns;
  double *gradient;
  double *matrix;
  double *way;
  double *trial;
  double value;
} Fitting;

static double
get_excess (const SpurPairPoint *point, double error_ns, double slope)
{
  return point->delay_ns - error_ns - slope * point->time_s;
}

/* Adds how likely a delay is. Those that are too short are not impossible, as nothing is seen
 * better than some ns, but the less likely the shorter they are. */
static void
add_delay (Part *part, double excess_ns, double scale_ns, double sign, double time_s)
{
  double off = MIN (excess_ns / LEAST_DELAY_NS - 1.0, 0.0);
  double seen_ns = MAX (excess_ns, LEAST_DELAY_NS);
  double sum_ns = scale_ns + MAX (excess_ns, 0.0);
  double first = (1.0 - off) / seen_ns - 2.0 / sum_ns;
  double second = MAX (1.0 / (seen_ns * seen_ns) - 2.0 / (sum_ns * sum_ns), 0.0);

  part->value += log (seen_ns) + off - off * off / 2.0 - 2.0 * log (sum_ns);
  part->gradient[0] -= sign * first;
  part->gradient[1] -= sign * first * time_s;
  part->matrix[0] += second;
  part->matrix[1] += second * time_s;
  part->matrix[2] += second * time_s * time_s;
}

static void
add_side (
  Part *part, const SpurPairSide *side, double scale_ns, double sign, double error_ns, double slope)
{
  for (gsize i = 0; i < side->n_points; i++)
    add_delay (part, get_excess (&side->points[i], sign * error_ns, sign * slope), scale_ns, sign,
               side->points[i].time_s);
}

static double
find_scale (const SpurPairSide *side, double error_ns, double slope)
{
  if (side->n_points == 0)
    return LEAST_SCALE_NS;
  return MAX (spur_pair_side_get_tenth (side, error_ns, slope), LEAST_SCALE_NS);
}

static void
find_scales (Fitting *self)
{
  guint n_clocks = self->n / 2;

  for (gsize i = 0; i < self->pairs->n_pairs; i++)
    {
      const SpurClockPair *pair = &self->pairs->pairs[i];
      double error_ns = self->unknowns[pair->second] - self->unknowns[pair->first];
      double slope =
        self->unknowns[n_clocks + pair->second] - self->unknowns[n_clocks + pair->first];

      self->scales[2 * i] = find_scale (&pair->forth, error_ns, slope);
      self->scales[2 * i + 1] = find_scale (&pair->back, -error_ns, -slope);
    }
}

SPUR_DEFINE_ORDER (compare_parts, Part, SPUR_BY_2 (first, second))

/* What all pairs say, in their order wherever they are. */
static GByteArray *
gather_parts (const Fitting *self, const double *unknowns)
{
  guint n_clocks = self->n / 2;
  GByteArray *parts = g_byte_array_new ();

  for (gsize i = 0; i < self->pairs->n_pairs; i++)
    {
      const SpurClockPair *pair = &self->pairs->pairs[i];
      double error_ns = unknowns[pair->second] - unknowns[pair->first];
      double slope = unknowns[n_clocks + pair->second] - unknowns[n_clocks + pair->first];
      Part part = { pair->first, pair->second, 0.0, { 0.0 }, { 0.0 } };

      add_side (&part, &pair->forth, self->scales[2 * i], 1.0, error_ns, slope);
      add_side (&part, &pair->back, self->scales[2 * i + 1], -1.0, error_ns, slope);
      g_byte_array_append (parts, (const guint8 *) &part, sizeof part);
    }
  parts = spur_communicator_concatenate (self->samples->communicator, parts);
  if (parts->len > 0)
    qsort (parts->data, parts->len / sizeof (Part), sizeof (Part), compare_parts);
  return parts;
}

/* Adds what a pair says of two unknowns of its clocks. */
static void
add_block (Fitting *self,
           guint first_row,
           guint second_row,
           guint first_column,
           guint second_column,
           double value)
{
  self->matrix[first_row * self->n + first_column] += value;
  self->matrix[second_row * self->n + second_column] += value;
  self->matrix[first_row * self->n + second_column] -= value;
  self->matrix[second_row * self->n + first_column] -= value;
}

static void
rate_unknowns (Fitting *self, const double *unknowns)
{
  guint n_clocks = self->n / 2;
  g_autoptr (GByteArray) bytes = gather_parts (self, unknowns);
  const Part *parts = (const Part *) (gpointer) bytes->data;
  /* A drift that is as likely as any other up to what is usual is off by that much in the mean. */
  double weight = 3.0 / (self->usual_slope * self->usual_slope);

  memset (self->gradient, 0, self->n * sizeof *self->gradient);
  memset (self->matrix, 0, (gsize) self->n * self->n * sizeof *self->matrix);
  self->value = 0.0;
  for (gsize k = 0; k < bytes->len / sizeof *parts; k++)
    {
      guint a = parts[k].first, b = parts[k].second;

      self->value += parts[k].value;
      self->gradient[b] += parts[k].gradient[0];
      self->gradient[a] -= parts[k].gradient[0];
      self->gradient[n_clocks + b] += parts[k].gradient[1];
      self->gradient[n_clocks + a] -= parts[k].gradient[1];
      add_block (self, a, b, a, b, parts[k].matrix[0]);
      add_block (self, a, b, n_clocks + a, n_clocks + b, parts[k].matrix[1]);
      add_block (self, n_clocks + a, n_clocks + b, a, b, parts[k].matrix[1]);
      add_block (self, n_clocks + a, n_clocks + b, n_clocks + a, n_clocks + b, parts[k].matrix[2]);
    }
  for (guint i = n_clocks; i < self->n; i++)
    {
      self->value -= weight * unknowns[i] * unknowns[i] / 2.0;
      self->gradient[i] -= weight * unknowns[i];
      self->matrix[i * self->n + i] += weight;
    }
  spur_communicator_follow (self->samples->communicator, &self->value, sizeof self->value);
}

/* In place. FALSE where the delays tell nothing. */
static gboolean
factorise_fitting (Fitting *self)
{
  guint n = self->n, n_clocks = n / 2;
  double most = 0.0;

  for (guint i = 0; i < n_clocks; i++)
    most = MAX (most, self->matrix[i * n + i]);
  for (guint i = 0; i < n_clocks; i++)
    self->matrix[i * n + i] += most > 0.0 ? HOLD * most : 1.0;
  return spur_cholesky_factorise (self->matrix, n);
}

/* A step of Newton's, as long as it makes the delays likelier. Gives by how much it does. */
static double
take_newton_step (Fitting *self)
{
  double *way = self->way, *trial = self->trial, before = self->value, share = 1.0;

  if (!factorise_fitting (self))
    return 0.0;
  memcpy (way, self->gradient, self->n * sizeof *way);
  spur_cholesky_solve (self->matrix, self->n, way);
  for (guint round = 0; round < N_HALVINGS; round++, share /= 2.0)
    {
      for (guint i = 0; i < self->n; i++)
        trial[i] = self->unknowns[i] + share * way[i];
      spur_communicator_follow (self->samples->communicator, trial, self->n * sizeof *trial);
      rate_unknowns (self, trial);
      if (!(self->value > before))
        continue;
      memcpy (self->unknowns, trial, self->n * sizeof *trial);
      return self->value - before;
    }
  rate_unknowns (self, self->unknowns);
  return 0.0;
}

/* How well slopes are known against their mean, at the worst clock. */
static double
get_drift (Fitting *self)
{
  guint n = self->n, n_clocks = n / 2;
  g_autofree double *column = g_new (double, n);
  double worst = 0.0;

  if (!factorise_fitting (self))
    return self->usual_slope;
  for (guint i = 0; i < n_clocks; i++)
    {
      double variance = 0.0;

      for (guint k = 0; k < n; k++)
        column[k] = k < n_clocks ? 0.0 : (k == n_clocks + i) - 1.0 / n_clocks;
      spur_cholesky_solve (self->matrix, n, column);
      for (guint k = n_clocks; k < n; k++)
        variance += column[k] * ((k == n_clocks + i) - 1.0 / n_clocks);
      worst = MAX (worst, variance);
    }
  return sqrt (worst);
}

/* Makes the delays as likely as can be. */
static void
maximise_likelihood (Fitting *self)
{
  guint n_steps = 0;

  rate_unknowns (self, self->unknowns);
  while (n_steps++ < N_STEPS && take_newton_step (self) > SMALL)
    continue;
}

static void
climb_with_scales (Fitting *self)
{
  for (guint i = 0; i < N_SCALES; i++)
    {
      find_scales (self);
      maximise_likelihood (self);
    }
}

/* How likely the delays are where clocks drift as usual, whatever they drift (Laplace's method).
 * Clocks that are worse than most are the rarer the worse they are, by the square. */
static double
get_evidence (Fitting *self)
{
  guint n = self->n, n_clocks = n / 2;
  double evidence = self->value - n_clocks * log (self->usual_slope) -
                    2.0 * log (self->usual_slope / SPUR_LEAST_USUAL_SLOPE);

  if (!factorise_fitting (self))
    return -INFINITY;
  for (guint i = 0; i < n; i++)
    evidence -= log (self->matrix[i * n + i]);
  spur_communicator_follow (self->samples->communicator, &evidence, sizeof evidence);
  return evidence;
}

/* Worse clocks as long as that makes the delays likelier, up to @most_usual_slope. */
static void
raise_usual_slope (Fitting *self, double most_usual_slope)
{
  g_autofree double *best = g_new (double, self->n + 1);
  double most = get_evidence (self);

  while (2.0 * self->usual_slope <= most_usual_slope)
    {
      double evidence;

      memcpy (best, self->unknowns, self->n * sizeof *best);
      self->usual_slope *= 2.0;
      maximise_likelihood (self);
      evidence = get_evidence (self);
      if (!(evidence > most))
        {
          memcpy (self->unknowns, best, self->n * sizeof *best);
          self->usual_slope /= 2.0;
          return;
        }
      most = evidence;
    }
}

void
spur_clock_pairs_improve (const SpurClockPairs *self,
                          const SpurClockSamples *samples,
                          double most_usual_slope,
                          SpurJointLines *lines)
{
  guint n_clocks = self->n_clocks, n = 2 * n_clocks;
  g_autofree double *unknowns = g_new0 (double, n + 1);
  g_autofree double *gradient = g_new0 (double, n + 1);
  g_autofree double *matrix = g_new0 (double, (gsize) n *n + 1);
  g_autofree double *scales = g_new0 (double, 2 * self->n_pairs + 1);
  g_autofree double *way = g_new0 (double, n + 1);
  g_autofree double *trial = g_new0 (double, n + 1);
  Fitting fitting = {
    self, samples, SPUR_LEAST_USUAL_SLOPE, scales, n, unknowns, gradient, matrix, way, trial, 0.0
  };

  memcpy (unknowns, lines->errors_ns, n_clocks * sizeof *unknowns);
  memcpy (unknowns + n_clocks, lines->slopes, n_clocks * sizeof *unknowns);
  climb_with_scales (&fitting);
  raise_usual_slope (&fitting, most_usual_slope);
  climb_with_scales (&fitting);
  memcpy (lines->errors_ns, unknowns, n_clocks * sizeof *unknowns);
  memcpy (lines->slopes, unknowns + n_clocks, n_clocks * sizeof *unknowns);
  lines->drift = get_drift (&fitting);
  spur_communicator_follow (samples->communicator, &lines->drift, sizeof lines->drift);
}
