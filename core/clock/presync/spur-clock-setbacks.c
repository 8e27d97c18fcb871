/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Where the stamps of a stream step back and stay back, its clock was set back. Samples, and with
 * them all methods of pre-synchronisation, see clocks without that. */
#include "core/clock/presync/spur-clock-setbacks-private.h"

#include "core/base/spur-order-internal.h"

/* A clock that is set back more often is not a clock: events are stamped in another order. */
#define MAX_SETBACKS 16

/* What is less is in the order of what messages take, and no clock is set for it. */
#define LEAST_BACK_NS 10000

/* Where a stream steps back. */
typedef struct
{
  guint32 clock;
  guint32 stream;
  guint64 event;
  gint64 before_ns;
  gint64 after_ns;
} Drop;

SPUR_DEFINE_ORDER (compare_drops, Drop, SPUR_BY_3 (clock, stream, event))

SPUR_DEFINE_ORDER (compare_setbacks, SpurClockSetback, SPUR_BY_2 (stream, event))

/* Whether two stamps to both sides show it: one that is wrong does not, be it of several events. */
static gboolean
is_drop (SpurTimes *times, guint64 event, guint64 n_events)
{
  gint64 before_ns = spur_times_at (times, event - 1), after_ns = spur_times_at (times, event);
  guint64 first = event - 1, last = event;

  if (before_ns - after_ns < LEAST_BACK_NS)
    return FALSE;
  while (first > 0 && spur_times_at (times, first) == before_ns)
    first--;
  while (last + 1 < n_events && spur_times_at (times, last) == after_ns)
    last++;
  before_ns = MIN (before_ns, spur_times_at (times, first));
  return before_ns > MAX (after_ns, spur_times_at (times, last));
}

static void
find_drops (const SpurClockWork *work, guint stream, guint clock, GArray *drops)
{
  guint64 n_events = spur_stream_get_n_events (spur_trace_get_stream (work->trace, stream));
  guint n_before = drops->len, n_max = n_before + MAX_SETBACKS;
  SpurTimes times;

  spur_times_init (&times, work->trace, work->correction, stream);
  for (guint64 event = 1; event < n_events && drops->len <= n_max; event++)
    {
      if (is_drop (&times, event, n_events))
        {
          Drop drop = { clock, stream, event, spur_times_at (&times, event - 1),
                        spur_times_at (&times, event) };

          g_array_append_val (drops, drop);
        }
    }
  if (drops->len > n_max)
    g_array_set_size (drops, n_before);
}

/* Those of one clock, which all of its streams show in the same number: after the last time of any
 * stream before comes the first one after. */
static void
add_setbacks (const Drop *drops, guint n_drops, guint n_streams, GArray *setbacks)
{
  guint n_each = n_drops / n_streams;
  gint64 shift_ns = 0;

  for (guint i = 0; i < n_drops; i++)
    {
      if (drops[i].stream != drops[i / n_each * n_each].stream)
        return;
    }
  for (guint k = 0; k < n_each; k++)
    {
      gint64 before_ns = G_MININT64, after_ns = G_MAXINT64;

      for (guint i = k; i < n_drops; i += n_each)
        {
          before_ns = MAX (before_ns, drops[i].before_ns);
          after_ns = MIN (after_ns, drops[i].after_ns);
        }
      for (guint i = k; i < n_drops; i += n_each)
        {
          SpurClockSetback setback = { drops[i].stream, drops[i].clock, drops[i].event,
                                       shift_ns + before_ns - after_ns + 1, before_ns };

          g_array_append_val (setbacks, setback);
        }
      shift_ns += before_ns - after_ns + 1;
    }
}

/* How many streams with events each clock has. */
static gint64 *
count_streams (const SpurClockWork *work, const guint *clocks, guint n_streams)
{
  gint64 *n_of = g_new0 (gint64, n_streams + 1);

  for (guint s = 0; s < n_streams; s++)
    {
      if (spur_clock_work_is_own (work, s))
        n_of[clocks[s]] += spur_stream_get_n_events (spur_trace_get_stream (work->trace, s)) > 0;
    }
  spur_communicator_all_reduce (work->distribution->communicator, SPUR_REDUCE_SUM, n_of, n_streams);
  return n_of;
}

GArray *
spur_clock_setbacks_find (const SpurClockWork *work, const guint *clocks)
{
  GArray *setbacks = g_array_new (FALSE, FALSE, sizeof (SpurClockSetback));
  guint n_streams = spur_trace_get_n_streams (work->trace);
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (Drop));
  g_autofree gint64 *n_of = count_streams (work, clocks, n_streams);
  const Drop *drops;

  for (guint s = 0; s < n_streams; s++)
    {
      if (spur_clock_work_is_own (work, s) &&
          spur_stream_get_n_steps_back (spur_trace_get_stream (work->trace, s)) > 0)
        find_drops (work, s, clocks[s], all);
    }
  spur_communicator_gather (work->distribution->communicator, all, compare_drops);
  drops = (const Drop *) (gpointer) all->data;
  for (guint i = 0, end; i < all->len; i = end)
    {
      for (end = i; end < all->len && drops[end].clock == drops[i].clock; end++)
        continue;
      if ((end - i) % n_of[drops[i].clock] == 0)
        add_setbacks (&drops[i], end - i, (guint) n_of[drops[i].clock], setbacks);
    }
  g_array_sort (setbacks, compare_setbacks);
  return setbacks;
}

/* Setbacks up to the event of the stream, with those of the streams before. */
static guint
count_until (const GArray *self, guint stream, guint64 event)
{
  const SpurClockSetback *all = (const SpurClockSetback *) (gconstpointer) self->data;
  guint low = 0, high = self->len, middle;

  SPUR_BISECT (low, high, middle,
               all[middle].stream < stream ||
                 (all[middle].stream == stream && all[middle].event <= event));
  return low;
}

gint64
spur_clock_setbacks_get_shift (const GArray *self, guint stream, guint64 event)
{
  guint n = count_until (self, stream, event);
  const SpurClockSetback *last = n > 0 ? &g_array_index (self, SpurClockSetback, n - 1) : NULL;

  return last != NULL && last->stream == stream ? last->shift_ns : 0;
}

guint64
spur_clock_setbacks_get_next (const GArray *self, guint stream, guint64 event)
{
  guint n = count_until (self, stream, event);
  const SpurClockSetback *next = n < self->len ? &g_array_index (self, SpurClockSetback, n) : NULL;

  return next != NULL && next->stream == stream ? next->event : G_MAXUINT64;
}

void
spur_clock_setbacks_add_to_nodes (const GArray *self, const SpurNodes *nodes, gint64 *times)
{
  for (guint i = 0; i < self->len; i++)
    {
      const SpurClockSetback *setback = &g_array_index (self, SpurClockSetback, i);
      gint64 more_ns = setback->shift_ns -
                       spur_clock_setbacks_get_shift (self, setback->stream, setback->event - 1);
      SpurNodeWalk walk;
      guint64 event;

      spur_node_walk_init_at (&walk, nodes, setback->stream, setback->event / 64);
      while (spur_node_walk_next (&walk, &event))
        {
          if (event >= setback->event)
            times[spur_nodes_find (nodes, setback->stream, event)] += more_ns;
        }
    }
}
