/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/clock/presync/spur-clock-smoother-private.h"

#include <math.h>

/* What is farther off than so many sigma is believed less. */
#define MAX_SIGMAS 3.0

/* What clocks may do, the calmer the earlier: they run steadily, so that lines say how they drift,
 * or not; and their drifts change by chance, in ns/s/sqrt(s), or the way in which they change does,
 * in ns/s^2/sqrt(s). */
typedef struct
{
  gboolean is_steady;
  double noise;
  double aging;
} Course;

static const Course courses[] = {
  { TRUE, 10.0, 0.0 },     { TRUE, 30.0, 0.0 },      { TRUE, 0.0, 30.0 },
  { TRUE, 0.0, 100.0 },    { TRUE, 0.0, 300.0 },     { TRUE, 0.0, 1000.0 },
  { TRUE, 100.0, 0.0 },    { TRUE, 300.0, 0.0 },     { FALSE, 10.0, 0.0 },
  { FALSE, 30.0, 0.0 },    { FALSE, 100.0, 0.0 },    { FALSE, 300.0, 0.0 },
  { FALSE, 1000.0, 0.0 },  { FALSE, 3000.0, 0.0 },   { FALSE, 10000.0, 0.0 },
  { FALSE, 30000.0, 0.0 }, { FALSE, 100000.0, 0.0 }, { FALSE, 300000.0, 0.0 },
};

#define N_COURSES G_N_ELEMENTS (courses)

const double spur_clock_blurs_ns[SPUR_N_BLURS] = { 20.0,  40.0,   80.0,    160.0,   320.0,
                                                   640.0, 2560.0, 10240.0, 40960.0, 163840.0 };

#define N_HABITS (N_COURSES * SPUR_N_BLURS)

/* What neighbouring windows see is not independent, so that clocks which may wander more seem
 * likelier by chance: the logarithm of the likelihood of each grows by that much. */
#define CHANCE 1.0

/* So many clocks say how all of them behave. */
#define MAX_JUDGES 64

/* Offset, drift and how the drift changes, with their covariance. */
typedef struct
{
  double x;
  double v;
  double a;
  double xx;
  double xv;
  double xa;
  double vv;
  double va;
  double aa;
} State;

/* A state before a sight, how far off the sight was, and the variance of that, which is 0 where
 * there was none. */
typedef struct
{
  State state;
  double off;
  double variance;
} Step;

static State
predict (const State *self, double step_s, const SpurClockHabit *habit)
{
  double t = step_s, h = t * t / 2.0;
  double q = habit->noise * habit->noise, p = habit->aging * habit->aging;
  double xv = self->xv + t * self->vv + h * self->va;
  double xa = self->xa + t * self->va + h * self->aa, va = self->va + t * self->aa;

  return (State){
    self->x + t * self->v + h * self->a,
    self->v + t * self->a,
    self->a,
    self->xx + t * self->xv + h * self->xa + t * xv + h * xa + q * t * t * t / 3.0 +
      p * t * t * t * t * t / 20.0,
    xv + t * xa + q * h + p * h * h / 2.0,
    xa + p * t * h / 3.0,
    self->vv + t * self->va + t * va + q * t + p * t * t * t / 3.0,
    va + p * h,
    self->aa + p * t,
  };
}

/* Takes what was seen into account; gives its likelihood. */
static double
update (State *self, const SpurClockSight *sight, double blur_ns, Step *step)
{
  double off = sight->value_ns - self->x;
  double variance = self->xx + sight->sigma_ns * sight->sigma_ns + blur_ns * blur_ns;
  double gain_x, gain_v, gain_a;

  if (off * off > MAX_SIGMAS * MAX_SIGMAS * variance)
    variance = off * off / (MAX_SIGMAS * MAX_SIGMAS);
  gain_x = self->xx / variance;
  gain_v = self->xv / variance;
  gain_a = self->xa / variance;
  if (step != NULL)
    *step = (Step){ *self, off, variance };
  *self = (State){
    self->x + gain_x * off,       self->v + gain_v * off,       self->a + gain_a * off,
    self->xx - gain_x * self->xx, self->xv - gain_x * self->xv, self->xa - gain_x * self->xa,
    self->vv - gain_v * self->xv, self->va - gain_v * self->xa, self->aa - gain_a * self->xa,
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

/* From the first sight on; @steps may be NULL. Gives the likelihood. */
static double
filter (const SpurClockSight *sights,
        gsize first,
        gsize n_places,
        double step_s,
        const SpurClockHabit *habit,
        Step *steps)
{
  double span_s = (double) n_places * step_s, likelihood = 0.0;
  State state = { .x = sights[first].value_ns,
                  .xx = sights[first].sigma_ns * sights[first].sigma_ns +
                        habit->blur_ns * habit->blur_ns,
                  .vv = habit->drift * habit->drift,
                  .aa = habit->aging * habit->aging * span_s };

  for (gsize k = first; k < n_places; k++)
    {
      if (k > first)
        state = predict (&state, step_s, habit);
      if (steps != NULL)
        steps[k] = (Step){ state, 0.0, 0.0 };
      if (k > first && sights[k].sigma_ns >= 0.0)
        likelihood += update (&state, &sights[k], habit->blur_ns, steps != NULL ? &steps[k] : NULL);
    }
  return likelihood;
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
        ? filter (sights, first, self->n_places, self->step_s, &self->habits[i], NULL)
        : 0.0;
}

/* Back from the last place, with what this sight and later ones say of each state, before it is
 * multiplied by the covariance (de Jong's smoother for a fixed interval; it needs no inverse). */
static void
smooth (guint clock, gpointer user_data)
{
  const Smoothing *self = user_data;
  gsize n_places = self->n_places;
  const SpurClockSight *sights = self->sights + clock * n_places;
  double *values = self->values + clock * n_places;
  double *slopes = self->slopes + clock * n_places;
  double t = self->step_s, x = 0.0, v = 0.0, a = 0.0;
  gsize first = find_first (sights, n_places);
  g_autofree Step *steps = NULL;

  if (first == n_places)
    return;
  steps = g_new (Step, n_places);
  filter (sights, first, n_places, t, &self->habit, steps);
  for (gsize k = n_places; k > first; k--)
    {
      const Step *step = &steps[k - 1];
      const State *state = &step->state;

      if (step->variance > 0.0)
        x += (step->off - state->xx * x - state->xv * v - state->xa * a) / step->variance;
      values[k - 1] = state->x + state->xx * x + state->xv * v + state->xa * a;
      slopes[k - 1] = state->v + state->xv * x + state->vv * v + state->va * a;
      a += t * v + t * t / 2.0 * x;
      v += t * x;
    }
  for (gsize k = first; k > 0; k--)
    {
      values[k - 1] = values[k] - t * slopes[k];
      slopes[k - 1] = slopes[k];
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
      const Course *course = &courses[i / SPUR_N_BLURS];

      smoothing.habits[i] = (SpurClockHabit){
        course->is_steady ? MIN (drift, SPUR_USUAL_DRIFT) : SPUR_USUAL_DRIFT,
        course->noise,
        course->aging,
        spur_clock_blurs_ns[i % SPUR_N_BLURS],
      };
    }
  spur_job_run (job, n_judges, rate_habits, &smoothing);
  smoothing.habit = choose_habit (&smoothing);
  spur_job_run (job, n_clocks, smooth, &smoothing);
  return smoothing.habit;
}
