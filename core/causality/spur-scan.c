/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/causality/spur-scan-private.h"

#include "core/base/spur-order-internal.h"
#include "core/base/spur-pages-private.h"
#include "core/model/events/spur-event-layout-internal.h"
#include "core/store/packet/spur-packed-internal.h"

/* Channel numbers and a power of two of slots must fit into 32 bits. */
#define MAX_ENDS (G_MAXUINT32 / 4)

/* One event can stand for as many messages as a group has members. */
#define MAX_ENDS_IN_GROUPS (1u << 26)

/* Channels that were found lately; most messages are of one of few. */
#define N_RECENT_BITS 10

/* Which records of a class have it: those with these words, as far as they are looked at. */
typedef struct
{
  guint64 words[SPUR_SCAN_N_WORDS];
  guint64 class_and_stamp;
  guint32 channel;
} Recent;

/* A receive that was posted before it ended. */
typedef struct
{
  guint32 receive;
  guint32 ago;
} Early;

/* Events, and the channel of each. */
typedef struct
{
  guint64 *events;
  guint32 *channels;
  gsize n_ends;
  gsize n_room;
  /* Of the first ends, up to the last one that has a number. */
  guint64 *numbers;
  gsize n_numbers;
  gsize n_number_room;
} Side;

/* What a thread needs to scan a stream, and then another one: what is found goes into arrays that
 * are large enough for the largest stream so far. */
typedef struct
{
  SpurTrace *trace;
  SpurScanClasses *classes;
  guint n_groups;
  guint32 stamp;
  guint64 n_in_groups;
  gboolean has_too_many;
  gboolean has_disorder;

  SpurChannels channels;
  Side sides[SPUR_SCAN_N_SIDES];
  SpurCollectiveEnd *ends;
  gsize n_ends;
  gsize n_end_room;
  /* What was kept of small streams. */
  GPtrArray *blocks;
  guint8 *block;
  gsize n_block_bytes;
  gsize n_block_left;

  Early *early;
  gsize n_early;
  gsize n_early_room;

  /* Begins of collective operations that are not ended: positions of those that block, and for
   * those that do not a Begun for each request; @lost were begun anew before they ended. */
  GArray *open;
  GHashTable *requests;
  GArray *lost;
  Recent recent[1 << N_RECENT_BITS];
} Scanner;

typedef struct
{
  guint64 request;
  guint64 event;
} Begun;

void
spur_scanner_free (gpointer data)
{
  Scanner *self = data;

  spur_channels_clear (&self->channels);
  for (guint side = 0; side < SPUR_SCAN_N_SIDES; side++)
    {
      spur_pages_free (self->sides[side].events);
      spur_pages_free (self->sides[side].channels);
      spur_pages_free (self->sides[side].numbers);
    }
  spur_pages_free (self->ends);
  spur_pages_free (self->early);
  g_ptr_array_unref (self->blocks);
  g_array_unref (self->open);
  g_hash_table_unref (self->requests);
  g_array_unref (self->lost);
  g_free (self);
}

static Scanner *
new_scanner (void)
{
  Scanner *self = g_new0 (Scanner, 1);

  self->blocks = g_ptr_array_new_with_free_func (spur_pages_free);
  self->open = g_array_new (FALSE, FALSE, sizeof (guint64));
  self->requests = g_hash_table_new_full (g_int64_hash, g_int64_equal, NULL, g_free);
  self->lost = g_array_new (FALSE, FALSE, sizeof (guint64));
  return self;
}

static Scanner *
take_scanner (SpurTrace *trace, SpurScanClasses *classes)
{
  Scanner *self = g_async_queue_try_pop (classes->scanners);

  if (self == NULL)
    self = new_scanner ();
  self->trace = trace;
  self->classes = classes;
  self->n_groups = spur_definitions_get_n_groups (spur_trace_get_definitions (trace));
  self->n_in_groups = 0;
  self->has_too_many = self->has_disorder = FALSE;
  for (guint side = 0; side < SPUR_SCAN_N_SIDES; side++)
    self->sides[side].n_ends = self->sides[side].n_numbers = 0;
  self->n_ends = self->n_early = 0;
  spur_channels_reset (&self->channels);
  g_array_set_size (self->open, 0);
  g_array_set_size (self->lost, 0);
  if (g_hash_table_size (self->requests) > 0)
    g_hash_table_remove_all (self->requests);
  if (++self->stamp == 0)
    {
      memset (self->recent, 0, sizeof self->recent);
      self->stamp = 1;
    }
  return self;
}

#define MIN_ROOM 1024

static void
make_side_room (Side *side, gsize n_wanted)
{
  if (n_wanted <= side->n_room)
    return;
  side->n_room = MAX (n_wanted, MIN_ROOM);
  side->events = spur_pages_grow (side->events, side->n_ends * sizeof *side->events, side->n_room,
                                  sizeof *side->events);
  side->channels = spur_pages_grow (side->channels, side->n_ends * sizeof *side->channels,
                                    side->n_room, sizeof *side->channels);
}

static void
make_early_room (Scanner *scanner)
{
  gsize n = scanner->n_early;

  scanner->n_early_room = MAX (2 * n, MIN_ROOM);
  scanner->early = spur_pages_grow (scanner->early, n * sizeof *scanner->early,
                                    scanner->n_early_room, sizeof *scanner->early);
}

/* What number @rank of the messages of a channel adds to the hash of their tags. */
static inline guint64
mix_tag (guint64 tag, guint32 rank)
{
  guint64 hash = tag * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) +
                 (rank + 1) * G_GUINT64_CONSTANT (0xd6e8feb86659fd93);

  hash = (hash ^ hash >> 32) * G_GUINT64_CONSTANT (0xa0761d6478bd642f);
  return hash ^ hash >> 29;
}

/* Sends and receives of the same tags add up to nothing. */
static inline void
add_tag (Scanner *scanner, const SpurScanClass *klass, const guint8 *record, guint32 number)
{
  SpurChannel *channel = &scanner->channels.all[number];
  guint64 hash = mix_tag (spur_place_get (&klass->tag, record, 0), channel->n_ends[klass->side]);

  channel->tags += klass->side == SPUR_SCAN_SENDS ? hash : -hash;
}

/* Without a branch on whether it is a send or a receive, or when it was posted, which cannot
 * be predicted. */
static inline void
add_end (Scanner *scanner, SpurScanSide which, guint32 number, guint64 event, guint64 posted_ago)
{
  SpurChannel *channel = &scanner->channels.all[number];
  Side *side = &scanner->sides[which];
  gsize i = side->n_ends;
  guint64 posted = event - MIN (posted_ago, event);

  if (G_UNLIKELY (i == side->n_room))
    make_side_room (side, 2 * i);
  if (G_UNLIKELY (scanner->n_early == scanner->n_early_room))
    make_early_room (scanner);
  if (G_UNLIKELY (posted < channel->last_posted[which]))
    channel->is_disordered = scanner->has_disorder = TRUE;
  scanner->early[scanner->n_early] = (Early){ (guint32) i, (guint32) (event - posted) };
  scanner->n_early += posted != event;
  channel->last_posted[which] = posted;
  channel->n_ends[which]++;
  side->events[i] = event;
  side->channels[i] = number;
  side->n_ends = i + 1;
}

/* The number of the end that was added last, where it has one. Numbers tell messages apart that go
 * the same way, so tags must not be merged. */
static void
add_number (Scanner *scanner, const SpurScanClass *klass, const guint8 *record, guint32 channel)
{
  Side *side = &scanner->sides[klass->side];
  guint64 number = spur_scan_class_get_number (klass, record);

  if (number == 0)
    return;
  if (side->n_ends > side->n_number_room)
    {
      side->n_number_room = MAX (2 * side->n_ends, MIN_ROOM);
      side->numbers = spur_pages_grow (side->numbers, side->n_numbers * sizeof *side->numbers,
                                       side->n_number_room, sizeof *side->numbers);
    }
  memset (side->numbers + side->n_numbers, 0,
          (side->n_ends - side->n_numbers) * sizeof *side->numbers);
  side->numbers[side->n_ends - 1] = number;
  side->n_numbers = side->n_ends;
  scanner->channels.all[channel].numbered |= 1 << klass->side;
  if (scanner->classes->merges_tags)
    g_atomic_int_set (&scanner->classes->is_mixed, TRUE);
}

/* One end for each of those at the other side. */
static void
add_message (Scanner *scanner, const SpurScanClass *klass, const guint8 *record, guint64 event)
{
  guint64 posted_ago =
    klass->side == SPUR_SCAN_SENDS ? 0 : spur_scan_class_get (klass, SPUR_USE_POSTED, record, 0);
  guint64 peer = spur_scan_class_get (klass, SPUR_USE_PEER, record, SPUR_NONE);
  guint32 peers = SPUR_NONE;
  const SpurGroup *group = NULL;

  if (klass->match == SPUR_MATCH_HANDOVER &&
      spur_scan_class_get (klass, SPUR_USE_MESSAGE_ID, record, 0) == G_MAXUINT64)
    return;
  if (peer == SPUR_NONE && klass->match == SPUR_MATCH_FIFO)
    peers = (guint32) spur_scan_class_get (klass, SPUR_USE_MEMBERS, record, SPUR_NONE);
  if (peers < scanner->n_groups)
    {
      group = spur_definitions_get_group (spur_trace_get_definitions (scanner->trace), peers);
      scanner->n_in_groups += group->n_members;
      scanner->has_too_many |= scanner->n_in_groups > MAX_ENDS_IN_GROUPS;
    }
  for (guint i = 0; !scanner->has_too_many && i < (group != NULL ? group->n_members : 1); i++)
    {
      SpurChannelKey key =
        spur_scan_class_get_key (klass, record, group != NULL ? group->members[i] : peer);
      guint32 channel = spur_channels_find (&scanner->channels, &key);

      scanner->channels.all[channel].meanings |= klass->meanings;
      if (scanner->classes->merges_tags && klass->match == SPUR_MATCH_FIFO)
        add_tag (scanner, klass, record, channel);
      add_end (scanner, klass->side, channel, event, posted_ago);
      if (klass->match == SPUR_MATCH_FIFO && klass->places[SPUR_USE_NUMBER].n_bytes > 0)
        add_number (scanner, klass, record, channel);
    }
}

static inline guint64
turn_bits (guint64 word, guint n_bits)
{
  return word << n_bits | word >> (64 - n_bits);
}

static inline Recent *
find_recent (Scanner *scanner, const guint64 *words, guint64 class_and_stamp)
{
  guint64 hash =
    words[0] ^ turn_bits (words[1], 21) ^ turn_bits (words[2], 42) ^ class_and_stamp << 56;

  return &scanner->recent[hash * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) >> (64 - N_RECENT_BITS)];
}

/* Fails where it has several peers, or none. */
static gboolean
find_plain_channel (Scanner *scanner,
                    const SpurScanClass *klass,
                    const guint8 *record,
                    guint32 *channel)
{
  guint64 peer = spur_scan_class_get (klass, SPUR_USE_PEER, record, SPUR_NONE);
  SpurChannelKey key = spur_scan_class_get_key (klass, record, peer);

  if (peer == SPUR_NONE)
    return FALSE;
  *channel = spur_channels_find (&scanner->channels, &key);
  scanner->channels.all[*channel].meanings |= klass->meanings;
  return TRUE;
}

/* The same for most messages. */
static inline void
add_plain_message (Scanner *scanner, guint class_index, const guint8 *record, guint64 event)
{
  const SpurScanClass *klass = &scanner->classes->classes[class_index];
  guint64 class_and_stamp = (guint64) scanner->stamp << 16 | class_index;
  const guint64 words[SPUR_SCAN_N_WORDS] = {
    spur_get_le64 (record + klass->words[0].offset) & klass->words[0].mask,
    spur_get_le64 (record + klass->words[1].offset) & klass->words[1].mask,
    spur_get_le64 (record + klass->words[2].offset) & klass->words[2].mask,
  };
  Recent *recent = find_recent (scanner, words, class_and_stamp);

  if (G_UNLIKELY (((recent->words[0] ^ words[0]) | (recent->words[1] ^ words[1]) |
                   (recent->words[2] ^ words[2]) | (recent->class_and_stamp ^ class_and_stamp)) !=
                  0))
    {
      recent->class_and_stamp = 0;
      if (!find_plain_channel (scanner, klass, record, &recent->channel))
        {
          add_message (scanner, klass, record, event);
          return;
        }
      memcpy (recent->words, words, sizeof words);
      recent->class_and_stamp = class_and_stamp;
    }
  if (scanner->classes->merges_tags)
    add_tag (scanner, klass, record, recent->channel);
  add_end (scanner, klass->side, recent->channel, event,
           spur_get_le32 (record + klass->posted_offset) & klass->posted_mask);
  if (G_UNLIKELY (klass->places[SPUR_USE_NUMBER].n_bytes > 0))
    add_number (scanner, klass, record, recent->channel);
}

static void
add_collective_begin (Scanner *scanner,
                      const SpurScanClass *klass,
                      const guint8 *record,
                      guint64 event)
{
  const Begun *before;
  Begun *begun;

  if (klass->places[SPUR_USE_MESSAGE_ID].n_bytes == 0)
    {
      g_array_append_val (scanner->open, event);
      return;
    }
  begun = g_new (Begun, 1);
  *begun = (Begun){ spur_scan_class_get (klass, SPUR_USE_MESSAGE_ID, record, 0), event };
  before = g_hash_table_lookup (scanner->requests, &begun->request);
  if (before != NULL)
    g_array_append_val (scanner->lost, before->event);
  g_hash_table_replace (scanner->requests, &begun->request, begun);
}

/* The begin of an end: that of its request where it has one, else the innermost. */
static guint64
take_begin (Scanner *scanner, const SpurScanClass *klass, const guint8 *record)
{
  guint64 event = G_MAXUINT64;

  if (klass->places[SPUR_USE_MESSAGE_ID].n_bytes > 0)
    {
      guint64 request = spur_scan_class_get (klass, SPUR_USE_MESSAGE_ID, record, 0);
      const Begun *begun = g_hash_table_lookup (scanner->requests, &request);

      if (begun != NULL)
        event = begun->event;
      g_hash_table_remove (scanner->requests, &request);
    }
  else if (scanner->open->len > 0)
    {
      event = g_array_index (scanner->open, guint64, scanner->open->len - 1);
      g_array_set_size (scanner->open, scanner->open->len - 1);
    }
  return event;
}

static void
add_collective_end (Scanner *scanner,
                    const SpurScanClass *klass,
                    const guint8 *record,
                    guint64 event)
{
  SpurCollectiveEnd *end;

  if (G_UNLIKELY (scanner->n_ends == scanner->n_end_room))
    {
      scanner->n_end_room = MAX (2 * scanner->n_ends, MIN_ROOM);
      scanner->ends = spur_pages_grow (scanner->ends, scanner->n_ends * sizeof *scanner->ends,
                                       scanner->n_end_room, sizeof *scanner->ends);
    }
  end = &scanner->ends[scanner->n_ends++];

  *end = (SpurCollectiveEnd){ .end_event = event };
  end->begin_event = take_begin (scanner, klass, record);
  end->communicator =
    (guint32) spur_scan_class_get (klass, SPUR_USE_COMMUNICATOR, record, SPUR_NONE);
  end->subject = (guint32) spur_scan_class_get (klass, SPUR_USE_SUBJECT, record, SPUR_NONE);
  end->root = (guint32) spur_scan_class_get (klass, SPUR_USE_ROOT, record, SPUR_NONE);
  end->senders = (guint32) spur_scan_class_get (klass, SPUR_USE_MEMBERS, record, SPUR_NONE);
  end->pattern =
    (guint8) MIN (spur_scan_class_get (klass, SPUR_USE_PATTERN, record, 0), G_MAXUINT8);
  end->sends = end->pattern == SPUR_PATTERN_BARRIER ||
               spur_scan_class_get (klass, SPUR_USE_SENT_BYTES, record, 1) > 0;
  end->receives = end->pattern == SPUR_PATTERN_BARRIER ||
                  spur_scan_class_get (klass, SPUR_USE_RECEIVED_BYTES, record, 1) > 0;
}

static void
scan_event (Scanner *scanner, const SpurScanClass *klass, const guint8 *record, guint64 event)
{
  switch (klass->role)
    {
    case SPUR_ROLE_SEND:
    case SPUR_ROLE_RECEIVE:
      add_message (scanner, klass, record, event);
      break;
    case SPUR_ROLE_COLLECTIVE_BEGIN:
      add_collective_begin (scanner, klass, record, event);
      break;
    case SPUR_ROLE_COLLECTIVE_END:
      add_collective_end (scanner, klass, record, event);
      break;
    case SPUR_ROLE_INTERNAL:
      break;
    }
}

/* Numbers are mostly new, so that the table of channels is where the search for one waits. */
static inline void
fetch_channel (const Scanner *scanner, const SpurScanClass *klass, const guint8 *record)
{
  if ((klass->family & SPUR_CHANNEL_BY_ID) != 0)
    {
      SpurChannelKey key = spur_scan_class_get_key (klass, record, SPUR_NONE);

      spur_channels_fetch (&scanner->channels, &key);
    }
}

/* Events that are looked through before those that are wanted are looked at. */
#define SIFT_EVENTS 256
/* Records prefetched ahead of the scan, and places of their channels. */
#define AHEAD 8
#define CHANNELS_AHEAD 6

/* Events from @first on, of which those @found are wanted: positions above offsets of records. */
static void
scan_found (
  Scanner *scanner, const SpurChunk *chunk, guint32 first, const guint64 *found, guint32 n_found)
{
  const guint16 *classes = chunk->classes + first;

  for (guint32 i = 0; i < n_found; i++)
    {
      guint32 position = (guint32) (found[i] >> 32);
      const SpurScanClass *klass = &scanner->classes->classes[classes[position]];
      const guint8 *record = chunk->records + (guint32) found[i];
      guint64 event = chunk->first + first + position;

      __builtin_prefetch (chunk->records + (guint32) found[MIN (i + AHEAD, n_found - 1)]);
      if (G_LIKELY (klass->is_plain))
        add_plain_message (scanner, classes[position], record, event);
      else
        {
          guint64 later = found[MIN (i + CHANNELS_AHEAD, n_found - 1)];

          fetch_channel (scanner, &scanner->classes->classes[classes[later >> 32]],
                         chunk->records + (guint32) later);
          scan_event (scanner, klass, record, event);
        }
    }
}

static void
scan_chunk (Scanner *scanner, const SpurChunk *chunk)
{
  const SpurScanStep *steps = scanner->classes->steps;
  guint32 offset = 0;

  for (guint32 begin = 0; begin < chunk->n_events; begin += SIFT_EVENTS)
    {
      const guint16 *classes = chunk->classes + begin;
      guint32 n_events = MIN (chunk->n_events - begin, SIFT_EVENTS);
      /* Positions above offsets. */
      guint64 found[SIFT_EVENTS + 1], sum = offset;

      /* Without a branch that cannot be predicted. */
      for (guint32 i = 0; i < n_events; i++)
        {
          found[sum >> SPUR_SCAN_WANTED_SHIFT] = (guint64) i << 32 | (guint32) sum;
          sum += steps[classes[i]];
        }
      scan_found (scanner, chunk, begin, found, (guint32) (sum >> SPUR_SCAN_WANTED_SHIFT));
      offset = (guint32) sum;
    }
}

typedef struct
{
  guint64 posted;
  guint64 receive;
  guint32 channel;
} Posted;

SPUR_DEFINE_ORDER (compare_posted, Posted, SPUR_BY_3 (channel, posted, receive))

/* Numbers the receives of each channel in the order in which they were posted, where that is not
 * the order in which they end. */
static void
rank_receives (SpurScan *scan, const Scanner *scanner)
{
  g_autofree guint32 *next = NULL;
  g_autoptr (GArray) disordered = NULL;
  gsize e = 0;

  if (!scanner->has_disorder)
    return;
  next = g_new0 (guint32, scan->n_channels);
  disordered = g_array_new (FALSE, FALSE, sizeof (Posted));
  scan->ranks = SPUR_PAGES_NEW (guint32, scan->n_receives);
  for (gsize i = 0; i < scan->n_receives; i++)
    {
      guint32 channel = scan->received_in[i];
      Posted posted = { scan->received[i], i, channel };

      if (e < scanner->n_early && scanner->early[e].receive == i)
        posted.posted -= scanner->early[e++].ago;
      if (scan->channels[channel].is_disordered)
        g_array_append_val (disordered, posted);
      else
        scan->ranks[i] = next[channel]++;
    }
  g_array_sort (disordered, compare_posted);
  for (guint i = 0; i < disordered->len; i++)
    {
      const Posted *posted = &g_array_index (disordered, Posted, i);

      scan->ranks[posted->receive] = next[posted->channel]++;
    }
}

SPUR_DEFINE_ORDER (compare_events, guint64, SPUR_ORDER (*p, *q))

static void
keep_loose (SpurScan *scan, const Scanner *scanner)
{
  GHashTableIter iter;
  gpointer begun;

  if (g_hash_table_size (scanner->requests) > 0)
    {
      g_hash_table_iter_init (&iter, scanner->requests);
      while (g_hash_table_iter_next (&iter, NULL, &begun))
        g_array_append_val (scanner->open, ((Begun *) begun)->event);
    }
  g_array_append_vals (scanner->open, scanner->lost->data, scanner->lost->len);
  scan->n_loose = scanner->open->len;
  if (scan->n_loose == 0)
    return;
  g_array_sort (scanner->open, compare_events);
  scan->loose = g_memdup2 (scanner->open->data, scan->n_loose * sizeof *scan->loose);
}

/* What is found in a small stream shares blocks with others, as the kernel gives large ones larger
 * pages. */
#define MAX_SHARED_BYTES ((gsize) 256 << 10)
#define MIN_BLOCK_BYTES ((gsize) 256 << 10)
#define MAX_BLOCK_BYTES ((gsize) 4 << 20)

/* A channel is then one line of the cache. */
#define LINE_BYTES 64

static gpointer
take_room (Scanner *scanner, gsize n_bytes)
{
  gpointer room;

  n_bytes = (n_bytes + LINE_BYTES - 1) / LINE_BYTES * LINE_BYTES;
  if (n_bytes > scanner->n_block_left)
    {
      scanner->n_block_bytes = CLAMP (2 * scanner->n_block_bytes, MIN_BLOCK_BYTES, MAX_BLOCK_BYTES);
      scanner->block = spur_pages_new (scanner->n_block_bytes, 1);
      scanner->n_block_left = scanner->n_block_bytes;
      g_ptr_array_add (scanner->blocks, scanner->block);
    }
  room = scanner->block;
  scanner->block += n_bytes;
  scanner->n_block_left -= n_bytes;
  return room;
}

static gsize
count_bytes (guint32 n_channels, gsize n_sends, gsize n_receives)
{
  return n_channels * sizeof (SpurChannel) + (n_sends + n_receives) * sizeof (guint64) +
         (n_channels + n_receives) * sizeof (guint32);
}

/* Begins with what is aligned most. */
static void
lay_out (SpurScan *scan, gpointer room, guint32 n_channels, gsize n_sends, gsize n_receives)
{
  G_STATIC_ASSERT (sizeof (SpurChannel) == LINE_BYTES);
  scan->n_channels = n_channels;
  scan->n_sends = n_sends;
  scan->n_receives = n_receives;
  scan->channels = room;
  scan->sent = (guint64 *) (gpointer) (scan->channels + n_channels);
  scan->received = scan->sent + n_sends;
  scan->received_in = (guint32 *) (gpointer) (scan->received + n_receives);
  scan->hashes = scan->received_in + n_receives;
}

void
spur_scan_make_room (SpurScan *scan, guint32 n_channels, gsize n_sends, gsize n_receives)
{
  scan->own_room = spur_pages_new (count_bytes (n_channels, n_sends, n_receives), 1);
  lay_out (scan, scan->own_room, n_channels, n_sends, n_receives);
}

void
spur_scan_index_channels (SpurScan *scan)
{
  guint32 n_before = 0;

  for (guint32 i = 0; i < scan->n_channels; i++)
    {
      SpurChannel *channel = &scan->channels[i];

      channel->send_first = n_before;
      channel->partners = scan->sent + n_before;
      n_before += channel->n_sends;
      scan->hashes[i] = channel->hash;
      scan->has_locks |= (channel->key.group & SPUR_CHANNEL_HANDOVER) != 0;
    }
}

/* What the tags of the messages were becomes part of the key. Nothing is known of that where
 * receives do not come in the order in which they were posted. */
static void
settle_tags (SpurScan *scan, Scanner *scanner)
{
  gboolean is_mixed = FALSE;

  for (guint32 i = 0; i < scan->n_channels; i++)
    {
      SpurChannel *channel = &scan->channels[i];

      if ((channel->key.group & SPUR_CHANNEL_BY_ID) != 0)
        continue;
      is_mixed |= channel->is_disordered;
      is_mixed |= channel->n_sends > 0 && channel->n_receives > 0 &&
                  (channel->n_sends != channel->n_receives || channel->tags != 0);
      channel->key.tag = channel->n_sends == 0 ? -channel->tags : channel->tags;
      channel->hash = spur_channel_key_hash (&channel->key);
    }
  if (is_mixed)
    g_atomic_int_set (&scanner->classes->is_mixed, TRUE);
}

static void
make_kept_room (SpurScan *scan, Scanner *scanner)
{
  guint32 n_channels = scanner->channels.n_channels;
  gsize n_sends = scanner->sides[SPUR_SCAN_SENDS].n_ends;
  gsize n_receives = scanner->sides[SPUR_SCAN_RECEIVES].n_ends;
  gsize n_bytes = count_bytes (n_channels, n_sends, n_receives);

  if (n_bytes > MAX_SHARED_BYTES)
    spur_scan_make_room (scan, n_channels, n_sends, n_receives);
  else if (n_bytes > 0)
    lay_out (scan, take_room (scanner, n_bytes), n_channels, n_sends, n_receives);
}

/* Keeps what was found, as much as it is, with the sends by channel. */
static void
keep_ends (SpurScan *scan, Scanner *scanner)
{
  guint32 n_channels = scanner->channels.n_channels;
  const Side *sends = &scanner->sides[SPUR_SCAN_SENDS];
  const Side *receives = &scanner->sides[SPUR_SCAN_RECEIVES];

  make_kept_room (scan, scanner);
  if (n_channels > 0)
    memcpy (scan->channels, scanner->channels.all, n_channels * sizeof *scan->channels);
  if (scanner->classes->merges_tags)
    settle_tags (scan, scanner);
  spur_scan_index_channels (scan);
  for (gsize i = 0; i < scan->n_sends; i++)
    scan->sent[scan->channels[sends->channels[i]].send_first++] = sends->events[i];
  for (guint32 i = 0; i < n_channels; i++)
    scan->channels[i].send_first -= scan->channels[i].n_sends;
  if (scan->n_receives > 0)
    {
      memcpy (scan->received, receives->events, scan->n_receives * sizeof *scan->received);
      memcpy (scan->received_in, receives->channels, scan->n_receives * sizeof *scan->received_in);
    }
  scan->n_ends = scanner->n_ends;
  if (scan->n_ends > 0)
    {
      scan->ends = SPUR_PAGES_NEW (SpurCollectiveEnd, scan->n_ends);
      memcpy (scan->ends, scanner->ends, scan->n_ends * sizeof *scan->ends);
    }
}

static void
scan_chunks (Scanner *scanner, SpurStream *stream)
{
  guint64 n_of_role[SPUR_ROLE_COLLECTIVE_END + 1] = { 0 };
  g_autoptr (SpurChunkWalk) walk = NULL;
  const SpurChunk *chunk;

  spur_scan_classes_count_ends (scanner->classes, stream, n_of_role);
  make_side_room (&scanner->sides[SPUR_SCAN_SENDS], MAX (n_of_role[SPUR_ROLE_SEND], MIN_ROOM));
  make_side_room (&scanner->sides[SPUR_SCAN_RECEIVES],
                  MAX (n_of_role[SPUR_ROLE_RECEIVE], MIN_ROOM));
  walk = spur_chunk_walk_new (stream, SPUR_CHUNK_CLASSES | SPUR_CHUNK_RECORDS);
  spur_chunk_walk_want_classes (walk, scanner->classes->is_wanted);
  while (!scanner->has_too_many && (chunk = spur_chunk_walk_next (walk)) != NULL)
    {
      guint32 n_wanted;
      const guint64 *wanted = spur_chunk_walk_get_wanted (walk, &n_wanted);

      if (wanted != NULL)
        scan_found (scanner, chunk, 0, wanted, n_wanted);
      else
        scan_chunk (scanner, chunk);
      scanner->has_too_many |=
        MAX (scanner->sides[SPUR_SCAN_SENDS].n_ends,
             MAX (scanner->sides[SPUR_SCAN_RECEIVES].n_ends, scanner->n_ends)) > MAX_ENDS;
    }
}

static void
keep_numbers (SpurScan *scan, const Scanner *scanner)
{
  const Side *sides = scanner->sides;
  SpurFoundNumbers found[SPUR_SCAN_N_SIDES];

  for (guint side = 0; side < SPUR_SCAN_N_SIDES; side++)
    found[side] =
      (SpurFoundNumbers){ sides[side].numbers, sides[side].channels, sides[side].n_numbers };
  spur_scan_keep_numbers (scan, &found[SPUR_SCAN_SENDS], &found[SPUR_SCAN_RECEIVES]);
}

gboolean
spur_scan_stream (SpurScan *scan, SpurTrace *trace, SpurStream *stream, SpurScanClasses *classes)
{
  Scanner *scanner = take_scanner (trace, classes);
  gboolean is_done;

  scan_chunks (scanner, stream);
  is_done = !scanner->has_too_many;
  if (is_done)
    {
      keep_ends (scan, scanner);
      keep_loose (scan, scanner);
      spur_scan_order_ends (scan);
      rank_receives (scan, scanner);
      keep_numbers (scan, scanner);
    }
  g_async_queue_push (classes->scanners, scanner);
  return is_done;
}

void
spur_scan_clear (SpurScan *scan)
{
  g_clear_pointer (&scan->own_room, spur_pages_free);
  g_clear_pointer (&scan->ranks, spur_pages_free);
  g_clear_pointer (&scan->ends, spur_pages_free);
  g_clear_pointer (&scan->loose, g_free);
  g_clear_pointer (&scan->unmatched, g_array_unref);
  g_clear_pointer (&scan->numbers.sent, spur_pages_free);
  g_clear_pointer (&scan->numbers.received, spur_pages_free);
  g_clear_pointer (&scan->numbers.received_first, spur_pages_free);
  scan->channels = NULL;
  scan->sent = scan->received = NULL;
  scan->received_in = scan->hashes = NULL;
}
