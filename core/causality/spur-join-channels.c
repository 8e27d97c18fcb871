/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* What the channels of the streams are in those of all streams. Channels that can be the same go
 * into one bucket, by their hash, and what is in a bucket is joined apart from all others; so that
 * it stays in the cache, and several threads do it. */
#include "core/base/spur-pages-private.h"
#include "core/causality/spur-matcher-internal.h"
#include "core/causality/spur-scan-private.h"

/* The first and the last hand-over of each lock, which channels of all streams tell together.
 * Blocks of streams are looked at by several threads, and what they found is then put together. */

/* The least and the greatest number of a hand-over of a lock. */
typedef struct
{
  guint64 first;
  guint64 last;
} SpurLockSpan;

/* The spans of all locks, SpurLockSpan, in the order of their keys. */
typedef struct
{
  SpurChannels keys;
  GArray *spans;
} SpurLocks;

#define MAX_BLOCKS 64

typedef struct
{
  const SpurScan *scans;
  guint n_streams;
  guint n_blocks;
  SpurLocks *blocks;
} Listing;

/* All numbers of a lock have one key. */
static SpurChannelKey
get_lock (const SpurChannelKey *key)
{
  return (SpurChannelKey){ key->group, 0, key->tag };
}

static void
spur_locks_clear (SpurLocks *self)
{
  spur_channels_clear (&self->keys);
  g_clear_pointer (&self->spans, g_array_unref);
}

static void
add_span (SpurLocks *self, const SpurChannelKey *lock, SpurLockSpan span)
{
  guint32 number = spur_channels_find (&self->keys, lock);
  SpurLockSpan *all;

  if (self->spans == NULL)
    self->spans = g_array_new (FALSE, FALSE, sizeof (SpurLockSpan));
  if (number == self->spans->len)
    {
      g_array_append_val (self->spans, span);
      return;
    }
  all = &g_array_index (self->spans, SpurLockSpan, number);
  all->first = MIN (all->first, span.first);
  all->last = MAX (all->last, span.last);
}

static void
list_block (guint block, gpointer user_data)
{
  const Listing *listing = user_data;
  guint begin = (guint) ((guint64) listing->n_streams * block / listing->n_blocks);
  guint end = (guint) ((guint64) listing->n_streams * (block + 1) / listing->n_blocks);

  for (guint s = begin; s < end; s++)
    {
      const SpurScan *scan = &listing->scans[s];

      for (guint32 i = 0; scan->has_locks && i < scan->n_channels; i++)
        {
          const SpurChannelKey *key = &scan->channels[i].key;
          SpurChannelKey lock = get_lock (key);

          if ((key->group & SPUR_CHANNEL_HANDOVER) != 0)
            add_span (&listing->blocks[block], &lock, (SpurLockSpan){ key->ends, key->ends });
        }
    }
}

static void
add_block (SpurLocks *self, const SpurLocks *block)
{
  for (guint32 i = 0; i < block->keys.n_channels; i++)
    add_span (self, &block->keys.all[i].key, g_array_index (block->spans, SpurLockSpan, i));
}

/* Finds the spans of the locks that the streams use. */
static void
spur_locks_init (SpurLocks *self, const SpurScan *scans, guint n_streams, const SpurJob *job)
{
  SpurLocks blocks[MAX_BLOCKS] = { 0 };
  Listing listing = { scans, n_streams, MIN (n_streams, MAX_BLOCKS), blocks };
  gboolean has_locks = FALSE;

  *self = (SpurLocks){ 0 };
  for (guint s = 0; s < n_streams; s++)
    has_locks |= scans[s].has_locks;
  if (!has_locks)
    return;
  spur_job_run (job, listing.n_blocks, list_block, &listing);
  for (guint b = 0; b < listing.n_blocks; b++)
    {
      add_block (self, &blocks[b]);
      spur_locks_clear (&blocks[b]);
    }
}

/* The span of the lock of a channel; fails where it has none. Threads may ask at the same time. */
static gboolean
spur_locks_get_span (const SpurLocks *self, const SpurChannelKey *key, SpurLockSpan *span)
{
  SpurChannelKey lock = get_lock (key);
  guint32 number = spur_channels_look_up (&self->keys, &lock);

  if (number == SPUR_NONE)
    return FALSE;
  *span = g_array_index (self->spans, SpurLockSpan, number);
  return TRUE;
}

/* The mean number of parts in a bucket. */
#define BUCKET_PARTS 512
#define MAX_BUCKET_BITS 14
/* Fewer parts are not worth a thread. */
#define MIN_SHARED_PARTS 8192
/* Blocks of streams that are sorted into buckets at a time. */
#define MAX_BLOCKS 64

/* A channel of a stream. */
typedef struct
{
  SpurChannel *channel;
  guint32 stream;
  guint32 hash;
} Part;

/* How many channels ahead are fetched into the cache, and hashes of how many streams. */
#define AHEAD 16
#define STREAMS_AHEAD 8
#define LINE_BYTES 64

typedef struct
{
  guint64 first_part;
  guint64 n_parts;
  SpurMatchCounts counts;
  gboolean is_mixed;
  /* Sends of gatherings, SpurSlot, and the channels that receive them, SpurChannel *. */
  GArray *listed;
  GPtrArray *gatherers;
} Bucket;

typedef struct
{
  SpurScan *scans;
  guint n_streams;
  guint n_blocks;
  guint n_bucket_bits;
  gboolean merges_tags;
  SpurLocks locks;
  /* Of every block and bucket, where its next part goes. */
  guint64 *fill;
  Part *parts;
  Bucket *buckets;
} Join;

/* A channel of all streams, and how far the streams before this one got in it. */
typedef struct
{
  const SpurChannel *first;
  const guint64 *sent;
  guint32 n_sends;
  guint32 n_receives;
  guint32 n_senders;
  guint32 n_receivers;
  guint32 sender;
  guint32 listed_first;
  guint32 n_used;
  guint32 n_matched;
  guint32 n_skipped;
  guint32 n_sends_before;
  guint32 n_receives_before;
  guint32 hash;
  guint8 meanings;
  guint8 numbered;
  gboolean is_excused;
  /* Where messages have numbers: what sends and what receives them, of one stream each. */
  const Part *numbered_parts[SPUR_SCAN_N_SIDES];
} Whole;

static guint
find_bucket (const Join *self, guint32 hash)
{
  return (guint) ((guint64) hash >> (32 - self->n_bucket_bits));
}

static void
get_streams (const Join *self, guint block, guint *begin, guint *end)
{
  *begin = (guint) ((guint64) self->n_streams * block / self->n_blocks);
  *end = (guint) ((guint64) self->n_streams * (block + 1) / self->n_blocks);
}

/* Where there are many streams, what each of them has is in no cache. */
static inline void
fetch_hashes (const Join *self, guint stream)
{
  const SpurScan *scan = &self->scans[MIN (stream + STREAMS_AHEAD, self->n_streams - 1)];
  gsize begin = GPOINTER_TO_SIZE (scan->hashes);

  __builtin_prefetch (GSIZE_TO_POINTER (begin));
  __builtin_prefetch (
    GSIZE_TO_POINTER (begin + MIN (scan->n_channels * sizeof *scan->hashes, LINE_BYTES)));
}

static void
count_parts (guint block, gpointer user_data)
{
  const Join *self = user_data;
  guint64 *fill = self->fill + ((gsize) block << self->n_bucket_bits);
  guint begin, end;

  get_streams (self, block, &begin, &end);
  for (guint s = begin; s < end; s++)
    {
      fetch_hashes (self, s);
      for (guint32 i = 0; i < self->scans[s].n_channels; i++)
        fill[find_bucket (self, self->scans[s].hashes[i])]++;
    }
}

static void
put_parts (guint block, gpointer user_data)
{
  const Join *self = user_data;
  guint64 *fill = self->fill + ((gsize) block << self->n_bucket_bits);
  guint begin, end;

  get_streams (self, block, &begin, &end);
  for (guint s = begin; s < end; s++)
    {
      const SpurScan *scan = &self->scans[s];

      fetch_hashes (self, s);
      for (guint32 i = 0; i < scan->n_channels; i++)
        self->parts[fill[find_bucket (self, scan->hashes[i])]++] =
          (Part){ &scan->channels[i], s, scan->hashes[i] };
    }
}

/* In a bucket parts are in the order of streams. */
static void
sort_parts (Join *self, const SpurJob *job)
{
  guint n_buckets = 1u << self->n_bucket_bits;
  guint64 n_parts = 0;

  spur_job_run (job, self->n_blocks, count_parts, self);
  for (guint b = 0; b < n_buckets; b++)
    {
      self->buckets[b].first_part = n_parts;
      for (guint k = 0; k < self->n_blocks; k++)
        {
          guint64 *fill = &self->fill[((gsize) k << self->n_bucket_bits) + b];
          guint64 n = *fill;

          *fill = n_parts;
          n_parts += n;
        }
      self->buckets[b].n_parts = n_parts - self->buckets[b].first_part;
    }
  spur_job_run (job, self->n_blocks, put_parts, self);
}

/* How many sends of a channel of all streams have partners. */
static guint32
get_n_used (const Whole *whole)
{
  if (!spur_channel_key_is (&whole->first->key, SPUR_CHANNEL_BY_ID))
    return MIN (whole->n_sends, whole->n_receives);
  if (whole->n_receives == 0)
    return 0;
  return spur_channel_key_is (&whole->first->key, SPUR_CHANNEL_GATHER) ? whole->n_sends
                                                                       : MIN (whole->n_sends, 1);
}

/* How many receives of it have. */
static guint32
get_n_matched (const Whole *whole)
{
  if (!spur_channel_key_is (&whole->first->key, SPUR_CHANNEL_BY_ID))
    return MIN (whole->n_sends, whole->n_receives);
  if (whole->n_sends == 0)
    return 0;
  return spur_channel_key_is (&whole->first->key, SPUR_CHANNEL_GATHER) ? MIN (whole->n_receives, 1)
                                                                       : whole->n_receives;
}

/* The first acquisition of a lock has no hand-over before it, the last release none after it. */
static gboolean
is_excused (const Join *self, const Whole *whole)
{
  const SpurChannelKey *key = &whole->first->key;
  gboolean may_be_first = whole->n_sends == 0;
  gboolean may_be_last = whole->n_receives == 0 && whole->n_sends == 1;
  SpurLockSpan span;

  if (!spur_channel_key_is (&whole->first->key, SPUR_CHANNEL_HANDOVER) ||
      (!may_be_first && !may_be_last) || !spur_locks_get_span (&self->locks, key, &span))
    return FALSE;
  return key->ends == (may_be_first ? span.first : span.last);
}

/* Of @n things of a stream after @before others, how many are below @limit of all. */
static guint32
share_below (guint32 limit, guint32 before, guint32 n)
{
  return limit > before ? MIN (limit - before, n) : 0;
}

/* Without the messages that were lost the others are paired so that no receive gets a send that
 * came after its own: from the first on where receives are missing, from the last on where sends
 * are. Every such edge is true. */
static void
merge_part (Whole *whole, SpurChannel *part)
{
  gboolean goes_by_id = spur_channel_key_is (&part->key, SPUR_CHANNEL_BY_ID);
  guint32 n_skipped = share_below (whole->n_skipped, whole->n_receives_before, part->n_receives);

  part->n_used = share_below (whole->n_used, whole->n_sends_before, part->n_sends);
  part->n_matched =
    share_below (whole->n_skipped + whole->n_matched, whole->n_receives_before, part->n_receives) -
    n_skipped;
  part->sender = whole->sender;
  part->partners = whole->sent;
  part->follows = !goes_by_id;
  part->is_excused = whole->is_excused;
  part->has_sends = whole->n_sends > 0;
  part->has_receives = whole->n_receives > 0;
  part->numbered = whole->numbered;
  part->is_scattered =
    !goes_by_id && (whole->n_senders > 1 || whole->n_receivers > 1 || whole->numbered);
  part->is_short = !goes_by_id && !whole->numbered && whole->n_sends > 0 && whole->n_receives > 0 &&
                   whole->n_sends != whole->n_receives;
  part->is_gathered = spur_channel_key_is (&part->key, SPUR_CHANNEL_GATHER);
  part->meanings = whole->meanings;
  part->n_met = part->is_scattered ? 0 : -n_skipped;
  if (part->is_gathered)
    {
      part->listed_first = whole->listed_first;
      part->n_listed = whole->n_sends;
    }
  whole->n_sends_before += part->n_sends;
  whole->n_receives_before += part->n_receives;
}

/* Sends of a gathering that meet another are listed. */
static void
list_gathered (Bucket *bucket, const SpurScan *scan, guint stream, Whole *whole, SpurChannel *part)
{
  if (whole->n_used == 0)
    return;
  if (bucket->listed == NULL)
    {
      bucket->listed = g_array_new (FALSE, FALSE, sizeof (SpurSlot));
      bucket->gatherers = g_ptr_array_new ();
    }
  /* The first part of it makes room. */
  if (whole->n_sends_before == 0 && whole->n_receives_before == 0)
    {
      whole->listed_first = bucket->listed->len;
      g_array_set_size (bucket->listed, whole->listed_first + whole->n_sends);
    }
  for (guint32 i = 0; i < part->n_sends; i++)
    g_array_index (bucket->listed, SpurSlot, whole->listed_first + whole->n_sends_before + i) =
      (SpurSlot){ scan->sent[part->send_first + i], stream };
  if (part->n_receives > 0)
    g_ptr_array_add (bucket->gatherers, part);
}

static guint32
find_whole (const Part *part, guint32 *slots, guint32 n_slots, Whole *wholes, guint32 *n_wholes)
{
  const SpurChannel *channel = part->channel;
  guint32 slot = part->hash & (n_slots - 1);

  while (slots[slot] != SPUR_NONE)
    {
      const Whole *whole = &wholes[slots[slot]];

      if (whole->hash == part->hash &&
          spur_channel_key_is_equal (&whole->first->key, &channel->key))
        return slots[slot];
      slot = (slot + 1) & (n_slots - 1);
    }
  wholes[*n_wholes] = (Whole){ .first = channel, .sender = SPUR_NONE, .hash = part->hash };
  slots[slot] = *n_wholes;
  return (*n_wholes)++;
}

static void
add_part (Whole *whole, const Part *of_stream)
{
  const SpurChannel *part = of_stream->channel;

  if (part->n_sends > 0 && whole->n_sends == 0)
    {
      whole->sender = of_stream->stream;
      whole->sent = part->partners;
    }
  whole->n_sends += part->n_sends;
  whole->n_receives += part->n_receives;
  whole->n_senders += part->n_sends > 0;
  whole->n_receivers += part->n_receives > 0;
  whole->meanings |= part->meanings;
  whole->numbered |= part->numbered;
  for (guint side = 0; part->numbered != 0 && side < SPUR_SCAN_N_SIDES; side++)
    {
      if ((part->numbered & 1 << side) != 0)
        whole->numbered_parts[side] = of_stream;
    }
}

/* Whether the messages of a channel meet by their numbers: both sides have some, and what meets so
 * is not what would meet in order. */
static gboolean
is_numbered (const Join *self, const Whole *whole)
{
  const Part *sends = whole->numbered_parts[SPUR_SCAN_SENDS];
  const Part *receives = whole->numbered_parts[SPUR_SCAN_RECEIVES];

  if (sends == NULL || receives == NULL)
    return FALSE;
  return whole->n_senders > 1 || whole->n_receivers > 1 ||
         !spur_scan_has_same_numbers (&self->scans[sends->stream], sends->channel,
                                      &self->scans[receives->stream], receives->channel);
}

static SpurEdgeKind
get_kind (const Whole *whole)
{
  if (spur_channel_key_is (&whole->first->key, SPUR_CHANNEL_HANDOVER | SPUR_CHANNEL_GATHER))
    return SPUR_EDGE_SYNCHRONISATION;
  if ((whole->meanings & SPUR_SCAN_CREATES) != 0)
    return SPUR_EDGE_CREATION;
  return (whole->meanings & SPUR_SCAN_PLACES) != 0 ? SPUR_EDGE_MIGRATION : SPUR_EDGE_MESSAGE;
}

static void
count_wholes (const Join *self, Whole *wholes, guint32 n_wholes, SpurMatchCounts *counts)
{
  for (guint32 i = 0; i < n_wholes; i++)
    {
      Whole *whole = &wholes[i];

      /* A thread that no other waits for is no loss. */
      whole->is_excused = spur_channel_key_is (&whole->first->key, SPUR_CHANNEL_GATHER)
                            ? whole->n_receives == 0
                            : is_excused (self, whole);
      whole->meanings = (guint8) (1u << get_kind (whole));
      whole->numbered = is_numbered (self, whole);
      whole->n_used = get_n_used (whole);
      whole->n_matched = get_n_matched (whole);
      if (!spur_channel_key_is (&whole->first->key, SPUR_CHANNEL_BY_ID) &&
          whole->n_receives > whole->n_sends)
        whole->n_skipped = whole->n_receives - whole->n_sends;
      if (whole->is_excused || whole->numbered)
        continue;
      counts->n_unmatched_sends += whole->n_sends - whole->n_used;
      counts->n_unmatched_receives += whole->n_receives - whole->n_matched;
    }
}

/* Whether messages of several tags may be in channels that are not from one stream to another,
 * message by message. */
static gboolean
has_mixed (const Whole *wholes, guint32 n_wholes)
{
  for (guint32 i = 0; i < n_wholes; i++)
    {
      if (!spur_channel_key_is (&wholes[i].first->key, SPUR_CHANNEL_BY_ID) &&
          (wholes[i].n_sends != wholes[i].n_receives || wholes[i].n_senders != 1 ||
           wholes[i].n_receivers != 1))
        return TRUE;
    }
  return FALSE;
}

static void
join_bucket (guint index, gpointer user_data)
{
  const Join *self = user_data;
  Bucket *bucket = &self->buckets[index];
  const Part *parts = self->parts + bucket->first_part;
  guint32 n_parts = (guint32) bucket->n_parts, n_slots = 16, n_wholes = 0;
  SPUR_AUTO_PAGES guint32 *slots = NULL;
  SPUR_AUTO_PAGES guint32 *numbers = SPUR_PAGES_NEW (guint32, n_parts);
  SPUR_AUTO_PAGES Whole *wholes = SPUR_PAGES_NEW (Whole, n_parts);

  while (n_slots < 2 * n_parts)
    n_slots *= 2;
  slots = SPUR_PAGES_NEW (guint32, n_slots);
  memset (slots, 0xff, n_slots * sizeof *slots);
  for (guint32 i = 0; i < n_parts; i++)
    {
      __builtin_prefetch (parts[MIN (i + AHEAD, n_parts - 1)].channel);
      numbers[i] = find_whole (&parts[i], slots, n_slots, wholes, &n_wholes);
      add_part (&wholes[numbers[i]], &parts[i]);
    }
  count_wholes (self, wholes, n_wholes, &bucket->counts);
  bucket->is_mixed = self->merges_tags && has_mixed (wholes, n_wholes);
  for (guint32 i = 0; i < n_parts; i++)
    {
      Whole *whole = &wholes[numbers[i]];

      if (G_UNLIKELY (spur_channel_key_is (&parts[i].channel->key, SPUR_CHANNEL_GATHER)))
        list_gathered (bucket, &self->scans[parts[i].stream], parts[i].stream, whole,
                       parts[i].channel);
      merge_part (whole, parts[i].channel);
    }
}

/* What the buckets found, one after the other. */
static void
take_bucket (Bucket *bucket, GArray *listed, SpurMatchCounts *counts)
{
  counts->n_unmatched_sends += bucket->counts.n_unmatched_sends;
  counts->n_unmatched_receives += bucket->counts.n_unmatched_receives;
  if (bucket->listed == NULL)
    return;
  for (guint i = 0; i < bucket->gatherers->len; i++)
    ((SpurChannel *) bucket->gatherers->pdata[i])->listed_first += listed->len;
  g_array_append_vals (listed, bucket->listed->data, bucket->listed->len);
  g_array_unref (bucket->listed);
  g_ptr_array_unref (bucket->gatherers);
}

gboolean
spur_join_channels (const SpurMatchInput *input, GArray *listed, SpurMatchCounts *counts)
{
  const SpurJob alone = { NULL, NULL, NULL, 1 };
  const SpurJob *job = input->job;
  SpurScan *scans = input->scans;
  guint n_streams = input->n_streams;
  Join self = { .scans = scans,
                .n_streams = n_streams,
                .n_blocks = MIN (n_streams, MAX_BLOCKS),
                .merges_tags = input->merges_tags };
  gboolean is_mixed = FALSE;
  SPUR_AUTO_PAGES guint64 *fill = NULL;
  SPUR_AUTO_PAGES Part *parts = NULL;
  SPUR_AUTO_PAGES Bucket *buckets = NULL;
  guint64 n_parts = 0;

  for (guint s = 0; s < n_streams; s++)
    n_parts += scans[s].n_channels;
  if (n_parts == 0)
    return TRUE;
  if (n_parts < MIN_SHARED_PARTS)
    job = &alone;
  while (self.n_bucket_bits < MAX_BUCKET_BITS && n_parts >> self.n_bucket_bits > BUCKET_PARTS)
    self.n_bucket_bits++;
  self.fill = fill = SPUR_PAGES_NEW0 (guint64, (gsize) self.n_blocks << self.n_bucket_bits);
  self.parts = parts = SPUR_PAGES_NEW (Part, n_parts);
  self.buckets = buckets = SPUR_PAGES_NEW0 (Bucket, (gsize) 1 << self.n_bucket_bits);
  spur_locks_init (&self.locks, scans, n_streams, job);
  sort_parts (&self, job);
  spur_job_run (job, 1u << self.n_bucket_bits, join_bucket, &self);
  for (guint b = 0; b < 1u << self.n_bucket_bits; b++)
    {
      take_bucket (&buckets[b], listed, counts);
      is_mixed |= buckets[b].is_mixed;
    }
  spur_locks_clear (&self.locks);
  return !is_mixed;
}
