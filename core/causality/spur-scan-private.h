/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/base/spur-bytes-private.h"
#include "core/causality/spur-edges.h"

/* Messages that can only meet each other: of one communicator, sender, receiver and tag, or of
 * one identifier and tag; and of one family, see #SpurScanClass. By identifier a handover may lack
 * a partner, and a gathering has many sends. */
typedef struct
{
  guint64 group;
  guint64 ends;
  guint64 tag;
} SpurChannelKey;

static inline gboolean
spur_channel_key_is_equal (const SpurChannelKey *a, const SpurChannelKey *b)
{
  return a->ends == b->ends && a->tag == b->tag && a->group == b->group;
}

#define SPUR_CHANNEL_BY_ID (G_GUINT64_CONSTANT (1) << 32)
#define SPUR_CHANNEL_HANDOVER (G_GUINT64_CONSTANT (1) << 33)
#define SPUR_CHANNEL_GATHER (G_GUINT64_CONSTANT (1) << 34)
#define SPUR_CHANNEL_FAMILY_SHIFT 35

static inline gboolean
spur_channel_key_is (const SpurChannelKey *key, guint64 kind)
{
  return (key->group & kind) != 0;
}

/* Sends and receives, which are treated alike as far as they are. */
typedef enum
{
  SPUR_SCAN_SENDS,
  SPUR_SCAN_RECEIVES,
  SPUR_SCAN_N_SIDES,
} SpurScanSide;

/* A channel as one stream sees it. Its sends are @sent from @send_first on; then, as its share of
 * the channel of all streams, the first @n_used of them have partners, and after the first receives
 * that have none, @n_matched have: number k of those has @partners[k] where it @follows, and else
 * all have the first of them. @n_met counts the receives that were looked at, from minus those
 * first ones on.
 *
 * Where @is_scattered its ends lie in several streams, and from @listed_first on the partners of
 * all receives are listed; of a gathering it is the @n_listed ones of its receive. Where @is_short
 * it has more sends than receives, or fewer, but both. No stream misses the partners of what
 * @is_excused. */
typedef struct
{
  SpurChannelKey key;
  union
  {
    /* While the stream is scanned: when the last end of each side was posted. */
    guint64 last_posted[SPUR_SCAN_N_SIDES];
    struct
    {
      union
      {
        /* The own sends before channels are joined. */
        const guint64 *partners;
        struct
        {
          guint32 listed_first;
          guint32 n_listed;
        };
      };
      guint32 n_used;
      guint32 n_matched;
    };
  };
  union
  {
    /* While the stream is scanned, see #SpurScanClasses. */
    guint64 tags;
    struct
    {
      /* Of the partners. */
      guint32 sender;
      guint32 send_first;
    };
  };
  union
  {
    guint32 hash;
    guint32 n_met;
  };
  union
  {
    guint32 n_ends[SPUR_SCAN_N_SIDES];
    struct
    {
      guint32 n_sends;
      guint32 n_receives;
    };
  };
  guint8 is_disordered : 1;
  guint8 is_excused : 1;
  guint8 has_sends : 1;
  guint8 has_receives : 1;
  guint8 is_short : 1;
  guint8 is_scattered : 1;
  guint8 is_gathered : 1;
  guint8 follows : 1;
  /* What the classes of its ends mean, of #SpurScanMeaning; then, once channels are joined, a bit
   * for the #SpurEdgeKind of its edges. */
  guint8 meanings;
  /* A bit for each side on which messages have numbers; then whether messages meet by them, which
   * is then no order of its streams, so that it is scattered, too. */
  guint8 numbered;
} SpurChannel;

/* By what the ends of a message mean its edge is told from others. */
typedef enum
{
  SPUR_SCAN_CREATES = 1 << 0,
  SPUR_SCAN_PLACES = 1 << 1,
} SpurScanMeaning;

/* A slot of the table says which channel, where the upper half of its @mark is the stamp of now; so
 * that nothing needs to be cleared for the next stream. The lower half is of the channel's hash, so
 * that other channels are mostly passed without a look at them. */
typedef struct
{
  guint32 mark;
  guint32 channel;
} SpurChannelSlot;

typedef struct
{
  SpurChannel *all;
  SpurChannelSlot *slots;
  guint32 n_channels;
  guint32 n_allocated;
  guint32 n_slots;
  guint32 stamp;
} SpurChannels;

typedef struct
{
  guint64 begin_event;
  guint64 end_event;
  guint32 communicator;
  guint32 subject;
  guint32 root;
  guint32 senders;
  /* Filled in when the ends are joined: the position in the communicator, and the number of the
   * collective operation in it. */
  guint32 rank;
  guint32 turn;
  guint8 pattern;
  guint8 sends;
  guint8 receives;
} SpurCollectiveEnd;

/* Numbers of messages by which they meet, 0 where one has none: those of the sends as they are in
 * the scan; and those of the receives by channel, of each from @received_first on, in the order in
 * which they were posted. NULL where no message of that side has one. */
typedef struct
{
  guint64 *sent;
  guint64 *received;
  gsize *received_first;
} SpurScanNumbers;

/* Numbers as they were found: of the first @n_numbers ends, each in one of @channels. */
typedef struct
{
  const guint64 *numbers;
  const guint32 *channels;
  gsize n_numbers;
} SpurFoundNumbers;

/* What concerns other streams in one stream. It lies in @own_room, or with the scanner. */
typedef struct
{
  gpointer own_room;
  SpurChannel *channels;
  /* Of every channel, equal for those that can meet. Apart, as they are looked at more often than
   * what a channel is. */
  guint32 *hashes;
  /* Events: sends by channel, at last their nodes; receives in order with the channel of each. */
  guint64 *sent;
  guint64 *received;
  guint32 *received_in;
  /* By receive its number among those of its channel as they were posted; NULL where they come in
   * that order. */
  guint32 *ranks;
  SpurScanNumbers numbers;
  SpurCollectiveEnd *ends;
  guint32 n_channels;
  gsize n_sends;
  gsize n_receives;
  gsize n_ends;

  /* Begins of collective operations that have no end. */
  guint64 *loose;
  gsize n_loose;

  /* The first without a partner, SpurUnmatched. */
  GArray *unmatched;
  /* Whether there are channels of locks. */
  gboolean has_locks;
  /* Whether there are channels that are scattered, or short; or not from one stream to another; or
   * with receives that are not at the end of exactly one edge. */
  gboolean has_scattered;
  gboolean has_short;
  gboolean has_strange;
  gboolean has_others;
} SpurScan;

/* Where the fields of a class lie, so that a loop over events asks no layout. */
typedef struct
{
  guint16 offset;
  guint8 n_bytes;
} SpurPlace;

/* What of the words of a record at an offset is to be looked at. */
typedef struct
{
  guint32 offset;
  guint64 mask;
} SpurScanWord;

/* The numbers by which messages meet are four. */
#define SPUR_SCAN_N_WORDS 3

/* Classes whose fields count different things are of different @family and never meet: the third
 * migration is no partner of the third release of a lock. Only the bits of a family above
 * %SPUR_CHANNEL_FAMILY_SHIFT are set. */
typedef struct
{
  SpurRole role;
  SpurMatch match;
  guint64 family;
  SpurPlace places[SPUR_N_USES];
  SpurScanSide side;
  /* Of #SpurScanMeaning. */
  guint8 meanings;
  /* Where in the ends of a key the subject is. */
  guint8 subject_shift;
  /* Whether all that tells which messages meet is in a fixed number of words of a record, and a
   * message was posted as many events ago as a word of 32 bits says. */
  gboolean is_plain;
  guint n_record_bytes;
  SpurScanWord words[SPUR_SCAN_N_WORDS];
  guint32 posted_offset;
  guint32 posted_mask;
  /* The tag where it is no part of the key. */
  SpurPlace tag;
} SpurScanClass;

static inline guint64
spur_place_get (const SpurPlace *self, const guint8 *record, guint64 if_absent)
{
  if (G_LIKELY (self->n_bytes == 4))
    return spur_get_le32 (record + self->offset);
  switch (self->n_bytes)
    {
    case 0:
      return if_absent;
    case 1:
      return record[self->offset];
    case 2:
      return spur_get_le16 (record + self->offset);
    default:
      return spur_get_le64 (record + self->offset);
    }
}

static inline guint64
spur_scan_class_get (const SpurScanClass *self,
                     SpurUse use,
                     const guint8 *record,
                     guint64 if_absent)
{
  return spur_place_get (&self->places[use], record, if_absent);
}

/* The number of a message of a class that has them; 0 where it is not known. */
static inline guint64
spur_scan_class_get_number (const SpurScanClass *self, const guint8 *record)
{
  const SpurPlace *place = &self->places[SPUR_USE_NUMBER];
  guint64 number = spur_place_get (place, record, 0);

  return place->n_bytes > 0 && number == G_MAXUINT64 >> (64 - 8 * place->n_bytes) ? 0 : number;
}

/* The key of a message to or from @peer. */
static inline SpurChannelKey
spur_scan_class_get_key (const SpurScanClass *self, const guint8 *record, guint64 peer)
{
  SpurChannelKey key = { self->family, 0, spur_scan_class_get (self, SPUR_USE_TAG, record, 0) };

  if (self->match != SPUR_MATCH_FIFO)
    {
      key.ends = spur_scan_class_get (self, SPUR_USE_MESSAGE_ID, record, 0);
      return key;
    }
  key.group |= spur_scan_class_get (self, SPUR_USE_COMMUNICATOR, record, SPUR_NONE);
  key.ends = spur_scan_class_get (self, SPUR_USE_SUBJECT, record, SPUR_NONE)
               << self->subject_shift |
             peer << (32 - self->subject_shift);
  return key;
}

/* What is asked of every event: how long its record is, and above that whether another stream may
 * care; so that one sum counts both. */
typedef guint64 SpurScanStep;

#define SPUR_SCAN_WANTED_SHIFT 32

/* Where it @merges_tags all messages of a sender, receiver and communicator are one channel, which
 * then costs less than one for each tag. That is the same where the sends have the same tags as the
 * receives, one after the other. Once a stream is scanned the tag of the key is a hash of all of
 * them in their order, so that other channels do not meet. @is_mixed: some do not. */
typedef struct
{
  guint n_classes;
  SpurScanClass *classes;
  SpurScanStep *steps;
  guint8 *is_wanted;
  gboolean merges_tags;
  gint is_mixed;
  /* What was needed to scan a stream, for the next one. */
  GAsyncQueue *scanners;
} SpurScanClasses;

void spur_scan_classes_init (SpurScanClasses *self, SpurTrace *trace);

/* Before the first scan. */
void spur_scan_classes_merge_tags (SpurScanClasses *self);

void spur_scan_classes_clear (SpurScanClasses *self);

/* How many ends there are in a stream of each role, or about how many, so that there is room for
 * them; 0 where there are few. */
void spur_scan_classes_count_ends (const SpurScanClasses *classes,
                                   SpurStream *stream,
                                   guint64 *n_of_role);

/* For the queue of scanners. */
void spur_scanner_free (gpointer data);

/* Fails where a stream has more messages than the numbers here can count. What was found is there
 * as long as @classes. */
gboolean
spur_scan_stream (SpurScan *scan, SpurTrace *trace, SpurStream *stream, SpurScanClasses *classes);

void spur_scan_clear (SpurScan *scan);

/* Makes room for that. */
void spur_scan_make_room (SpurScan *scan, guint32 n_channels, gsize n_sends, gsize n_receives);

/* Keeps the numbers of messages, of each side where it has any, once all else of the scan is there.
 */
void spur_scan_keep_numbers (SpurScan *scan,
                             const SpurFoundNumbers *sent,
                             const SpurFoundNumbers *received);

/* Makes room for the numbers of the receives, and says where those of each channel are. */
void spur_scan_open_received_numbers (SpurScan *scan);

/* Whether the numbers of a channel are the same at both sides, message by message, and none comes
 * twice, as they rise. */
gboolean spur_scan_has_same_numbers (const SpurScan *sender,
                                     const SpurChannel *sends,
                                     const SpurScan *receiver,
                                     const SpurChannel *receives);

/* Says of every channel where its sends are, and its hash. */
void spur_scan_index_channels (SpurScan *scan);

/* Puts the ends of collective operations in the order in which their members begin them, in which
 * they are counted; for those that do not block that need not be the order of their ends. */
void spur_scan_order_ends (SpurScan *scan);

/* Makes room for more channels. */
void spur_channels_grow (SpurChannels *self);

#define SPUR_CHANNEL_NEIGHBOUR_BITS 2

/* Numbers mostly come one after the other, so that those which differ in their last bits only are
 * neighbours in a table, mostly in one line of the cache. */
static inline guint32
spur_channel_key_hash (const SpurChannelKey *key)
{
  guint64 hash =
    (key->ends >> SPUR_CHANNEL_NEIGHBOUR_BITS) * G_GUINT64_CONSTANT (0xd6e8feb86659fd93) +
    key->tag * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) +
    key->group * G_GUINT64_CONSTANT (0xa0761d6478bd642f);

  hash = (hash ^ hash >> 32) * G_GUINT64_CONSTANT (0xd6e8feb86659fd93);
  return (guint32) (hash >> 32) ^ (guint32) (key->ends & ((1u << SPUR_CHANNEL_NEIGHBOUR_BITS) - 1));
}

#define SPUR_CHANNEL_STAMP_SHIFT 16

static inline guint32
spur_channels_get_mark (const SpurChannels *self, guint32 hash)
{
  return self->stamp << SPUR_CHANNEL_STAMP_SHIFT | hash >> SPUR_CHANNEL_STAMP_SHIFT;
}

static inline gboolean
spur_channels_is_used (const SpurChannels *self, guint32 slot)
{
  return self->slots[slot].mark >> SPUR_CHANNEL_STAMP_SHIFT == self->stamp;
}

/* Has the slot of a key come to the cache, for a look at it a little later. */
static inline void
spur_channels_fetch (const SpurChannels *self, const SpurChannelKey *key)
{
  if (G_LIKELY (self->n_slots > 0))
    __builtin_prefetch (&self->slots[spur_channel_key_hash (key) & (self->n_slots - 1)]);
}

/* The channel of a key, made where it is new. Inline, as a key that was just made would have to go
 * through memory. */
static inline guint32
spur_channels_find (SpurChannels *self, const SpurChannelKey *key)
{
  guint32 hash = spur_channel_key_hash (key);
  guint32 slot, mark;

  if (G_UNLIKELY (self->n_channels == self->n_allocated))
    spur_channels_grow (self);
  mark = spur_channels_get_mark (self, hash);
  slot = hash & (self->n_slots - 1);
  while (spur_channels_is_used (self, slot))
    {
      guint32 channel = self->slots[slot].channel;

      if (self->slots[slot].mark == mark &&
          spur_channel_key_is_equal (&self->all[channel].key, key))
        return channel;
      slot = (slot + 1) & (self->n_slots - 1);
    }
  self->all[self->n_channels] = (SpurChannel){ .key = *key, .hash = hash };
  self->slots[slot] = (SpurChannelSlot){ mark, self->n_channels };
  return self->n_channels++;
}

/* The channel of a key, or %SPUR_NONE. Threads may ask at the same time. */
guint32 spur_channels_look_up (const SpurChannels *self, const SpurChannelKey *key);

/* Forgets all channels, but keeps the room. */
void spur_channels_reset (SpurChannels *self);

void spur_channels_clear (SpurChannels *self);
