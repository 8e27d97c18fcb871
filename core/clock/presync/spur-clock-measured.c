/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Curves of clocks from measured offsets (spur_stream_get_clock_offsets()): before the first and
 * after the last measurement the line next to it goes on. Streams of one clock domain follow the
 * first of them that has measurements. */
#include <math.h>

#include "core/base/spur-order-internal.h"
#include "core/clock/presync/spur-clock-fit-private.h"
#include "core/store/trace/spur-store-internal.h"

SPUR_DEFINE_ORDER (compare_knots, SpurFitKnot, SPUR_BY (from_ns))

/* (element-type SpurFitKnot) (transfer full): Measurements by rising time, each time once; those
 * outside of what a time may be are left out. */
static GArray *
list_knots (SpurStream *stream)
{
  GArray *knots = g_array_new (FALSE, FALSE, sizeof (SpurFitKnot));
  guint n_offsets;
  const SpurClockOffset *offsets = spur_stream_get_clock_offsets (stream, &n_offsets);
  gint64 limit_ticks = spur_stream_get_limit_ticks (stream);

  for (guint i = 0; i < n_offsets; i++)
    {
      SpurFitKnot knot;

      if (ABS (offsets[i].ticks / 2) > limit_ticks / 2 ||
          ABS (offsets[i].offset_ticks / 2) > limit_ticks / 2)
        continue;
      knot.from_ns = spur_stream_ticks_to_ns (stream, offsets[i].ticks);
      knot.to_ns = knot.from_ns + spur_stream_ticks_to_ns (stream, offsets[i].offset_ticks);
      g_array_append_val (knots, knot);
    }
  g_array_sort (knots, compare_knots);
  for (guint i = knots->len; i > 1; i--)
    {
      const SpurFitKnot *at = &g_array_index (knots, SpurFitKnot, i - 1);

      if (compare_knots (at, at - 1) == 0)
        g_array_remove_index (knots, i - 1);
    }
  return knots;
}

/* On the line through two measurements, @a and the next; with one the offset is constant. */
static SpurFitKnot
extend_line (const SpurFitKnot *a, guint n_knots, gint64 at_ns)
{
  gint64 offset_ns = a->to_ns - a->from_ns;

  if (n_knots > 1)
    {
      double slope =
        (double) (a[1].to_ns - a[1].from_ns - offset_ns) / (double) (a[1].from_ns - a->from_ns);

      offset_ns += llrint (slope * (double) (at_ns - a->from_ns));
    }
  return (SpurFitKnot){ at_ns, at_ns + offset_ns };
}

gsize
spur_clock_fit_add_measured (SpurClockFit *self, const SpurClockSamples *samples, SpurTrace *trace)
{
  gsize n_measured = 0;

  for (guint s = 0; s < samples->n_streams; s++)
    {
      guint clock = samples->clocks[s];
      const SpurClockSpan *span = &samples->spans[clock];
      g_autoptr (GArray) knots = list_knots (spur_trace_get_stream (trace, s));
      guint n = knots->len;
      SpurFitKnot end;

      if (n == 0 || self->knots[clock] != NULL || span->n_events == 0)
        continue;
      n_measured += n;
      if (span->last_ns > g_array_index (knots, SpurFitKnot, n - 1).from_ns)
        {
          end = extend_line (&g_array_index (knots, SpurFitKnot, MAX (n, 2) - 2), n, span->last_ns);
          g_array_append_val (knots, end);
        }
      if (span->first_ns < g_array_index (knots, SpurFitKnot, 0).from_ns)
        {
          end = extend_line (&g_array_index (knots, SpurFitKnot, 0), n, span->first_ns);
          g_array_prepend_val (knots, end);
        }
      self->knots[clock] = g_steal_pointer (&knots);
    }
  spur_clock_fit_note (self, "measurements", (gint64) n_measured);
  self->outcome = n_measured > 0 ? SPUR_CLOCK_OUTCOME_MEASURED : SPUR_CLOCK_OUTCOME_NOT_MEASURED;
  return n_measured;
}
