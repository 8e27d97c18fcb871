/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/clock/presync/spur-clock-corridor-private.h"

#include <math.h>

/* A line of 1 ms is off a curve whose drift changes by 300 ppm a second, the most that the smoother
 * knows, by 0.04 ns. */
#define MIN_LINE_NS 1000000

/* What a clock is off more at a time that is far from all messages than at the next one. The
 * farther away that is, the less its drift there says. */
static double
get_error_far (const SpurCorridor *self, guint clock, gint64 far_ns)
{
  double kept_s = spur_corridor_get_kept (self, fabs ((double) far_ns) * 1e-9);
  double usual = (self->carried[clock] - self->lines->slopes[clock]) * 1e-9;

  return usual * (double) far_ns +
         (far_ns < 0 ? -self->end_drifts[2 * clock] : self->end_drifts[2 * clock + 1]) * kept_s;
}

/* The clock's time without its errors. */
static gint64
correct_time (const SpurCorridor *self, guint clock, gint64 time_ns)
{
  gint64 far_ns;

  time_ns = spur_clock_curves_apply (self->lines, clock, time_ns);
  far_ns = time_ns - CLAMP (time_ns, self->begin_ns, self->end_ns);
  time_ns -= far_ns;
  if (self->wander != NULL)
    time_ns = spur_clock_curves_apply (self->wander, clock, time_ns);
  if (self->rest != NULL)
    time_ns = spur_clock_curves_apply (self->rest, clock, time_ns);
  return time_ns + far_ns - llrint (get_error_far (self, clock, far_ns));
}

/* Draws a clock's curve by straight lines that are never off by more than a ns. */
typedef struct
{
  SpurCorridor *corridor;
  SpurClockFit *fit;
  guint clock;
  gint64 last_ns;
} Approximation;

static void
add_knot (Approximation *self, gint64 from_ns, gint64 to_ns)
{
  self->last_ns = MAX (self->last_ns, to_ns);
  spur_clock_fit_add (self->fit, self->clock, from_ns, self->last_ns);
}

static gboolean
is_straight (
  const Approximation *self, gint64 begin_ns, gint64 begin_to, gint64 end_ns, gint64 end_to)
{
  for (guint i = 1; i < 4; i++)
    {
      gint64 at_ns = begin_ns + (end_ns - begin_ns) / 4 * i;
      double line = (double) (begin_to - begin_ns) +
                    (double) ((end_to - end_ns) - (begin_to - begin_ns)) *
                      ((double) (at_ns - begin_ns) / (double) (end_ns - begin_ns));

      if (fabs ((double) (correct_time (self->corridor, self->clock, at_ns) - at_ns) - line) > 1.5)
        return FALSE;
    }
  return TRUE;
}

static void
divide_span (Approximation *self, gint64 begin_ns, gint64 begin_to, gint64 end_ns, gint64 end_to)
{
  gint64 middle_ns = begin_ns + (end_ns - begin_ns) / 2;
  gint64 middle_to;

  if (end_ns - begin_ns <= MIN_LINE_NS || is_straight (self, begin_ns, begin_to, end_ns, end_to))
    {
      add_knot (self, end_ns, end_to);
      return;
    }
  middle_to = correct_time (self->corridor, self->clock, middle_ns);
  divide_span (self, begin_ns, begin_to, middle_ns, middle_to);
  divide_span (self, middle_ns, middle_to, end_ns, end_to);
}

static void
approximate_clock (Approximation *self, const SpurClockSpan *span)
{
  gint64 step_ns = MAX (2 * self->corridor->window_ns, MIN_LINE_NS);
  gint64 at_ns = span->first_ns, at_to = correct_time (self->corridor, self->clock, at_ns);

  add_knot (self, at_ns, at_to);
  while (at_ns < span->last_ns)
    {
      gint64 next_ns = span->last_ns - at_ns > step_ns ? at_ns + step_ns : span->last_ns;
      gint64 next_to = correct_time (self->corridor, self->clock, next_ns);

      divide_span (self, at_ns, at_to, next_ns, next_to);
      at_ns = next_ns;
      at_to = next_to;
    }
}

void
spur_corridor_add_knots (SpurCorridor *self, SpurClockFit *fit)
{
  for (guint i = 0; i < self->base->n_clocks; i++)
    {
      Approximation approximation = { self, fit, i, G_MININT64 };

      /* Without others in both directions a clock has no width. */
      if (self->base->spans[i].n_events > 0 && fit->half_widths_ns[i * fit->n_places] >= 0)
        approximate_clock (&approximation, &self->base->spans[i]);
    }
}
