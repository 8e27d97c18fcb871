/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/clock/presync/spur-clock-waves-private.h"

#include <math.h>

#include "core/clock/presync/spur-clock-cholesky-private.h"

#define N_PARTS 4

/* With larger blurs than the first ones hardly any wave is seen. */
#define N_BLURS 6

/* Frequencies that are tried, in radians a half of the run: from a part of a wave that is a curve
 * of degree three to waves that have some sights each. */
#define N_FREQUENCIES 48
#define LEAST_FREQUENCY 0.3
#define SIGHTS_PER_WAVE 6.0
#define MOST_FREQUENCY 100.0

/* How large waves are, as a share of how far clocks go at all. */
#define N_HEIGHTS 12
#define LEAST_HEIGHT 0.1
#define HEIGHT_STEP 2.0

/* So many clocks say for all how large waves are. */
#define MAX_JUDGES 64

/* What is farther off than so many sigma counts less. */
#define MAX_SIGMAS 3.0

/* Clock by clock, and, of no more clocks than that, all at once. */
#define N_ROUNDS 4
#define MAX_JOINT 48
#define N_JOINT_ROUNDS 4
#define N_JOINT_STEPS 24

#define N_SEARCHES 12
#define GOLDEN 0.61803398874989485

#define REST_SIGMA_NS 1e9

/* In radians a half of the run: whoever goes to and fro once in the run is told from a line. */
#define WHOLE_WAVE G_PI

/* What the sights of a clock say of a wave: sums of products of its parts. */
typedef struct
{
  double matrix[N_PARTS][N_PARTS];
  double right[N_PARTS];
  double square;
  double logarithm; /* of what the sights' own errors make likely */
} Moments;

typedef struct
{
  const SpurClockSight *sights;
  guint n_clocks;
  gsize n_places;
  double *weights; /* of each sight, 0 where there is none */
  double *common;  /* the mean of all clocks at the places */
  double *parts;   /* cosine and sine of every frequency of the list at all places */
  double drift_ns; /* what a clock drifts in a half of the run */
  double most;
  gboolean has_common;
  const SpurJob *job;
  SpurClockWaves *waves;
} Fitting;

/* What holds for all clocks. */
typedef struct
{
  double height_ns;
  double blur_ns;
} Habit;

static double
get_frequency (const Fitting *self, guint index)
{
  return LEAST_FREQUENCY *
         pow (self->most / LEAST_FREQUENCY, (double) index / (double) (N_FREQUENCIES - 1));
}

static double
get_place (const Fitting *self, gsize k)
{
  return self->n_places > 1 ? 2.0 * (double) k / (double) (self->n_places - 1) - 1.0 : 0.0;
}

/* @waves are cosine and sine at all places, or NULL where they are not there yet. */
static Moments
gather (const Fitting *self, guint clock, double frequency, const double *waves)
{
  const SpurClockSight *sights = self->sights + clock * self->n_places;
  const double *weights = self->weights + clock * self->n_places;
  Moments moments = { 0 };

  for (gsize k = 0; k < self->n_places; k++)
    {
      double u = get_place (self, k), value = sights[k].value_ns + self->common[k];
      double parts[N_PARTS] = { 1.0, u };

      if (!(weights[k] > 0.0))
        continue;
      parts[2] = waves != NULL ? waves[2 * k] : cos (frequency * u);
      parts[3] = waves != NULL ? waves[2 * k + 1] : sin (frequency * u);
      moments.logarithm += log (weights[k]) / 2.0;
      moments.square += weights[k] * value * value;
      for (guint i = 0; i < N_PARTS; i++)
        {
          moments.right[i] += weights[k] * parts[i] * value;
          for (guint j = 0; j <= i; j++)
            moments.matrix[i][j] += weights[k] * parts[i] * parts[j];
        }
    }
  return moments;
}

/* The same for a frequency of the list. */
static Moments
gather_listed (const Fitting *self, guint clock, guint index)
{
  return gather (self, clock, get_frequency (self, index),
                 self->parts + 2 * index * self->n_places);
}

static void
list_waves (const Fitting *self)
{
  for (gsize k = 0; k < N_FREQUENCIES * self->n_places; k++)
    {
      double frequency = get_frequency (self, (guint) (k / self->n_places));
      double u = get_place (self, k % self->n_places);

      self->parts[2 * k] = cos (frequency * u);
      self->parts[2 * k + 1] = sin (frequency * u);
    }
}

/* The logarithm of how likely the sights are, whatever the parts are; the likeliest parts are the
 * @solution, which may be NULL. */
static double
rate (const Fitting *self, const Moments *moments, double height_ns, double *solution)
{
  const double sigmas[N_PARTS] = { REST_SIGMA_NS, self->drift_ns, height_ns, height_ns };
  double logarithm = 0.0, fitted = 0.0;
  double lower[N_PARTS][N_PARTS], x[N_PARTS];

  /* Scaled by what is expected, the parts have the variance 1. */
  for (guint i = 0; i < N_PARTS; i++)
    {
      double sum = sigmas[i] * moments->right[i];

      for (guint j = 0; j <= i; j++)
        {
          lower[i][j] = sigmas[i] * sigmas[j] * moments->matrix[i][j] + (i == j);
          for (guint k = 0; k < j; k++)
            lower[i][j] -= lower[i][k] * lower[j][k];
          lower[i][j] = j < i ? lower[i][j] / lower[j][j] : sqrt (MAX (lower[i][j], 1e-12));
        }
      for (guint k = 0; k < i; k++)
        sum -= lower[i][k] * x[k];
      x[i] = sum / lower[i][i];
      fitted += x[i] * x[i];
      logarithm += log (lower[i][i]);
    }
  for (guint i = N_PARTS; solution != NULL && i > 0; i--)
    {
      for (guint k = i; k < N_PARTS; k++)
        x[i - 1] -= lower[k][i - 1] * x[k];
      x[i - 1] /= lower[i - 1][i - 1];
      solution[i - 1] = x[i - 1] * sigmas[i - 1];
    }
  return moments->logarithm - logarithm - (moments->square - fitted) / 2.0;
}

static guint
get_judge (const Fitting *self, guint judge)
{
  return (guint) ((guint64) judge * self->n_clocks / MIN (self->n_clocks, MAX_JUDGES));
}

/* The best frequency of a clock among those of the list. */
static double
choose_frequency (const Fitting *self, const Moments *moments, const Habit *habit, guint *chosen)
{
  double best = 0.0;

  for (guint f = 0; f < N_FREQUENCIES; f++)
    {
      double rated = rate (self, &moments[f], habit->height_ns, NULL);

      if (f > 0 && rated <= best)
        continue;
      best = rated;
      *chosen = f;
    }
  return best;
}

static double
get_value (const SpurClockWave *wave, double u)
{
  return wave->parts[0] + wave->parts[1] * u + wave->parts[2] * cos (wave->frequency * u) +
         wave->parts[3] * sin (wave->frequency * u);
}

/* Sights that no wave comes near are believed less. */
static void
weigh (const Fitting *self, double blur_ns, gboolean is_robust)
{
  for (guint i = 0; i < self->n_clocks; i++)
    {
      for (gsize k = 0; k < self->n_places; k++)
        {
          const SpurClockSight *sight = &self->sights[i * self->n_places + k];
          double *weight = &self->weights[i * self->n_places + k];
          double sigma_ns = hypot (sight->sigma_ns, blur_ns), off;

          *weight = 0.0;
          if (sight->sigma_ns < 0.0)
            continue;
          *weight = 1.0 / (sigma_ns * sigma_ns);
          if (!is_robust)
            continue;
          off = fabs (sight->value_ns + self->common[k] -
                      get_value (&self->waves->waves[i], get_place (self, k)));
          if (off > MAX_SIGMAS * sigma_ns)
            *weight *= MAX_SIGMAS * sigma_ns / off;
        }
    }
}

/* What all clocks have in common, with weights by it. */
static Habit
choose_habit (const Fitting *self, double scale_ns, gboolean is_robust)
{
  guint n_judges = MIN (self->n_clocks, MAX_JUDGES);
  g_autofree Moments *moments = g_new (Moments, n_judges * N_FREQUENCIES + 1);
  Habit best = { 0 };
  double most = 0.0;

  for (guint b = 0; b < N_BLURS; b++)
    {
      weigh (self, spur_clock_blurs_ns[b], is_robust);
      for (guint i = 0; i < n_judges * N_FREQUENCIES; i++)
        moments[i] = gather_listed (self, get_judge (self, i / N_FREQUENCIES), i % N_FREQUENCIES);
      for (guint h = 0; h < N_HEIGHTS; h++)
        {
          Habit habit = { scale_ns * LEAST_HEIGHT * pow (HEIGHT_STEP, h), spur_clock_blurs_ns[b] };
          double sum = 0.0;
          guint chosen;

          for (guint i = 0; i < n_judges; i++)
            sum += choose_frequency (self, moments + i * N_FREQUENCIES, &habit, &chosen);
          if (best.height_ns > 0.0 && sum <= most)
            continue;
          most = sum;
          best = habit;
        }
    }
  weigh (self, best.blur_ns, is_robust);
  return best;
}

static double
rate_frequency (const Fitting *self, guint clock, const Habit *habit, double frequency)
{
  Moments moments = gather (self, clock, frequency, NULL);

  return rate (self, &moments, habit->height_ns, NULL);
}

/* The best frequency next to one of the list. */
static double
improve_frequency (const Fitting *self, guint clock, const Habit *habit, guint index)
{
  double low = get_frequency (self, index > 0 ? index - 1 : 0);
  double high = get_frequency (self, MIN (index + 1, N_FREQUENCIES - 1));
  double a = high - GOLDEN * (high - low), b = low + GOLDEN * (high - low);
  double rate_a = rate_frequency (self, clock, habit, a);
  double rate_b = rate_frequency (self, clock, habit, b);

  for (guint i = 0; i < N_SEARCHES; i++)
    {
      if (rate_a < rate_b)
        {
          low = a;
          a = b;
          rate_a = rate_b;
          b = low + GOLDEN * (high - low);
          rate_b = rate_frequency (self, clock, habit, b);
        }
      else
        {
          high = b;
          b = a;
          rate_b = rate_a;
          a = high - GOLDEN * (high - low);
          rate_a = rate_frequency (self, clock, habit, a);
        }
    }
  return (low + high) / 2.0;
}

/* A clock's frequency of the list; found once, it is only made better. */
static guint
find_frequency (const Fitting *self, guint clock, const Habit *habit)
{
  double frequency = self->waves->waves[clock].frequency;
  Moments moments[N_FREQUENCIES];
  guint chosen = 0;

  if (frequency > 0.0)
    return (guint) CLAMP (lrint (log (frequency / LEAST_FREQUENCY) /
                                 log (self->most / LEAST_FREQUENCY) * (N_FREQUENCIES - 1)),
                          0, N_FREQUENCIES - 1);
  for (guint f = 0; f < N_FREQUENCIES; f++)
    moments[f] = gather_listed (self, clock, f);
  choose_frequency (self, moments, habit, &chosen);
  return chosen;
}

typedef struct
{
  const Fitting *fitting;
  const Habit *habit;
} FittingOne;

static void
fit_clock (guint clock, gpointer user_data)
{
  const FittingOne *one = user_data;
  const Fitting *self = one->fitting;
  SpurClockWave *wave = &self->waves->waves[clock];
  Moments moments;

  wave->frequency =
    improve_frequency (self, clock, one->habit, find_frequency (self, clock, one->habit));
  moments = gather (self, clock, wave->frequency, NULL);
  rate (self, &moments, one->habit->height_ns, wave->parts);
}

/* Sights are against the mean of all clocks, which waves as well. */
static void
find_common (const Fitting *self)
{
  for (gsize k = 0; self->has_common && k < self->n_places; k++)
    {
      double sum = 0.0;

      for (guint i = 0; i < self->n_clocks; i++)
        sum += get_value (&self->waves->waves[i], get_place (self, k));
      self->common[k] = sum / self->n_clocks;
    }
}

/* How far clocks are off in the mean. */
static double
get_scale (const Fitting *self)
{
  double sum = 0.0, weights = 0.0;

  for (gsize k = 0; k < self->n_clocks * self->n_places; k++)
    {
      if (!(self->weights[k] > 0.0))
        continue;
      sum += self->sights[k].value_ns * self->sights[k].value_ns;
      weights += 1.0;
    }
  return MAX (sqrt (sum / MAX (weights, 1.0)), 1.0);
}

/* What is free in all waves: the parts and the frequency of each. */
#define N_FREE (N_PARTS + 1)

/* Least squares over all waves. */
typedef struct
{
  gsize n_rows;
  double *matrix;
  double *lower;
  double *right;
  double *gradients;
  double *rests;
  SpurClockWave *kept;
} Joint;

static void
joint_init (Joint *self, guint n_clocks)
{
  self->n_rows = (gsize) n_clocks * N_FREE;
  self->matrix = g_new (double, self->n_rows * self->n_rows);
  self->lower = g_new (double, self->n_rows * self->n_rows);
  self->right = g_new (double, self->n_rows);
  self->gradients = g_new (double, self->n_rows);
  self->rests = g_new (double, n_clocks);
  self->kept = g_new (SpurClockWave, n_clocks);
}

static void
joint_clear (Joint *self)
{
  g_free (self->matrix);
  g_free (self->lower);
  g_free (self->right);
  g_free (self->gradients);
  g_free (self->rests);
  g_free (self->kept);
}

/* What is left of the sights at a place, and its sum of squares. */
static double
find_rests (const Fitting *self, gsize place, double *rests)
{
  double mean = 0.0, sum = 0.0;

  for (guint i = 0; i < self->n_clocks; i++)
    {
      rests[i] = get_value (&self->waves->waves[i], get_place (self, place));
      mean += rests[i] / self->n_clocks;
    }
  for (guint i = 0; i < self->n_clocks; i++)
    {
      rests[i] = self->sights[i * self->n_places + place].value_ns + mean - rests[i];
      sum += self->weights[i * self->n_places + place] * rests[i] * rests[i];
    }
  return sum;
}

/* The sum of squares, with what is expected of the waves. */
static double
get_squares (const Fitting *self, const Habit *habit, double *rests)
{
  double sum = 0.0;

  for (gsize k = 0; k < self->n_places; k++)
    sum += find_rests (self, k, rests);
  for (guint i = 0; i < self->n_clocks; i++)
    {
      const double *parts = self->waves->waves[i].parts;

      sum += parts[0] / REST_SIGMA_NS * (parts[0] / REST_SIGMA_NS);
      sum += parts[1] / self->drift_ns * (parts[1] / self->drift_ns);
      sum += (parts[2] * parts[2] + parts[3] * parts[3]) / (habit->height_ns * habit->height_ns);
    }
  return sum;
}

static void
add_place (Joint *self, const Fitting *fitting, gsize place)
{
  guint n = fitting->n_clocks;
  double u = get_place (fitting, place), all = 0.0, all_rests = 0.0;

  find_rests (fitting, place, self->rests);
  for (guint i = 0; i < n; i++)
    {
      const SpurClockWave *wave = &fitting->waves->waves[i];
      double *gradient = self->gradients + (gsize) i * N_FREE;
      double weight = fitting->weights[i * fitting->n_places + place];

      gradient[0] = 1.0;
      gradient[1] = u;
      gradient[2] = cos (wave->frequency * u);
      gradient[3] = sin (wave->frequency * u);
      gradient[4] = u * (wave->parts[3] * gradient[2] - wave->parts[2] * gradient[3]);
      all += weight;
      all_rests += weight * self->rests[i];
    }
  for (guint i = 0; i < n; i++)
    {
      double weight_i = fitting->weights[i * fitting->n_places + place];

      for (guint j = 0; j <= i; j++)
        {
          double weight_j = fitting->weights[j * fitting->n_places + place];
          double factor = all / n / n - (weight_i + weight_j) / n + (i == j ? weight_i : 0.0);

          for (guint a = 0; a < N_FREE; a++)
            {
              for (guint b = 0; b < N_FREE; b++)
                self->matrix[((gsize) i * N_FREE + a) * self->n_rows + (gsize) j * N_FREE + b] +=
                  factor * self->gradients[i * N_FREE + a] * self->gradients[j * N_FREE + b];
            }
        }
      for (guint a = 0; a < N_FREE; a++)
        self->right[i * N_FREE + a] +=
          self->gradients[i * N_FREE + a] * (weight_i * self->rests[i] - all_rests / n);
    }
}

static void
gather_joint (Joint *self, const Fitting *fitting, const Habit *habit)
{
  const double sigmas[N_PARTS] = { REST_SIGMA_NS, fitting->drift_ns, habit->height_ns,
                                   habit->height_ns };

  memset (self->matrix, 0, self->n_rows * self->n_rows * sizeof *self->matrix);
  memset (self->right, 0, self->n_rows * sizeof *self->right);
  for (gsize k = 0; k < fitting->n_places; k++)
    add_place (self, fitting, k);
  for (guint i = 0; i < fitting->n_clocks; i++)
    {
      for (guint a = 0; a < N_PARTS; a++)
        {
          gsize row = (gsize) i * N_FREE + a;

          self->matrix[row * self->n_rows + row] += 1.0 / (sigmas[a] * sigmas[a]);
          self->right[row] -= fitting->waves->waves[i].parts[a] / (sigmas[a] * sigmas[a]);
        }
    }
}

/* The step that least squares ask for, with a diagonal that is larger by @damping; FALSE where the
 * matrix is as good as singular. */
static gboolean
solve_joint (Joint *self, double damping, double *step)
{
  if (!spur_cholesky_factorise (self->matrix, self->n_rows, damping, self->lower))
    return FALSE;
  memcpy (step, self->right, self->n_rows * sizeof *step);
  spur_cholesky_solve (self->lower, self->n_rows, step);
  return TRUE;
}

/* Levenberg and Marquardt. */
static void
fit_jointly (Joint *self, const Fitting *fitting, const Habit *habit)
{
  g_autofree double *step = g_new (double, self->n_rows);
  SpurClockWave *waves = fitting->waves->waves;
  gsize n_bytes = fitting->n_clocks * sizeof *waves;
  double squares = get_squares (fitting, habit, self->rests), damping = 1e-3, now = 0.0;

  for (guint k = 0; k < N_JOINT_STEPS; k++)
    {
      gather_joint (self, fitting, habit);
      memcpy (self->kept, waves, n_bytes);
      while (damping < 1e6)
        {
          gboolean is_solved = solve_joint (self, damping, step);

          for (guint i = 0; is_solved && i < fitting->n_clocks; i++)
            {
              for (guint a = 0; a < N_PARTS; a++)
                waves[i].parts[a] += step[i * N_FREE + a];
              waves[i].frequency = CLAMP (waves[i].frequency + step[i * N_FREE + N_PARTS],
                                          LEAST_FREQUENCY, fitting->most);
            }
          now = get_squares (fitting, habit, self->rests);
          if (is_solved && now < squares)
            break;
          memcpy (waves, self->kept, n_bytes);
          damping *= 10.0;
        }
      if (!(damping < 1e6) || squares - now < 1e-6 * squares)
        return;
      squares = now;
      damping /= 10.0;
    }
}

/* What sights are off at the least, as what is left of them makes likely. */
static double
find_blur (const Fitting *self, double *rests)
{
  double best = 0.0, most = 0.0;

  for (guint b = 0; b < N_BLURS; b++)
    {
      double sum = 0.0;

      weigh (self, spur_clock_blurs_ns[b], TRUE);
      for (gsize k = 0; k < self->n_clocks * self->n_places; k++)
        sum += self->weights[k] > 0.0 ? log (self->weights[k]) / 2.0 : 0.0;
      for (gsize k = 0; k < self->n_places; k++)
        sum -= find_rests (self, k, rests) / 2.0;
      if (b > 0 && sum <= most)
        continue;
      most = sum;
      best = spur_clock_blurs_ns[b];
    }
  weigh (self, best, TRUE);
  return best;
}

/* The same waves for other times. */
static void
take_over (SpurClockWaves *self, const SpurClockWaves *before, guint n_clocks, double later_s)
{
  double shift = (self->middle_s + later_s - before->middle_s) / before->half_s;
  double scale = self->half_s / before->half_s;

  for (guint i = 0; i < n_clocks; i++)
    {
      const SpurClockWave *wave = &before->waves[i];
      double c = cos (wave->frequency * shift), s = sin (wave->frequency * shift);

      self->waves[i].frequency = wave->frequency * scale;
      self->waves[i].parts[0] = wave->parts[0] + wave->parts[1] * shift;
      self->waves[i].parts[1] = wave->parts[1] * scale;
      self->waves[i].parts[2] = wave->parts[2] * c + wave->parts[3] * s;
      self->waves[i].parts[3] = wave->parts[3] * c - wave->parts[2] * s;
    }
}

/* Clock by clock, each against what all the others seem to do. */
static Habit
fit_one_by_one (const Fitting *self)
{
  double scale_ns;
  Habit habit = { 0 };

  weigh (self, spur_clock_blurs_ns[0], FALSE);
  scale_ns = get_scale (self);
  for (guint round = 0; round < N_ROUNDS; round++)
    {
      habit = choose_habit (self, scale_ns, round > 0);
      spur_job_run (self->job, self->n_clocks, fit_clock, &(FittingOne){ self, &habit });
      find_common (self);
    }
  return habit;
}

static void
fit_all_at_once (const Fitting *self, Habit *habit)
{
  Joint joint;

  joint_init (&joint, self->n_clocks);
  for (guint round = 0; round < N_JOINT_ROUNDS; round++)
    {
      habit->blur_ns = find_blur (self, joint.rests);
      fit_jointly (&joint, self, habit);
      find_common (self);
    }
  joint_clear (&joint);
}

SpurClockWaves *
spur_clock_waves_new (const SpurClockSight *sights,
                      guint n_clocks,
                      gsize n_places,
                      double step_s,
                      gboolean is_all,
                      const SpurClockWaves *before,
                      double later_s,
                      const SpurJob *job)
{
  SpurClockWaves *self = g_new0 (SpurClockWaves, 1);
  g_autofree double *weights = g_new0 (double, n_clocks *n_places + 1);
  g_autofree double *common = g_new0 (double, n_places + 1);
  g_autofree double *parts = g_new (double, 2 * N_FREQUENCIES * n_places + 1);
  Fitting fitting = {
    sights, n_clocks, n_places, weights, common, parts, 0.0, 0.0, is_all, job, self,
  };
  Habit habit = { 0 };

  self->half_s = MAX ((double) (n_places - 1) * step_s / 2.0, step_s / 2.0);
  self->middle_s = (double) n_places * step_s / 2.0;
  self->waves = g_new0 (SpurClockWave, n_clocks + 1);
  fitting.drift_ns = SPUR_USUAL_DRIFT * self->half_s;
  fitting.most =
    CLAMP (G_PI * (double) n_places / SIGHTS_PER_WAVE, 2.0 * LEAST_FREQUENCY, MOST_FREQUENCY);
  list_waves (&fitting);
  if (before != NULL && n_clocks <= MAX_JOINT)
    {
      take_over (self, before, n_clocks, later_s);
      habit.height_ns = before->height_ns;
      find_common (&fitting);
    }
  else
    habit = fit_one_by_one (&fitting);
  self->height_ns = habit.height_ns;
  if (is_all && n_clocks <= MAX_JOINT)
    fit_all_at_once (&fitting, &habit);
  return self;
}

void
spur_clock_waves_free (SpurClockWaves *self)
{
  g_free (self->waves);
  g_free (self);
}

double
spur_clock_waves_get (const SpurClockWaves *self, guint clock, double time_s, double *slope)
{
  const SpurClockWave *wave = &self->waves[clock];
  double u = (time_s - self->middle_s) / self->half_s, f = wave->frequency;

  *slope = (wave->parts[1] + f * (wave->parts[3] * cos (f * u) - wave->parts[2] * sin (f * u))) /
           self->half_s;
  return get_value (wave, u);
}

double
spur_clock_waves_get_faded (const SpurClockWaves *self,
                            guint clock,
                            double time_s,
                            double far_s,
                            double fading_s,
                            double *slope)
{
  const SpurClockWave *wave = &self->waves[clock];
  double value = spur_clock_waves_get (self, clock, time_s - far_s, slope);
  double x = fabs (far_s) / fading_s, u = (time_s - self->middle_s) / self->half_s;
  double share, wave_ns, wave_slope, line_slope = wave->parts[1] / self->half_s;

  if (wave->frequency < WHOLE_WAVE || !(x > 0.0))
    return value + far_s * *slope;
  share = x < 1.0 ? 1.0 - x * x * (3.0 - 2.0 * x) : 0.0;
  wave_ns =
    spur_clock_waves_get (self, clock, time_s, &wave_slope) - wave->parts[0] - wave->parts[1] * u;
  *slope = line_slope + share * (wave_slope - line_slope);
  if (x < 1.0)
    *slope -= copysign (6.0 * x * (1.0 - x) / fading_s, far_s) * wave_ns;
  return wave->parts[0] + wave->parts[1] * u + share * wave_ns;
}

double
spur_clock_waves_get_height (const SpurClockWaves *self, guint clock, double *slope)
{
  const SpurClockWave *wave = &self->waves[clock];
  double height_ns = hypot (wave->parts[2], wave->parts[3]);

  if (wave->frequency < WHOLE_WAVE)
    height_ns = 0.0;
  *slope = height_ns * wave->frequency / self->half_s;
  return height_ns;
}
