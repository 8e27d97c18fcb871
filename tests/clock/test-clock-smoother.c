/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/clock/presync/spur-clock-curves-private.h"

#include <math.h>

#include "cholesky.h"

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
go_on (Expected *self, const SpurDriftModel *model)
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
      double drift[] = { t * model->noise, model->noise, 0.0 };
      double aging[] = { t * t / 2.0 * model->aging, t * model->aging, model->aging };

      for (guint i = 0; i < 3; i++)
        {
          for (guint k = 0; k < 3; k++)
            self->matrix[i][k] += share * (drift[i] * drift[k] + aging[i] * aging[k]);
        }
    }
}

/* The best values by their definition: what is expected, moved by all observations at once. */
static void
find_best (const SpurClockObservation *observations, const SpurDriftModel *model, double *best)
{
  g_autofree double *together = g_new0 (double, N_PLACES *N_PLACES);
  g_autofree double *matrix = g_new0 (double, N_PLACES *N_PLACES);
  double right[N_PLACES] = { 0.0 }, means[N_PLACES];
  double first_ns2 = pow (hypot (observations[0].sigma_ns, model->floor_ns), 2.0);
  Expected at = { { observations[0].value_ns, 0.0, 0.0 },
                  { { first_ns2, 0.0, 0.0 },
                    { 0.0, model->drift * model->drift, 0.0 },
                    { 0.0, 0.0, model->aging * model->aging * N_PLACES * STEP_S } } };

  for (guint i = 0; i < N_PLACES; i++)
    {
      double later[] = { at.matrix[0][0], at.matrix[1][0], at.matrix[2][0] };

      means[i] = at.values[0];
      for (guint k = i; k < N_PLACES; k++)
        {
          together[k * N_PLACES + i] = together[i * N_PLACES + k] = later[0];
          move (later);
        }
      go_on (&at, model);
    }
  for (guint i = 0; i < N_PLACES; i++)
    {
      gboolean is_seen = i > 0 && observations[i].sigma_ns >= 0.0;

      matrix[i * N_PLACES + i] = 1.0;
      if (!is_seen)
        continue;
      right[i] = observations[i].value_ns - means[i];
      for (guint k = 1; k < N_PLACES; k++)
        {
          if (observations[k].sigma_ns >= 0.0)
            matrix[i * N_PLACES + k] = together[i * N_PLACES + k];
        }
      matrix[i * N_PLACES + i] += pow (hypot (observations[i].sigma_ns, model->floor_ns), 2.0);
    }
  g_assert_true (spur_cholesky_factorise (matrix, N_PLACES));
  spur_cholesky_solve (matrix, N_PLACES, right);
  for (guint i = 0; i < N_PLACES; i++)
    {
      best[i] = means[i];
      for (guint k = 1; k < N_PLACES; k++)
        {
          if (observations[k].sigma_ns >= 0.0)
            best[i] += together[i * N_PLACES + k] * right[k];
        }
    }
}

/* Clocks that go to and fro by @height_ns within five runs, in some of the places. */
static void
see (SpurClockObservation *observations, double height_ns, double off_ns)
{
  for (guint i = 0; i < N_CLOCKS * N_PLACES; i++)
    {
      guint clock = i / N_PLACES, k = i % N_PLACES;
      double time_s = (k + 0.5) * STEP_S;

      observations[i].value_ns = height_ns * cos (2.0 * G_PI * time_s / 40.0 + 1.7 * clock) +
                                 off_ns * sin (12.9898 * k + 78.233 * clock);
      observations[i].sigma_ns = k % 11 == 3 ? -1.0 : 30.0 + k % 3;
    }
}

static void
test_definition (void)
{
  SpurClockObservation observations[N_CLOCKS * N_PLACES];
  double values[N_CLOCKS * N_PLACES] = { 0.0 }, slopes[N_CLOCKS * N_PLACES] = { 0.0 };
  double best[N_PLACES];
  SpurDriftModel model;

  g_test_summary (
    "What is made smooth is what all observations together make of what is expected.");

  for (double height_ns = 0.0; height_ns < 1e5; height_ns = 10.0 * height_ns + 200.0)
    {
      see (observations, height_ns, 20.0);
      model =
        spur_clock_smooth (observations, N_CLOCKS, N_PLACES, STEP_S, DRIFT, values, slopes, NULL);
      for (guint i = 0; i < N_CLOCKS; i++)
        {
          find_best (observations + i * N_PLACES, &model, best);
          for (guint k = 0; k < N_PLACES; k++)
            g_assert_cmpfloat (fabs (values[i * N_PLACES + k] - best[k]), <, 0.05);
        }
    }
}

static void
test_aging (void)
{
  SpurClockObservation observations[N_CLOCKS * N_PLACES], truth[N_CLOCKS * N_PLACES];
  double values[N_CLOCKS * N_PLACES] = { 0.0 }, slopes[N_CLOCKS * N_PLACES] = { 0.0 };
  SpurDriftModel model;

  g_test_summary ("Drifts that change slowly are told from those that change by chance.");

  see (observations, 20000.0, 60.0);
  see (truth, 20000.0, 0.0);
  model = spur_clock_smooth (observations, N_CLOCKS, N_PLACES, STEP_S, DRIFT, values, slopes, NULL);
  g_assert_cmpfloat (model.aging, >, 0.0);
  g_assert_cmpfloat (model.noise, ==, 0.0);
  for (guint i = 0; i < N_CLOCKS * N_PLACES; i++)
    g_assert_cmpfloat (fabs (values[i] - truth[i].value_ns), <, 60.0);
}

static void
test_chance (void)
{
  SpurClockObservation observations[N_CLOCKS * N_PLACES];
  double values[N_CLOCKS * N_PLACES] = { 0.0 }, slopes[N_CLOCKS * N_PLACES] = { 0.0 };
  SpurDriftModel model;

  g_test_summary ("Neighbours that are off alike do not make clocks wander.");

  see (observations, 0.0, 0.0);
  for (guint i = 0; i < N_CLOCKS * N_PLACES; i++)
    observations[i].value_ns += 40.0 * sin (0.4 * (i % N_PLACES) + i / N_PLACES);
  model = spur_clock_smooth (observations, N_CLOCKS, N_PLACES, STEP_S, DRIFT, values, slopes, NULL);
  g_assert_cmpfloat (model.aging, ==, 0.0);
  g_assert_cmpfloat (model.noise, <=, 10.0);
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
