/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Clocks by the offsets that were measured while the trace was recorded. A tracer's offsets are
 * estimates; those of probes are bounded, so that it is known how far each clock may be off. */
#include "core/clock/presync/spur-clock-fit-private.h"

#include <math.h>
#include <string.h>

#include "core/base/spur-order-internal.h"
#include "core/store/trace/spur-store-internal.h"

/* The most that NTP corrects a clock by (RFC 5905, MAXFREQ), as a share of the time. Two
 * measurements whose bounds allow for a greater drift between them tell nothing of the drift. */
#define MAX_DRIFT 500e-6

/* At how many times half widths are kept: more than the three of each stream that verdicts look at,
 * and 512 bytes a clock. */
#define N_PLACES 64

/* What is rounded off: the time and the offset to ticks and to ns, and the corrected time. */
#define ROUNDING_NS 4

typedef struct
{
  SpurFitKnot knot;
  double half_width_ns; /* 0 where it is not known */
  gboolean is_exact;    /* it is the reference itself, at all times */
} Measured;

SPUR_DEFINE_ORDER (compare_measured, Measured, SPUR_BY (knot.from_ns))

/* Those outside of what a time may be are left out. */
static void
append_offsets (GArray *all, SpurStream *stream, gboolean is_bounded)
{
  guint n_offsets;
  const SpurClockOffset *offsets = spur_stream_get_clock_offsets (stream, &n_offsets);
  gint64 limit_ticks = spur_stream_get_limit_ticks (stream);
  /* A second has limit_ticks / SPUR_TIME_LIMIT_NS * 1e9 ticks. */
  double tick_ns = (double) SPUR_TIME_LIMIT_NS / (double) limit_ticks;

  for (guint i = 0; i < n_offsets; i++)
    {
      Measured measured = { .half_width_ns = 0 };

      if (ABS (offsets[i].ticks / 2) > limit_ticks / 2 ||
          ABS (offsets[i].offset_ticks / 2) > limit_ticks / 2)
        continue;
      measured.knot.from_ns = spur_stream_ticks_to_ns (stream, offsets[i].ticks);
      measured.knot.to_ns =
        measured.knot.from_ns + spur_stream_ticks_to_ns (stream, offsets[i].offset_ticks);
      if (is_bounded)
        measured.half_width_ns = offsets[i].deviation_ticks * tick_ns + tick_ns + ROUNDING_NS;
      measured.is_exact = is_bounded && offsets[i].deviation_ticks <= 0;
      g_array_append_val (all, measured);
    }
}

/* Of measurements that tell nothing of the drift between them the narrowest stays, so each time is
 * there once, and times that are corrected rise. */
static void
thin_out (GArray *all)
{
  guint n_kept = 0;

  g_array_sort (all, compare_measured);
  for (guint i = 0; i < all->len; i++)
    {
      const Measured *next = &g_array_index (all, Measured, i);
      Measured *last = &g_array_index (all, Measured, MAX (n_kept, 1) - 1);
      double gap_ns = (double) (next->knot.from_ns - last->knot.from_ns);

      if (n_kept == 0 || gap_ns * MAX_DRIFT > last->half_width_ns + next->half_width_ns)
        g_array_index (all, Measured, n_kept++) = *next;
      else if (next->half_width_ns < last->half_width_ns)
        *last = *next;
    }
  g_array_set_size (all, n_kept);
}

/* (element-type Measured) (transfer full): By clock the measurements by rising time; NULL where
 * there are none. Estimates of several streams of a clock contradict each other, so only the first
 * stream's count. */
static GArray **
list_measured (const SpurClockSamples *samples, SpurTrace *trace, gboolean is_bounded)
{
  GArray **lists = g_new0 (GArray *, samples->n_clocks + 1);

  for (guint s = 0; s < samples->n_streams; s++)
    {
      guint clock = samples->clocks[s], n_offsets;
      SpurStream *stream = spur_trace_get_stream (trace, s);

      spur_stream_get_clock_offsets (stream, &n_offsets);
      if (n_offsets == 0 || samples->spans[clock].n_events == 0 ||
          (!is_bounded && lists[clock] != NULL))
        continue;
      if (lists[clock] == NULL)
        lists[clock] = g_array_new (FALSE, FALSE, sizeof (Measured));
      append_offsets (lists[clock], stream, is_bounded);
      if (lists[clock]->len == 0)
        g_clear_pointer (&lists[clock], g_array_unref);
    }
  for (guint i = 0; i < samples->n_clocks; i++)
    {
      if (lists[i] != NULL)
        thin_out (lists[i]);
    }
  return lists;
}

static void
free_lists (GArray **lists, guint n_clocks)
{
  for (guint i = 0; i < n_clocks; i++)
    g_clear_pointer (&lists[i], g_array_unref);
  g_free (lists);
}

/* ---- Lines ---- */

/* On the line through two measurements, @a and the next; with one the offset is constant. */
static SpurFitKnot
extend_line (const Measured *a, guint n_measured, gint64 at_ns)
{
  gint64 offset_ns = a->knot.to_ns - a->knot.from_ns;

  if (n_measured > 1)
    {
      const SpurFitKnot *b = &a[1].knot;
      double slope =
        (double) (b->to_ns - b->from_ns - offset_ns) / (double) (b->from_ns - a->knot.from_ns);

      offset_ns += llrint (slope * (double) (at_ns - a->knot.from_ns));
    }
  return (SpurFitKnot){ at_ns, at_ns + offset_ns };
}

/* Before the first and after the last measurement the line next to it goes on. */
static void
add_lines (SpurClockFit *self, guint clock, const SpurClockSpan *span, const GArray *list)
{
  const Measured *all = (const Measured *) (gpointer) list->data;
  guint n = list->len;
  SpurFitKnot end;

  if (span->first_ns < all[0].knot.from_ns)
    {
      end = extend_line (all, n, span->first_ns);
      spur_clock_fit_add (self, clock, end.from_ns, end.to_ns);
    }
  for (guint i = 0; i < n; i++)
    spur_clock_fit_add (self, clock, all[i].knot.from_ns, all[i].knot.to_ns);
  if (span->last_ns > all[n - 1].knot.from_ns)
    {
      end = extend_line (&all[MAX (n, 2) - 2], n, span->last_ns);
      spur_clock_fit_add (self, clock, end.from_ns, end.to_ns);
    }
}

/* ---- Half widths ---- */

/* How much faster than the line the error of the line beyond @a may grow, towards @b. */
static double
get_growth (const Measured *a, const Measured *b)
{
  return (a->half_width_ns + b->half_width_ns) /
         fabs ((double) b->knot.from_ns - (double) a->knot.from_ns);
}

/* By how much more than bounds explain measurements are beside the line between their neighbours:
 * so much the clock wanders between measurements. */
static double
get_wander (const GArray *list)
{
  const Measured *all = (const Measured *) (gpointer) list->data;
  double wander_ns = 0;

  for (guint i = 1; i + 1 < list->len; i++)
    {
      const Measured *before = &all[i - 1], *after = &all[i + 1];
      double span_ns = (double) (after->knot.from_ns - before->knot.from_ns);
      double share = (double) (all[i].knot.from_ns - before->knot.from_ns) / span_ns;
      double first_ns = (double) (before->knot.to_ns - before->knot.from_ns);
      double last_ns = (double) (after->knot.to_ns - after->knot.from_ns);
      double offset_ns = (double) (all[i].knot.to_ns - all[i].knot.from_ns);
      double beside_ns = fabs (offset_ns - first_ns - share * (last_ns - first_ns));

      wander_ns =
        MAX (wander_ns, beside_ns - all[i].half_width_ns - (1.0 - share) * before->half_width_ns -
                          share * after->half_width_ns);
    }
  return wander_ns;
}

/* By the corrected time, which is what callers know. On a line between two bounded offsets neither
 * bound is exceeded. */
static double
get_width_at (const GArray *list, gint64 at_ns)
{
  const Measured *all = (const Measured *) (gpointer) list->data;
  guint n = list->len, n_before = 0, high = n, middle;
  const Measured *near;
  double growth = MAX_DRIFT;

  SPUR_BISECT (n_before, high, middle, all[middle].knot.to_ns <= at_ns);
  if (n_before > 0 && n_before < n)
    return MAX (all[n_before - 1].half_width_ns, all[n_before].half_width_ns);
  near = n_before == 0 ? &all[0] : &all[n - 1];
  if (near->is_exact)
    return near->half_width_ns;
  if (n > 1)
    growth = get_growth (near, n_before == 0 ? &all[1] : &all[n - 2]);
  return near->half_width_ns + growth * fabs ((double) at_ns - (double) near->knot.to_ns);
}

static void
prepare_widths (SpurClockFit *self, const SpurClockSamples *samples)
{
  gint64 begin_ns = G_MAXINT64, end_ns = G_MININT64;

  for (guint i = 0; i < samples->n_clocks; i++)
    {
      if (samples->spans[i].n_events == 0)
        continue;
      begin_ns = MIN (begin_ns, spur_clock_fit_apply (self, i, samples->spans[i].first_ns));
      end_ns = MAX (end_ns, spur_clock_fit_apply (self, i, samples->spans[i].last_ns));
    }
  self->n_places = N_PLACES;
  self->begin_ns = begin_ns;
  self->step_ns = end_ns / N_PLACES - begin_ns / N_PLACES + 1;
  self->half_widths_ns = g_new (gint64, self->n_clocks * self->n_places + 1);
  self->drifts = g_new0 (double, self->n_clocks + 1);
}

/* A place stands for the times up to the next one. */
static void
set_widths (SpurClockFit *self, guint clock, const GArray *list)
{
  gint64 *widths_ns = self->half_widths_ns + clock * self->n_places;
  double wander_ns = list != NULL ? get_wander (list) : 0;

  for (gsize i = 0; i < self->n_places; i++)
    {
      gint64 at_ns = self->begin_ns + (gint64) i * self->step_ns;
      double width_ns = -1;

      if (list != NULL)
        width_ns =
          wander_ns + MAX (get_width_at (list, at_ns), get_width_at (list, at_ns + self->step_ns));
      widths_ns[i] = (gint64) ceil (MIN (width_ns, (double) SPUR_TIME_LIMIT_NS));
    }
  self->drifts[clock] =
    list != NULL && g_array_index (list, Measured, list->len - 1).is_exact ? 0 : MAX_DRIFT;
}

gsize
spur_clock_fit_add_measured (SpurClockFit *self, const SpurClockSamples *samples, SpurTrace *trace)
{
  gboolean is_bounded = g_strcmp0 (spur_trace_get_fact (trace, SPUR_TRACE_OFFSETS_FACT),
                                   SPUR_TRACE_OFFSETS_BOUNDED) == 0;
  GArray **lists = list_measured (samples, trace, is_bounded);
  gsize n_measured = 0;

  for (guint i = 0; i < samples->n_clocks; i++)
    {
      if (lists[i] == NULL)
        continue;
      n_measured += lists[i]->len;
      add_lines (self, i, &samples->spans[i], lists[i]);
    }
  self->outcome = SPUR_CLOCK_OUTCOME_NOT_MEASURED;
  if (n_measured > 0)
    self->outcome = is_bounded ? SPUR_CLOCK_OUTCOME_BOUNDED : SPUR_CLOCK_OUTCOME_MEASURED;
  if (self->outcome == SPUR_CLOCK_OUTCOME_BOUNDED)
    {
      prepare_widths (self, samples);
      for (guint i = 0; i < samples->n_clocks; i++)
        set_widths (self, i, lists[i]);
    }
  spur_clock_fit_note (self, "measurements", (gint64) n_measured);
  free_lists (lists, samples->n_clocks);
  return n_measured;
}

/* ---- Contradictions ---- */

/* By how much an edge is reversed beyond what the half widths allow. */
static gint64
get_excess (const SpurClockFit *self, const SpurClockSample *sample)
{
  gint64 send_ns = spur_clock_fit_apply (self, sample->from, sample->send_ns);
  gint64 receive_ns = spur_clock_fit_apply (self, sample->to, sample->receive_ns);
  gint64 from_ns = spur_clock_fit_get_half_width (self, sample->from, send_ns);
  gint64 to_ns = spur_clock_fit_get_half_width (self, sample->to, receive_ns);

  return send_ns - receive_ns - MAX (from_ns, 0) - MAX (to_ns, 0);
}

/* The greatest excess, and of equal ones that of the last clock and the latest time, so that it is
 * the same whichever ranks have the samples. */
static gboolean
is_worse (const gint64 *a, const gint64 *b)
{
  for (guint i = 0; i < 3; i++)
    {
      if (a[i] != b[i])
        return a[i] > b[i];
    }
  return FALSE;
}

/* Gives every rank the worst of all. */
static void
share_worst (const SpurClockSamples *samples, gint64 *worst)
{
  gboolean is_mine = TRUE;

  for (guint i = 0; i < 3; i++)
    {
      gint64 own = worst[i];

      worst[i] = is_mine ? own : G_MININT64;
      spur_communicator_all_reduce (samples->communicator, SPUR_REDUCE_MAX, &worst[i], 1);
      is_mine = is_mine && own == worst[i];
    }
}

gboolean
spur_clock_fit_find_contradiction (const SpurClockFit *self,
                                   const SpurClockSamples *samples,
                                   SpurClockFinding *finding)
{
  gint64 worst[3] = { 0, 0, 0 };
  gsize n_seen = 0;

  for (gsize i = 0; i < samples->n_samples; i++)
    {
      const SpurClockSample *sample = &samples->samples[i];
      gint64 here[3] = { get_excess (self, sample), sample->to, sample->receive_ns };

      n_seen += here[0] > 0;
      if (here[0] > 0 && is_worse (here, worst))
        memcpy (worst, here, sizeof worst);
    }
  n_seen = spur_clock_samples_sum (samples, n_seen);
  share_worst (samples, worst);
  if (n_seen == 0)
    return FALSE;
  *finding = (SpurClockFinding){ .kind = SPUR_CLOCK_FINDING_PROBES,
                                 .stream = (guint32) worst[1],
                                 .time_ns = worst[2],
                                 .size_ns = worst[0],
                                 .n_seen = n_seen,
                                 .n_asked = spur_clock_samples_sum (samples, samples->n_samples) };
  return TRUE;
}
