/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include <math.h>

#include "core/clock/presync/spur-clock-pairs-private.h"

#include "core/base/spur-order-internal.h"
#include "core/clock/presync/spur-clock-factor-private.h"
#include "core/clock/presync/spur-clock-gradients-private.h"

/* The mean of three draws or fewer is no better known than each of them (Stein). */
#define LEAST_DRAWS 4

/* Conjugate gradients end after as many rounds as there are clocks in exact arithmetic; rounding
 * may ask for some more. */
#define ROUNDS_PER_CLOCK 4

/* What is left of errors of 10 ms is 0.1 ns, the root of this share. */
#define SHARE 1e-16

/* Errors in common are free: something must hold them where the system is factored. With 1e-9
 * rounding grows so much that conjugate gradients do not end (bench/many-clocks, torus of 4,096).
 */
#define HOLD 1e-6

/* Clocks that lines connect have the same number. */
static guint
find_root (guint *parents, guint clock)
{
  while (parents[clock] != clock)
    clock = parents[clock] = parents[parents[clock]];
  return clock;
}

void
spur_clock_take_means_off (double *values, const guint8 *is_known, const guint *groups, guint n)
{
  g_autofree double *sums = g_new0 (double, n + 1);
  g_autofree guint *counts = g_new0 (guint, n + 1);

  for (guint i = 0; i < n; i++)
    {
      sums[groups[i]] += is_known[i] ? values[i] : 0.0;
      counts[groups[i]] += is_known[i];
    }
  for (guint i = 0; i < n; i++)
    values[i] = is_known[i] ? values[i] - sums[groups[i]] / counts[groups[i]] : 0.0;
}

/* What is to be fitted: differences of clocks with their weights. */
typedef struct
{
  const SpurPairLine *lines;
  gsize n_lines;
  guint n_clocks;
  gboolean is_slope;
  double ridge;           /* how well @expected is known, as a weight */
  const double *expected; /* values before lines tell, or NULL for 0 */
  SpurClockFactor *factor;
} System;

static double
get_weight (const System *self, gsize line)
{
  double sigma = self->is_slope ? self->lines[line].slope_sigma : self->lines[line].sigma_ns;

  return 1.0 / (sigma * sigma);
}

static void
multiply_system (gconstpointer system, const double *values, double *result)
{
  const System *self = system;

  for (guint i = 0; i < self->n_clocks; i++)
    result[i] = self->ridge * values[i];
  for (gsize i = 0; i < self->n_lines; i++)
    {
      const SpurPairLine *line = &self->lines[i];
      double flow = get_weight (self, i) * (values[line->second] - values[line->first]);

      result[line->second] += flow;
      result[line->first] -= flow;
    }
}

static void
scale_system (gconstpointer system, const double *right, double *result)
{
  const System *self = system;

  spur_clock_factor_solve (self->factor, right, result);
}

/* (transfer full): About the inverse of the system, of which the weights of all lines of each clock
 * are known. */
static SpurClockFactor *
factor_system (const System *self, const double *weights)
{
  g_autofree SpurMatrixEntry *entries = g_new (SpurMatrixEntry, self->n_lines + 1);
  g_autofree double *diagonal = g_new (double, self->n_clocks + 1);

  for (gsize i = 0; i < self->n_lines; i++)
    entries[i] =
      (SpurMatrixEntry){ self->lines[i].first, self->lines[i].second, -get_weight (self, i) };
  for (guint i = 0; i < self->n_clocks; i++)
    diagonal[i] = weights[i] > 0.0 ? weights[i] * (1.0 + HOLD) : 1.0;
  return spur_clock_factor_new (self->n_clocks, diagonal, entries, self->n_lines);
}

static void
solve_system (System *self, double *values)
{
  guint n = self->n_clocks;
  g_autofree double *right = g_new0 (double, n + 1);
  g_autofree double *weights = g_new0 (double, n + 1);
  const SpurGradients gradients = { self,         n,     multiply_system,
                                    scale_system, SHARE, (gsize) ROUNDS_PER_CLOCK * n };

  for (gsize i = 0; i < self->n_lines; i++)
    {
      const SpurPairLine *line = &self->lines[i];
      double weight = get_weight (self, i);
      double value = self->is_slope ? line->slope : line->error_ns;

      right[line->second] += weight * value;
      right[line->first] -= weight * value;
      weights[line->second] += weight;
      weights[line->first] += weight;
    }
  for (guint i = 0; i < n; i++)
    {
      weights[i] += self->ridge;
      right[i] += self->expected != NULL ? self->ridge * self->expected[i] : 0.0;
    }
  self->factor = factor_system (self, weights);
  spur_gradients_solve (&gradients, right, values);
  g_clear_pointer (&self->factor, spur_clock_factor_free);
}

SPUR_DEFINE_ORDER (compare_by_sigma, SpurPairLine, SPUR_BY_3 (sigma_ns, first, second))

SPUR_DEFINE_ORDER (compare_by_pair, SpurPairLine, SPUR_BY_2 (first, second))

/* FALSE where others connect its clocks already. */
static gboolean
connect_clocks (guint *parents, const SpurPairLine *line)
{
  guint a = find_root (parents, line->first), b = find_root (parents, line->second);

  parents[a] = b;
  return a != b;
}

/* (transfer full): The best known lines that make a tree, or all. */
static GArray *
choose_lines (const GArray *lines, SpurPairJoin join, guint *parents)
{
  GArray *chosen = g_array_copy ((GArray *) lines);
  guint n_chosen = 0;

  if (join == SPUR_JOIN_TREE)
    g_array_sort (chosen, compare_by_sigma);
  for (guint i = 0; i < chosen->len; i++)
    {
      SpurPairLine *line = &g_array_index (chosen, SpurPairLine, i);

      if (connect_clocks (parents, line) || join != SPUR_JOIN_TREE)
        g_array_index (chosen, SpurPairLine, n_chosen++) = *line;
    }
  g_array_set_size (chosen, n_chosen);
  return chosen;
}

/* (transfer full) (nullable): What makes all slopes of a group the same. */
static double *
expect_slopes (const SpurPairPrior *prior, const guint8 *is_known, const guint *groups, guint n)
{
  double *expected = prior != NULL && prior->slopes != NULL ? g_new (double, n + 1) : NULL;

  for (guint i = 0; expected != NULL && i < n; i++)
    expected[i] = -prior->slopes[i];
  if (expected != NULL)
    spur_clock_take_means_off (expected, is_known, groups, n);
  return expected;
}

double *
spur_pair_lines_join (const GArray *lines,
                      guint n_clocks,
                      SpurPairJoin join,
                      const SpurPairPrior *prior)
{
  g_autofree guint *parents = g_new (guint, n_clocks + 1);
  g_autofree guint8 *is_known = g_new0 (guint8, n_clocks + 1);
  g_autofree double *expected = NULL;
  g_autoptr (GArray) chosen = NULL;
  double *errors = g_new0 (double, 2 * n_clocks + 1);
  System system = { .n_clocks = n_clocks };

  for (guint i = 0; i < n_clocks; i++)
    parents[i] = i;
  chosen = choose_lines (lines, join, parents);
  system.lines = (const SpurPairLine *) (gpointer) chosen->data;
  system.n_lines = chosen->len;
  for (gsize i = 0; i < system.n_lines; i++)
    is_known[system.lines[i].first] = is_known[system.lines[i].second] = TRUE;
  for (guint i = 0; i < n_clocks; i++)
    parents[i] = find_root (parents, i);
  solve_system (&system, errors);
  spur_clock_take_means_off (errors, is_known, parents, n_clocks);
  system.is_slope = TRUE;
  system.ridge = prior != NULL ? 1.0 / (prior->usual_slope * prior->usual_slope) : 0.0;
  system.expected = expected = expect_slopes (prior, is_known, parents, n_clocks);
  solve_system (&system, errors + n_clocks);
  spur_clock_take_means_off (errors + n_clocks, is_known, parents, n_clocks);
  for (guint i = 0; i < n_clocks; i++)
    errors[i] = is_known[i] ? errors[i] : NAN;
  return errors;
}

/* The inverse of the covariances of a line's error and slope. */
static void
invert_line (const SpurPairLine *line, double *matrix)
{
  double error = line->sigma_ns * line->sigma_ns, slope = line->slope_sigma * line->slope_sigma;
  double determinant = error * slope - line->covariance * line->covariance;

  matrix[0] = slope / determinant;
  matrix[1] = -line->covariance / determinant;
  matrix[2] = error / determinant;
}

/* Adds to the clocks of a line what it says of an error and a slope between them. */
static void
add_flow (const SpurPairLine *line, guint n, double error, double slope, double *values)
{
  double matrix[3], flows[2];

  invert_line (line, matrix);
  flows[0] = matrix[0] * error + matrix[1] * slope;
  flows[1] = matrix[1] * error + matrix[2] * slope;
  values[line->second] += flows[0];
  values[line->first] -= flows[0];
  values[n + line->second] += flows[1];
  values[n + line->first] -= flows[1];
}

/* Of errors, then slopes. */
static void
multiply_both (gconstpointer system, const double *values, double *result)
{
  const System *self = system;
  const double *slopes = values + self->n_clocks;

  for (guint i = 0; i < self->n_clocks; i++)
    {
      result[i] = 0.0;
      result[self->n_clocks + i] = self->ridge * slopes[i];
    }
  for (gsize i = 0; i < self->n_lines; i++)
    {
      const SpurPairLine *line = &self->lines[i];

      add_flow (line, self->n_clocks, values[line->second] - values[line->first],
                slopes[line->second] - slopes[line->first], result);
    }
}

/* (transfer full): About the inverse of the system of both. */
static SpurClockFactor *
factor_both (const System *self)
{
  guint n = self->n_clocks;
  g_autofree SpurMatrixEntry *entries = g_new0 (SpurMatrixEntry, 4 * self->n_lines + n);
  g_autofree double *diagonal = g_new0 (double, 2 * (gsize) n + 1);
  SpurMatrixEntry *next = entries + n;

  for (guint i = 0; i < n; i++)
    entries[i] = (SpurMatrixEntry){ i, n + i, 0.0 };
  for (gsize i = 0; i < self->n_lines; i++)
    {
      const guint32 clocks[] = { self->lines[i].first, self->lines[i].second };
      double matrix[3];

      invert_line (&self->lines[i], matrix);
      for (guint side = 0; side < 2; side++)
        {
          diagonal[clocks[side]] += matrix[0];
          diagonal[n + clocks[side]] += matrix[2];
          entries[clocks[side]].value += matrix[1];
          *next++ = (SpurMatrixEntry){ clocks[side], n + clocks[!side], -matrix[1] };
        }
      *next++ = (SpurMatrixEntry){ clocks[0], clocks[1], -matrix[0] };
      *next++ = (SpurMatrixEntry){ n + clocks[0], n + clocks[1], -matrix[2] };
    }
  for (guint i = 0; i < 2 * n; i++)
    {
      diagonal[i] += i >= n ? self->ridge : 0.0;
      diagonal[i] = diagonal[i] > 0.0 ? diagonal[i] * (1.0 + HOLD) : 1.0;
    }
  return spur_clock_factor_new (2 * n, diagonal, entries, 4 * self->n_lines + n);
}

static void
solve_both (System *self, double *values)
{
  guint n = self->n_clocks;
  g_autofree double *right = g_new0 (double, 2 * (gsize) n + 1);
  const SpurGradients gradients = { self,         2 * (gsize) n, multiply_both,
                                    scale_system, SHARE,         2 * (gsize) ROUNDS_PER_CLOCK * n };

  for (gsize i = 0; i < self->n_lines; i++)
    add_flow (&self->lines[i], n, self->lines[i].error_ns, self->lines[i].slope, right);
  for (guint i = 0; self->expected != NULL && i < n; i++)
    right[n + i] += self->ridge * self->expected[i];
  self->factor = factor_both (self);
  spur_gradients_solve (&gradients, right, values);
  g_clear_pointer (&self->factor, spur_clock_factor_free);
}

double *
spur_pair_lines_join_both (const GArray *lines, guint n_clocks, const SpurPairPrior *prior)
{
  g_autofree guint *parents = g_new (guint, n_clocks + 1);
  g_autofree guint8 *is_known = g_new0 (guint8, n_clocks + 1);
  g_autofree double *expected = NULL;
  double *errors = g_new0 (double, 2 * (gsize) n_clocks + 1);
  System system = { .lines = (const SpurPairLine *) (gpointer) lines->data,
                    .n_lines = lines->len,
                    .n_clocks = n_clocks,
                    .ridge = 1.0 / (prior->usual_slope * prior->usual_slope) };

  for (guint i = 0; i < n_clocks; i++)
    parents[i] = i;
  for (gsize i = 0; i < system.n_lines; i++)
    {
      connect_clocks (parents, &system.lines[i]);
      is_known[system.lines[i].first] = is_known[system.lines[i].second] = TRUE;
    }
  for (guint i = 0; i < n_clocks; i++)
    parents[i] = find_root (parents, i);
  system.expected = expected = expect_slopes (prior, is_known, parents, n_clocks);
  solve_both (&system, errors);
  spur_clock_take_means_off (errors, is_known, parents, n_clocks);
  spur_clock_take_means_off (errors + n_clocks, is_known, parents, n_clocks);
  for (guint i = 0; i < n_clocks; i++)
    errors[i] = is_known[i] ? errors[i] : NAN;
  return errors;
}

/* The logarithm of a scale is told by some nine delays above the least ones, LEAST_PLACE of each
 * way less what the line takes. Its variance is that of the logarithm of their mean. */
#define SCALE_VARIANCE (1.0 / 9.0)

/* The median deviation of a normal distribution with standard deviation 1, the other way round. */
#define SIGMA_BY_MEDIAN 1.4826

/* Scales farther off than that are of another kind. */
#define MOST_SIGMAS 3.0

void
spur_pair_lines_even_scales (GArray *lines)
{
  SpurPairLine *all = (SpurPairLine *) (gpointer) lines->data;
  g_autofree double *logarithms = g_new (double, lines->len + 1);
  double middle, variance, share;
  gsize n = 0;

  for (guint i = 0; i < lines->len; i++)
    {
      if (all[i].scale_ns > 0.0)
        logarithms[n++] = log (all[i].scale_ns);
    }
  if (n < LEAST_DRAWS)
    return;
  middle = spur_pair_select (logarithms, n, n / 2);
  for (gsize i = 0; i < n; i++)
    logarithms[i] = fabs (logarithms[i] - middle);
  variance = pow (SIGMA_BY_MEDIAN * spur_pair_select (logarithms, n, n / 2), 2.0);
  variance = MAX (variance, SCALE_VARIANCE);
  share = SCALE_VARIANCE / variance;
  for (guint i = 0; i < lines->len; i++)
    {
      double off = all[i].scale_ns > 0.0 ? middle - log (all[i].scale_ns) : 0.0;
      double factor = fabs (off) <= MOST_SIGMAS * sqrt (variance) ? exp (share * off) : 1.0;

      all[i].scale_ns *= factor;
      all[i].sigma_ns *= factor;
      all[i].slope_sigma *= factor;
      all[i].covariance *= factor * factor;
    }
}

/* The weights of lines follow from the variance, which changes ever less. */
#define N_VARIANCE_ROUNDS 20

gboolean
spur_pair_lines_find_prior (const GArray *lines,
                            guint n_clocks,
                            const double *slopes,
                            SpurPairPrior *prior)
{
  double variance = 0.0;

  if (n_clocks < LEAST_DRAWS || lines->len == 0)
    return FALSE;
  for (guint round = 0; round < N_VARIANCE_ROUNDS; round++)
    {
      double sum = 0.0, weights = 0.0;

      for (guint i = 0; i < lines->len; i++)
        {
          const SpurPairLine *line = &g_array_index (lines, SpurPairLine, i);
          double slope = line->slope + slopes[line->second] - slopes[line->first];
          double noise = line->slope_sigma * line->slope_sigma;
          double weight = pow (2.0 * variance + noise, -2.0);

          /* Two draws differ by twice their variance in the mean of squares. */
          sum += weight * (slope * slope - noise) / 2.0;
          weights += weight;
        }
      variance = MAX (sum / weights, 0.0);
    }
  if (variance <= 0.0)
    return FALSE;
  *prior = (SpurPairPrior){ slopes, sqrt (variance) };
  return TRUE;
}

GArray *
spur_clock_pairs_find_lines (const SpurClockPairs *self,
                             const SpurClockSamples *samples,
                             SpurPairLineFunc find)
{
  GArray *lines = g_array_new (FALSE, FALSE, sizeof (SpurPairLine));

  for (gsize i = 0; i < self->n_pairs; i++)
    {
      const SpurClockPair *pair = &self->pairs[i];
      SpurPairLine line = { .first = pair->first, .second = pair->second };

      if (find (pair, &line))
        g_array_append_val (lines, line);
    }
  spur_communicator_gather (samples->communicator, lines, compare_by_pair);
  return lines;
}
