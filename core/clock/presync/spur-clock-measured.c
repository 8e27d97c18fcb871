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

/* A measurement in trace time. */
typedef struct
{
  gint64 at_ns;
  gint64 offset_ns;
} Sample;

SPUR_DEFINE_ORDER (compare_samples, Sample, SPUR_BY (at_ns))

/* By rising time, each time once; those outside of what a time may be are left out. */
static GArray *
get_samples (SpurStream *stream)
{
  GArray *samples = g_array_new (FALSE, FALSE, sizeof (Sample));
  guint n_offsets, n_kept = 0;
  const SpurClockOffset *offsets = spur_stream_get_clock_offsets (stream, &n_offsets);
  gint64 limit_ticks = spur_stream_get_limit_ticks (stream);

  for (guint i = 0; i < n_offsets; i++)
    {
      Sample sample;

      if (ABS (offsets[i].ticks / 2) > limit_ticks / 2 ||
          ABS (offsets[i].offset_ticks / 2) > limit_ticks / 2)
        continue;
      sample.at_ns = spur_stream_ticks_to_ns (stream, offsets[i].ticks);
      sample.offset_ns = spur_stream_ticks_to_ns (stream, offsets[i].offset_ticks);
      g_array_append_val (samples, sample);
    }
  g_array_sort (samples, compare_samples);
  for (guint i = 0; i < samples->len; i++)
    {
      Sample sample = g_array_index (samples, Sample, i);

      if (n_kept > 0 && g_array_index (samples, Sample, n_kept - 1).at_ns == sample.at_ns)
        continue;
      g_array_index (samples, Sample, n_kept++) = sample;
    }
  g_array_set_size (samples, n_kept);
  return samples;
}

/* On the line through two measurements; of one it is constant. */
static gint64
get_offset (const GArray *samples, guint first, gint64 at_ns)
{
  const Sample *a = &g_array_index (samples, Sample, first), *b = a + 1;
  double slope;

  if (first + 1 >= samples->len)
    return a->offset_ns;
  slope = (double) (b->offset_ns - a->offset_ns) / (double) (b->at_ns - a->at_ns);
  return a->offset_ns + llrint (slope * (double) (at_ns - a->at_ns));
}

static void
add_clock (SpurClockFit *fit, guint clock, const SpurClockSpan *span, const GArray *samples)
{
  const Sample *first = &g_array_index (samples, Sample, 0);
  const Sample *last = &g_array_index (samples, Sample, samples->len - 1);

  if (span->first_ns < first->at_ns)
    spur_clock_fit_add (fit, clock, span->first_ns,
                        span->first_ns + get_offset (samples, 0, span->first_ns));
  for (guint i = 0; i < samples->len; i++)
    {
      const Sample *sample = &g_array_index (samples, Sample, i);

      spur_clock_fit_add (fit, clock, sample->at_ns, sample->at_ns + sample->offset_ns);
    }
  if (span->last_ns > last->at_ns)
    spur_clock_fit_add (fit, clock, span->last_ns,
                        span->last_ns +
                          get_offset (samples, MAX (samples->len, 2) - 2, span->last_ns));
}

gsize
spur_clock_fit_add_measured (SpurClockFit *self, const SpurClockSamples *samples, SpurTrace *trace)
{
  gsize n_measured = 0;

  for (guint s = 0; s < samples->n_streams; s++)
    {
      guint clock = samples->clocks[s];
      g_autoptr (GArray) of_stream = get_samples (spur_trace_get_stream (trace, s));

      if (of_stream->len == 0 || self->knots[clock] != NULL || samples->spans[clock].n_events == 0)
        continue;
      add_clock (self, clock, &samples->spans[clock], of_stream);
      n_measured += of_stream->len;
    }
  spur_clock_fit_note (self, "measurements", (gint64) n_measured);
  self->outcome = n_measured > 0 ? SPUR_CLOCK_OUTCOME_MEASURED : SPUR_CLOCK_OUTCOME_NOT_MEASURED;
  return n_measured;
}
