/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/clock/presync/spur-clock-joint-private.h"

#include <math.h>

#include "core/clock/presync/spur-clock-lines-private.h"

#define N_CLOCKS 6
#define N_MESSAGES 2000
#define LENGTH_S 0.02
#define N_RUNS 12
#define USUAL_SLOPE 2e4
#define WIDE_SLOPE 1e6

/* Clocks that run straight, and messages between all of them. */
typedef struct
{
  double errors_ns[N_CLOCKS]; /* in the middle */
  double slopes[N_CLOCKS];
  SpurClockSamples *samples;
} Run;

static gint64
get_time (const Run *self, guint clock, double time_s)
{
  return llrint (time_s * 1e9 + self->errors_ns[clock] +
                 self->slopes[clock] * (time_s - LENGTH_S / 2.0));
}

/* Some delays are near the least one, half of them above @usual_delay_ns, and some very long. */
static void
run_init (Run *self, guint seed, double most_slope, double usual_delay_ns)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  guint clocks[N_CLOCKS];

  for (guint i = 0; i < N_CLOCKS; i++)
    {
      clocks[i] = i;
      self->errors_ns[i] = g_rand_double_range (rand, -100.0, 100.0);
      self->slopes[i] = g_rand_double_range (rand, -most_slope, most_slope);
    }
  self->samples = spur_clock_samples_new_empty (N_CLOCKS, clocks);
  self->samples->n_samples = N_MESSAGES;
  self->samples->samples = g_new (SpurClockSample, N_MESSAGES);
  for (guint k = 0; k < N_MESSAGES; k++)
    {
      double time_s = LENGTH_S * g_rand_double (rand), share = g_rand_double (rand);
      guint from = (guint) g_rand_int_range (rand, 0, N_CLOCKS);
      guint to = (from + (guint) g_rand_int_range (rand, 1, N_CLOCKS)) % N_CLOCKS;
      double delay_s = MIN (usual_delay_ns * share / (1.0 - share), 1e6) * 1e-9;

      self->samples->samples[k] =
        (SpurClockSample){ get_time (self, from, time_s), get_time (self, to, time_s + delay_s),
                           from, to };
    }
}

static void
run_clear (Run *self)
{
  spur_clock_samples_free (self->samples);
}

/* How far slopes are off against each other: the root of the mean square. */
static double
get_off (const Run *self, const double *slopes)
{
  double mean = 0.0, sum = 0.0;

  for (guint i = 0; i < N_CLOCKS; i++)
    mean += (slopes[i] - self->slopes[i]) / N_CLOCKS;
  for (guint i = 0; i < N_CLOCKS; i++)
    sum += pow (slopes[i] - self->slopes[i] - mean, 2.0);
  return sqrt (sum / N_CLOCKS);
}

static void
find_by_pairs (const SpurClockPairs *pairs, const Run *run, double *slopes)
{
  double errors_ns[N_CLOCKS];
  guint8 is_known[N_CLOCKS];
  gsize n_lines;
  g_autofree SpurPairLine *lines =
    spur_clock_pairs_find_lines (pairs, run->samples, spur_pair_line_by_likelihood, &n_lines);

  spur_pair_lines_join (lines, n_lines, N_CLOCKS, SPUR_JOIN_ALL, WIDE_SLOPE, errors_ns, slopes,
                        is_known);
}

/* Gives how well slopes are known. */
static double
find_at_once (const SpurClockPairs *pairs, const Run *run, double *slopes)
{
  double errors_ns[N_CLOCKS] = { 0.0 };
  SpurJointLines lines = { errors_ns, slopes, 0.0 };

  spur_clock_pairs_improve (pairs, run->samples, WIDE_SLOPE, &lines);
  return lines.drift;
}

static void
test_better (void)
{
  double by_pairs = 0.0, at_once = 0.0, told = 0.0;

  g_test_summary ("All clocks at once tell more than pairs of them, and how much that is.");
  for (guint seed = 1; seed <= N_RUNS; seed++)
    {
      double slopes[N_CLOCKS] = { 0.0 }, others[N_CLOCKS] = { 0.0 }, drift;
      g_autoptr (SpurClockPairs) pairs = NULL;
      Run run;

      run_init (&run, seed, USUAL_SLOPE, 5e3);
      pairs = spur_clock_pairs_new (run.samples);
      find_by_pairs (pairs, &run, others);
      drift = find_at_once (pairs, &run, slopes);
      g_assert_cmpfloat (get_off (&run, slopes), <, 3.0 * drift);
      by_pairs += get_off (&run, others) / N_RUNS;
      at_once += get_off (&run, slopes) / N_RUNS;
      told += drift / N_RUNS;
      run_clear (&run);
    }
  g_test_message ("off by %.0f ns/s, told %.0f, by pairs %.0f", at_once, told, by_pairs);
  g_assert_cmpfloat (at_once, <, 0.8 * by_pairs);
  g_assert_cmpfloat (told, <, 4.0 * at_once);
}

static void
test_usual (void)
{
  g_test_summary ("Where delays tell nothing, clocks drift as is usual.");
  for (guint seed = 1; seed <= N_RUNS; seed++)
    {
      double slopes[N_CLOCKS] = { 0.0 }, drift;
      g_autoptr (SpurClockPairs) pairs = NULL;
      Run run;

      run_init (&run, seed, USUAL_SLOPE, 5e6);
      pairs = spur_clock_pairs_new (run.samples);
      drift = find_at_once (pairs, &run, slopes);
      for (guint i = 0; i < N_CLOCKS; i++)
        g_assert_cmpfloat (fabs (slopes[i]), <, USUAL_SLOPE);
      g_assert_cmpfloat (drift, <=, USUAL_SLOPE);
      run_clear (&run);
    }
}

static void
test_unusual (void)
{
  g_test_summary ("Where delays tell that clocks are worse than is usual, they are believed.");
  for (guint seed = 1; seed <= N_RUNS; seed++)
    {
      double slopes[N_CLOCKS] = { 0.0 }, drift;
      g_autoptr (SpurClockPairs) pairs = NULL;
      Run run;

      run_init (&run, seed, WIDE_SLOPE, 5e3);
      pairs = spur_clock_pairs_new (run.samples);
      drift = find_at_once (pairs, &run, slopes);
      g_assert_cmpfloat (get_off (&run, slopes), <, 3.0 * drift);
      g_assert_cmpfloat (get_off (&run, slopes), <, 0.1 * WIDE_SLOPE);
      run_clear (&run);
    }
}

/* A clock that is 3 ms ahead and one that is right, with more events the later it is. */
static void
test_centre (void)
{
  const guint clocks[] = { 0, 1 };
  g_autoptr (SpurClockSamples) samples = spur_clock_samples_new_empty (2, clocks);
  g_autoptr (SpurClockFit) fit = spur_clock_fit_new (2);
  double before = 0.0, after = 0.0;

  g_test_summary ("What is added to events is 0 in the mean, to a tenth of a ns.");
  for (guint k = 0; k < 1000; k++)
    {
      SpurClockMoment moment = { llrint (1e9 * sqrt (k / 1000.0)), k % 3 == 0 };

      g_array_append_val (samples->moments, moment);
    }
  for (guint i = 0; i < 2; i++)
    {
      for (gint64 k = 0; k <= 100; k++)
        spur_clock_fit_add (fit, i, k * 10000000, k * 10000000 - (i == 0 ? 3000000 + 137 * k : -k));
    }
  for (guint round = 0; round < 2; round++)
    {
      before = after;
      after = 0.0;
      for (guint k = 0; k < samples->moments->len; k++)
        {
          const SpurClockMoment *moment = &g_array_index (samples->moments, SpurClockMoment, k);

          after += (double) (spur_clock_fit_apply (fit, moment->clock, moment->time_ns) -
                             moment->time_ns) /
                   1000.0;
        }
      spur_clock_fit_centre (fit, samples);
    }
  g_test_message ("%f ns before, %f ns after", before, after);
  g_assert_cmpfloat (before, <, -1e6);
  g_assert_cmpfloat (fabs (after), <, 0.1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/clock/joint/better", test_better);
  g_test_add_func ("/clock/joint/usual", test_usual);
  g_test_add_func ("/clock/joint/unusual", test_unusual);
  g_test_add_func ("/clock/joint/centre", test_centre);
  return g_test_run ();
}
