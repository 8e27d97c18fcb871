/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/clock/presync/spur-clock-waves-private.h"

#include <math.h>

#define N_CLOCKS 6
#define N_PLACES 100
#define STEP_S 0.05

/* Three to eight seconds; the sights are of five. */
static double
get_truth (guint clock, double time_s)
{
  return 40000.0 * cos (2.0 * G_PI * time_s / (3.0 + clock) + 1.7 * clock) + 900.0 * clock * time_s;
}

/* Against the mean of all. */
static double
get_seen (guint clock, double time_s)
{
  double mean = 0.0;

  for (guint i = 0; i < N_CLOCKS; i++)
    mean += get_truth (i, time_s) / N_CLOCKS;
  return get_truth (clock, time_s) - mean;
}

static SpurClockWaves *
fit (const SpurJob *job)
{
  g_autofree SpurClockSight *sights = g_new (SpurClockSight, N_CLOCKS * N_PLACES);

  for (guint i = 0; i < N_CLOCKS; i++)
    {
      for (guint k = 0; k < N_PLACES; k++)
        {
          double noise_ns = 30.0 * sin (12.9898 * k + 78.233 * i);

          sights[i * N_PLACES + k].value_ns = get_seen (i, (k + 0.5) * STEP_S) + noise_ns;
          sights[i * N_PLACES + k].sigma_ns = k % 17 == 3 ? -1.0 : 30.0;
        }
    }
  return spur_clock_waves_new (sights, N_CLOCKS, N_PLACES, STEP_S, TRUE, NULL, 0.0, job);
}

static double
get_told (const SpurClockWaves *waves, guint clock, double time_s)
{
  double mean = 0.0, slope;

  for (guint i = 0; i < N_CLOCKS; i++)
    mean += spur_clock_waves_get (waves, i, time_s, &slope) / N_CLOCKS;
  return spur_clock_waves_get (waves, clock, time_s, &slope) - mean;
}

static void
test_ends (void)
{
  g_autoptr (SpurClockWaves) waves = fit (NULL);

  g_test_summary ("Waves are told from differences of clocks, and go on outside of the sights.");

  for (guint i = 0; i < N_CLOCKS; i++)
    {
      for (double time_s = -0.25; time_s <= 5.25; time_s += 0.05)
        {
          gboolean is_seen = time_s >= 0.0 && time_s <= 5.0;
          double off_ns = get_told (waves, i, time_s) - get_seen (i, time_s);

          g_assert_cmpfloat (fabs (off_ns), <, is_seen ? 100.0 : 500.0);
        }
    }
}

static void
test_threads (void)
{
  const SpurJob one = { .n_threads = 1 }, many = { .n_threads = 5 };
  g_autoptr (SpurClockWaves) a = fit (&one);
  g_autoptr (SpurClockWaves) b = fit (&many);

  g_test_summary ("Waves are the same with any number of threads.");

  for (guint i = 0; i < N_CLOCKS; i++)
    g_assert_cmpmem (&a->waves[i], sizeof a->waves[i], &b->waves[i], sizeof b->waves[i]);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/clock/waves/ends", test_ends);
  g_test_add_func ("/clock/waves/threads", test_threads);
  return g_test_run ();
}
