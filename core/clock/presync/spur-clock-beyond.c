/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/clock/presync/spur-clock-beyond-private.h"

#include <math.h>

#define STEPS SPUR_BEYOND_STEPS

/* Stretches before a time whose changes foretell what follows: with two, drifts that change go on
 * doing so, as far as they do. */
#define TERMS 2

/* What followed is looked at over a quarter of the run at the most, so that there are several
 * times to look at. */
#define LARGEST_LENGTH 0.25

/* Drifts change errors by less than a ns in less time. */
#define LEAST_LENGTH_S 1e-6

/* Stretches of half of the distance see drifts that change within it; they are as long as a window
 * at the least, since curves are smooth within one by themselves. */
#define STRETCH 0.5

/* Times to look at are not closer than an eighth of the distance and half a window, and no more
 * than that many. */
#define N_PLACES 8.0
#define MAX_PLACES 4096.0

/* Clocks from which the behaviour of all is judged. */
#define MAX_SAMPLED_CLOCKS 64

/* What rounding leaves of a determinant that should be 0, as a share of its terms. */
#define LEAST_DETERMINANT 1e-12

/* Sums over times of one half of the run: of products of changes with each other, of these with
 * what followed, and of the square of the latter. */
typedef struct
{
  double among[TERMS][TERMS];
  double followed[TERMS];
  double square;
} Sums;

typedef struct
{
  SpurClockErrorFunc get_error;
  gconstpointer errors;
  guint n_clocks;
  double span_s;
  double window_s;
  double distance_s;
  double stretch_s;
} Run;

/* Changes of a clock in the stretches before a time; @way is -1 where time runs backwards. */
static void
get_changes (const Run *self, guint clock, double time_s, double way, double *changes)
{
  double later = self->get_error (self->errors, clock, time_s);

  for (guint i = 0; i < TERMS; i++)
    {
      double at_s = time_s - way * self->stretch_s * (i + 1);
      double earlier = self->get_error (self->errors, clock, at_s);

      changes[i] = later - earlier;
      later = earlier;
    }
}

static void
add_place (const Run *self, guint clock, double time_s, double way, Sums *sums)
{
  double now = self->get_error (self->errors, clock, time_s), changes[TERMS];
  double followed = self->get_error (self->errors, clock, time_s + way * self->distance_s) - now;

  get_changes (self, clock, time_s, way, changes);
  sums->square += followed * followed;
  for (guint i = 0; i < TERMS; i++)
    {
      sums->followed[i] += changes[i] * followed;
      for (guint j = 0; j < TERMS; j++)
        sums->among[i][j] += changes[i] * changes[j];
    }
}

/* Errors are as likely to have come from where they go, so each time is looked at both ways. */
static void
add_places (const Run *self, Sums *halves)
{
  guint n_sampled = MIN (self->n_clocks, MAX_SAMPLED_CLOCKS);
  double before_s = self->stretch_s * TERMS;
  double next_s =
    MAX (MAX (self->distance_s / N_PLACES, self->window_s / 2.0), self->span_s / MAX_PLACES);

  for (guint k = 0; k < n_sampled; k++)
    {
      guint clock = (guint) ((guint64) k * self->n_clocks / n_sampled);

      for (double at_s = before_s; at_s + self->distance_s <= self->span_s; at_s += next_s)
        {
          gboolean is_late = at_s + (self->distance_s - before_s) / 2.0 > self->span_s / 2.0;

          add_place (self, clock, at_s, 1.0, &halves[is_late]);
          add_place (self, clock, self->span_s - at_s, -1.0, &halves[!is_late]);
        }
    }
}

/* The factors of the first @n_terms changes that fit best. */
static void
fit_factors (const Sums *sums, guint n_terms, double *factors)
{
  double first = sums->among[0][0], both = sums->among[0][1], second = sums->among[1][1];
  double determinant = first * second - both * both;

  factors[0] = factors[1] = 0.0;
  if (n_terms == TERMS && determinant > LEAST_DETERMINANT * first * second)
    {
      factors[0] = (sums->followed[0] * second - sums->followed[1] * both) / determinant;
      factors[1] = (sums->followed[1] * first - sums->followed[0] * both) / determinant;
    }
  else if (n_terms > 0 && first > 0.0)
    factors[0] = sums->followed[0] / first;
}

/* The sum of the squared errors of a forecast. */
static double
rate_forecast (const Sums *known, const Sums *asked, guint n_terms)
{
  double factors[TERMS], sum = asked->square;

  fit_factors (known, n_terms, factors);
  for (guint i = 0; i < TERMS; i++)
    {
      sum -= 2.0 * factors[i] * asked->followed[i];
      for (guint j = 0; j < TERMS; j++)
        sum += factors[i] * factors[j] * asked->among[i][j];
    }
  return sum;
}

/* How many changes are of use: each half of the run says so of the other one. */
static guint
choose_terms (const Sums *halves)
{
  double least = INFINITY;
  guint n_terms = 0;

  for (guint n = 0; n <= TERMS; n++)
    {
      double sum =
        rate_forecast (&halves[0], &halves[1], n) + rate_forecast (&halves[1], &halves[0], n);

      if (sum >= least)
        continue;
      least = sum;
      n_terms = n;
    }
  return n_terms;
}

static Sums
add_sums (const Sums *a, const Sums *b)
{
  Sums sums = { .square = a->square + b->square };

  for (guint i = 0; i < TERMS; i++)
    {
      sums.followed[i] = a->followed[i] + b->followed[i];
      for (guint j = 0; j < TERMS; j++)
        sums.among[i][j] = a->among[i][j] + b->among[i][j];
    }
  return sums;
}

/* For how much of @time_s a drift goes on. */
static double
get_kept (const SpurClockBeyond *self, double time_s)
{
  return self->keeping_s > 0.0 ? -self->keeping_s * expm1 (-time_s / self->keeping_s) : 0.0;
}

/* For how long drifts are kept, at most as long as the run: as much as they fade in the length that
 * is looked at. */
static void
find_keeping (SpurClockBeyond *self, const Sums *sums, const Run *run)
{
  double factors[TERMS], kept_s;

  fit_factors (sums, 1, factors);
  kept_s = factors[0] * run->stretch_s;
  for (double change_s = run->span_s / 2.0; kept_s > 0.0 && change_s > self->length_s * 1e-6;
       change_s /= 2.0)
    {
      self->keeping_s += change_s;
      if (get_kept (self, self->length_s) > kept_s)
        self->keeping_s -= change_s;
    }
}

/* Nothing changes where the run is too short to tell. */
static void
look_at_step (SpurClockBeyond *self, const Run *run, guint step, gboolean is_after)
{
  Sums halves[2] = { 0 }, sums;
  double factors[TERMS], changes[TERMS];
  guint n_terms;

  if (run->stretch_s * TERMS + run->distance_s > run->span_s)
    return;
  add_places (run, halves);
  n_terms = choose_terms (halves);
  sums = add_sums (&halves[0], &halves[1]);
  fit_factors (&sums, n_terms, factors);
  if (step == STEPS - 1 && n_terms > 0)
    find_keeping (self, &sums, run);
  for (guint i = 0; i < run->n_clocks; i++)
    {
      get_changes (run, i, is_after ? run->span_s : 0.0, is_after ? 1.0 : -1.0, changes);
      self->drifts[i] = changes[0] / run->stretch_s;
      for (guint k = 0; k < TERMS; k++)
        self->changes_ns[i][step] += factors[k] * changes[k];
    }
}

void
spur_clock_beyond_init (SpurClockBeyond *self,
                        SpurClockErrorFunc get_error,
                        gconstpointer errors,
                        guint n_clocks,
                        double span_s,
                        double window_s,
                        double farthest_s,
                        gboolean is_after)
{
  Run run = {
    .get_error = get_error,
    .errors = errors,
    .n_clocks = n_clocks,
    .span_s = span_s,
    .window_s = window_s,
  };

  *self = (SpurClockBeyond){ .length_s = MIN (farthest_s, span_s * LARGEST_LENGTH) };
  self->changes_ns = g_malloc0_n (n_clocks + 1, sizeof *self->changes_ns);
  self->drifts = g_new0 (double, n_clocks + 1);
  for (guint step = 0; self->length_s >= LEAST_LENGTH_S && step < STEPS; step++)
    {
      run.distance_s = ldexp (self->length_s, (int) step + 1 - STEPS);
      run.stretch_s = MAX (run.distance_s * STRETCH, window_s);
      look_at_step (self, &run, step, is_after);
    }
}

void
spur_clock_beyond_clear (SpurClockBeyond *self)
{
  g_clear_pointer (&self->changes_ns, g_free);
  g_clear_pointer (&self->drifts, g_free);
}

double
spur_clock_beyond_get (const SpurClockBeyond *self, guint clock, double far_s)
{
  double distance_s = self->length_s, before_s = 0.0, before_ns = 0.0;
  guint step = STEPS - 1;

  if (self->length_s < LEAST_LENGTH_S)
    return 0.0;
  if (far_s > self->length_s)
    return self->changes_ns[clock][step] +
           self->drifts[clock] * (get_kept (self, far_s) - get_kept (self, self->length_s));
  while (step > 0 && far_s <= distance_s / 2.0)
    {
      distance_s /= 2.0;
      step--;
    }
  if (step > 0)
    {
      before_s = distance_s / 2.0;
      before_ns = self->changes_ns[clock][step - 1];
    }
  return before_ns +
         (self->changes_ns[clock][step] - before_ns) * (far_s - before_s) / (distance_s - before_s);
}
