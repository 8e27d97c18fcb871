/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/clock/presync/spur-clock-smoother-private.h"

#include <math.h>

#include "core/clock/presync/spur-clock-cholesky-private.h"

#define N_CLOCKS 4
#define N_PLACES 32
#define STEP_S 0.25
#define DRIFT 5000.0

/* What is expected of offset, drift and its change at a place, and how they belong together. */
typedef struct
{
  double values[3];
  double matrix[3][3];
} Expected;

static void
move (double values[3])
{
  values[0] += STEP_S * values[1] + STEP_S * STEP_S / 2.0 * values[2];
  values[1] += STEP_S * values[2];
}

/* As smooth as the two noises leave it, by many small kicks between two places. */
static void
go_on (Expected *self, const SpurClockHabit *habit)
{
  const guint n_kicks = 4000;

  for (guint i = 0; i < 3; i++)
    move (self->matrix[i]);
  for (guint i = 0; i < 3; i++)
    {
      double column[] = { self->matrix[0][i], self->matrix[1][i], self->matrix[2][i] };

      move (column);
      for (guint k = 0; k < 3; k++)
        self->matrix[k][i] = column[k];
    }
  move (self->values);
  for (guint kick = 0; kick < n_kicks; kick++)
    {
      double t = STEP_S * (kick + 0.5) / n_kicks, share = STEP_S / n_kicks;
      double drift[] = { t * habit->noise, habit->noise, 0.0 };
      double aging[] = { t * t / 2.0 * habit->aging, t * habit->aging, habit->aging };

      for (guint i = 0; i < 3; i++)
        {
          for (guint k = 0; k < 3; k++)
            self->matrix[i][k] += share * (drift[i] * drift[k] + aging[i] * aging[k]);
        }
    }
}

/* The best values by their definition: what is expected, moved by all sights at once. */
static void
find_best (const SpurClockSight *sights, const SpurClockHabit *habit, double *best)
{
  g_autofree double *together = g_new0 (double, N_PLACES *N_PLACES);
  g_autofree double *matrix = g_new0 (double, N_PLACES *N_PLACES);
  double right[N_PLACES] = { 0.0 }, means[N_PLACES];
  double first_ns2 = pow (hypot (sights[0].sigma_ns, habit->blur_ns), 2.0);
  Expected at = { { sights[0].value_ns, 0.0, 0.0 },
                  { { first_ns2, 0.0, 0.0 },
                    { 0.0, habit->drift * habit->drift, 0.0 },
                    { 0.0, 0.0, habit->aging * habit->aging * N_PLACES * STEP_S } } };

  for (guint i = 0; i < N_PLACES; i++)
    {
      double later[] = { at.matrix[0][0], at.matrix[1][0], at.matrix[2][0] };

      means[i] = at.values[0];
      for (guint k = i; k < N_PLACES; k++)
        {
          together[k * N_PLACES + i] = together[i * N_PLACES + k] = later[0];
          move (later);
        }
      go_on (&at, habit);
    }
  for (guint i = 0; i < N_PLACES; i++)
    {
      gboolean is_seen = i > 0 && sights[i].sigma_ns >= 0.0;

      matrix[i * N_PLACES + i] = 1.0;
      if (!is_seen)
        continue;
      right[i] = sights[i].value_ns - means[i];
      for (guint k = 1; k < N_PLACES; k++)
        {
          if (sights[k].sigma_ns >= 0.0)
            matrix[i * N_PLACES + k] = together[i * N_PLACES + k];
        }
      matrix[i * N_PLACES + i] += pow (hypot (sights[i].sigma_ns, habit->blur_ns), 2.0);
    }
  g_assert_true (spur_cholesky_factorise (matrix, N_PLACES, 0.0, matrix));
  spur_cholesky_solve (matrix, N_PLACES, right);
  for (guint i = 0; i < N_PLACES; i++)
    {
      best[i] = means[i];
      for (guint k = 1; k < N_PLACES; k++)
        {
          if (sights[k].sigma_ns >= 0.0)
            best[i] += together[i * N_PLACES + k] * right[k];
        }
    }
}

/* Clocks that go to and fro by @height_ns within five runs, in some of the places. */
static void
see (SpurClockSight *sights, double height_ns, double off_ns)
{
  for (guint i = 0; i < N_CLOCKS * N_PLACES; i++)
    {
      guint clock = i / N_PLACES, k = i % N_PLACES;
      double time_s = (k + 0.5) * STEP_S;

      sights[i].value_ns = height_ns * cos (2.0 * G_PI * time_s / 40.0 + 1.7 * clock) +
                           off_ns * sin (12.9898 * k + 78.233 * clock);
      sights[i].sigma_ns = k % 11 == 3 ? -1.0 : 30.0 + k % 3;
    }
}

static void
test_definition (void)
{
  SpurClockSight sights[N_CLOCKS * N_PLACES];
  double values[N_CLOCKS * N_PLACES] = { 0.0 }, slopes[N_CLOCKS * N_PLACES] = { 0.0 };
  double best[N_PLACES];
  SpurClockHabit habit;

  g_test_summary ("What is made smooth is what all sights together make of what is expected.");

  for (double height_ns = 0.0; height_ns < 1e5; height_ns = 10.0 * height_ns + 200.0)
    {
      see (sights, height_ns, 20.0);
      habit = spur_clock_smooth (sights, N_CLOCKS, N_PLACES, STEP_S, DRIFT, values, slopes, NULL);
      for (guint i = 0; i < N_CLOCKS; i++)
        {
          find_best (sights + i * N_PLACES, &habit, best);
          for (guint k = 0; k < N_PLACES; k++)
            g_assert_cmpfloat (fabs (values[i * N_PLACES + k] - best[k]), <, 0.05);
        }
    }
}

static void
test_aging (void)
{
  SpurClockSight sights[N_CLOCKS * N_PLACES], truth[N_CLOCKS * N_PLACES];
  double values[N_CLOCKS * N_PLACES] = { 0.0 }, slopes[N_CLOCKS * N_PLACES] = { 0.0 };
  SpurClockHabit habit;

  g_test_summary ("Drifts that change slowly are told from those that change by chance.");

  see (sights, 20000.0, 60.0);
  see (truth, 20000.0, 0.0);
  habit = spur_clock_smooth (sights, N_CLOCKS, N_PLACES, STEP_S, DRIFT, values, slopes, NULL);
  g_assert_cmpfloat (habit.aging, >, 0.0);
  g_assert_cmpfloat (habit.noise, ==, 0.0);
  for (guint i = 0; i < N_CLOCKS * N_PLACES; i++)
    g_assert_cmpfloat (fabs (values[i] - truth[i].value_ns), <, 60.0);
}

static void
test_chance (void)
{
  SpurClockSight sights[N_CLOCKS * N_PLACES];
  double values[N_CLOCKS * N_PLACES] = { 0.0 }, slopes[N_CLOCKS * N_PLACES] = { 0.0 };
  SpurClockHabit habit;

  g_test_summary ("Neighbours that are off alike do not make clocks wander.");

  see (sights, 0.0, 0.0);
  for (guint i = 0; i < N_CLOCKS * N_PLACES; i++)
    sights[i].value_ns += 40.0 * sin (0.4 * (i % N_PLACES) + i / N_PLACES);
  habit = spur_clock_smooth (sights, N_CLOCKS, N_PLACES, STEP_S, DRIFT, values, slopes, NULL);
  g_assert_cmpfloat (habit.aging, ==, 0.0);
  g_assert_cmpfloat (habit.noise, <=, 10.0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/clock/smoother/definition", test_definition);
  g_test_add_func ("/clock/smoother/aging", test_aging);
  g_test_add_func ("/clock/smoother/chance", test_chance);

  return g_test_run ();
}
