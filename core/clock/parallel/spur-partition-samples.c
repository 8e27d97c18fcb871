/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* What the edges tell of the clocks, with the edges distributed over ranks. A rank makes the
 * samples of its own edges; then those of each pair of clocks go to one rank, so a question about
 * one pair needs no other rank, and one about all pairs is put together from few numbers. */
#include "config.h"

#include "core/clock/parallel/spur-partition-samples-private.h"

#include "core/base/spur-order-internal.h"

static void
add_up (gpointer data, gint64 *values, gsize n_values)
{
  spur_communicator_all_reduce (data, SPUR_REDUCE_SUM, values, n_values);
}

static void
find_least (gpointer data, gint64 *values, gsize n_values)
{
  spur_communicator_all_reduce (data, SPUR_REDUCE_MIN, values, n_values);
}

static void
find_most (gpointer data, gint64 *values, gsize n_values)
{
  spur_communicator_all_reduce (data, SPUR_REDUCE_MAX, values, n_values);
}

static GByteArray *
gather_all (gpointer data, GByteArray *own)
{
  return spur_communicator_concatenate (data, own);
}

GByteArray *
spur_partition_gather (SpurPartition *self, GByteArray *own)
{
  return spur_communicator_concatenate (self->distribution.communicator, own);
}

/* Takes the bytes of rank 0. */
static void
follow_first (gpointer data, gpointer bytes, gsize n_bytes)
{
  SpurCommunicator *ranks = data;
  GByteArray *buffer = NULL;
  SpurMessageReader reader;

  if (ranks->rank == 0)
    {
      buffer = g_byte_array_new ();
      spur_message_put (buffer, bytes, n_bytes);
    }
  buffer = spur_communicator_broadcast (ranks, buffer);
  reader = spur_message_read (buffer);
  spur_message_take (&reader, bytes, n_bytes);
  g_byte_array_unref (buffer);
}

/* A rank has those of the operations whose first member is in an own stream. */
static void
add_collective_samples (SpurPartition *self, SpurClockSampling *sampling, const gint64 *times)
{
  g_autoptr (GArray) room = g_array_new (FALSE, FALSE, sizeof (gint64));

  for (gsize i = 0; i < spur_edges_get_n_collectives (self->graph); i++)
    {
      SpurCollective collective;
      gint64 *enters_ns, *exits_ns;

      spur_edges_get_collective (self->graph, i, &collective);
      if (!spur_partition_is_own (self, collective.members[0].stream))
        continue;
      g_array_set_size (room, MAX (room->len, 2 * collective.n_members));
      enters_ns = (gint64 *) (gpointer) room->data;
      exits_ns = enters_ns + collective.n_members;
      for (guint32 k = 0; k < collective.n_members; k++)
        {
          enters_ns[k] = times[spur_nodes_find_enter (self->nodes, &collective.members[k])];
          exits_ns[k] = times[spur_nodes_find_exit (self->nodes, &collective.members[k])];
        }
      spur_clock_sampling_add_collective (sampling, self->graph, i, enters_ns, exits_ns);
    }
}

static void
add_own_samples (SpurPartition *self,
                 SpurClockSampling *sampling,
                 SpurCorrection *correction,
                 const SpurJob *job)
{
  SpurHalo *halo = spur_partition_get_halo (self, job);
  g_autofree gint64 *times = spur_halo_get_times (halo, self->trace, correction, job);
  gsize n_edges;
  const SpurEdge *all = spur_edges_get_all (self->graph, &n_edges);

  for (gsize i = 0; i < n_edges; i++)
    {
      if (spur_partition_is_own (self, all[i].to_stream))
        spur_clock_sampling_add_edge (sampling, &all[i],
                                      times[spur_nodes_find_from (self->nodes, &all[i])],
                                      times[spur_nodes_find_to (self->nodes, &all[i])]);
    }
  add_collective_samples (self, sampling, times);
}

/* How many samples a pair of clocks has, and which rank gets them. */
typedef struct
{
  gint64 key;
  guint64 n_samples;
  guint32 rank;
} Pair;

static inline gint64
get_key (const SpurClockSample *sample)
{
  return (gint64) ((guint64) MIN (sample->from, sample->to) << 32 | MAX (sample->from, sample->to));
}

static Pair *
find_pair (GHashTable *pairs, gint64 key)
{
  Pair *pair = g_hash_table_lookup (pairs, &key);

  if (pair == NULL)
    {
      pair = g_new0 (Pair, 1);
      pair->key = key;
      g_hash_table_insert (pairs, &pair->key, pair);
    }
  return pair;
}

static GHashTable *
new_pairs (void)
{
  return g_hash_table_new_full (g_int64_hash, g_int64_equal, NULL, g_free);
}

static GHashTable *
count_own_pairs (const SpurClockSamples *samples)
{
  GHashTable *pairs = new_pairs ();
  Pair *pair = NULL;

  for (gsize i = 0; i < samples->n_samples; i++)
    {
      gint64 key = get_key (&samples->samples[i]);

      if (pair == NULL || pair->key != key)
        pair = find_pair (pairs, key);
      pair->n_samples++;
    }
  return pairs;
}

static gint
compare_pairs (gconstpointer a, gconstpointer b)
{
  const Pair *p = *(const Pair *const *) a, *q = *(const Pair *const *) b;

  return SPUR_ORDER (q->n_samples, p->n_samples) ?: SPUR_ORDER (p->key, q->key);
}

/* The large pairs first, to and fro over the ranks. */
static void
deal_out (GHashTable *pairs, guint n_ranks)
{
  g_autoptr (GPtrArray) order = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer value;

  g_hash_table_iter_init (&iter, pairs);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    g_ptr_array_add (order, value);
  g_ptr_array_sort (order, compare_pairs);
  for (guint i = 0; i < order->len; i++)
    {
      guint place = i % n_ranks;

      ((Pair *) order->pdata[i])->rank = i / n_ranks % 2 == 0 ? place : n_ranks - 1 - place;
    }
}

/* The pairs of all ranks, the same at each of them. */
static GHashTable *
share_pairs (SpurCommunicator *ranks, const SpurClockSamples *samples)
{
  g_autoptr (GHashTable) own = count_own_pairs (samples);
  GHashTable *pairs = new_pairs ();
  GByteArray *bytes = g_byte_array_new ();
  GHashTableIter iter;
  gpointer value;

  g_hash_table_iter_init (&iter, own);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    spur_message_put (bytes, value, sizeof (Pair));
  bytes = spur_communicator_concatenate (ranks, bytes);
  for (gsize i = 0; i + sizeof (Pair) <= bytes->len; i += sizeof (Pair))
    {
      Pair pair;

      memcpy (&pair, bytes->data + i, sizeof pair);
      find_pair (pairs, pair.key)->n_samples += pair.n_samples;
    }
  g_byte_array_unref (bytes);
  deal_out (pairs, ranks->n_ranks);
  return pairs;
}

/* Gives every rank the samples of its pairs. */
static void
redistribute_samples (SpurCommunicator *ranks, SpurClockSamples *samples)
{
  g_autoptr (GHashTable) pairs = share_pairs (ranks, samples);
  GByteArray **buffers = spur_communicator_new_buffers (ranks);
  const Pair *pair = NULL;
  gsize n_samples = 0;

  for (gsize i = 0; i < samples->n_samples; i++)
    {
      gint64 key = get_key (&samples->samples[i]);

      if (pair == NULL || pair->key != key)
        pair = g_hash_table_lookup (pairs, &key);
      spur_message_put (buffers[pair->rank], &samples->samples[i], sizeof (SpurClockSample));
    }
  g_clear_pointer (&samples->samples, g_free);
  spur_communicator_all_to_all (ranks, buffers);
  for (guint r = 0; r < ranks->n_ranks; r++)
    n_samples += buffers[r]->len / sizeof (SpurClockSample);
  samples->samples = g_new (SpurClockSample, n_samples + 1);
  samples->n_samples = 0;
  for (guint r = 0; r < ranks->n_ranks; r++)
    {
      SpurMessageReader reader = spur_message_read (buffers[r]);

      spur_message_take (&reader, samples->samples + samples->n_samples, buffers[r]->len);
      samples->n_samples += buffers[r]->len / sizeof (SpurClockSample);
      g_byte_array_set_size (buffers[r], 0);
    }
  spur_communicator_free_buffers (ranks, buffers);
}

static void
share_spans (SpurPartition *self, SpurClockSamples *samples)
{
  gsize n = samples->n_clocks;
  g_autofree gint64 *first_ns = g_new (gint64, n + 1);
  g_autofree gint64 *last_ns = g_new (gint64, n + 1);
  g_autofree gint64 *n_events = g_new (gint64, n + 1);

  for (gsize i = 0; i < n; i++)
    {
      first_ns[i] = samples->spans[i].first_ns;
      last_ns[i] = samples->spans[i].last_ns;
      n_events[i] = (gint64) samples->spans[i].n_events;
    }
  find_least (self->distribution.communicator, first_ns, n);
  find_most (self->distribution.communicator, last_ns, n);
  add_up (self->distribution.communicator, n_events, n);
  for (gsize i = 0; i < n; i++)
    samples->spans[i] = (SpurClockSpan){ first_ns[i], last_ns[i], (guint64) n_events[i] };
}

/* With its data, as long as there are samples. */
typedef struct
{
  SpurClockSamples samples;
  SpurSampleExchange exchange;
} Distributed;

G_STATIC_ASSERT (G_STRUCT_OFFSET (Distributed, samples) == 0);

SpurClockSamples *
spur_partition_get_samples (SpurPartition *self,
                            SpurCorrection *correction,
                            const guint *clocks,
                            gint64 mu_ns,
                            const SpurJob *job)
{
  g_autoptr (SpurClockSamples) made = spur_clock_samples_new_empty (self->n_streams, clocks);
  SpurClockSampling sampling = { made, 0, mu_ns };
  Distributed *distributed = g_new (Distributed, 1);

  for (guint s = 0; s < self->n_streams; s++)
    {
      if (spur_partition_is_own (self, s))
        spur_clock_samples_add_span (made, self->trace, correction, s);
    }
  share_spans (self, made);
  for (guint s = 0; s < self->n_streams; s++)
    {
      if (spur_partition_is_own (self, s))
        spur_clock_samples_add_moments (made, self->trace, correction, s);
    }
  add_own_samples (self, &sampling, correction, job);
  redistribute_samples (self->distribution.communicator, made);
  *distributed = (Distributed){ *made,
                                { self->distribution.communicator, add_up, find_least, find_most,
                                  gather_all, follow_first } };
  distributed->samples.exchange = &distributed->exchange;
  /* What it held is held by the other one now. */
  g_free (g_steal_pointer (&made));
  return &distributed->samples;
}
