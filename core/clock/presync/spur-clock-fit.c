/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/clock/presync/spur-clock-fit-private.h"

#include <math.h>

#include "core/base/spur-integer-private.h"
#include "core/base/spur-order-internal.h"
#include "core/causality/spur-nodes-internal.h"
#include "core/store/trace/spur-store-internal.h"

SpurClockFit *
spur_clock_fit_new (guint n_clocks)
{
  SpurClockFit *self = g_new0 (SpurClockFit, 1);

  self->n_clocks = n_clocks;
  self->knots = g_new0 (GArray *, n_clocks + 1);
  self->facts = g_ptr_array_new_with_free_func (g_free);
  self->findings = g_array_new (FALSE, FALSE, sizeof (SpurClockFinding));
  return self;
}

void
spur_clock_fit_free (SpurClockFit *self)
{
  for (guint i = 0; i < self->n_clocks; i++)
    g_clear_pointer (&self->knots[i], g_array_unref);
  g_free (self->knots);
  g_free (self->half_widths_ns);
  g_free (self->drifts);
  g_array_unref (self->findings);
  g_clear_pointer (&self->setbacks, g_array_unref);
  g_clear_pointer (&self->places, g_array_unref);
  g_ptr_array_unref (self->facts);
  g_free (self);
}

void
spur_clock_fit_note (SpurClockFit *self, const char *key, gint64 value)
{
  g_ptr_array_add (self->facts, g_strdup (key));
  g_ptr_array_add (self->facts, g_strdup_printf ("%" G_GINT64_FORMAT, value));
}

void
spur_clock_fit_tell (SpurClockFit *self, SpurClockFinding finding)
{
  g_array_append_val (self->findings, finding);
}

void
spur_clock_fit_add (SpurClockFit *self, guint clock, gint64 from_ns, gint64 to_ns)
{
  SpurFitKnot knot = { from_ns, to_ns };

  if (self->knots[clock] == NULL)
    self->knots[clock] = g_array_new (FALSE, FALSE, sizeof (SpurFitKnot));
  g_array_append_val (self->knots[clock], knot);
}

void
spur_clock_fit_set_width (SpurClockFit *self,
                          const SpurClockSamples *samples,
                          guint clock,
                          double half_width_ns,
                          double drift)
{
  if (self->half_widths_ns == NULL)
    {
      self->n_places = 1;
      spur_clock_samples_get_sends (samples, &self->begin_ns, &self->step_ns);
      self->step_ns = MAX (self->step_ns - self->begin_ns, 1);
      self->half_widths_ns = g_new (gint64, self->n_clocks + 1);
      self->drifts = g_new0 (double, self->n_clocks + 1);
      for (guint i = 0; i < self->n_clocks; i++)
        self->half_widths_ns[i] = -1;
    }
  self->half_widths_ns[clock] = (gint64) ceil (half_width_ns);
  self->drifts[clock] = drift;
}

void
spur_clock_fit_widen (SpurClockFit *self, const gint64 *least_ns)
{
  for (gsize i = 0; self->half_widths_ns != NULL && i < self->n_clocks * self->n_places; i++)
    {
      if (self->half_widths_ns[i] >= 0)
        self->half_widths_ns[i] = MAX (self->half_widths_ns[i], least_ns[i / self->n_places]);
    }
}

gint64
spur_clock_fit_apply (const SpurClockFit *self, guint clock, gint64 time_ns)
{
  const GArray *knots = self != NULL ? self->knots[clock] : NULL;
  const SpurFitKnot *a, *b;
  guint n_before = 0, high = knots != NULL ? knots->len : 0, middle;

  if (high == 0)
    return time_ns;
  SPUR_BISECT (n_before, high, middle,
               g_array_index (knots, SpurFitKnot, middle).from_ns <= time_ns);
  a = &g_array_index (knots, SpurFitKnot, MAX (n_before, 1) - 1);
  if (n_before == 0 || n_before == knots->len)
    return time_ns + (a->to_ns - a->from_ns);
  b = a + 1;
  return a->to_ns +
         spur_mul_div_floor (time_ns - a->from_ns, b->to_ns - a->to_ns, b->from_ns - a->from_ns);
}

/* What is added to events in the mean, of clocks that have knots. */
static double
get_mean_shift (const SpurClockFit *self, const SpurClockSamples *samples)
{
  gint64 sums[2] = { 0, 0 };

  for (guint i = 0; i < samples->moments->len; i++)
    {
      const SpurClockMoment *moment = &g_array_index (samples->moments, SpurClockMoment, i);

      if (self->knots[moment->clock] == NULL)
        continue;
      sums[0] += spur_clock_fit_apply (self, moment->clock, moment->time_ns) - moment->time_ns;
      sums[1]++;
    }
  spur_communicator_all_reduce (samples->communicator, SPUR_REDUCE_SUM, sums, G_N_ELEMENTS (sums));
  return sums[1] > 0 ? (double) sums[0] / (double) sums[1] : 0.0;
}

/* The golden ratio distributes the fraction of a ns evenly over the knots. */
#define GOLDEN 0.61803398874989485

void
spur_clock_fit_centre (SpurClockFit *self, const SpurClockSamples *samples)
{
  double mean_ns = get_mean_shift (self, samples);

  for (guint i = 0; i < self->n_clocks; i++)
    {
      gint64 last_ns = G_MININT64;

      for (guint k = 0; self->knots[i] != NULL && k < self->knots[i]->len; k++)
        {
          SpurFitKnot *knot = &g_array_index (self->knots[i], SpurFitKnot, k);

          knot->to_ns += (gint64) floor (fmod (GOLDEN * (k + 1), 1.0) - mean_ns);
          knot->to_ns = last_ns = MAX (knot->to_ns, last_ns);
        }
    }
}

gsize
spur_clock_fit_count_reversed (const SpurClockFit *self,
                               const SpurClockSamples *samples,
                               const SpurJob *job)
{
  return spur_clock_samples_apply (samples, (SpurClockTimeFunc) spur_clock_fit_apply, self, job,
                                   NULL);
}

gint64 *
spur_clock_fit_get_worst (const SpurClockFit *self, const SpurClockSamples *samples)
{
  gint64 *worst_ns = g_new0 (gint64, samples->n_clocks + 1);

  for (gsize i = 0; i < samples->n_samples; i++)
    {
      const SpurClockSample *sample = &samples->samples[i];
      gint64 reversed_ns = spur_clock_fit_apply (self, sample->from, sample->send_ns) -
                           spur_clock_fit_apply (self, sample->to, sample->receive_ns);

      worst_ns[sample->from] = MAX (worst_ns[sample->from], reversed_ns);
      worst_ns[sample->to] = MAX (worst_ns[sample->to], reversed_ns);
    }
  spur_communicator_all_reduce (samples->communicator, SPUR_REDUCE_MAX, worst_ns,
                                samples->n_clocks);
  return worst_ns;
}

/* The first event from @first on that is not before the time. */
static guint64
find_event (SpurTimes *times, guint64 first, guint64 n_events, gint64 time_ns)
{
  guint64 low = first, high, step = 1, middle;

  while (low + step < n_events && spur_times_at (times, low + step) < time_ns)
    {
      low += step;
      step *= 2;
    }
  high = MIN (low + step, n_events);
  SPUR_BISECT (low, high, middle, spur_times_at (times, middle) < time_ns);
  return low;
}

/* The knots of a stream's map, as they are made. */
typedef struct
{
  const SpurClockFit *fit;
  guint clock;
  guint stream;
  guint64 n_events;
  SpurTimes times;
  GArray *knots;
  gboolean is_still;
} Drawing;

static void
add_knot (Drawing *self, guint64 event, gint64 from_ns, gint64 to_ns)
{
  const SpurKnot *last =
    self->knots->len > 0 ? &g_array_index (self->knots, SpurKnot, self->knots->len - 1) : NULL;
  SpurKnot knot = { event, from_ns, last != NULL ? MAX (to_ns, last->to_ns) : to_ns };

  if (last != NULL && event == last->event && from_ns <= last->from_ns)
    return;
  g_array_append_val (self->knots, knot);
  self->is_still = self->is_still && from_ns == to_ns;
}

/* The line from an event on, and up to the one before @end. */
static void
draw_line (Drawing *self, guint64 begin, guint64 end)
{
  const GArray *from = self->fit->knots[self->clock];
  gint64 shift_ns = self->fit->setbacks != NULL
                      ? spur_clock_setbacks_get_shift (self->fit->setbacks, self->stream, begin)
                      : 0;
  gint64 first_ns = begin > 0 ? spur_times_at (&self->times, begin) : G_MININT64;
  gint64 last_ns = end < self->n_events ? spur_times_at (&self->times, end - 1) : G_MAXINT64;
  guint64 event = begin;

  if (begin > 0)
    add_knot (self, begin, first_ns,
              spur_clock_fit_apply (self->fit, self->clock, first_ns + shift_ns));
  for (guint i = 0; from != NULL && i < from->len && event < end; i++)
    {
      const SpurFitKnot *knot = &g_array_index (from, SpurFitKnot, i);
      gint64 from_ns = knot->from_ns - shift_ns;

      if (from_ns <= first_ns || from_ns >= last_ns)
        continue;
      event = find_event (&self->times, event, end, from_ns);
      /* Of the knots before the first event the last one says all. */
      if (event == 0)
        g_array_set_size (self->knots, 0);
      add_knot (self, event, from_ns, knot->to_ns);
    }
  if (end < self->n_events)
    add_knot (self, end - 1, last_ns,
              spur_clock_fit_apply (self->fit, self->clock, last_ns + shift_ns));
}

/* Lines and places in the order of events. */
static void
draw_stream (Drawing *self)
{
  const GArray *places = self->fit->places;
  guint next = 0, high = places != NULL ? places->len : 0, middle;
  gboolean is_line = TRUE, is_bend = FALSE;

  /* The first place of the stream. */
  SPUR_BISECT (next, high, middle,
               g_array_index (places, SpurFitPlace, middle).stream < self->stream);
  for (guint64 event = 0, end; event < self->n_events; event = end)
    {
      const SpurFitPlace *place =
        places != NULL && next < places->len ? &g_array_index (places, SpurFitPlace, next) : NULL;

      end = place != NULL && place->stream == self->stream ? place->event : self->n_events;
      if (is_line && self->fit->setbacks != NULL)
        end = MIN (end, spur_clock_setbacks_get_next (self->fit->setbacks, self->stream, event));
      if (is_line && end > event)
        draw_line (self, event, end);
      /* The events from a place on are there, too, whatever their stamps are. */
      if (!is_line && !is_bend && end > event + 1)
        add_knot (self, end - 1, spur_times_at (&self->times, end - 1), G_MININT64);
      if (end < self->n_events && place != NULL && end == place->event)
        {
          is_line = place->is_end;
          is_bend = place->is_bend;
          if (!is_line)
            add_knot (self, end, spur_times_at (&self->times, end), place->to_ns);
          next++;
        }
    }
}

SpurTimeMap *
spur_clock_fit_make_map (const SpurClockFit *self,
                         guint clock,
                         SpurTrace *trace,
                         SpurCorrection *correction,
                         guint stream,
                         GError **error)
{
  guint64 n_events = spur_stream_get_n_events (spur_trace_get_stream (trace, stream));
  g_autoptr (GArray) knots = g_array_new (FALSE, FALSE, sizeof (SpurKnot));
  Drawing drawing = { .fit = self,
                      .clock = clock,
                      .stream = stream,
                      .n_events = n_events,
                      .knots = knots,
                      .is_still = TRUE };

  if (n_events == 0)
    return NULL;
  spur_times_init (&drawing.times, trace, correction, stream);
  draw_stream (&drawing);
  return drawing.is_still
           ? NULL
           : spur_time_map_new ((const SpurKnot *) (gpointer) knots->data, knots->len, error);
}

gint64
spur_clock_fit_get_half_width (const SpurClockFit *self, guint clock, gint64 time_ns)
{
  gint64 end_ns = self->begin_ns + (gint64) self->n_places * self->step_ns;
  gint64 out_ns = MAX (MAX (self->begin_ns - time_ns, time_ns - end_ns), 0), place, width_ns;

  if (self->half_widths_ns == NULL || self->n_places == 0)
    return -1;
  place = time_ns <= self->begin_ns ? 0 : (time_ns - self->begin_ns) / self->step_ns;
  place = MIN (place, (gint64) self->n_places - 1);
  width_ns = self->half_widths_ns[clock * self->n_places + (gsize) place];
  if (width_ns < 0)
    return -1;
  return width_ns + llrint (ceil (self->drifts[clock] * (double) out_ns));
}
