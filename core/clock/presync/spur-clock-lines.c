/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include <math.h>

#include "core/clock/presync/spur-clock-pairs-private.h"

#include "core/base/spur-order-internal.h"
#include "core/clock/presync/spur-clock-gradients-private.h"

/* Conjugate gradients end after as many rounds as there are clocks in exact arithmetic; rounding
 * may ask for some more. */
#define ROUNDS_PER_CLOCK 4

/* What is left of errors of 10 ms is 0.1 ns, the root of this share. */
#define SHARE 1e-16

/* Clocks that lines connect have the same number. */
static guint
find_root (guint *parents, guint clock)
{
  while (parents[clock] != clock)
    clock = parents[clock] = parents[parents[clock]];
  return clock;
}

static void
take_mean_off (double *values, guint *parents, guint n_clocks)
{
  g_autofree double *sums = g_new0 (double, n_clocks + 1);
  g_autofree guint *counts = g_new0 (guint, n_clocks + 1);

  for (guint i = 0; i < n_clocks; i++)
    {
      sums[find_root (parents, i)] += values[i];
      counts[find_root (parents, i)]++;
    }
  for (guint i = 0; i < n_clocks; i++)
    values[i] -= sums[find_root (parents, i)] / counts[find_root (parents, i)];
}

/* What is to be fitted: differences of clocks with their weights. */
typedef struct
{
  const SpurPairLine *lines;
  gsize n_lines;
  guint n_clocks;
  gboolean is_slope;
  double ridge;    /* how well it is known beforehand that values are 0, as a weight */
  double *weights; /* of all lines of each clock */
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

  for (guint i = 0; i < self->n_clocks; i++)
    result[i] = right[i] / self->weights[i];
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
      weights[i] = weights[i] > 0.0 ? weights[i] : 1.0;
    }
  self->weights = weights;
  spur_gradients_solve (&gradients, right, values);
}

static gint
compare_lines (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const SpurPairLine *lines = user_data;
  const SpurPairLine *x = &lines[*(const gsize *) a], *y = &lines[*(const gsize *) b];

  if (x->sigma_ns != y->sigma_ns)
    return x->sigma_ns < y->sigma_ns ? -1 : 1;
  return *(const gsize *) a < *(const gsize *) b ? -1 : 1;
}

/* The best known lines that make a tree. */
static SpurPairLine *
choose_tree (const SpurPairLine *lines, gsize n_lines, guint n_clocks, gsize *n_chosen)
{
  SpurPairLine *chosen = g_new (SpurPairLine, n_clocks + 1);
  g_autofree gsize *order = g_new (gsize, n_lines + 1);
  g_autofree guint *parents = g_new (guint, n_clocks + 1);

  *n_chosen = 0;
  for (gsize i = 0; i < n_lines; i++)
    order[i] = i;
  for (guint i = 0; i < n_clocks; i++)
    parents[i] = i;
  g_qsort_with_data (order, (gint) n_lines, sizeof order[0], compare_lines, (gpointer) lines);
  for (gsize i = 0; i < n_lines; i++)
    {
      const SpurPairLine *line = &lines[order[i]];
      guint a = find_root (parents, line->first), b = find_root (parents, line->second);

      if (a == b)
        continue;
      parents[a] = b;
      chosen[(*n_chosen)++] = *line;
    }
  return chosen;
}

void
spur_pair_lines_join (const SpurPairLine *lines,
                      gsize n_lines,
                      guint n_clocks,
                      SpurPairJoin join,
                      double usual_slope,
                      double *errors_ns,
                      double *slopes,
                      guint8 *is_known)
{
  g_autofree SpurPairLine *tree = NULL;
  g_autofree guint *parents = g_new (guint, n_clocks + 1);
  System system;

  if (join == SPUR_JOIN_TREE)
    lines = tree = choose_tree (lines, n_lines, n_clocks, &n_lines);
  for (guint i = 0; i < n_clocks; i++)
    {
      parents[i] = i;
      if (is_known != NULL)
        is_known[i] = FALSE;
    }
  for (gsize i = 0; i < n_lines; i++)
    {
      parents[find_root (parents, lines[i].first)] = find_root (parents, lines[i].second);
      if (is_known != NULL)
        is_known[lines[i].first] = is_known[lines[i].second] = TRUE;
    }
  system = (System){ lines, n_lines, n_clocks, FALSE, 0.0, NULL };
  solve_system (&system, errors_ns);
  take_mean_off (errors_ns, parents, n_clocks);
  if (slopes == NULL)
    return;
  system.is_slope = TRUE;
  system.ridge = 1.0 / (usual_slope * usual_slope);
  solve_system (&system, slopes);
  take_mean_off (slopes, parents, n_clocks);
}

SPUR_DEFINE_ORDER (compare_lines_by_pair, SpurPairLine, SPUR_BY_2 (first, second))

SpurPairLine *
spur_pair_lines_gather (SpurPairLine *lines, const SpurClockSamples *samples, gsize *n_lines)
{
  GByteArray *own;
  SpurPairLine *all;

  if (samples->communicator->n_ranks == 1)
    return lines;
  own = g_byte_array_new ();
  g_byte_array_append (own, (const guint8 *) lines, (guint) (*n_lines * sizeof *lines));
  g_free (lines);
  own = spur_communicator_concatenate (samples->communicator, own);
  *n_lines = own->len / sizeof *all;
  all = (SpurPairLine *) (gpointer) g_byte_array_free (own, FALSE);
  if (*n_lines > 0)
    qsort (all, *n_lines, sizeof *all, compare_lines_by_pair);
  return all;
}

SpurPairLine *
spur_clock_pairs_find_lines (const SpurClockPairs *self,
                             const SpurClockSamples *samples,
                             SpurPairLineFunc find,
                             gsize *n_lines)
{
  SpurPairLine *lines = g_new0 (SpurPairLine, self->n_pairs + 1);
  gsize n_found = 0;

  for (gsize i = 0; i < self->n_pairs; i++)
    n_found += find (&self->pairs[i], &lines[n_found]);
  *n_lines = n_found;
  return spur_pair_lines_gather (lines, samples, n_lines);
}

gint64 *
spur_clock_samples_find_constants (const SpurClockSamples *self)
{
  g_autoptr (SpurClockPairs) pairs = spur_clock_pairs_new (self);
  gsize n_lines;
  g_autofree SpurPairLine *lines =
    spur_clock_pairs_find_lines (pairs, self, spur_pair_line_by_middle, &n_lines);
  g_autofree double *errors_ns = g_new0 (double, self->n_clocks + 1);
  gint64 *constants_ns = g_new (gint64, self->n_clocks + 1);

  spur_pair_lines_join (lines, n_lines, self->n_clocks, SPUR_JOIN_ALL, INFINITY, errors_ns, NULL,
                        NULL);
  for (guint i = 0; i < self->n_clocks; i++)
    constants_ns[i] = llrint (errors_ns[i]);
  spur_communicator_follow (self->communicator, constants_ns,
                            self->n_clocks * sizeof *constants_ns);
  return constants_ns;
}

/* A straight error of the clock: @error_ns at @at_ns, and @slope of its time. */
static void
add_line (SpurClockFit *self,
          const SpurClockSamples *samples,
          guint clock,
          gint64 at_ns,
          double error_ns,
          double slope)
{
  const SpurClockSpan *span = &samples->spans[clock];
  gint64 begin_ns = span->first_ns, end_ns = MAX (span->last_ns, span->first_ns + 1);

  if (span->n_events == 0)
    return;
  spur_clock_fit_add (self, clock, begin_ns,
                      begin_ns - llrint (error_ns + slope * (double) (begin_ns - at_ns)));
  spur_clock_fit_add (self, clock, end_ns,
                      end_ns - llrint (error_ns + slope * (double) (end_ns - at_ns)));
}

void
spur_clock_samples_fit_lines (const SpurClockSamples *self,
                              SpurPairLineFunc find,
                              SpurPairJoin join,
                              SpurClockFit *fit)
{
  g_autoptr (SpurClockPairs) pairs = spur_clock_pairs_new (self);
  gsize n_lines;
  g_autofree SpurPairLine *lines = spur_clock_pairs_find_lines (pairs, self, find, &n_lines);
  g_autofree double *errors_ns = g_new0 (double, self->n_clocks + 1);
  g_autofree double *slopes = g_new0 (double, self->n_clocks + 1);
  g_autofree guint8 *is_known = g_new0 (guint8, self->n_clocks + 1);

  spur_clock_fit_note (fit, "pairs", (gint64) n_lines);
  if (n_lines == 0)
    {
      fit->outcome = SPUR_CLOCK_OUTCOME_ONE_WAY;
      return;
    }
  spur_pair_lines_join (lines, n_lines, self->n_clocks, join, INFINITY, errors_ns, slopes,
                        is_known);
  for (guint i = 0; i < self->n_clocks; i++)
    {
      if (is_known[i])
        add_line (fit, self, i, pairs->middle_ns, errors_ns[i], slopes[i] * 1e-9);
    }
  fit->outcome = SPUR_CLOCK_OUTCOME_LINES;
}
