/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Matching with the streams distributed over ranks. Each rank scans its streams. What can only meet
 * itself then goes to one rank: a channel of messages, or what a communicator did together; there
 * it is matched as if there was nothing else. The edges go to the rank that has the receive. */
#include "core/base/spur-pages-private.h"
#include "core/causality/spur-cycles.h"
#include "core/causality/spur-edges-internal.h"
#include "core/causality/spur-matcher-internal.h"
#include "core/causality/spur-moves-internal.h"
#include "core/clock/parallel/spur-partition-private.h"

typedef struct
{
  SpurPartition *partition;
  SpurMatchScan scan;
  gboolean has_loose;
} Scanning;

static inline guint64
mix_bits (guint64 value)
{
  value ^= value >> 31;
  value *= G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  return value ^ value >> 29;
}

/* Numbers of one lock are looked at together. */
static guint
choose_for_channel (const SpurPartition *self, const SpurChannelKey *key)
{
  guint64 ends = (key->group & SPUR_CHANNEL_HANDOVER) == 0 ? key->ends : 0;

  return (guint) (mix_bits (ends ^ mix_bits (key->tag ^ mix_bits (key->group))) %
                  self->distribution.communicator->n_ranks);
}

/* Begins without an end belong to one of several communicators, so all are looked at together. */
static guint
choose_for_communicator (const Scanning *self, guint32 communicator)
{
  return self->has_loose ? 0
                         : (guint) (mix_bits (communicator) %
                                    self->partition->distribution.communicator->n_ranks);
}

/* What of a scan goes to one rank. */
typedef struct
{
  guint64 stream;
  guint64 n_channels;
  guint64 n_sends;
  guint64 n_receives;
  guint64 n_ranks;
  guint64 n_sent_numbers;
  guint64 n_received_numbers;
  guint64 n_ends;
  guint64 n_loose;
} Extract;

/* Writes the heads of a stream's extracts and their channels, and where the channels go. */
static void
put_channels (const SpurPartition *partition,
              const SpurScan *scan,
              Extract *extracts,
              guint32 *ranks,
              guint32 *numbers,
              GByteArray **to)
{
  for (guint32 i = 0; i < scan->n_channels; i++)
    {
      const SpurChannel *channel = &scan->channels[i];
      Extract *extract;

      ranks[i] = choose_for_channel (partition, &channel->key);
      extract = &extracts[ranks[i]];
      numbers[i] = (guint32) extract->n_channels++;
      extract->n_sends += channel->n_sends;
      extract->n_receives += channel->n_receives;
      extract->n_ranks += scan->ranks != NULL ? channel->n_receives : 0;
      extract->n_sent_numbers += scan->numbers.sent != NULL ? channel->n_sends : 0;
      extract->n_received_numbers += scan->numbers.received != NULL ? channel->n_receives : 0;
    }
  for (guint r = 0; r < partition->distribution.communicator->n_ranks; r++)
    spur_message_put (to[r], &extracts[r], sizeof extracts[r]);
  for (guint32 i = 0; i < scan->n_channels; i++)
    spur_message_put (to[ranks[i]], &scan->channels[i], sizeof (SpurChannel));
}

/* What of a scan follows the channels: the sends by channel, then of the receives first all events,
 * then their channels, and where there are any their ranks. */
static void
put_message_ends (const SpurScan *scan,
                  const guint32 *ranks,
                  const guint32 *numbers,
                  GByteArray **to)
{
  for (guint32 i = 0; i < scan->n_channels; i++)
    spur_message_put (to[ranks[i]], scan->sent + scan->channels[i].send_first,
                      scan->channels[i].n_sends * sizeof *scan->sent);
  for (gsize i = 0; i < scan->n_receives; i++)
    spur_message_put (to[ranks[scan->received_in[i]]], &scan->received[i], sizeof *scan->received);
  for (gsize i = 0; i < scan->n_receives; i++)
    spur_message_put (to[ranks[scan->received_in[i]]], &numbers[scan->received_in[i]],
                      sizeof *numbers);
  for (gsize i = 0; scan->ranks != NULL && i < scan->n_receives; i++)
    spur_message_put (to[ranks[scan->received_in[i]]], &scan->ranks[i], sizeof *scan->ranks);
}

/* Then the numbers of messages by channel, where there are any: those of sends, then those of
 * receives. */
static void
put_numbers (const SpurScan *scan, const guint32 *ranks, GByteArray **to)
{
  const SpurScanNumbers *numbers = &scan->numbers;

  for (guint32 i = 0; numbers->sent != NULL && i < scan->n_channels; i++)
    spur_message_put (to[ranks[i]], numbers->sent + scan->channels[i].send_first,
                      scan->channels[i].n_sends * sizeof *numbers->sent);
  for (guint32 i = 0; numbers->received != NULL && i < scan->n_channels; i++)
    spur_message_put (to[ranks[i]], numbers->received + numbers->received_first[i],
                      scan->channels[i].n_receives * sizeof *numbers->received);
}

/* Sends the parts of a stream's scan to the ranks that match them. */
static void
hand_out_stream (Scanning *self, guint stream, GByteArray **to)
{
  const SpurPartition *partition = self->partition;
  SpurScan *scan = &self->scan.scans[stream];
  gsize n_channels = scan->n_channels;
  g_autofree guint32 *ranks = g_new (guint32, n_channels + 1);
  g_autofree guint32 *numbers = g_new (guint32, n_channels + 1);
  g_autofree Extract *extracts = g_new0 (Extract, partition->distribution.communicator->n_ranks);

  for (guint r = 0; r < partition->distribution.communicator->n_ranks; r++)
    extracts[r].stream = stream;
  for (gsize i = 0; i < scan->n_ends; i++)
    extracts[choose_for_communicator (self, scan->ends[i].communicator)].n_ends++;
  extracts[0].n_loose = scan->n_loose;
  put_channels (partition, scan, extracts, ranks, numbers, to);
  put_message_ends (scan, ranks, numbers, to);
  put_numbers (scan, ranks, to);
  for (gsize i = 0; i < scan->n_ends; i++)
    spur_message_put (to[choose_for_communicator (self, scan->ends[i].communicator)],
                      &scan->ends[i], sizeof (SpurCollectiveEnd));
  if (scan->n_loose > 0)
    spur_message_put (to[0], scan->loose, scan->n_loose * sizeof *scan->loose);
  spur_scan_clear (scan);
  memset (scan, 0, sizeof *scan);
}

static gpointer
take_array (SpurMessageReader *reader, guint64 n_items, gsize item_bytes)
{
  gpointer items = spur_pages_new (MAX (n_items, 1), item_bytes);

  spur_message_take (reader, items, n_items * item_bytes);
  return items;
}

static void
take_numbers (SpurMessageReader *reader, const Extract *extract, SpurScan *scan)
{
  if (extract->n_sent_numbers > 0)
    scan->numbers.sent = take_array (reader, extract->n_sent_numbers, sizeof (guint64));
  if (extract->n_received_numbers == 0)
    return;
  spur_scan_open_received_numbers (scan);
  spur_message_take (reader, scan->numbers.received,
                     extract->n_received_numbers * sizeof (guint64));
}

static void
take_extracts (Scanning *self, GByteArray **buffer)
{
  SpurMessageReader reader = spur_message_read (*buffer);

  while (!spur_message_is_at_end (&reader))
    {
      Extract extract;
      SpurScan *scan;

      spur_message_take (&reader, &extract, sizeof extract);
      scan = &self->scan.scans[extract.stream];
      spur_scan_make_room (scan, (guint32) extract.n_channels, extract.n_sends, extract.n_receives);
      spur_message_take (&reader, scan->channels, extract.n_channels * sizeof (SpurChannel));
      spur_scan_index_channels (scan);
      spur_message_take (&reader, scan->sent, extract.n_sends * sizeof *scan->sent);
      spur_message_take (&reader, scan->received, extract.n_receives * sizeof *scan->received);
      spur_message_take (&reader, scan->received_in,
                         extract.n_receives * sizeof *scan->received_in);
      if (extract.n_ranks > 0)
        scan->ranks = take_array (&reader, extract.n_ranks, sizeof *scan->ranks);
      take_numbers (&reader, &extract, scan);
      scan->n_ends = extract.n_ends;
      scan->ends = take_array (&reader, extract.n_ends, sizeof (SpurCollectiveEnd));
      scan->n_loose = extract.n_loose;
      scan->loose = g_new (guint64, extract.n_loose + 1);
      spur_message_take (&reader, scan->loose, extract.n_loose * sizeof *scan->loose);
    }
  g_clear_pointer (buffer, g_byte_array_unref);
}

static void
redistribute_scans (Scanning *self)
{
  SpurCommunicator *ranks = self->partition->distribution.communicator;
  GByteArray **buffers = spur_communicator_new_buffers (ranks);
  gint64 n_loose = 0;

  for (guint i = 0; i < self->scan.n_own; i++)
    n_loose += (gint64) self->scan.scans[self->scan.own[i]].n_loose;
  spur_communicator_all_reduce (ranks, SPUR_REDUCE_SUM, &n_loose, 1);
  self->has_loose = n_loose > 0;
  for (guint i = 0; i < self->scan.n_own; i++)
    hand_out_stream (self, self->scan.own[i], buffers);
  spur_communicator_all_to_all (ranks, buffers);
  for (guint r = 0; r < ranks->n_ranks; r++)
    take_extracts (self, &buffers[r]);
  spur_communicator_free_buffers (ranks, buffers);
}

/* Operations that were joined at one place are dealt out to all ranks. Returns the mu of those that
 * came here. */
static GArray *
deal_collectives (SpurPartition *self, SpurEdges *matched, SpurEdges *own)
{
  SpurCommunicator *communicator = self->distribution.communicator;
  GByteArray **buffers = spur_communicator_new_buffers (communicator);
  GArray *mu_ns = g_array_new (FALSE, FALSE, sizeof (gint64));

  for (gsize i = 0; i < spur_edges_get_n_collectives (matched); i++)
    spur_partition_put_collective (buffers[(communicator->rank + i) % communicator->n_ranks],
                                   matched, i);
  spur_communicator_all_to_all (communicator, buffers);
  for (guint r = 0; r < communicator->n_ranks; r++)
    spur_partition_add_collectives (own, buffers[r], mu_ns);
  spur_communicator_free_buffers (communicator, buffers);
  return mu_ns;
}

/* Tells all ranks which edges were left out; only rank 0 has any. */
static void
share_cyclic (SpurPartition *self, SpurEdges *whole, SpurEdges *own)
{
  SpurCommunicator *communicator = self->distribution.communicator;
  gint64 n_all = (gint64) spur_edges_get_counts (whole)->n_cyclic;
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  gsize n_named;
  const SpurEdge *named = spur_edges_get_cyclic (whole, &n_named);

  spur_communicator_all_reduce (communicator, SPUR_REDUCE_SUM, &n_all, 1);
  spur_message_put (bytes, named, n_named * sizeof *named);
  bytes = spur_communicator_concatenate (communicator, g_steal_pointer (&bytes));
  spur_edges_add_cyclic (own, (guint64) n_all, (const SpurEdge *) (gpointer) bytes->data,
                         bytes->len / sizeof *named);
}

/* Adds up what all ranks counted. */
static void
reduce_counts (SpurPartition *self)
{
  spur_communicator_all_reduce (self->distribution.communicator, SPUR_REDUCE_SUM,
                                (gint64 *) &self->counts, sizeof self->counts / sizeof (gint64));
}

void
spur_partition_take_whole (SpurPartition *self)
{
  g_autoptr (SpurEdges) nothing = spur_edges_new (self->n_streams);
  SpurEdges *whole = self->whole != NULL ? self->whole : nothing;
  g_autoptr (SpurEdges) own = spur_partition_collect_edges (self, whole);
  g_autoptr (GArray) mu_ns = deal_collectives (self, whole, own);
  gint64 n_collectives;

  share_cyclic (self, whole, own);
  n_collectives = (gint64) spur_edges_get_n_collectives (own);
  spur_communicator_all_reduce (self->distribution.communicator, SPUR_REDUCE_SUM, &n_collectives,
                                1);
  self->counts.n_collectives = (guint64) n_collectives;
  spur_edges_set_counts (own, &self->counts);
  if (self->delays != NULL)
    spur_edges_take_delays (own, self->edges,
                            g_memdup2 (mu_ns->data, mu_ns->len * sizeof (gint64)));
  spur_partition_take_edges (self, own);
}

/* Adds the edges into own streams that the trace names. */
static void
add_predecessors (SpurPartition *self, SpurEdges *own)
{
  gsize n_matched, n_all, n_own = 0;
  SpurMatchCounts counts = { 0 };
  const SpurEdge *all;
  SpurEdge *edges;
  SpurEdgeKinds kinds;

  spur_edges_get_all (own, &n_matched);
  spur_match_predecessors (own, self->trace, &counts);
  all = spur_edges_get_all (own, &n_all);
  edges = SPUR_PAGES_NEW (SpurEdge, n_all + 1);
  kinds = *spur_edges_get_kinds (own);
  if (kinds.each != NULL)
    kinds.each = spur_pages_new (n_all + 1, 1);
  for (gsize i = 0; i < n_all; i++)
    {
      if (!spur_partition_is_own (self, all[i].to_stream))
        continue;
      if (kinds.each != NULL)
        kinds.each[n_own] = (guint8) spur_edges_get_kind (own, i);
      edges[n_own++] = all[i];
    }
  self->counts.n_named = n_own - n_matched;
  spur_edges_take (own, edges, n_own, &kinds);
}

/* Gives all ranks what found no partner on any of them. */
static void
share_unmatched (SpurPartition *partition, const GArray *unmatched, SpurEdges *own)
{
  GArray *all = g_array_new (FALSE, FALSE, sizeof (SpurUnmatched));
  g_autoptr (GByteArray) bytes = g_byte_array_new ();

  spur_message_put (bytes, unmatched->data, unmatched->len * sizeof (SpurUnmatched));
  bytes =
    spur_communicator_concatenate (partition->distribution.communicator, g_steal_pointer (&bytes));
  g_array_append_vals (all, bytes->data, bytes->len / (guint) sizeof (SpurUnmatched));
  spur_edges_take_unmatched (own, all);
}

/* The scans are freed as soon as they are matched, before the edges are copied to their ranks. */
static void
match_scans (Scanning *self)
{
  SpurPartition *partition = self->partition;
  g_autoptr (SpurEdges) matched = spur_edges_new (partition->n_streams);
  SpurMatchInput input = {
    .trace = partition->trace,
    .scans = self->scan.scans,
    .n_streams = partition->n_streams,
    .job = self->scan.job,
  };
  g_autoptr (GArray) unmatched = g_array_new (FALSE, FALSE, sizeof (SpurUnmatched));
  g_autoptr (GArray) pairs = g_array_new (FALSE, FALSE, sizeof (SpurEdge));
  g_autoptr (SpurEdges) own = NULL;

  spur_match_all (matched, &input, &partition->counts, unmatched, pairs);
  spur_match_scan_clear (&self->scan);
  own = spur_partition_collect_edges (partition, matched);
  add_predecessors (partition, own);
  g_array_unref (deal_collectives (partition, matched, own));
  share_unmatched (partition, unmatched, own);
  partition->counts.n_collectives = spur_edges_get_n_collectives (own);
  spur_partition_take_edges (partition, own);
  reduce_counts (partition);
  spur_edges_set_counts (own, &partition->counts);
}

/* Where objects move, all that is known of an object has to come together: rank 0 matches for all.
 */
static gboolean
has_moves (Scanning *self)
{
  SpurPartition *partition = self->partition;
  g_autofree guint8 *is_own =
    spur_distribution_list_own (&partition->distribution, partition->n_streams);
  gint64 has_any;

  has_any = spur_presences_exist (partition->trace, &self->scan.classes, self->scan.scans, is_own);
  spur_communicator_all_reduce (partition->distribution.communicator, SPUR_REDUCE_MAX, &has_any, 1);
  return has_any != 0;
}

static gboolean
match_alone (SpurPartition *self, const SpurJob *job, GError **error)
{
  GError *problem = NULL;

  g_clear_object (&self->whole);
  if (self->distribution.communicator->rank == 0)
    self->whole = spur_edges_new_for_trace (self->trace, job, &problem);
  if (!spur_communicator_agree (self->distribution.communicator, problem, error))
    return FALSE;
  memset (&self->counts, 0, sizeof self->counts);
  if (self->whole != NULL)
    self->counts = *spur_edges_get_counts (self->whole);
  reduce_counts (self);
  spur_partition_take_whole (self);
  return TRUE;
}

/**
 * spur_partition_match:
 * @self: a rank's partition
 * @job: (nullable): how the work is to be done
 * @error: return location for an error
 *
 * Finds the edges of the trace, as spur_edges_new_for_trace() does. All ranks call it, and each
 * keeps the edges into its own streams.
 *
 * Returns: whether it was done, the same on all ranks; else @error is that of the first rank that
 *   has one: %G_IO_ERROR_CANCELLED, or %SPUR_CAUSALITY_ERROR_RANGE where a stream has more than
 *   2^30 messages
 *
 * Since: 1.0
 */
gboolean
spur_partition_match (SpurPartition *self, const SpurJob *job, GError **error)
{
  g_autofree guint *own = NULL;
  Scanning scanning = { .partition = self };
  GError *problem = NULL;
  gboolean is_done;

  g_return_val_if_fail (SPUR_IS_PARTITION (self), FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  own = g_new (guint, self->n_streams + 1);
  scanning.scan = (SpurMatchScan){ .trace = self->trace, .job = job, .own = own };
  for (guint s = 0; s < self->n_streams; s++)
    {
      if (spur_partition_is_own (self, s))
        own[scanning.scan.n_own++] = s;
    }
  spur_match_scan (&scanning.scan, FALSE, &problem);
  is_done = spur_communicator_agree (self->distribution.communicator, problem, error);
  if (!is_done || has_moves (&scanning))
    {
      spur_match_scan_clear (&scanning.scan);
      return is_done && match_alone (self, job, error);
    }
  memset (&self->counts, 0, sizeof self->counts);
  redistribute_scans (&scanning);
  match_scans (&scanning);
  return TRUE;
}
