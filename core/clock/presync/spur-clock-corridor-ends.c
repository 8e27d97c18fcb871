/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/clock/presync/spur-clock-corridor-private.h"

#include <math.h>

/* How far back it is looked to see how a clock runs on, as a share of how far it runs on, and by
 * polynomials of which degree. */
typedef struct
{
  double share;
  guint degree;
} Outlook;

/* Smoothing makes curves straight at their very ends, so none looks at those only. */
static const Outlook outlooks[] = {
  { 1.0, 1 },
  { 1.0, 2 },
  { 2.0, 2 },
  { 2.0, 3 },
};

#define N_OUTLOOKS G_N_ELEMENTS (outlooks)
#define MAX_DEGREE 3
/* Beyond the messages no clock drifts from its line by more than so many times what is usual. */
#define MAX_SIGMAS 3.0

#define N_LOOKS 16
#define N_TRIALS 256

/* Gauss elimination; the matrix is positive. */
static void
solve_small (double matrix[MAX_DEGREE + 1][MAX_DEGREE + 1], double *right, guint n)
{
  for (guint k = 0; k < n; k++)
    {
      for (guint i = k + 1; i < n; i++)
        {
          double factor = matrix[i][k] / matrix[k][k];

          for (guint j = k; j < n; j++)
            matrix[i][j] -= factor * matrix[k][j];
          right[i] -= factor * right[k];
        }
    }
  for (guint i = n; i > 0; i--)
    {
      for (guint j = i; j < n; j++)
        right[i - 1] -= matrix[i - 1][j] * right[j];
      right[i - 1] /= matrix[i - 1][i - 1];
    }
}

/* The polynomial that a clock follows from a time on, for @length_s, which is negative where the
 * clock is followed back. Coefficients are those of powers of seconds. */
static void
follow (const SpurCorridor *self,
        guint clock,
        double time_s,
        double length_s,
        guint degree,
        double *coefficients)
{
  double matrix[MAX_DEGREE + 1][MAX_DEGREE + 1] = { { 0 } };
  double right[MAX_DEGREE + 1] = { 0 }, scale = 1.0;

  for (guint k = 0; k <= N_LOOKS; k++)
    {
      double u = (double) k / N_LOOKS, powers[2 * MAX_DEGREE + 1] = { 1.0 };
      double value = spur_corridor_get_found (self, clock, time_s + u * length_s);

      for (guint i = 1; i <= 2 * degree; i++)
        powers[i] = powers[i - 1] * u;
      for (guint i = 0; i <= degree; i++)
        {
          right[i] += powers[i] * value;
          for (guint j = 0; j <= degree; j++)
            matrix[i][j] += powers[i + j];
        }
    }
  solve_small (matrix, right, degree + 1);
  for (guint i = 0; i <= MAX_DEGREE; i++)
    {
      coefficients[i] = i <= degree ? right[i] * scale : 0.0;
      scale /= length_s;
    }
}

/* How well it can be told during the run how clocks ran on for @length_s: the sum of squares. */
static double
rate_outlook (const SpurCorridor *self, const Outlook *outlook, double length_s)
{
  double span_s = (double) (self->end_ns - self->begin_ns) * 1e-9;
  double look_s = MIN (outlook->share * length_s, span_s - length_s), sum = 0.0;
  double longest_s = MIN (2.0 * length_s, span_s - length_s);
  double step_s = MAX (length_s / 4.0, span_s / N_TRIALS);
  double coefficients[MAX_DEGREE + 1];

  for (guint i = 0; i < self->samples->n_clocks; i++)
    {
      for (double at_s = length_s; at_s + longest_s <= span_s; at_s += step_s)
        {
          double back_s = span_s - at_s, off;

          follow (self, i, at_s, look_s, outlook->degree, coefficients);
          off = spur_corridor_get_found (self, i, at_s - length_s) -
                spur_corridor_get_found (self, i, at_s) -
                spur_corridor_get_growth (coefficients, -length_s);
          sum += off * off;
          follow (self, i, back_s, -look_s, outlook->degree, coefficients);
          off = spur_corridor_get_found (self, i, back_s + length_s) -
                spur_corridor_get_found (self, i, back_s) -
                spur_corridor_get_growth (coefficients, length_s);
          sum += off * off;
        }
    }
  return sum;
}

/* How long the longest time is that a clock runs without messages before the first one or after the
 * last one; no more than what a quarter of the run can tell of. */
static double
get_gap (const SpurCorridor *self)
{
  double span_s = (double) (self->end_ns - self->begin_ns) * 1e-9;
  gint64 gap_ns = 0;

  for (guint i = 0; i < self->samples->n_clocks; i++)
    {
      const SpurClockSpan *span = &self->raw->spans[i];

      if (span->n_events == 0)
        continue;
      gap_ns = MAX (gap_ns, self->begin_ns - spur_corridor_find_straight (self, i, span->first_ns));
      gap_ns = MAX (gap_ns, spur_corridor_find_straight (self, i, span->last_ns) - self->end_ns);
    }
  return MIN ((double) gap_ns * 1e-9, span_s / 4.0);
}

/* Before the first message and after the last one clocks run on as it was best told during the
 * run. */
void
spur_corridor_find_bends (SpurCorridor *self)
{
  guint n_clocks = self->samples->n_clocks, chosen = 0;
  double span_s = (double) (self->end_ns - self->begin_ns) * 1e-9, best = 0.0;

  self->bends = g_new0 (SpurCorridorBend, 2 * (gsize) n_clocks + 1);
  self->bend_s = get_gap (self);
  /* What is shorter than a window is straight. */
  if (self->bend_s * 1e9 < (double) self->window_ns)
    self->bend_s = 0.0;
  if (!(self->bend_s > 0.0))
    return;
  for (guint i = 0; i < N_OUTLOOKS; i++)
    {
      double sum = rate_outlook (self, &outlooks[i], self->bend_s);

      if (i > 0 && sum >= best)
        continue;
      best = sum;
      chosen = i;
    }
  for (guint i = 0; i < 2 * n_clocks; i++)
    {
      double end_s = i % 2 == 0 ? 0.0 : span_s,
             look_s = MIN (outlooks[chosen].share * self->bend_s, span_s);
      double out_s = i % 2 == 0 ? -1.0 : 1.0;

      follow (self, i / 2, end_s, -out_s * look_s, outlooks[chosen].degree,
              self->bends[i].coefficients);
      /* No clock goes that way: it is only chance that the curve does. */
      if (fabs (spur_corridor_get_growth (self->bends[i].coefficients, out_s * self->bend_s)) >
          MAX_SIGMAS * SPUR_USUAL_DRIFT * self->bend_s)
        self->bends[i] = (SpurCorridorBend){ { 0.0 } };
      /* What curves do outside of themselves is not to be done twice. */
      self->bends[i].coefficients[1] -=
        out_s * (spur_corridor_get_found (self, i / 2, end_s + out_s) -
                 spur_corridor_get_found (self, i / 2, end_s));
    }
}
