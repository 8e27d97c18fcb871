/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/clock/presync/spur-clock-curves-private.h"

#include <math.h>

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
