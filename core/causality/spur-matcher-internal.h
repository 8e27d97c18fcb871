/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#pragma once

#include "core/causality/spur-edges-internal.h"
#include "core/causality/spur-moves-internal.h"
#include "core/causality/spur-scan-private.h"

/* A send. */
typedef struct
{
  guint64 event;
  guint32 stream;
} SpurSlot;

/* What of streams concerns others, scanned by several threads: of the @n_own streams in @own, or of
 * the first ones where that is NULL. */
typedef struct
{
  SpurTrace *trace;
  const SpurJob *job;
  SpurScanClasses classes;
  SpurScan *scans;
  const guint *own;
  guint n_own;
  guint n_done;
  guint too_many;
} SpurMatchScan;

/* Fails without an error where tags were merged that must not be. */
gboolean spur_match_scan (SpurMatchScan *self, gboolean merges_tags, GError **error);

void spur_match_scan_clear (SpurMatchScan *self);

/* Something else that one thread can do meanwhile. */
typedef struct
{
  void (*run) (gpointer data);
  gpointer data;
} SpurMatchBeside;

/* What messages are found by. While they are, @beside, which may be NULL, is done; it must not
 * touch them. Where @makes_nodes is set the edges come as pairs of nodes, with those of the
 * collective operations that are there after @beside. */
typedef struct
{
  SpurTrace *trace;
  SpurScan *scans;
  guint n_streams;
  const SpurPresences *presences;
  const SpurMatchBeside *beside;
  gboolean makes_nodes;
  /* Whether @scans merge tags. */
  gboolean merges_tags;
  const SpurJob *job;
} SpurMatchInput;

/* Finds out for the channels of all streams which of their sends and receives meet which. Sends of
 * gatherings that meet another are added to @listed, SpurSlot. Fails where tags were merged that
 * must not be. */
gboolean spur_join_channels (const SpurMatchInput *input, GArray *listed, SpurMatchCounts *counts);

/* Pairs the sends and receives of all streams. Fails, with @edges as they were, where tags were
 * merged that must not be. */
gboolean spur_match_messages (SpurEdges *edges,
                              const SpurMatchInput *input,
                              SpurMatchCounts *counts,
                              GArray *unmatched);

/* An end of a message of a channel that needs a closer look: number @rank of the channel @channel
 * of its stream. */
typedef struct
{
  guint64 event;
  gint64 key;
  guint32 stream;
  guint32 channel;
  guint32 rank;
} SpurLostEnd;

typedef struct
{
  guint32 sender;
  guint32 receiver;
  GArray *sends;
  GArray *receives;
} SpurLostChannel;

/* Channels that need a closer look, SpurLostChannel, in the order in which streams have them. */
typedef struct
{
  SpurChannels keys;
  GArray *channels;
} SpurLostChannels;

void spur_lost_channels_init (SpurLostChannels *self);

/* Adds the ends of a stream in channels that are scattered, or short, in the order in which they
 * are matched. */
void spur_lost_channels_add (SpurLostChannels *self,
                             const SpurScan *scan,
                             guint stream,
                             gboolean is_scattered);

void spur_lost_channels_clear (SpurLostChannels *self);

/* Pairs of a channel what has one and the same number: writes the partners of receives to @listed,
 * SpurSlot, and takes both out of the channel. So are ends that will have no partner, which are
 * counted and listed; what remains are receives without a number, and sends that no number claims,
 * in the order in which they were. */
void spur_pair_numbered (const SpurScan *scans,
                         const SpurLostChannel *channel,
                         GArray *listed,
                         SpurMatchCounts *counts,
                         GArray *unmatched);

/* Puts ends of one object in the order in which they happened, as far as that is known: by its way,
 * or by the clock that all its streams read. Else FALSE. */
gboolean
spur_order_ends (SpurTrace *trace, const SpurPresences *presences, guint32 object, GArray *ends);

/* Lists which ends of the channels most likely lost their partners. */
void spur_find_lost_messages (SpurTrace *trace,
                              const SpurLostChannel *channels,
                              guint n_channels,
                              GArray *unmatched);

/* Joins the ends of all streams to collective operations. What is known by pairs goes to @pairs,
 * SpurKindEdge. */
void spur_match_collectives (SpurEdges *edges,
                             SpurTrace *trace,
                             SpurScan *scans,
                             guint n_streams,
                             SpurMatchCounts *counts,
                             GArray *unmatched,
                             GArray *pairs);

/* All of that: the collective operations beside the messages, and @pairs, SpurKindEdge, among them.
 */
gboolean spur_match_all (SpurEdges *edges,
                         SpurMatchInput *input,
                         SpurMatchCounts *counts,
                         GArray *unmatched,
                         GArray *pairs);

/* Adds what the trace itself says happened directly before what. */
void spur_match_predecessors (SpurEdges *edges, SpurTrace *trace, SpurMatchCounts *counts);
