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

static void
add_difference (Fit *self, const SpurClockDifference *difference, double weight)
{
  Band *band = &self->band;
  guint n = self->n_clocks;
  double bases[4];
  gsize k = get_bases (self, difference->time_s, bases);

  for (gsize a = 0; a < 4; a++)
    {
      gsize first_a = (k + a) * n + difference->first, second_a = (k + a) * n + difference->second;

      band->right[first_a] -= weight * bases[a] * difference->value_ns;
      band->right[second_a] += weight * bases[a] * difference->value_ns;
      for (gsize b = 0; b < 4; b++)
        {
          gsize first_b = (k + b) * n + difference->first;
          gsize second_b = (k + b) * n + difference->second;
          double product = weight * bases[a] * bases[b];

          if (first_a >= first_b)
            *band_at (band, first_a, first_b) += product;
          if (second_a >= second_b)
            *band_at (band, second_a, second_b) += product;
          if (first_a >= second_b)
            *band_at (band, first_a, second_b) -= product;
          if (second_a >= first_b)
            *band_at (band, second_a, first_b) -= product;
        }
    }
}

/* Second differences of neighbouring coefficients, as the integral of the squared curvature. */
static void
add_penalty (Fit *self, double noise)
{
  static const double weights[] = { 1.0, -2.0, 1.0 };
  double weight = 1.0 / (noise * noise * self->step_s * self->step_s * self->step_s);
  guint n = self->n_clocks;

  for (gsize k = 0; k + 2 < self->n_bases; k++)
    {
      for (guint i = 0; i < n; i++)
        {
          for (gsize a = 0; a < 3; a++)
            {
              for (gsize b = 0; b <= a; b++)
                *band_at (&self->band, (k + a) * n + i, (k + b) * n + i) +=
                  weight * weights[a] * weights[b];
            }
        }
    }
}

/* The mean slope of a clock is small. */
static void
add_flatness (Fit *self, double drift)
{
  double weight = 1.0 / (drift * drift * self->step_s * self->step_s * (double) self->n_bases);
  guint n = self->n_clocks;

  for (gsize k = 0; k + 1 < self->n_bases; k++)
    {
      for (guint i = 0; i < n; i++)
        {
          gsize low = k * n + i, high = low + n;

          *band_at (&self->band, low, low) += weight;
          *band_at (&self->band, high, high) += weight;
          *band_at (&self->band, high, low) -= weight;
        }
    }
}

static void
add_mean (Fit *self)
{
  guint n = self->n_clocks;
  double weight = 1.0 / (MEAN_SIGMA_NS * MEAN_SIGMA_NS * n * n);

  for (gsize k = 0; k < self->n_bases; k++)
    {
      for (guint i = 0; i < n; i++)
        {
          *band_at (&self->band, k * n + i, k * n + i) += 1.0 / (REST_SIGMA_NS * REST_SIGMA_NS);
          for (guint j = 0; j <= i; j++)
            *band_at (&self->band, k * n + i, k * n + j) += weight;
        }
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
  add_penalty (self, noise);
  add_flatness (self, drift);
  add_mean (self);
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
