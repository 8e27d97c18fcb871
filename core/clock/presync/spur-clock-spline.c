/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/clock/presync/spur-clock-curves-private.h"

#include <math.h>

#define N_ROUNDS 3
#define MAX_SIGMAS 2.0

/* How well the mean of all is held at 0, and each clock where nothing is seen of it. */
#define MEAN_SIGMA_NS 1000.0
#define REST_SIGMA_NS 1e9

/* What rounding leaves of a pivot that should be 0, as a share of the diagonal. */
#define LEAST_PIVOT 1e-13

/* The most entries in memory, 128 MiB: over days knots are farther apart. */
#define MAX_ENTRIES ((gsize) 1 << 24)

SpurClockCurves *
spur_clock_curves_new (
  guint n_clocks, gsize n_places, gint64 base_ns, double begin_s, double step_s)
{
  SpurClockCurves *self = g_new0 (SpurClockCurves, 1);

  self->n_clocks = n_clocks;
  self->n_places = n_places;
  self->base_ns = base_ns;
  self->begin_s = begin_s;
  self->step_s = step_s;
  self->values = g_new0 (double, n_clocks *n_places + 1);
  self->slopes = g_new0 (double, n_clocks *n_places + 1);
  return self;
}

void
spur_clock_curves_free (SpurClockCurves *self)
{
  g_free (self->values);
  g_free (self->slopes);
  g_free (self);
}

double
spur_clock_curves_get (const SpurClockCurves *self, guint clock, gint64 time_ns)
{
  const double *values = self->values + clock * self->n_places;
  const double *slopes = self->slopes + clock * self->n_places;
  double place = ((double) (time_ns - self->base_ns) * 1e-9 - self->begin_s) / self->step_s;
  double u, left, right;
  gsize k;

  if (place <= 0.0 || self->n_places == 1)
    return values[0] + slopes[0] * place * self->step_s;
  if (place >= (double) (self->n_places - 1))
    {
      k = self->n_places - 1;
      return values[k] + slopes[k] * (place - (double) k) * self->step_s;
    }
  k = (gsize) place;
  u = place - (double) k;
  left = values[k] * (1.0 + 2.0 * u) + slopes[k] * self->step_s * u;
  right = values[k + 1] * (3.0 - 2.0 * u) - slopes[k + 1] * self->step_s * (1.0 - u);
  return left * (1.0 - u) * (1.0 - u) + right * u * u;
}

gint64
spur_clock_curves_apply (const SpurClockCurves *self, guint clock, gint64 time_ns)
{
  return time_ns - llrint (spur_clock_curves_get (self, clock, time_ns));
}

/* A symmetric band matrix, the lower half row by row: entry (i, j) with i - j < @width. */
typedef struct
{
  gsize n_rows;
  gsize width;
  double *entries;
  double *right;
} Band;

static inline double *
band_at (const Band *self, gsize i, gsize j)
{
  return i >= j ? &self->entries[i * self->width + (i - j)]
                : &self->entries[j * self->width + (j - i)];
}

/* Cholesky in place, and the solution in @right; FALSE where the matrix is as good as singular. */
static gboolean
band_solve (Band *self)
{
  gsize n = self->n_rows, width = self->width;

  for (gsize i = 0; i < n; i++)
    {
      gsize begin = i >= width ? i - width + 1 : 0;
      double least = LEAST_PIVOT * *band_at (self, i, i);
      double sum = 0.0;

      for (gsize j = begin; j <= i; j++)
        {
          gsize start = MAX (begin, j >= width ? j - width + 1 : 0);

          sum = *band_at (self, i, j);
          for (gsize k = start; k < j; k++)
            sum -= self->entries[i * width + (i - k)] * self->entries[j * width + (j - k)];
          *band_at (self, i, j) = j < i ? sum / *band_at (self, j, j) : sqrt (MAX (sum, 0.0));
        }
      if (!(sum > least))
        return FALSE;
      sum = self->right[i];
      for (gsize k = begin; k < i; k++)
        sum -= self->entries[i * width + (i - k)] * self->right[k];
      self->right[i] = sum / *band_at (self, i, i);
    }
  for (gsize i = n; i > 0; i--)
    {
      gsize end = MIN (n, i - 1 + width);
      double sum = self->right[i - 1];

      for (gsize k = i; k < end; k++)
        sum -= *band_at (self, k, i - 1) * self->right[k];
      self->right[i - 1] = sum / *band_at (self, i - 1, i - 1);
    }
  return TRUE;
}

typedef struct
{
  guint n_clocks;
  gsize n_intervals;
  gsize n_bases;
  double begin_s;
  double step_s;
  Band band;
} Fit;

/* The four splines over the interval that @time_s is in; gives the first of them. */
static gsize
get_bases (const Fit *self, double time_s, double *bases)
{
  double place = (time_s - self->begin_s) / self->step_s;
  gsize k = place <= 0.0 ? 0 : MIN ((gsize) place, self->n_intervals - 1);
  double u = place - (double) k, v = 1.0 - u;

  bases[0] = v * v * v / 6.0;
  bases[1] = (3.0 * u * u * u - 6.0 * u * u + 4.0) / 6.0;
  bases[2] = (3.0 * v * v * v - 6.0 * v * v + 4.0) / 6.0;
  bases[3] = u * u * u / 6.0;
  return k;
}

/* The coefficients at some places, times their factors, add up to about @value. */
static void
add_equation (Band *band,
              guint n_terms,
              const gsize *places,
              const double *factors,
              double value,
              double weight)
{
  for (guint a = 0; a < n_terms; a++)
    {
      band->right[places[a]] += weight * factors[a] * value;
      for (guint b = 0; b < n_terms; b++)
        {
          if (places[a] >= places[b])
            *band_at (band, places[a], places[b]) += weight * factors[a] * factors[b];
        }
    }
}

static void
add_difference (Fit *self, const SpurClockDifference *difference, double weight)
{
  gsize places[8];
  double factors[8];
  gsize k = get_bases (self, difference->time_s, factors);

  for (guint a = 0; a < 4; a++)
    {
      places[a] = (k + a) * self->n_clocks + difference->second;
      places[4 + a] = (k + a) * self->n_clocks + difference->first;
      factors[4 + a] = -factors[a];
    }
  add_equation (&self->band, 8, places, factors, difference->value_ns, weight);
}

/* For every clock an equation with the right side 0 of neighbouring coefficients. */
static void
add_to_all (Fit *self, guint n_terms, const double *factors, double weight)
{
  gsize n = self->n_clocks, places[3];

  for (gsize at = 0; at + (n_terms - 1) * n < self->band.n_rows; at++)
    {
      for (guint a = 0; a < n_terms; a++)
        places[a] = at + a * n;
      add_equation (&self->band, n_terms, places, factors, 0.0, weight);
    }
}

/* What is known beforehand. Second differences are small, as the integral of the squared curvature,
 * and so are the mean slope of each clock and the mean of all. */
static void
add_priors (Fit *self, double drift, double noise)
{
  double step_s = self->step_s;
  double flat = 1.0 / (drift * drift * step_s * step_s * (double) self->n_bases);
  guint n = self->n_clocks;
  g_autofree gsize *places = g_new (gsize, n);
  g_autofree double *ones = g_new (double, n);

  add_to_all (self, 3, (const double[]){ 1.0, -2.0, 1.0 },
              1.0 / (noise * noise * step_s * step_s * step_s));
  add_to_all (self, 2, (const double[]){ -1.0, 1.0 }, flat);
  add_to_all (self, 1, (const double[]){ 1.0 }, 1.0 / (REST_SIGMA_NS * REST_SIGMA_NS));
  for (gsize k = 0; k < self->n_bases; k++)
    {
      for (guint i = 0; i < n; i++)
        {
          places[i] = k * n + i;
          ones[i] = 1.0;
        }
      add_equation (&self->band, n, places, ones, 0.0,
                    1.0 / (MEAN_SIGMA_NS * MEAN_SIGMA_NS * n * n));
    }
}

static double
get_fitted (const Fit *self, const SpurClockDifference *difference, const double *coefficients)
{
  double bases[4], sum = 0.0;
  gsize k = get_bases (self, difference->time_s, bases);

  for (gsize a = 0; a < 4; a++)
    sum += bases[a] * (coefficients[(k + a) * self->n_clocks + difference->second] -
                       coefficients[(k + a) * self->n_clocks + difference->first]);
  return sum;
}

/* @coefficients of the round before are NULL in the first one. FALSE where the differences do not
 * tell the splines. */
static gboolean
fit_round (Fit *self,
           const SpurClockDifference *differences,
           gsize n_differences,
           double drift,
           double noise,
           const double *coefficients)
{
  Band *band = &self->band;

  memset (band->entries, 0, band->n_rows * band->width * sizeof *band->entries);
  memset (band->right, 0, band->n_rows * sizeof *band->right);
  for (gsize i = 0; i < n_differences; i++)
    {
      double sigma_ns = differences[i].sigma_ns;
      double weight = 1.0 / (sigma_ns * sigma_ns);

      if (coefficients != NULL)
        {
          double off_ns =
            fabs (differences[i].value_ns - get_fitted (self, &differences[i], coefficients));

          if (off_ns > MAX_SIGMAS * sigma_ns)
            weight *= MAX_SIGMAS * sigma_ns / off_ns;
        }
      add_difference (self, &differences[i], weight);
    }
  add_priors (self, drift, noise);
  return band_solve (band);
}

/* A spline is a cubic between its knots, so values and slopes there say everything. */
static SpurClockCurves *
make_curves (const Fit *self, gint64 base_ns)
{
  guint n = self->n_clocks;
  SpurClockCurves *curves =
    spur_clock_curves_new (n, self->n_intervals + 1, base_ns, self->begin_s, self->step_s);

  for (guint i = 0; i < n; i++)
    {
      for (gsize k = 0; k <= self->n_intervals; k++)
        {
          const double *c = self->band.right + k * n + i;
          gsize at = i * curves->n_places + k;

          curves->values[at] = (c[0] + 4.0 * c[n] + c[2 * n]) / 6.0;
          curves->slopes[at] = (c[2 * n] - c[0]) / (2.0 * self->step_s);
        }
    }
  return curves;
}

SpurClockCurves *
spur_clock_spline_fit (const SpurClockDifference *differences,
                       gsize n_differences,
                       guint n_clocks,
                       gint64 base_ns,
                       double begin_s,
                       double end_s,
                       double step_s,
                       double drift,
                       double noise)
{
  gsize width = 4 * (gsize) n_clocks;
  double n_most = (double) (MAX_ENTRIES / (width * n_clocks)), least_s = (end_s - begin_s) / n_most;
  Fit fit = { .n_clocks = n_clocks, .begin_s = begin_s, .step_s = MAX (step_s, least_s) };
  g_autofree double *coefficients = NULL;
  SpurClockCurves *curves = NULL;
  gboolean is_good = TRUE;

  fit.n_intervals = MAX ((gsize) ceil ((end_s - begin_s) / fit.step_s), 1);
  fit.n_bases = fit.n_intervals + 3;
  fit.band.n_rows = fit.n_bases * n_clocks;
  fit.band.width = width;
  fit.band.entries = g_new (double, fit.band.n_rows *fit.band.width);
  fit.band.right = g_new (double, fit.band.n_rows);
  for (guint round = 0; is_good && round < N_ROUNDS; round++)
    {
      is_good = fit_round (&fit, differences, n_differences, drift, noise, coefficients);
      g_free (coefficients);
      coefficients = g_memdup2 (fit.band.right, fit.band.n_rows * sizeof (double));
    }
  if (is_good)
    curves = make_curves (&fit, base_ns);
  g_free (fit.band.entries);
  g_free (fit.band.right);
  return curves;
}
