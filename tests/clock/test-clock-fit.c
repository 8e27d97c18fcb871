/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/clock/presync/spur-clock-fit-private.h"

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

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/clock/fit/centre", test_centre);
  return g_test_run ();
}
