/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/clock/presync/spur-clock-gradients-private.h"

#include <float.h>
#include <string.h>

/* The first look whether rounds still gain something; each later one comes after a quarter more of
 * them, for slow progress is proportional to the number of rounds. */
#define FIRST_LOOK 8

/* Below that share of its first length what is left is rounding, the square of 1e-12. */
#define ROUNDING 1e-24

double
spur_gradients_get_product (const double *a, const double *b, gsize n)
{
  double sum = 0.0;

  for (gsize i = 0; i < n; i++)
    sum += a[i] * b[i];
  return sum;
}

void
spur_gradients_solve (const SpurGradients *self, const double *right, double *values)
{
  gsize n = self->n_values, next_look = FIRST_LOOK;
  g_autofree double *rest = g_memdup2 (right, n * sizeof *right);
  g_autofree double *scaled = g_new (double, n + 1);
  g_autofree double *way = g_new (double, n + 1);
  g_autofree double *change = g_new (double, n + 1);
  double length, first, gained = 0.0, gained_before = 0.0;

  memset (values, 0, n * sizeof *values);
  self->scale (self->system, rest, scaled);
  memcpy (way, scaled, n * sizeof *way);
  first = length = spur_gradients_get_product (rest, scaled, n);
  for (gsize round = 0; round < self->max_rounds && length > ROUNDING * first; round++)
    {
      double before = length, step, along;

      if (round == next_look)
        {
          if (gained - gained_before <= self->share * gained)
            break;
          gained_before = gained;
          next_look += next_look / 4;
        }
      self->multiply (self->system, way, change);
      along = spur_gradients_get_product (way, change, n);
      /* The system does not see this way, which rounding has left. */
      if (!(along > DBL_EPSILON * length))
        break;
      step = length / along;
      gained += step * length;
      for (gsize i = 0; i < n; i++)
        {
          values[i] += step * way[i];
          rest[i] -= step * change[i];
        }
      self->scale (self->system, rest, scaled);
      length = spur_gradients_get_product (rest, scaled, n);
      for (gsize i = 0; i < n; i++)
        way[i] = scaled[i] + length / before * way[i];
    }
}
