/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/clock/presync/spur-clock-samples-private.h"

#include "core/base/spur-order-internal.h"
#include "core/causality/spur-components-internal.h"
#include "core/causality/spur-dependence-internal.h"
#include "core/causality/spur-mu-internal.h"
#include "core/causality/spur-nodes-internal.h"

/* In collective operations of more members than this not every pair is taken, but each member with
 * those at distances of 1, 2, 4 and so on. */
#define MAX_PAIRED_MEMBERS 32

/* Moments that stand for all events: 4 MiB of them. */
#define MAX_MOMENTS (1u << 18)

#define SAMPLES_PER_TASK 65536

/* Samples that are being put together. With several ranks they are in @buffers, one for the rank
 * that each goes to. */
typedef struct
{
  SpurClockSamples *samples;
  GByteArray **buffers;
  gsize n_allocated;
  gint64 mu_ns;
  const SpurNodes *nodes;
  const gint64 *times;
} Sampling;

/* The pairs of clocks are dealt out one by one, as in a triangle: each clock with those before it.
 */
static guint
choose_rank (const SpurClockSample *sample, guint n_ranks)
{
  guint64 low = MIN (sample->from, sample->to), high = MAX (sample->from, sample->to);

  return (guint) ((high * (high - 1) / 2 + low) % n_ranks);
}

static void
add_sample (Sampling *self, guint from, gint64 send_ns, guint to, gint64 receive_ns)
{
  SpurClockSamples *samples = self->samples;
  const SpurClockSample sample = { send_ns, receive_ns, from, to };

  if (from == to)
    return;
  if (self->buffers != NULL)
    {
      spur_message_put (self->buffers[choose_rank (&sample, samples->communicator->n_ranks)],
                        &sample, sizeof sample);
      return;
    }
  if (samples->n_samples == self->n_allocated)
    {
      self->n_allocated = MAX (self->n_allocated + self->n_allocated / 2, 1024);
      samples->samples = g_renew (SpurClockSample, samples->samples, self->n_allocated);
    }
  samples->samples[samples->n_samples++] = sample;
}

/* A collective operation. */
typedef struct
{
  Sampling *sampling;
  SpurCollective collective;
  SpurMu mu;
  gint64 mu_ns; /* of the operation */
} Operation;

static void
add_pair (const Operation *self, guint32 from, guint32 to)
{
  const Sampling *sampling = self->sampling;
  const guint *clocks = sampling->samples->clocks;
  const SpurMember *a = &self->collective.members[from], *b = &self->collective.members[to];

  if (spur_collective_depends (&self->collective, from, to))
    add_sample (self->sampling, clocks[a->stream],
                sampling->times[spur_nodes_find_enter (sampling->nodes, a)], clocks[b->stream],
                sampling->times[spur_nodes_find_exit (sampling->nodes, b)] -
                  spur_mu_get_members (&self->mu, a, b, self->mu_ns));
}

static void
add_collective (const Operation *self)
{
  guint32 root = self->collective.root, n_members = self->collective.n_members;

  for (guint32 i = 0; i < n_members && root != SPUR_NONE; i++)
    {
      add_pair (self, root, i);
      add_pair (self, i, root);
    }
  for (guint32 i = 0; i < n_members && root == SPUR_NONE; i++)
    {
      for (guint32 distance = 1; distance < n_members;
           distance += n_members <= MAX_PAIRED_MEMBERS ? 1 : distance)
        {
          guint32 other = (guint32) (((guint64) i + distance) % n_members);

          add_pair (self, i, other);
          if (n_members > MAX_PAIRED_MEMBERS)
            add_pair (self, other, i);
        }
    }
}

/* A rank has those of the edges into own streams. */
static void
add_edges (Sampling *self, const SpurClockWork *work)
{
  const guint *clocks = self->samples->clocks;
  gsize n_edges;
  const SpurEdge *all = spur_edges_get_all (work->edges, &n_edges);

  if (self->buffers == NULL)
    {
      self->n_allocated = n_edges;
      self->samples->samples = g_new (SpurClockSample, n_edges + 1);
    }
  for (gsize i = 0; i < n_edges; i++)
    {
      const SpurEdge *edge = &all[i];

      if (spur_clock_work_is_own (work, edge->to_stream))
        add_sample (self, clocks[edge->from_stream],
                    self->times[spur_nodes_find_from (self->nodes, edge)], clocks[edge->to_stream],
                    self->times[spur_nodes_find_to (self->nodes, edge)] -
                      spur_mu_or_default (edge->mu_ns, self->mu_ns));
    }
}

/* Which member's rank has the samples of an operation: mostly another one for the next operation,
 * as the first member is often in the same stream. */
static guint32
choose_member (const SpurCollective *collective)
{
  /* The golden ratio, times 2^64. */
  guint64 mixed = collective->members[0].enter_event * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);

  return (guint32) ((mixed >> 32) % collective->n_members);
}

static void
add_collectives (Sampling *self, const SpurClockWork *work)
{
  for (gsize i = 0; i < spur_edges_get_n_collectives (work->edges); i++)
    {
      Operation operation = {
        .sampling = self,
        .collective = spur_edges_read_collective (work->edges, i),
        .mu = spur_mu_of (work->edges, self->mu_ns, FALSE),
      };

      if (operation.collective.n_members == 0 ||
          !spur_clock_work_is_own (
            work, operation.collective.members[choose_member (&operation.collective)].stream))
        continue;
      operation.mu_ns = spur_mu_get_collective (&operation.mu, i);
      add_collective (&operation);
    }
}

/* Takes the times of a stream that has events. */
static void
add_span (SpurClockSamples *self, const SpurClockWork *work, guint stream)
{
  SpurClockSpan *span = &self->spans[self->clocks[stream]];
  guint64 n_events = spur_stream_get_n_events (spur_trace_get_stream (work->trace, stream));
  SpurTimes times;

  if (n_events == 0)
    return;
  spur_times_init (&times, work->trace, work->correction, stream);
  span->first_ns = MIN (span->first_ns, spur_times_at (&times, 0));
  span->last_ns =
    MAX (span->last_ns, spur_times_at (&times, n_events - 1) +
                          spur_clock_setbacks_get_shift (self->setbacks, stream, n_events - 1));
  span->n_events += n_events;
}

/* Takes moments of a stream; the spans of all streams are known. */
static void
add_moments (SpurClockSamples *self, const SpurClockWork *work, guint stream)
{
  guint64 n_events = spur_stream_get_n_events (spur_trace_get_stream (work->trace, stream));
  guint64 step, n_all = 0;
  SpurTimes times;

  if (n_events == 0)
    return;
  for (guint i = 0; i < self->n_clocks; i++)
    n_all += self->spans[i].n_events;
  step = n_all / MAX_MOMENTS + 1;
  spur_times_init (&times, work->trace, work->correction, stream);
  for (guint64 event = step / 2; event < n_events; event += step)
    {
      SpurClockMoment moment = { spur_times_at (&times, event), self->clocks[stream] };

      moment.time_ns += spur_clock_setbacks_get_shift (self->setbacks, stream, event);
      g_array_append_val (self->moments, moment);
    }
}

SpurClockSamples *
spur_clock_samples_new_empty (guint n_streams, const guint *clocks)
{
  SpurClockSamples *self = g_new0 (SpurClockSamples, 1);

  self->n_streams = n_streams;
  self->clocks = g_memdup2 (clocks, n_streams * sizeof *clocks);
  for (guint s = 0; s < n_streams; s++)
    self->n_clocks = MAX (self->n_clocks, clocks[s] + 1);
  self->spans = g_new (SpurClockSpan, self->n_clocks + 1);
  for (guint i = 0; i < self->n_clocks; i++)
    self->spans[i] = (SpurClockSpan){ G_MAXINT64, G_MININT64, 0 };
  self->moments = g_array_new (FALSE, FALSE, sizeof (SpurClockMoment));
  self->setbacks = g_array_new (FALSE, FALSE, sizeof (SpurClockSetback));
  self->communicator = &spur_communicator_self;
  return self;
}

/* Gives every rank the samples of its pairs, out of the buffers for them, which go: then a question
 * about one pair needs no other rank, and one about all pairs is put together from few numbers. */
static void
redistribute_samples (SpurClockSamples *samples, GByteArray **buffers)
{
  SpurCommunicator *ranks = samples->communicator;
  gsize n_samples = 0;

  if (buffers == NULL)
    return;
  spur_communicator_all_to_all (ranks, buffers);
  for (guint r = 0; r < ranks->n_ranks; r++)
    n_samples += buffers[r]->len / sizeof (SpurClockSample);
  samples->samples = g_new (SpurClockSample, n_samples + 1);
  for (guint r = 0; r < ranks->n_ranks; r++)
    {
      SpurMessageReader reader = spur_message_read (buffers[r]);

      spur_message_take (&reader, samples->samples + samples->n_samples, buffers[r]->len);
      samples->n_samples += buffers[r]->len / sizeof (SpurClockSample);
      g_clear_pointer (&buffers[r], g_byte_array_unref);
    }
  spur_communicator_free_buffers (ranks, buffers);
}

/* Gives every rank the spans of all clocks. */
static void
share_spans (SpurClockSamples *samples)
{
  gsize n = samples->n_clocks;
  g_autofree gint64 *ends_ns = g_new (gint64, 2 * n + 1);
  g_autofree gint64 *n_events = g_new (gint64, n + 1);

  for (gsize i = 0; i < n; i++)
    {
      ends_ns[2 * i] = -samples->spans[i].first_ns;
      ends_ns[2 * i + 1] = samples->spans[i].last_ns;
      n_events[i] = (gint64) samples->spans[i].n_events;
    }
  spur_communicator_all_reduce (samples->communicator, SPUR_REDUCE_MAX, ends_ns, 2 * n);
  spur_communicator_all_reduce (samples->communicator, SPUR_REDUCE_SUM, n_events, n);
  for (gsize i = 0; i < n; i++)
    samples->spans[i] =
      (SpurClockSpan){ -ends_ns[2 * i], ends_ns[2 * i + 1], (guint64) n_events[i] };
}

SpurClockSamples *
spur_clock_samples_new (const SpurClockWork *work, const guint *clocks, gint64 mu_ns)
{
  g_autoptr (SpurClockSamples) self = NULL;
  g_autoptr (SpurNodes) nodes = NULL;
  g_autofree gint64 *times = spur_clock_work_get_times (work, &nodes);
  Sampling sampling = { NULL, NULL, 0, mu_ns, nodes, times };

  g_return_val_if_fail (nodes != NULL, NULL);
  sampling.samples = self =
    spur_clock_samples_new_empty (spur_trace_get_n_streams (work->trace), clocks);
  self->communicator = work->distribution->communicator;
  g_array_unref (self->setbacks);
  self->setbacks = spur_clock_setbacks_find (work, clocks);
  spur_clock_setbacks_add_to_nodes (self->setbacks, nodes, times);
  for (guint s = 0; s < self->n_streams; s++)
    {
      if (spur_clock_work_is_own (work, s))
        add_span (self, work, s);
    }
  share_spans (self);
  for (guint s = 0; s < self->n_streams; s++)
    {
      if (spur_clock_work_is_own (work, s))
        add_moments (self, work, s);
    }
  if (self->communicator->n_ranks > 1)
    sampling.buffers = spur_communicator_new_buffers (self->communicator);
  add_edges (&sampling, work);
  add_collectives (&sampling, work);
  /* The samples are on their way twice for a while, and need the room. */
  g_clear_pointer (&times, g_free);
  spur_distribution_release_memory (work->distribution, work->trace);
  redistribute_samples (self, sampling.buffers);
  return g_steal_pointer (&self);
}

void
spur_clock_samples_get_sends (const SpurClockSamples *self, gint64 *begin_ns, gint64 *end_ns)
{
  *begin_ns = G_MAXINT64;
  *end_ns = G_MININT64;
  for (gsize i = 0; i < self->n_samples; i++)
    {
      *begin_ns = MIN (*begin_ns, self->samples[i].send_ns);
      *end_ns = MAX (*end_ns, self->samples[i].send_ns);
    }
  spur_communicator_all_reduce (self->communicator, SPUR_REDUCE_MIN, begin_ns, 1);
  spur_communicator_all_reduce (self->communicator, SPUR_REDUCE_MAX, end_ns, 1);
}

gsize
spur_clock_samples_sum (const SpurClockSamples *self, gsize n_here)
{
  gint64 sum = (gint64) n_here;

  spur_communicator_all_reduce (self->communicator, SPUR_REDUCE_SUM, &sum, 1);
  return (gsize) sum;
}

void
spur_clock_samples_free (SpurClockSamples *self)
{
  g_free (self->clocks);
  g_free (self->spans);
  g_array_unref (self->moments);
  g_array_unref (self->setbacks);
  g_free (self->samples);
  g_free (self);
}

typedef struct
{
  const SpurClockSamples *samples;
  SpurClockTimeFunc get_time;
  gconstpointer error;
  SpurClockSample *to;
  gsize n_reversed;
} Applying;

static void
apply_to_some (guint task, gpointer user_data)
{
  Applying *self = user_data;
  gsize begin = (gsize) task * SAMPLES_PER_TASK, n_reversed = 0;
  gsize end = MIN (begin + SAMPLES_PER_TASK, self->samples->n_samples);

  for (gsize i = begin; i < end; i++)
    {
      SpurClockSample sample = self->samples->samples[i];

      sample.send_ns = self->get_time (self->error, sample.from, sample.send_ns);
      sample.receive_ns = self->get_time (self->error, sample.to, sample.receive_ns);
      n_reversed += sample.receive_ns < sample.send_ns;
      if (self->to != NULL)
        self->to[i] = sample;
    }
  __atomic_fetch_add (&self->n_reversed, n_reversed, __ATOMIC_RELAXED);
}

gsize
spur_clock_samples_apply (const SpurClockSamples *self,
                          SpurClockTimeFunc get_time,
                          gconstpointer error,
                          const SpurJob *job,
                          SpurClockSample *to)
{
  Applying applying = { self, get_time, error, to, 0 };

  spur_job_run (job, (guint) (self->n_samples / SAMPLES_PER_TASK + 1), apply_to_some, &applying);
  return spur_clock_samples_sum (self, applying.n_reversed);
}

guint *
spur_clock_keys_number (const gint64 *keys, guint n_keys)
{
  g_autoptr (GHashTable) numbers = g_hash_table_new (g_int64_hash, g_int64_equal);
  guint *result = g_new (guint, n_keys + 1);

  for (guint i = 0; i < n_keys; i++)
    {
      gpointer number;

      if (!g_hash_table_lookup_extended (numbers, &keys[i], NULL, &number))
        {
          number = GUINT_TO_POINTER (g_hash_table_size (numbers));
          g_hash_table_insert (numbers, (gpointer) &keys[i], number);
        }
      result[i] = GPOINTER_TO_UINT (number);
    }
  return result;
}

/* (element-type gint64) (transfer full): The directed pairs of clocks with samples; each pair is in
 * one place. */
static GArray *
list_keys (const SpurClockSamples *samples)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  GArray *keys = g_array_new (FALSE, FALSE, sizeof (gint64));
  gint64 last = -1;

  for (gsize i = 0; i < samples->n_samples; i++)
    {
      const SpurClockSample *sample = &samples->samples[i];
      gint64 key = (gint64) ((guint64) sample->from << 32 | sample->to);

      if (key != last && !g_hash_table_contains (seen, &key))
        {
          g_hash_table_add (seen, g_memdup2 (&key, sizeof key));
          g_array_append_val (keys, key);
        }
      last = key;
    }
  spur_communicator_gather (samples->communicator, keys, NULL);
  return keys;
}

guint *
spur_clock_samples_get_groups (const SpurClockSamples *self)
{
  g_autoptr (GArray) keys = list_keys (self);
  g_autofree guint64 *components = NULL;
  SpurArcs arcs = { NULL };

  for (guint i = 0; i < keys->len; i++)
    {
      guint64 key = g_array_index (keys, guint64, i);

      spur_arcs_add (&arcs, key >> 32, (guint32) key);
    }
  components = spur_arcs_find_components (&arcs, self->n_clocks);
  spur_arcs_clear (&arcs);
  return spur_clock_keys_number ((const gint64 *) components, self->n_clocks);
}
