/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/causality/spur-edges.h"

G_BEGIN_DECLS

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

/* A channel as one stream sees it, and then its share of the channel of all streams: its sends go
 * into slots from @send_slot on, of which the first @n_used have partners; the partner of its
 * receive k is in slot @receive_slot + k, for the @n_matched receives after the first @n_skipped.
 * Where @is_scattered its ends lie in several streams, and @receive_slot is where the slots of its
 * receives are listed. Where @is_short it has more sends than receives, or fewer, but both. Of a
 * gathering @n_sends is then the number of all streams. Nobody misses the partners of what
 * @is_excused. */
typedef struct
{
  SpurChannelKey key;
  union
  {
    guint64 last_posted;
    struct
    {
      guint32 n_skipped;
      guint32 n_used;
    };
  };
  guint64 send_slot;
  guint64 receive_slot;
  guint32 n_sends;
  guint32 n_receives;
  guint32 n_matched;
  guint8 is_disordered;
  guint8 is_excused;
  guint8 has_sends;
  guint8 has_receives : 1;
  guint8 is_short : 1;
  guint8 is_scattered : 1;
} SpurChannel;

typedef struct
{
  SpurChannel *all;
  guint32 *slots;
  guint32 n_channels;
  guint32 n_allocated;
  guint32 n_slots;
} SpurChannels;

/* @rank counts the sends, or the receives in posting order, of the channel in this stream. */
typedef struct
{
  guint64 event;
  guint32 channel;
  guint32 rank;
} SpurMessageEnd;

typedef struct
{
  guint64 begin_event;
  guint64 end_event;
  guint32 communicator;
  guint32 subject;
  guint32 root;
  guint32 senders;
  /* Filled in by who joins the ends: where in the communicator, and the how-manieth time. */
  guint32 rank;
  guint32 turn;
  guint8 pattern;
  guint8 sends;
  guint8 receives;
} SpurCollectiveEnd;

/* What concerns other streams in one stream. */
typedef struct
{
  SpurChannels channels;
  SpurMessageEnd *sends;
  SpurMessageEnd *receives;
  SpurCollectiveEnd *ends;
  gsize n_sends;
  gsize n_receives;
  gsize n_ends;

  /* Begins of collective operations that have no end. */
  guint64 *loose;
  gsize n_loose;

  /* The first that meet nobody, SpurUnmatched. */
  GArray *unmatched;
} SpurScan;

/* Where the fields of a class lie, so that a loop over events asks no layout. */
typedef struct
{
  guint16 offset;
  guint8 n_bytes;
} SpurPlace;

typedef enum
{
  SPUR_SCAN_SUBJECT,
  SPUR_SCAN_COMMUNICATOR,
  SPUR_SCAN_TAG,
  SPUR_SCAN_N_WORDS,
} SpurScanWordKind;

typedef struct
{
  guint32 offset;
  guint32 mask;
  guint32 instead;
} SpurScanWord;

/* Classes whose fields count different things are of different @family and never meet: the third
 * migration is no partner of the third release of a lock. Only the bits of a family above
 * %SPUR_CHANNEL_FAMILY_SHIFT are set. */
typedef struct
{
  SpurRole role;
  SpurMatch match;
  guint64 family;
  SpurPlace places[SPUR_N_USES];
  /* Whether each of the numbers by which messages meet has 32 bits or is not there: then it is
   * what lies at its offset, with its mask, or else what is instead. */
  gboolean is_plain;
  SpurScanWord words[SPUR_SCAN_N_WORDS];
} SpurScanClass;

/* What is asked of every event: how long its record is, and above that whether anybody else may
 * care; so that one sum counts both. */
typedef guint64 SpurScanStep;

#define SPUR_SCAN_WANTED_SHIFT 32

typedef struct
{
  guint n_classes;
  SpurScanClass *classes;
  SpurScanStep *steps;
  guint8 *is_wanted;
} SpurScanClasses;

void spur_scan_classes_init (SpurScanClasses *self, SpurTrace *trace);

void spur_scan_classes_clear (SpurScanClasses *self);

/* Fails where a stream has more messages than the numbers here can count. */
gboolean spur_scan_stream (SpurScan *scan,
                           SpurTrace *trace,
                           SpurStream *stream,
                           const SpurScanClasses *classes);

void spur_scan_clear (SpurScan *scan);

/* The channel of a key, made where it is new. */
guint32 spur_channels_find (SpurChannels *self, const SpurChannelKey *key);

/* Makes room for so many in all. */
void spur_channels_reserve (SpurChannels *self, guint32 n_channels);

void spur_channels_clear (SpurChannels *self);

G_END_DECLS
