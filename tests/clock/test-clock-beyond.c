/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/clock/presync/spur-clock-beyond-private.h"

#include <math.h>

#define N_CLOCKS 3
#define SPAN_S 40.0
#define WINDOW_S 0.5

/* Drifts by 100 ns a second and each clock more. */
static double
get_line (gconstpointer errors, guint clock, double time_s)
{
  return (clock + 1) * 100.0 * time_s;
}

/* Drifts that change by 10 ns a second in each second. */
static double
get_parabola (gconstpointer errors, guint clock, double time_s)
{
  return (clock + 1) * 5.0 * time_s * time_s - 7.0;
}

/* One that stays for a second, and is another one then. */
static double
get_noise (gconstpointer errors, guint clock, double time_s)
{
  guint32 bits = (guint32) (floor (time_s) + 100.0) * 2654435761u + clock * 40503u;

  bits ^= bits >> 15;
  bits *= 2246822519u;
  bits ^= bits >> 13;
  return bits * 0x1p-32 * 1000.0;
}

static void
assert_beyond (SpurClockErrorFunc get_error, double farthest_s, gboolean is_after, double far_s)
{
  double at_s = is_after ? SPAN_S : 0.0, there_s = is_after ? SPAN_S + far_s : -far_s;
  SpurClockBeyond beyond;

  spur_clock_beyond_init (&beyond, get_error, NULL, N_CLOCKS, SPAN_S, WINDOW_S, farthest_s,
                          is_after);
  for (guint i = 0; i < N_CLOCKS; i++)
    {
      double change_ns = get_error (NULL, i, there_s) - get_error (NULL, i, at_s);

      g_assert_cmpfloat_with_epsilon (spur_clock_beyond_get (&beyond, i, far_s), change_ns,
                                      fabs (change_ns) * 1e-6 + 1e-6);
    }
  spur_clock_beyond_clear (&beyond);
}

static void
test_drifts (void)
{
  g_test_summary ("Drifts that never changed go on, at every distance up to a quarter of the run.");
  for (guint i = 0; i <= 64; i++)
    {
      assert_beyond (get_line, 8.0, FALSE, 8.0 * i / 64.0);
      assert_beyond (get_line, 8.0, TRUE, 8.0 * i / 64.0);
    }
}

static void
test_changing_drifts (void)
{
  g_test_summary ("Drifts that changed evenly go on doing so, on both sides.");
  for (guint i = 0; i < 8; i++)
    {
      assert_beyond (get_parabola, 8.0, FALSE, ldexp (8.0, -(int) i));
      assert_beyond (get_parabola, 8.0, TRUE, ldexp (8.0, -(int) i));
    }
}

static void
test_noise (void)
{
  SpurClockBeyond beyond;

  g_test_summary ("What says nothing of what follows is not carried on, and nothing jumps.");
  spur_clock_beyond_init (&beyond, get_noise, NULL, N_CLOCKS, SPAN_S, WINDOW_S, 6.0, TRUE);
  for (guint i = 0; i < N_CLOCKS; i++)
    {
      double last_ns = 0.0;

      for (guint k = 0; k <= 3000; k++)
        {
          double change_ns = spur_clock_beyond_get (&beyond, i, 0.01 * k);

          g_assert_cmpfloat (fabs (change_ns), <, 1000.0);
          g_assert_cmpfloat (fabs (change_ns - last_ns), <, 200.0);
          last_ns = change_ns;
        }
    }
  spur_clock_beyond_clear (&beyond);
}

static void
test_far (void)
{
  SpurClockBeyond beyond;
  double near_ns, far_ns;

  g_test_summary ("Farther than a quarter of the run a drift fades, and never turns.");
  spur_clock_beyond_init (&beyond, get_line, NULL, N_CLOCKS, SPAN_S, WINDOW_S, 100.0, TRUE);
  g_assert_cmpfloat_with_epsilon (beyond.length_s, 10.0, 1e-9);
  near_ns = spur_clock_beyond_get (&beyond, 0, 10.0);
  for (guint i = 1; i <= 90; i++)
    {
      far_ns = spur_clock_beyond_get (&beyond, 0, 10.0 + i);
      g_assert_cmpfloat (far_ns, >, near_ns);
      g_assert_cmpfloat (far_ns, <=, 100.0 * (10.0 + i));
      near_ns = far_ns;
    }
  spur_clock_beyond_clear (&beyond);
}

static void
test_nothing_beyond (void)
{
  SpurClockBeyond beyond;

  g_test_summary (
    "Without events beyond the messages, or in a run of one window, nothing is told.");
  spur_clock_beyond_init (&beyond, get_line, NULL, N_CLOCKS, SPAN_S, WINDOW_S, 0.0, FALSE);
  g_assert_cmpfloat (spur_clock_beyond_get (&beyond, 2, 0.0), ==, 0.0);
  g_assert_cmpfloat (spur_clock_beyond_get (&beyond, 2, 1.0), ==, 0.0);
  spur_clock_beyond_clear (&beyond);
  spur_clock_beyond_init (&beyond, get_line, NULL, N_CLOCKS, SPAN_S, SPAN_S, 5.0, FALSE);
  g_assert_cmpfloat (spur_clock_beyond_get (&beyond, 2, 3.0), ==, 0.0);
  spur_clock_beyond_clear (&beyond);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/clock-beyond/drifts", test_drifts);
  g_test_add_func ("/clock-beyond/changing-drifts", test_changing_drifts);
  g_test_add_func ("/clock-beyond/noise", test_noise);
  g_test_add_func ("/clock-beyond/far", test_far);
  g_test_add_func ("/clock-beyond/nothing-beyond", test_nothing_beyond);
  return g_test_run ();
}
