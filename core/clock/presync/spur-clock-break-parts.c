/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Between their breaks clocks have other constants, but one drift. Lines of these parts tell how
 * large breaks are and, edge by edge, whether it is before or after one. */
#include "core/clock/presync/spur-clock-breaks-private.h"

#include <math.h>

#include "core/base/spur-order-internal.h"
#include "core/clock/presync/spur-clock-pairs-private.h"

void
spur_clock_break_set_time (SpurClockBreak *at)
{
  /* A clock that is set forward reads no times for so long. */
  gint64 first_ns = at->begin_ns + MAX (at->size_ns, 1);

  at->time_ns = MAX (first_ns + (at->end_ns - first_ns) / 2, first_ns);
}

guint
spur_clock_breaks_find_last (const GArray *breaks, guint clock, gint64 time_ns)
{
  const SpurClockBreak *all = (const SpurClockBreak *) (gpointer) breaks->data;
  guint low = 0, high = breaks->len, middle;

  SPUR_BISECT (low, high, middle,
               all[middle].clock < clock ||
                 (all[middle].clock == clock && all[middle].time_ns <= time_ns));
  return low > 0 && all[low - 1].clock == clock ? low - 1 : SPUR_NONE;
}

/* What a clock is shifted by at a time. */
static gint64
get_shift (const GArray *breaks, guint clock, gint64 time_ns)
{
  const SpurClockBreak *all = (const SpurClockBreak *) (gpointer) breaks->data;
  gint64 shift_ns = 0;

  for (guint b = spur_clock_breaks_find_last (breaks, clock, time_ns);
       b < breaks->len && all[b].clock == clock; b--)
    shift_ns += all[b].size_ns;
  return shift_ns;
}

SpurClockSamples *
spur_clock_breaks_take_off (const GArray *breaks, const SpurClockSamples *samples)
{
  SpurClockSamples *self = spur_clock_samples_new_empty (samples->n_streams, samples->clocks);

  self->communicator = samples->communicator;
  g_array_append_vals (self->setbacks, samples->setbacks->data, samples->setbacks->len);
  self->n_samples = samples->n_samples;
  self->samples = g_new (SpurClockSample, samples->n_samples + 1);
  for (gsize i = 0; i < samples->n_samples; i++)
    {
      SpurClockSample sample = samples->samples[i];

      sample.send_ns -= get_shift (breaks, sample.from, sample.send_ns);
      sample.receive_ns -= get_shift (breaks, sample.to, sample.receive_ns);
      self->samples[i] = sample;
    }
  for (guint i = 0; i < samples->n_clocks; i++)
    {
      self->spans[i] = samples->spans[i];
      self->spans[i].first_ns -= get_shift (breaks, i, samples->spans[i].first_ns);
      self->spans[i].last_ns -= get_shift (breaks, i, samples->spans[i].last_ns);
    }
  for (guint i = 0; i < samples->moments->len; i++)
    {
      SpurClockMoment moment = g_array_index (samples->moments, SpurClockMoment, i);

      moment.time_ns -= get_shift (breaks, moment.clock, moment.time_ns);
      g_array_append_val (self->moments, moment);
    }
  return self;
}

/* An edge of a clock near a break of it: 1 where it is after the break, -1 where it is before it.
 */
typedef struct
{
  guint32 at;
  int kind;
  gint64 own_ns;
} Sight;

SPUR_DEFINE_ORDER (compare_sights, Sight, SPUR_BY_3 (at, own_ns, kind))

/* The lines of all clocks, which have other constants from each break on. */
typedef struct
{
  const GArray *breaks;
  const SpurClockSamples *samples;
  const SpurClockSamples *rest; /* without breaks, of the parts of clocks between them */
  const SpurRobustLines *lines;
  const guint *groups;
} Parts;

/* Which part of a clock is the one before a break. */
static guint
get_part_before (const GArray *breaks, guint at, guint n_clocks)
{
  const SpurClockBreak *all = (const SpurClockBreak *) (gpointer) breaks->data;

  return at > 0 && all[at - 1].clock == all[at].clock ? n_clocks + at - 1 : all[at].clock;
}

/* Edges are not received before they are sent, and take no longer than they have to. */
static gboolean
is_likelier (gint64 delay_ns, gint64 other_ns)
{
  if ((delay_ns < 0) != (other_ns < 0))
    return delay_ns >= 0;
  return ABS (delay_ns) < ABS (other_ns);
}

static void
add_sight (const Parts *parts, gsize sample, gboolean is_receive, guint at, GArray *sights)
{
  const SpurClockBreak *all = (const SpurClockBreak *) (gpointer) parts->breaks->data;
  const SpurClockSample *whole = &parts->samples->samples[sample];
  const SpurClockSample *rest = &parts->rest->samples[sample];
  Sight sight = { .at = at, .own_ns = is_receive ? whole->receive_ns : whole->send_ns };
  gint64 before_ns = sight.own_ns - get_shift (parts->breaks, all[at].clock, all[at].time_ns - 1);
  gint64 after_ns = before_ns - all[at].size_ns;
  gint64 other_ns = is_receive ? spur_robust_lines_apply (parts->lines, rest->from, rest->send_ns)
                               : spur_robust_lines_apply (parts->lines, rest->to, rest->receive_ns);
  guint part = get_part_before (parts->breaks, at, parts->samples->n_clocks);

  before_ns = spur_robust_lines_apply (parts->lines, part, before_ns) - other_ns;
  after_ns =
    spur_robust_lines_apply (parts->lines, parts->samples->n_clocks + at, after_ns) - other_ns;
  if (!is_receive)
    {
      before_ns = -before_ns;
      after_ns = -after_ns;
    }
  sight.kind = (int) is_likelier (after_ns, before_ns) - (int) is_likelier (before_ns, after_ns);
  g_array_append_val (sights, sight);
}

/* (element-type Sight) (transfer full): Of all breaks that witnesses saw, at all ranks. */
static GArray *
gather_sights (const Parts *parts)
{
  const SpurClockBreak *all = (const SpurClockBreak *) (gpointer) parts->breaks->data;
  const guint *groups = parts->groups;
  GArray *sights = g_array_new (FALSE, FALSE, sizeof (Sight));

  for (gsize i = 0; i < 2 * parts->samples->n_samples; i++)
    {
      const SpurClockSample *sample = &parts->samples->samples[i / 2];
      guint clock = i % 2 == 0 ? sample->from : sample->to;
      gint64 own_ns = i % 2 == 0 ? sample->send_ns : sample->receive_ns;

      for (guint b = spur_clock_breaks_find_last (parts->breaks, clock, G_MAXINT64);
           b < parts->breaks->len && all[b].clock == clock; b--)
        {
          if (groups[sample->from] == groups[sample->to] && all[b].begin_ns < all[b].end_ns &&
              own_ns >= all[b].begin_ns && own_ns <= all[b].end_ns)
            add_sight (parts, i / 2, i % 2 == 1, b, sights);
        }
    }
  spur_communicator_gather (parts->samples->communicator, sights, compare_sights);
  return sights;
}

/* A pair sees a break between two of its edges; those of all pairs see it at a time that is known
 * better: where the fewest of them are on the wrong side. */
static void
narrow_time (SpurClockBreak *at, const Sight *sights, gsize n_sights)
{
  gsize cut = 0;
  int sum = 0, most = 0;

  for (gsize i = 0; i < n_sights; i++)
    {
      sum -= sights[i].kind;
      cut = sum > most ? i + 1 : cut;
      most = MAX (most, sum);
    }
  for (gsize i = 0; i < n_sights; i++)
    {
      if (i < cut && sights[i].kind < 0)
        at->begin_ns = sights[i].own_ns;
      else if (i >= cut && sights[i].kind > 0)
        at->end_ns = MIN (at->end_ns, sights[i].own_ns);
    }
  spur_clock_break_set_time (at);
}

static void
narrow_times (GArray *breaks, const GArray *sights)
{
  const Sight *all = (const Sight *) (gpointer) sights->data;

  for (gsize i = 0, next; i < sights->len; i = next)
    {
      for (next = i; next < sights->len && all[next].at == all[i].at; next++)
        continue;
      narrow_time (&g_array_index (breaks, SpurClockBreak, all[i].at), all + i, next - i);
    }
}

void
spur_clock_breaks_fit (GArray *breaks, const SpurClockSamples *samples, const guint *groups)
{
  g_autoptr (SpurClockSamples) rest = spur_clock_breaks_take_off (breaks, samples);
  guint n = samples->n_clocks, n_parts = n + breaks->len;
  g_autofree guint *part_groups = g_new (guint, n_parts + 1);
  g_autofree guint *drifts = g_new (guint, n_parts + 1);
  g_autoptr (SpurRobustLines) lines = NULL;
  g_autoptr (GArray) sights = NULL;

  for (guint i = 0; i < n_parts; i++)
    {
      drifts[i] = i < n ? i : g_array_index (breaks, SpurClockBreak, i - n).clock;
      part_groups[i] = groups[drifts[i]];
    }
  for (gsize i = 0; i < samples->n_samples; i++)
    {
      const SpurClockSample *sample = &samples->samples[i];
      guint before = spur_clock_breaks_find_last (breaks, sample->from, sample->send_ns);
      guint after = spur_clock_breaks_find_last (breaks, sample->to, sample->receive_ns);

      rest->samples[i].from = before != SPUR_NONE ? n + before : sample->from;
      rest->samples[i].to = after != SPUR_NONE ? n + after : sample->to;
    }
  rest->n_clocks = n_parts;
  lines = spur_robust_lines_new (rest, part_groups, TRUE, drifts);
  rest->n_clocks = n;
  sights = gather_sights (&(Parts){ breaks, samples, rest, lines, groups });
  for (guint b = 0; b < breaks->len; b++)
    g_array_index (breaks, SpurClockBreak, b).size_ns +=
      llrint (lines->errors_ns[n + b] - lines->errors_ns[get_part_before (breaks, b, n)]);
  narrow_times (breaks, sights);
}
