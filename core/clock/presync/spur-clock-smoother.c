/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/clock/presync/spur-clock-curves-private.h"

#include <math.h>

/* What is farther off than this, in sigmas, is believed less. */
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

static const double floors_ns[] = { 20.0,  40.0,   80.0,    160.0,   320.0,
                                    640.0, 2560.0, 10240.0, 40960.0, 163840.0 };

#define N_FLOORS G_N_ELEMENTS (floors_ns)
#define N_MODELS (N_COURSES * N_FLOORS)

/* What neighbouring windows see is not independent, so that clocks which may wander more seem
 * likelier by chance: the logarithm of the likelihood of each grows by that much. */
#define CHANCE 1.0

/* Clocks from which the behaviour of all is judged. */
#define MAX_SAMPLED_CLOCKS 64

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

/* A state before an observation, how far off the observation was, and the variance of that, which
 * is 0 where there was none. */
typedef struct
{
  State state;
  double off;
  double variance;
} Step;

static State
predict_state (const State *self, double step_s, const SpurDriftModel *model)
{
  double t = step_s, h = t * t / 2.0;
  double q = model->noise * model->noise, p = model->aging * model->aging;
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
update_state (State *self, const SpurClockObservation *observation, double floor_ns, Step *step)
{
  double off = observation->value_ns - self->x;
  double variance = self->xx + observation->sigma_ns * observation->sigma_ns + floor_ns * floor_ns;
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
find_first (const SpurClockObservation *observations, gsize n_places)
{
  gsize k = 0;

  while (k < n_places && observations[k].sigma_ns < 0.0)
    k++;
  return k;
}

/* From the first observation on; @steps may be NULL. Gives the likelihood. */
static double
filter_observations (const SpurClockObservation *observations,
                     gsize first,
                     gsize n_places,
                     double step_s,
                     const SpurDriftModel *model,
                     Step *steps)
{
  double span_s = (double) n_places * step_s, likelihood = 0.0;
  State state = { .x = observations[first].value_ns,
                  .xx = observations[first].sigma_ns * observations[first].sigma_ns +
                        model->floor_ns * model->floor_ns,
                  .vv = model->drift * model->drift,
                  .aa = model->aging * model->aging * span_s };

  for (gsize k = first; k < n_places; k++)
    {
      if (k > first)
        state = predict_state (&state, step_s, model);
      if (steps != NULL)
        steps[k] = (Step){ state, 0.0, 0.0 };
      if (k > first && observations[k].sigma_ns >= 0.0)
        likelihood += update_state (&state, &observations[k], model->floor_ns,
                                    steps != NULL ? &steps[k] : NULL);
    }
  return likelihood;
}

typedef struct
{
  const SpurClockObservation *observations;
  guint n_clocks;
  guint n_sampled;
  gsize n_places;
  double step_s;
  double *likelihoods;
  SpurDriftModel models[N_MODELS];
  SpurDriftModel model;
  double *values;
  double *slopes;
} Smoothing;

static void
rate_models (guint sampled, gpointer user_data)
{
  const Smoothing *self = user_data;
  gsize clock = (guint64) sampled * self->n_clocks / self->n_sampled;
  const SpurClockObservation *observations = self->observations + clock * self->n_places;
  gsize first = find_first (observations, self->n_places);

  for (guint i = 0; i < N_MODELS; i++)
    self->likelihoods[sampled * N_MODELS + i] =
      first < self->n_places ? filter_observations (observations, first, self->n_places,
                                                    self->step_s, &self->models[i], NULL)
                             : 0.0;
}

/* Back from the last place, with what this observation and later ones say of each state, before it
 * is multiplied by the covariance (de Jong's smoother for a fixed interval; it needs no inverse).
 */
static void
smooth_clock (guint clock, gpointer user_data)
{
  const Smoothing *self = user_data;
  gsize n_places = self->n_places;
  const SpurClockObservation *observations = self->observations + clock * n_places;
  double *values = self->values + clock * n_places;
  double *slopes = self->slopes + clock * n_places;
  double t = self->step_s, x = 0.0, v = 0.0, a = 0.0;
  gsize first = find_first (observations, n_places);
  g_autofree Step *steps = NULL;

  if (first == n_places)
    return;
  steps = g_new (Step, n_places);
  filter_observations (observations, first, n_places, t, &self->model, steps);
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
static SpurDriftModel
choose_model (const Smoothing *self)
{
  double likelihoods[N_MODELS] = { 0.0 };
  guint best[N_COURSES], course = 0;
  double most = -INFINITY;

  for (guint i = 0; i < N_MODELS; i++)
    {
      for (guint k = 0; k < self->n_sampled; k++)
        likelihoods[i] += self->likelihoods[k * N_MODELS + i];
      if (i % N_FLOORS == 0 || likelihoods[i] > likelihoods[best[i / N_FLOORS]])
        best[i / N_FLOORS] = i;
      most = MAX (most, likelihoods[i]);
    }
  while (likelihoods[best[course]] < most - CHANCE * self->n_sampled)
    course++;
  return self->models[best[course]];
}

SpurDriftModel
spur_clock_smooth (const SpurClockObservation *observations,
                   guint n_clocks,
                   gsize n_places,
                   double step_s,
                   double drift,
                   double *values,
                   double *slopes,
                   const SpurJob *job)
{
  guint n_sampled = MIN (n_clocks, MAX_SAMPLED_CLOCKS);
  g_autofree double *likelihoods = g_new0 (double, n_sampled *N_MODELS + 1);
  Smoothing smoothing = {
    observations, n_clocks,  n_sampled, n_places, step_s,
    likelihoods,  { { 0 } }, { 0 },     values,   slopes,
  };

  for (guint i = 0; i < N_MODELS; i++)
    {
      const Course *course = &courses[i / N_FLOORS];

      smoothing.models[i] = (SpurDriftModel){
        course->is_steady ? MIN (drift, SPUR_USUAL_DRIFT) : SPUR_USUAL_DRIFT,
        course->noise,
        course->aging,
        floors_ns[i % N_FLOORS],
      };
    }
  spur_job_run (job, n_sampled, rate_models, &smoothing);
  smoothing.model = choose_model (&smoothing);
  spur_job_run (job, n_clocks, smooth_clock, &smoothing);
  return smoothing.model;
}
