/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/clock/presync/spur-clock-widths-private.h"

#include <math.h>

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

static const guint clocks[] = { 0, 1, 2 };

/* One clock for each stream, in a run of 8 ms. */
static SpurClockSamples *
make_samples (SpurClockSample *all, gsize n_samples, guint n_clocks)
{
  SpurClockSamples *self = spur_clock_samples_new_empty (n_clocks, clocks);

  self->n_samples = n_samples;
  self->samples = g_memdup2 (all, n_samples * sizeof *all);
  for (guint i = 0; i < n_clocks; i++)
    self->spans[i] = (SpurClockSpan){ 0, 8000000, n_samples };
  return self;
}

static void
test_unevenness (void)
{
  SpurClockSample all[] = {
    { 0, 1000, 0, 1 }, { 0, 3000, 1, 0 }, { 0, 1000, 1, 2 },
    { 0, 3000, 2, 1 }, { 0, 1000, 2, 0 }, { 0, 3000, 0, 2 },
  };
  static const guint groups[] = { 0, 0, 0 };
  g_autoptr (SpurClockSamples) circle = make_samples (all, 6, 3);
  g_autoptr (SpurClockSamples) tree = make_samples (all, 4, 3);
  g_autoptr (SpurClockSamples) one_way = make_samples (all, 1, 3);

  g_test_summary ("A circle of edges shows how uneven delays are; otherwise a fifth is assumed.");
  g_assert_cmpfloat (spur_clock_samples_get_unevenness (one_way, groups), ==, 0.0);
  g_assert_cmpfloat_with_epsilon (spur_clock_samples_get_unevenness (tree, groups), 400.0, 1e-6);
  /* Three pairs of which one closes a circle: each is uneven by 1 us, a median of normal values. */
  g_assert_cmpfloat_with_epsilon (
    spur_clock_samples_get_unevenness (circle, groups),
    hypot (2.58 * 1000.0 / 0.6745 * sqrt (3.0), 400.0) * sqrt (2.0 / 3.0), 1e-6);
}

static void
test_scatter (void)
{
  SpurClockView views[] = { { 30.0, 100.0, 0.0, 0.0 },
                            { 9.0, -1.0, 0.0, 0.0 },
                            { 0.0, 140.0, 0.0, 0.0 },
                            { -50.0, 120.0, 0.0, 0.0 } };
  gint64 relaxations_ns[] = { 40, 0, 0, 0 };
  const SpurClockWindows windows = {
    .n_clocks = 1, .n_windows = 4, .views = views, .relaxations_ns = relaxations_ns
  };

  g_test_summary ("Windows without edges say nothing; contradictions in one are errors of it.");
  g_assert_cmpfloat_with_epsilon (spur_clock_windows_get_scatter (&windows, 0, 3),
                                  sqrt (5000.0 / 3.0), 1e-9);
  g_assert_cmpfloat (spur_clock_windows_get_scatter (&windows, 0, 4), <, 0.0);
  g_assert_cmpfloat (spur_clock_windows_get_chance (&windows, 0), ==, 10.0);
}

/* The half width of two clocks with edges each way every ms that take @forth_ns and @back_ns, the
 * first of which drifts by @drift_ns more from each to the next. */
static gint64
measure_pair (gint64 forth_ns, gint64 back_ns, gint64 drift_ns, gint64 at_ns)
{
  static const guint groups[] = { 0, 0 };
  SpurClockSample all[18];
  g_autoptr (SpurClockSamples) samples = NULL;
  g_autoptr (SpurClockFit) fit = spur_clock_fit_new (2);

  for (gint64 k = 0; k < 9; k++)
    {
      gint64 time_ns = 1000000 * k, off_ns = drift_ns * (k - 4);

      all[2 * k] = (SpurClockSample){ time_ns, time_ns + forth_ns + off_ns, 0, 1 };
      all[2 * k + 1] = (SpurClockSample){ time_ns, time_ns + back_ns - off_ns, 1, 0 };
    }
  samples = make_samples (all, G_N_ELEMENTS (all), 2);
  fit->outcome = SPUR_CLOCK_OUTCOME_OFFSETS;
  for (guint i = 0; i < 2; i++)
    {
      spur_clock_fit_add (fit, i, 0, 0);
      spur_clock_fit_set_width (fit, samples, i, (double) (forth_ns + back_ns) / 2.0, 0.0);
    }
  spur_clock_fit_measure_widths (fit, samples, groups, NULL, TRUE, -1.0);
  return spur_clock_fit_get_half_width (fit, 0, at_ns);
}

static void
test_widths (void)
{
  /* A clock is off by half of its pair: by 1.75 in the first part, then by -1, -0.5, 0, 0.5, 1, 1.5
   * and 2 of what the pair drifts by in a part. */
  double scatter = sqrt ((1.75 * 1.75 + 1.0 + 0.25 + 0.25 + 1.0 + 2.25 + 4.0) / 8.0);
  double half_ns = hypot (2.0 / sqrt (8.0) * 2.58 * scatter * 100.0, (1000.0 - 400.0) / 5.0);

  g_test_summary ("What is between delays is no bound where parts of the run agree: a fifth is.");
  g_assert_cmpint (measure_pair (1000, 1000, 0, 4000000), ==, 200);
  g_assert_cmpint (measure_pair (1000, 1000, 0, 172000000), ==, 200);
  g_assert_cmpint (measure_pair (1000, 1000, 100, 4000000), ==, llrint (ceil (half_ns)));
  /* Clocks part where edges are eight times as far as these last, by no more than 40 ppm. */
  g_assert_cmpint (measure_pair (1000, 1000, 100, 72000000), ==, llrint (ceil (half_ns)));
  g_assert_cmpfloat_with_epsilon ((double) measure_pair (1000, 1000, 100, 172000000),
                                  half_ns + 4000.0, 2.0);
  /* Edges allow no more than this. */
  g_assert_cmpint (measure_pair (1000, 1000, 1000, 4000000), ==, 1000);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/clock/fit/centre", test_centre);
  g_test_add_func ("/clock/fit/unevenness", test_unevenness);
  g_test_add_func ("/clock/fit/scatter", test_scatter);
  g_test_add_func ("/clock/fit/widths", test_widths);
  return g_test_run ();
}
