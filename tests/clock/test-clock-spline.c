/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/clock/presync/spur-clock-curves-private.h"

#include <math.h>

#define N_CLOCKS 8
#define LENGTH_S 0.016

static SpurClockCurves *
fit (const SpurClockDifference *differences, gsize n_differences)
{
  return spur_clock_spline_fit (differences, n_differences, N_CLOCKS, 0, 0.0, LENGTH_S, 0.05, 2e5,
                                10.0);
}

/* Every clock against the next one, at some times. */
static GArray *
make_chain (guint n_times)
{
  GArray *differences = g_array_new (FALSE, FALSE, sizeof (SpurClockDifference));

  for (guint k = 0; k < n_times; k++)
    {
      for (guint i = 0; i + 1 < N_CLOCKS; i++)
        {
          SpurClockDifference difference = { .time_s = LENGTH_S * (k + 0.5) / n_times,
                                             .value_ns = 100.0,
                                             .sigma_ns = 20.0,
                                             .first = i,
                                             .second = i + 1 };

          g_array_append_val (differences, difference);
        }
    }
  return differences;
}

static void
test_undetermined (void)
{
  g_autoptr (SpurClockCurves) curves = fit (NULL, 0);

  g_test_summary ("Where nothing is seen there is no curve, rather than any.");
  g_assert_null (curves);
}

static void
test_chain (void)
{
  guint n_curves = 0;

  g_test_summary ("Curves go through what is seen, and stay where nothing is.");
  for (guint n_times = 1; n_times <= 40; n_times++)
    {
      g_autoptr (GArray) seen = make_chain (n_times);
      g_autoptr (SpurClockCurves) curves =
        fit ((const SpurClockDifference *) (gpointer) seen->data, seen->len);

      if (curves == NULL)
        continue;
      n_curves++;
      for (guint i = 0; i < N_CLOCKS; i++)
        {
          double error_ns = spur_clock_curves_get (curves, i, 8000000);

          g_assert_cmpfloat (fabs (error_ns), <, 1000.0);
        }
      g_assert_cmpfloat (fabs (spur_clock_curves_get (curves, 1, 8000000) -
                               spur_clock_curves_get (curves, 0, 8000000) - 100.0),
                         <, 10.0);
    }
  g_test_message ("%u curves", n_curves);
  g_assert_cmpuint (n_curves, >=, 20);
}

static void
test_years (void)
{
  const double length_s = 4.6e9;
  const SpurClockDifference seen[] = {
    { .time_s = 1.0, .value_ns = 100.0, .sigma_ns = 20.0, .first = 0, .second = 1 },
    { .time_s = length_s - 1.0, .value_ns = 100.0, .sigma_ns = 20.0, .first = 0, .second = 1 },
  };
  g_autoptr (SpurClockCurves) curves = NULL;

  g_test_summary ("A run of 146 years takes no more memory for its knots than there is.");
  curves = spur_clock_spline_fit (seen, G_N_ELEMENTS (seen), 2, 0, 0.0, length_s, 1.0, 2e5, 10.0);
  if (curves != NULL)
    g_assert_cmpuint (curves->n_places, <=, (1 << 24) / 16 + 1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/clock/spline/undetermined", test_undetermined);
  g_test_add_func ("/clock/spline/chain", test_chain);
  g_test_add_func ("/clock/spline/years", test_years);
  return g_test_run ();
}
