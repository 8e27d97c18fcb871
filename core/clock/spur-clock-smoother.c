/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/clock/spur-clock-smoother-private.h"

#include <math.h>

/* What is farther off than so many sigma is believed less. */
#define MAX_SIGMAS 3.0

/* Noise of the drift, in ns/s/sqrt(s); with the first ones clocks run steadily, so that lines say
 * how they drift. */
static const double noises[] = { 10.0,   30.0,    100.0,   300.0,    1000.0,
                                 3000.0, 10000.0, 30000.0, 100000.0, 300000.0 };

#define N_STEADY 4
#define N_NOISES G_N_ELEMENTS (noises)
#define N_COURSES (N_STEADY + N_NOISES)

const double spur_clock_blurs_ns[SPUR_N_BLURS] = { 20.0,  40.0,   80.0,    160.0,   320.0,
                                                   640.0, 2560.0, 10240.0, 40960.0, 163840.0 };

#define N_HABITS (N_COURSES * SPUR_N_BLURS)

/* What neighbouring windows see is not independent, so that clocks which may wander more seem
 * likelier by chance: the logarithm of the likelihood of each grows by that much. */
#define CHANCE 1.0

/* So many clocks say how all of them behave. */
#define MAX_JUDGES 64

/* Offset and drift with their covariance. */
typedef struct
{
  double x;
  double v;
  double xx;
  double xv;
  double vv;
} State;

static State
predict (const State *self, double step_s, double noise)
{
  double t = step_s, q = noise * noise;

  return (State){
    self->x + t * self->v,
    self->v,
    self->xx + 2.0 * t * self->xv + t * t * self->vv + q * t * t * t / 3.0,
    self->xv + t * self->vv + q * t * t / 2.0,
    self->vv + q * t,
  };
}

/* Takes what was seen into account; gives its likelihood. */
static double
update (State *self, const SpurClockSight *sight, double blur_ns)
{
  double off = sight->value_ns - self->x;
  double variance = self->xx + sight->sigma_ns * sight->sigma_ns + blur_ns * blur_ns;
  double gain_x, gain_v;

  if (off * off > MAX_SIGMAS * MAX_SIGMAS * variance)
    variance = off * off / (MAX_SIGMAS * MAX_SIGMAS);
  gain_x = self->xx / variance;
  gain_v = self->xv / variance;
  *self = (State){
    self->x + gain_x * off,       self->v + gain_v * off,       self->xx - gain_x * self->xx,
    self->xv - gain_x * self->xv, self->vv - gain_v * self->xv,
  };
  return -0.5 * (log (variance) + off * off / variance);
}

/* The first place where something was seen, or @n_places. */
static gsize
find_first (const SpurClockSight *sights, gsize n_places)
{
  gsize k = 0;

  while (k < n_places && sights[k].sigma_ns < 0.0)
    k++;
  return k;
}

/* From the first sight on; @filtered and @predicted may be NULL. Gives the likelihood. */
static double
filter (const SpurClockSight *sights,
        gsize first,
        gsize n_places,
        double step_s,
        SpurClockHabit habit,
        State *filtered,
        State *predicted)
{
  State state = { sights[first].value_ns, 0.0,
                  sights[first].sigma_ns * sights[first].sigma_ns + habit.blur_ns * habit.blur_ns,
                  0.0, habit.drift * habit.drift };
  double likelihood = 0.0;

  for (gsize k = first; k < n_places; k++)
    {
      if (k > first)
        state = predict (&state, step_s, habit.noise);
      if (predicted != NULL)
        predicted[k] = state;
      if (k > first && sights[k].sigma_ns >= 0.0)
        likelihood += update (&state, &sights[k], habit.blur_ns);
      if (filtered != NULL)
        filtered[k] = state;
    }
  return likelihood;
}

/* The state at a place, from what was known there and what is known at the next one. */
static State
look_back (const State *filtered, const State *predicted, const State *next, double step_s)
{
  double determinant = predicted->xx * predicted->vv - predicted->xv * predicted->xv;
  double a = filtered->xx + step_s * filtered->xv, b = filtered->xv;
  double c = filtered->xv + step_s * filtered->vv, d = filtered->vv;
  double gxx, gxv, gvx, gvv, dx, dv;

  if (!(determinant > 0.0))
    return *filtered;
  gxx = (a * predicted->vv - b * predicted->xv) / determinant;
  gxv = (b * predicted->xx - a * predicted->xv) / determinant;
  gvx = (c * predicted->vv - d * predicted->xv) / determinant;
  gvv = (d * predicted->xx - c * predicted->xv) / determinant;
  dx = next->x - predicted->x;
  dv = next->v - predicted->v;
  return (State){ filtered->x + gxx * dx + gxv * dv, filtered->v + gvx * dx + gvv * dv,
                  filtered->xx, filtered->xv, filtered->vv };
}

typedef struct
{
  const SpurClockSight *sights;
  guint n_clocks;
  guint n_judges;
  gsize n_places;
  double step_s;
  double *likelihoods;
  SpurClockHabit habits[N_HABITS];
  SpurClockHabit habit;
  double *values;
  double *slopes;
} Smoothing;

static guint
get_judge (const Smoothing *self, guint judge)
{
  return (guint) ((guint64) judge * self->n_clocks / self->n_judges);
}

static void
rate_habits (guint judge, gpointer user_data)
{
  const Smoothing *self = user_data;
  const SpurClockSight *sights = self->sights + get_judge (self, judge) * self->n_places;
  gsize first = find_first (sights, self->n_places);

  for (guint i = 0; i < N_HABITS; i++)
    self->likelihoods[judge * N_HABITS + i] =
      first < self->n_places
        ? filter (sights, first, self->n_places, self->step_s, self->habits[i], NULL, NULL)
        : 0.0;
}

static void
smooth (guint clock, gpointer user_data)
{
  const Smoothing *self = user_data;
  gsize n_places = self->n_places;
  const SpurClockSight *sights = self->sights + clock * n_places;
  double *values = self->values + clock * n_places;
  double *slopes = self->slopes + clock * n_places;
  gsize first = find_first (sights, n_places);
  g_autofree State *filtered = NULL;
  g_autofree State *predicted = NULL;
  State state;

  if (first == n_places)
    return;
  filtered = g_new (State, n_places);
  predicted = g_new (State, n_places);
  filter (sights, first, n_places, self->step_s, self->habit, filtered, predicted);
  state = filtered[n_places - 1];
  for (gsize k = n_places; k > first; k--)
    {
      if (k < n_places)
        state = look_back (&filtered[k - 1], &predicted[k], &state, self->step_s);
      values[k - 1] = state.x;
      slopes[k - 1] = state.v;
    }
  for (gsize k = first; k > 0; k--)
    {
      values[k - 1] = state.x - (double) (first - k + 1) * self->step_s * state.v;
      slopes[k - 1] = state.v;
    }
}

/* The calmest course that is nearly as likely as the likeliest. */
static SpurClockHabit
choose_habit (const Smoothing *self)
{
  double likelihoods[N_HABITS] = { 0.0 };
  guint best[N_COURSES], course = 0;
  double most = -INFINITY;

  for (guint i = 0; i < N_HABITS; i++)
    {
      for (guint k = 0; k < self->n_judges; k++)
        likelihoods[i] += self->likelihoods[k * N_HABITS + i];
      if (i % SPUR_N_BLURS == 0 || likelihoods[i] > likelihoods[best[i / SPUR_N_BLURS]])
        best[i / SPUR_N_BLURS] = i;
      most = MAX (most, likelihoods[i]);
    }
  while (likelihoods[best[course]] < most - CHANCE * self->n_judges)
    course++;
  return self->habits[best[course]];
}

SpurClockHabit
spur_clock_smooth (const SpurClockSight *sights,
                   guint n_clocks,
                   gsize n_places,
                   double step_s,
                   double drift,
                   double *values,
                   double *slopes,
                   const SpurJob *job)
{
  guint n_judges = MIN (n_clocks, MAX_JUDGES);
  g_autofree double *likelihoods = g_new0 (double, n_judges *N_HABITS + 1);
  Smoothing smoothing = {
    sights, n_clocks, n_judges, n_places, step_s, likelihoods, { { 0 } }, { 0 }, values, slopes,
  };

  for (guint i = 0; i < N_HABITS; i++)
    {
      guint course = i / SPUR_N_BLURS;
      gboolean is_steady = course < N_STEADY;

      smoothing.habits[i] = (SpurClockHabit){
        is_steady ? MIN (drift, SPUR_USUAL_DRIFT) : SPUR_USUAL_DRIFT,
        noises[is_steady ? course : course - N_STEADY],
        spur_clock_blurs_ns[i % SPUR_N_BLURS],
      };
    }
  spur_job_run (job, n_judges, rate_habits, &smoothing);
  smoothing.habit = choose_habit (&smoothing);
  spur_job_run (job, n_clocks, smooth, &smoothing);
  return smoothing.habit;
}
