/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/clock/presync/spur-clock-corridor-private.h"

#include <math.h>

#include "core/base/spur-integer-private.h"
#include "core/base/spur-order-internal.h"

/* Places at which the common part of all corrections is computed: the least, and the most times
 * clocks, which keeps it below 16 MiB. */
#define MIN_COMMON 16
#define MAX_COMMON (1 << 21)

/* A line of 1 ms is off a curve whose drift changes by 300 ppm a second, the most that the smoother
 * knows, by 0.04 ns. */
#define MIN_LINE_NS 1000000

/* The clock's time without its errors. Far from all messages what windows told of its drift is
 * worth nothing any more, and the line is all that is known. */
static gint64
correct_time (const SpurCorridor *self, guint clock, gint64 time_ns)
{
  gint64 far_ns;

  time_ns = spur_clock_curves_apply (self->offsets, clock, time_ns);
  time_ns = spur_clock_curves_apply (self->lines, clock, time_ns);
  far_ns =
    time_ns - CLAMP (time_ns, self->begin_ns - self->window_ns, self->end_ns + self->window_ns);
  time_ns -= far_ns;
  if (self->wander != NULL)
    time_ns = spur_clock_curves_apply (self->wander, clock, time_ns);
  if (self->rest != NULL)
    time_ns = spur_clock_curves_apply (self->rest, clock, time_ns);
  time_ns += far_ns;
  if (self->common != NULL)
    time_ns = spur_clock_curves_apply (self->common, 0, time_ns);
  return time_ns;
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

/* By how much a clock's edges are reversed at the worst. */
static gint64 *
get_worst (const SpurClockSamples *samples)
{
  gint64 *worst_ns = g_new (gint64, samples->n_clocks + 1);

  for (guint i = 0; i < samples->n_clocks; i++)
    worst_ns[i] = G_MININT64;
  for (gsize i = 0; i < samples->n_samples; i++)
    {
      const SpurClockSample *sample = &samples->samples[i];
      gint64 reversed_ns = sample->send_ns - sample->receive_ns;

      worst_ns[sample->from] = MAX (worst_ns[sample->from], reversed_ns);
      worst_ns[sample->to] = MAX (worst_ns[sample->to], reversed_ns);
    }
  spur_communicator_all_reduce (samples->communicator, SPUR_REDUCE_MAX, worst_ns,
                                samples->n_clocks);
  return worst_ns;
}

SPUR_DEFINE_ORDER (compare_widths, gint64, SPUR_ORDER (*p, *q))

/* How wide a clock's corridor is most of the time: long gaps between messages, where next to
 * nothing is known, say nothing of how well the rest is. */
static gint64
get_median_width (const SpurClockFit *fit, guint clock)
{
  g_autofree gint64 *widths_ns = g_memdup2 (fit->half_widths_ns + clock * fit->n_places,
                                            fit->n_places * sizeof *fit->half_widths_ns);

  qsort (widths_ns, fit->n_places, sizeof *widths_ns, compare_widths);
  return widths_ns[fit->n_places / 2];
}

guint
spur_corridor_choose (SpurCorridor *self, const SpurClockFit *fit, guint8 *keeps)
{
  guint n_clocks = self->raw->n_clocks, n_corrected = 0;
  g_autofree guint *groups = spur_clock_samples_get_groups (self->raw);
  g_autofree guint *sizes = g_new0 (guint, n_clocks + 1);
  g_autofree gint64 *worst_ns = get_worst (self->raw);
  gint64 largest_ns = 0;
  double width_ns = 0.0;

  for (guint i = 0; i < n_clocks; i++)
    sizes[groups[i]]++;
  for (guint i = 0; i < n_clocks; i++)
    {
      keeps[i] = sizes[groups[i]] < 2 || self->raw->spans[i].n_events == 0 ||
                 fit->half_widths_ns[i * fit->n_places] < 0;
      if (keeps[i])
        continue;
      n_corrected++;
      width_ns += (double) get_median_width (fit, i);
      largest_ns = MAX (largest_ns, worst_ns[i]);
    }
  return width_ns > (double) largest_ns * n_corrected ? 0 : n_corrected;
}

/* How much a clock's correction adds where it makes @time_ns. */
static double
get_shift (const SpurCorridor *self, guint clock, gint64 time_ns)
{
  gint64 from_ns = time_ns;

  /* Maps are nearly straight lines of slope 1. */
  for (guint i = 0; i < 4; i++)
    from_ns += time_ns - correct_time (self, clock, from_ns);
  return (double) (time_ns - from_ns);
}

/* Edges tell clocks apart, not what is wrong with all of them: so what
 * is added to events is 0 in the mean at any time. */
static void
find_common (SpurCorridor *self, const guint8 *keeps)
{
  guint n_clocks = self->raw->n_clocks;
  gint64 begin_ns = G_MAXINT64, end_ns = G_MININT64;
  gsize n_places;
  double n_events = 0.0, step_s;
  SpurClockCurves *common;

  for (guint i = 0; i < n_clocks; i++)
    {
      const SpurClockSpan *span = &self->raw->spans[i];

      if (keeps[i])
        continue;
      begin_ns = MIN (begin_ns, correct_time (self, i, span->first_ns));
      end_ns = MAX (end_ns, correct_time (self, i, span->last_ns));
      n_events += (double) span->n_events;
    }
  n_places = (gsize) CLAMP ((end_ns - begin_ns) / MAX (self->window_ns / 4, 1), MIN_COMMON,
                            MAX (MAX_COMMON / n_clocks, MIN_COMMON));
  step_s = MAX ((double) (end_ns - begin_ns) * 1e-9 / (double) (n_places - 1), 1e-9);
  common = spur_clock_curves_new (1, n_places, begin_ns, 0.0, step_s);
  for (gsize k = 0; k < n_places; k++)
    {
      gint64 time_ns = begin_ns + llrint ((double) k * step_s * 1e9);

      for (guint i = 0; i < n_clocks; i++)
        {
          if (!keeps[i])
            common->values[k] +=
              get_shift (self, i, time_ns) * ((double) self->raw->spans[i].n_events / n_events);
        }
    }
  for (gsize k = 0; k < n_places; k++)
    {
      gsize before = k > 0 ? k - 1 : 0, after = MIN (k + 1, n_places - 1);

      common->slopes[k] =
        (common->values[after] - common->values[before]) / ((double) (after - before) * step_s);
    }
  self->common = common;
}

void
spur_corridor_add_knots (SpurCorridor *self, const guint8 *keeps, SpurClockFit *fit)
{
  find_common (self, keeps);
  for (guint i = 0; i < self->samples->n_clocks; i++)
    {
      Approximation approximation = { self, fit, i, G_MININT64 };

      if (!keeps[i] && self->raw->spans[i].n_events > 0)
        approximate_clock (&approximation, &self->raw->spans[i]);
    }
}
