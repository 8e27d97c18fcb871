/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/clock/spur-clock-samples-private.h"

#include "core/causality/spur-dependence-private.h"
#include "core/causality/spur-nodes-private.h"

/* In collective operations of more members than this not every pair is taken, but each member with
 * those at distances of 1, 2, 4 and so on. */
#define MAX_PAIRED_MEMBERS 32

typedef struct
{
  SpurClockSamples *samples;
  gsize n_allocated;
  const SpurNodes *nodes;
  const gint64 *times;
  gint64 mu_ns;
} Gathering;

static void
add_sample (Gathering *self, guint from, gint64 send_ns, guint to, gint64 receive_ns)
{
  SpurClockSamples *samples = self->samples;

  if (from == to)
    return;
  if (samples->n_samples == self->n_allocated)
    {
      self->n_allocated = MAX (self->n_allocated + self->n_allocated / 2, 1024);
      samples->samples = g_renew (SpurClockSample, samples->samples, self->n_allocated);
    }
  samples->samples[samples->n_samples++] = (SpurClockSample){ send_ns, receive_ns, from, to };
}

static gint64
get_time (const Gathering *self, guint stream, guint64 event)
{
  return self->times[spur_nodes_find (self->nodes, stream, event)];
}

static void
add_edges (Gathering *self, SpurEdges *edges)
{
  const guint *clocks = self->samples->clocks;
  gsize n_edges;
  const SpurEdge *all = spur_edges_get_all (edges, &n_edges);

  self->n_allocated = n_edges;
  self->samples->samples = g_new (SpurClockSample, n_edges + 1);
  for (gsize i = 0; i < n_edges; i++)
    {
      const SpurEdge *edge = &all[i];
      gint64 mu_ns = edge->mu_ns == SPUR_MU_DEFAULT ? self->mu_ns : edge->mu_ns;

      add_sample (self, clocks[edge->from_stream],
                  get_time (self, edge->from_stream, edge->from_event), clocks[edge->to_stream],
                  get_time (self, edge->to_stream, edge->to_event) - mu_ns);
    }
  self->samples->n_messages = self->samples->n_samples;
}

static void
add_pair (Gathering *self, const SpurCollective *collective, guint32 from, guint32 to)
{
  const guint *clocks = self->samples->clocks;
  const SpurMember *sender = &collective->members[from];
  const SpurMember *receiver = &collective->members[to];

  if (spur_collective_depends (collective, from, to))
    add_sample (self, clocks[sender->stream], get_time (self, sender->stream, sender->enter_event),
                clocks[receiver->stream],
                get_time (self, receiver->stream, receiver->exit_event) - self->mu_ns);
}

static void
add_collective (Gathering *self, const SpurCollective *collective)
{
  guint32 n_members = collective->n_members;

  if (collective->root != SPUR_NONE)
    {
      for (guint32 i = 0; i < n_members; i++)
        {
          add_pair (self, collective, collective->root, i);
          add_pair (self, collective, i, collective->root);
        }
      return;
    }
  for (guint32 i = 0; i < n_members; i++)
    {
      for (guint32 distance = 1; distance < n_members;
           distance += n_members <= MAX_PAIRED_MEMBERS ? 1 : distance)
        {
          add_pair (self, collective, i, (guint32) (((guint64) i + distance) % n_members));
          if (n_members > MAX_PAIRED_MEMBERS)
            add_pair (self, collective, (guint32) (((guint64) i + distance) % n_members), i);
        }
    }
}

static void
add_collectives (Gathering *self, SpurEdges *edges)
{
  gsize n_collectives = spur_edges_get_n_collectives (edges);

  for (gsize i = 0; i < n_collectives; i++)
    {
      SpurCollective collective;

      spur_edges_get_collective (edges, i, &collective);
      add_collective (self, &collective);
    }
}

static void
measure_spans (SpurClockSamples *self, SpurTrace *trace, SpurCorrection *correction)
{
  for (guint i = 0; i < self->n_clocks; i++)
    self->spans[i] = (SpurClockSpan){ G_MAXINT64, G_MININT64, 0 };
  for (guint s = 0; s < self->n_streams; s++)
    {
      SpurClockSpan *span = &self->spans[self->clocks[s]];
      guint64 n_events = spur_stream_get_n_events (spur_trace_get_stream (trace, s));
      SpurTimes times;

      if (n_events == 0)
        continue;
      spur_times_init (&times, trace, correction, s);
      span->first_ns = MIN (span->first_ns, spur_times_at (&times, 0));
      span->last_ns = MAX (span->last_ns, spur_times_at (&times, n_events - 1));
      span->n_events += n_events;
    }
}

SpurClockSamples *
spur_clock_samples_new (SpurTrace *trace,
                        SpurEdges *edges,
                        SpurCorrection *correction,
                        const guint *clocks,
                        gint64 mu_ns,
                        const SpurJob *job)
{
  g_autoptr (SpurClockSamples) self = g_new0 (SpurClockSamples, 1);
  g_autoptr (SpurNodes) nodes = spur_nodes_make (trace, edges, NULL, job);
  g_autofree gint64 *times = NULL;
  Gathering gathering = { self, 0, nodes, NULL, mu_ns };

  g_return_val_if_fail (nodes != NULL, NULL);

  self->n_streams = spur_trace_get_n_streams (trace);
  self->clocks = g_memdup2 (clocks, self->n_streams * sizeof *clocks);
  for (guint s = 0; s < self->n_streams; s++)
    self->n_clocks = MAX (self->n_clocks, clocks[s] + 1);
  self->spans = g_new (SpurClockSpan, self->n_clocks + 1);
  measure_spans (self, trace, correction);
  gathering.times = times = spur_nodes_get_times (nodes, trace, correction, job);
  add_edges (&gathering, edges);
  add_collectives (&gathering, edges);
  return g_steal_pointer (&self);
}

void
spur_clock_samples_free (SpurClockSamples *self)
{
  g_free (self->clocks);
  g_free (self->spans);
  g_free (self->samples);
  g_free (self);
}

/* Clocks that send to each clock, or get from it, each once. */
typedef struct
{
  gsize *first;
  guint32 *others;
} Neighbours;

static gint
compare_keys (gconstpointer a, gconstpointer b)
{
  guint64 x = *(const guint64 *) a, y = *(const guint64 *) b;

  return x < y ? -1 : x > y;
}

static void
neighbours_init (Neighbours *self, const SpurClockSamples *samples, gboolean backwards)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_int64_hash, g_int64_equal);
  g_autofree guint64 *keys = g_new (guint64, samples->n_samples + 1);
  guint64 last = G_MAXUINT64;
  gsize n_keys = 0;

  for (gsize i = 0; i < samples->n_samples; i++)
    {
      const SpurClockSample *sample = &samples->samples[i];
      guint64 key = backwards ? (guint64) sample->to << 32 | sample->from
                              : (guint64) sample->from << 32 | sample->to;

      if (key == last)
        continue;
      keys[n_keys] = last = key;
      if (!g_hash_table_contains (seen, &key))
        g_hash_table_add (seen, &keys[n_keys++]);
    }
  qsort (keys, n_keys, sizeof keys[0], compare_keys);
  self->first = g_new0 (gsize, samples->n_clocks + 1);
  self->others = g_new (guint32, n_keys + 1);
  for (gsize i = 0; i < n_keys; i++)
    {
      self->first[(keys[i] >> 32) + 1]++;
      self->others[i] = (guint32) keys[i];
    }
  for (guint i = 0; i < samples->n_clocks; i++)
    self->first[i + 1] += self->first[i];
}

static void
neighbours_clear (Neighbours *self)
{
  g_free (self->first);
  g_free (self->others);
}

/* Marks everything that is reached from @start among the clocks of its group. */
static void
reach (const Neighbours *neighbours, guint start, const guint *groups, guint8 *marks, guint8 mark)
{
  g_autoptr (GArray) stack = g_array_new (FALSE, FALSE, sizeof (guint));

  marks[start] |= mark;
  g_array_append_val (stack, start);
  while (stack->len > 0)
    {
      guint at = g_array_index (stack, guint, stack->len - 1);

      g_array_set_size (stack, stack->len - 1);
      for (gsize i = neighbours->first[at]; i < neighbours->first[at + 1]; i++)
        {
          guint other = neighbours->others[i];

          if (groups[other] != SPUR_NONE || (marks[other] & mark) != 0)
            continue;
          marks[other] |= mark;
          g_array_append_val (stack, other);
        }
    }
}

guint *
spur_clock_samples_get_groups (const SpurClockSamples *self)
{
  guint *groups = g_new (guint, self->n_clocks + 1);
  g_autofree guint8 *marks = g_new (guint8, self->n_clocks + 1);
  Neighbours forwards, backwards;
  guint n_groups = 0;

  neighbours_init (&forwards, self, FALSE);
  neighbours_init (&backwards, self, TRUE);
  for (guint i = 0; i < self->n_clocks; i++)
    groups[i] = SPUR_NONE;
  for (guint i = 0; i < self->n_clocks; i++)
    {
      if (groups[i] != SPUR_NONE)
        continue;
      memset (marks, 0, self->n_clocks);
      reach (&forwards, i, groups, marks, 1);
      reach (&backwards, i, groups, marks, 2);
      for (guint k = i; k < self->n_clocks; k++)
        {
          if (marks[k] == 3)
            groups[k] = n_groups;
        }
      n_groups++;
    }
  neighbours_clear (&forwards);
  neighbours_clear (&backwards);
  return groups;
}
