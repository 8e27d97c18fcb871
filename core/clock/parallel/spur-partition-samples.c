/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* What the edges tell of the clocks, with the edges distributed over ranks. A rank makes the
 * samples of its own edges; then those of each pair of clocks go to one rank, so a question about
 * one pair needs no other rank, and one about all pairs is put together from few numbers. */
#include "config.h"

#include "core/clock/presync/spur-clock-samples-private.h"

#include "core/base/spur-order-internal.h"

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
share_pairs (const SpurClockSamples *samples)
{
  g_autoptr (GHashTable) own = count_own_pairs (samples);
  GHashTable *pairs = new_pairs ();
  GByteArray *bytes = g_byte_array_new ();
  GHashTableIter iter;
  gpointer value;

  g_hash_table_iter_init (&iter, own);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    spur_message_put (bytes, value, sizeof (Pair));
  bytes = spur_communicator_concatenate (samples->communicator, bytes);
  for (gsize i = 0; i + sizeof (Pair) <= bytes->len; i += sizeof (Pair))
    {
      Pair pair;

      memcpy (&pair, bytes->data + i, sizeof pair);
      find_pair (pairs, pair.key)->n_samples += pair.n_samples;
    }
  g_byte_array_unref (bytes);
  deal_out (pairs, samples->communicator->n_ranks);
  return pairs;
}

void
spur_clock_samples_redistribute (SpurClockSamples *samples)
{
  SpurCommunicator *ranks = samples->communicator;
  g_autoptr (GHashTable) pairs = NULL;
  GByteArray **buffers;
  const Pair *pair = NULL;
  gsize n_samples = 0;

  if (ranks->n_ranks == 1)
    return;
  pairs = share_pairs (samples);
  buffers = spur_communicator_new_buffers (ranks);
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

void
spur_clock_samples_share_spans (SpurClockSamples *samples)
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
  spur_communicator_all_reduce (samples->communicator, SPUR_REDUCE_MIN, first_ns, n);
  spur_communicator_all_reduce (samples->communicator, SPUR_REDUCE_MAX, last_ns, n);
  spur_communicator_all_reduce (samples->communicator, SPUR_REDUCE_SUM, n_events, n);
  for (gsize i = 0; i < n; i++)
    samples->spans[i] = (SpurClockSpan){ first_ns[i], last_ns[i], (guint64) n_events[i] };
}
