/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/clock/presync/spur-clock-pairs-private.h"

#include <math.h>

/* A normal value with mean 0 and variance 1. */
static double
draw_normal (GRand *random)
{
  double sum = 0.0;

  for (guint i = 0; i < 12; i++)
    sum += g_rand_double (random);
  return sum - 6.0;
}

#define N_CLOCKS 60

/* The lines of a ring of clocks, whose slopes are off by @slope_sigma. */
static GArray *
draw_ring (GRand *random, const double *slopes, double slope_sigma)
{
  GArray *lines = g_array_new (FALSE, FALSE, sizeof (SpurPairLine));

  for (guint32 i = 0; i < N_CLOCKS; i++)
    {
      guint32 next = (i + 1) % N_CLOCKS;
      SpurPairLine line = { MIN (i, next), MAX (i, next), 0.0, 0.0, 1.0, slope_sigma, 0.0, 0.0 };

      line.slope = slopes[line.second] - slopes[line.first] + slope_sigma * draw_normal (random);
      g_array_append_val (lines, line);
    }
  return lines;
}

/* The mean square of what found slopes are off, but for what all are. */
static double
rate_slopes (const double *slopes, const double *taken_off, const double *found)
{
  double mean = 0.0, sum = 0.0;

  for (guint i = 0; i < N_CLOCKS; i++)
    mean += (taken_off[i] + found[i] - slopes[i]) / N_CLOCKS;
  for (guint i = 0; i < N_CLOCKS; i++)
    sum += pow (taken_off[i] + found[i] - slopes[i] - mean, 2.0) / N_CLOCKS;
  return sum;
}

static void
test_prior (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (7);
  double without = 0.0, with = 0.0, usual = 0.0;

  g_test_summary ("Slopes of many clocks are drawn to their mean by what they scatter.");
  for (guint round = 0; round < 20; round++)
    {
      double slopes[N_CLOCKS], taken_off[N_CLOCKS], rest[N_CLOCKS], nothing[N_CLOCKS] = { 0.0 };
      g_autoptr (GArray) lines = NULL, same = NULL;
      g_autofree double *plain = NULL, *found = NULL;
      SpurPairPrior prior;

      for (guint i = 0; i < N_CLOCKS; i++)
        {
          slopes[i] = 30000.0 + 10000.0 * draw_normal (random);
          taken_off[i] = slopes[i] + 20000.0 * draw_normal (random);
          rest[i] = slopes[i] - taken_off[i];
        }
      lines = draw_ring (random, rest, 4000.0);
      plain = spur_pair_lines_join (lines, N_CLOCKS, SPUR_JOIN_ALL, NULL);
      g_assert_true (spur_pair_lines_find_prior (lines, N_CLOCKS, taken_off, &prior));
      usual += prior.usual_slope / 20.0;
      found = spur_pair_lines_join (lines, N_CLOCKS, SPUR_JOIN_ALL, &prior);
      without += rate_slopes (slopes, taken_off, plain + N_CLOCKS);
      with += rate_slopes (slopes, taken_off, found + N_CLOCKS);
      same = draw_ring (random, nothing, 1000.0);
      for (guint i = 0; i < N_CLOCKS; i++)
        g_array_index (same, SpurPairLine, i).slope_sigma = 4000.0;
      g_assert_false (spur_pair_lines_find_prior (same, N_CLOCKS, nothing, &prior));
      g_assert_false (spur_pair_lines_find_prior (lines, 3, taken_off, &prior));
    }
  g_test_message ("spread %f, mean square %f without prior, %f with", usual, without, with);
  g_assert_cmpfloat_with_epsilon (usual, 10000.0, 1000.0);
  g_assert_cmpfloat (with, <, without / 3.0);
}

/* Edges of two clocks that are right: least delays of 4 us and an exponential rest of 30 us. */
static SpurClockSamples *
draw_edges (GRand *random, guint n_each_way)
{
  static const guint clocks[] = { 0, 1 };
  SpurClockSamples *self = spur_clock_samples_new_empty (2, clocks);

  self->n_samples = 2 * n_each_way;
  self->samples = g_new (SpurClockSample, self->n_samples);
  for (guint32 i = 0; i < self->n_samples; i++)
    {
      gint64 send_ns = (gint64) g_rand_double_range (random, 0.0, 1e10);
      double delay_ns = 4000.0 - 30000.0 * log (1.0 - g_rand_double (random));

      self->samples[i] =
        (SpurClockSample){ send_ns, send_ns + llrint (delay_ns), i % 2, 1 - i % 2 };
    }
  return self;
}

/* What errors and slopes are off by, with their covariance, is chi square of two degrees. */
static double
rate_line (const SpurPairLine *line, double error_ns, double slope)
{
  double a = line->sigma_ns * line->sigma_ns, c = line->slope_sigma * line->slope_sigma;
  double b = line->covariance;

  return (c * error_ns * error_ns - 2.0 * b * error_ns * slope + a * slope * slope) /
         (a * c - b * b);
}

static void
test_likelihood (void)
{
  static const guint numbers[] = { 10, 13, 25, 100, 400 };
  g_autoptr (GRand) random = g_rand_new_with_seed (11);

  g_test_summary (
    "Lines of pairs are off by what they are said to be, for few edges and for many.");
  for (guint k = 0; k < G_N_ELEMENTS (numbers); k++)
    {
      g_autoptr (GArray) lines = g_array_new (FALSE, FALSE, sizeof (SpurPairLine));
      double slopes = 0.0, both = 0.0;

      for (guint round = 0; round < 400; round++)
        {
          g_autoptr (SpurClockSamples) samples = draw_edges (random, numbers[k]);
          g_autoptr (SpurClockPairs) pairs = spur_clock_pairs_new (samples);
          SpurPairLine line;

          g_assert_true (spur_pair_line_by_likelihood (&pairs->pairs[0], &line));
          g_array_append_val (lines, line);
        }
      spur_pair_lines_even_scales (lines);
      for (guint i = 0; i < lines->len; i++)
        {
          const SpurPairLine *line = &g_array_index (lines, SpurPairLine, i);

          slopes += pow (line->slope / line->slope_sigma, 2.0) / 400.0;
          both += rate_line (line, line->error_ns, line->slope) / 800.0;
        }
      g_test_message ("%u edges each way: mean square %f, with errors %f", numbers[k], slopes,
                      both);
      g_assert_cmpfloat (slopes, >, 0.7);
      g_assert_cmpfloat (slopes, <, 1.6);
      g_assert_cmpfloat (both, >, 0.7);
      g_assert_cmpfloat (both, <, 1.6);
    }
}

/* Two clocks of three are joined to the third one at the begin of the run and at its end, so that
 * errors and slopes hang together. */
static void
test_both (void)
{
  g_autoptr (GArray) lines = g_array_new (FALSE, FALSE, sizeof (SpurPairLine));
  const SpurPairPrior prior = { NULL, 1e6 };
  /* Known to 1 ns at -5 s, and at 5 s, and by 100 ns a second. */
  const SpurPairLine line[] = { { 0, 1, 500.0, 100.0, 500.0, 100.0, 49990.0, 0.0 },
                                { 0, 1, -200.0, 40.0, 500.0, 100.0, -49990.0, 0.0 } };
  g_autofree double *errors = NULL;

  g_test_summary ("Lines that are known at different times meet where each one is known.");
  g_array_append_vals (lines, line, G_N_ELEMENTS (line));
  errors = spur_pair_lines_join_both (lines, 3, &prior);
  /* One is 0 at -5 s, the other one at 5 s. */
  g_assert_cmpfloat (fabs (errors[1] - errors[0] - 5.0 * (errors[4] - errors[3])), <, 5.0);
  g_assert_cmpfloat (fabs (errors[1] - errors[0] + 5.0 * (errors[4] - errors[3])), <, 5.0);
  g_assert_true (isnan (errors[2]));
}

static void
test_scales (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (3);
  g_autoptr (GArray) lines = g_array_new (FALSE, FALSE, sizeof (SpurPairLine));
  double most = 0.0;

  g_test_summary (
    "Scales that differ by chance become nearly the same, with what follows from them.");
  for (guint32 i = 0; i < 100; i++)
    {
      double scale_ns = 30000.0 * exp (draw_normal (random) / 3.0) * (i == 0 ? 50.0 : 1.0);
      SpurPairLine line = { i, i + 1, 0.0, 0.0, scale_ns / 10.0, scale_ns / 30.0, 0.0, scale_ns };

      g_array_append_val (lines, line);
    }
  g_array_index (lines, SpurPairLine, 1).scale_ns = 0.0;
  most = g_array_index (lines, SpurPairLine, 0).scale_ns;
  spur_pair_lines_even_scales (lines);
  g_assert_cmpfloat (g_array_index (lines, SpurPairLine, 0).scale_ns, ==, most);
  g_assert_cmpfloat (g_array_index (lines, SpurPairLine, 1).scale_ns, ==, 0.0);
  for (guint32 i = 2; i < 100; i++)
    {
      const SpurPairLine *line = &g_array_index (lines, SpurPairLine, i);

      g_assert_cmpfloat (fabs (log (line->scale_ns / 30000.0)), <, 0.5);
      g_assert_cmpfloat_with_epsilon (line->sigma_ns, line->scale_ns / 10.0, 1e-6);
      g_assert_cmpfloat_with_epsilon (line->slope_sigma, line->scale_ns / 30.0, 1e-6);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/clock-lines/prior", test_prior);
  g_test_add_func ("/clock-lines/likelihood", test_likelihood);
  g_test_add_func ("/clock-lines/both", test_both);
  g_test_add_func ("/clock-lines/scales", test_scales);
  return g_test_run ();
}
