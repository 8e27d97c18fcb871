/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/base/spur-order-internal.h"
#include "core/base/spur-pages-private.h"
#include "core/causality/spur-matcher-internal.h"
#include "core/causality/spur-nodes-internal.h"

/* How many sends ahead are fetched into the cache. */
#define AHEAD 8

/* And how many streams ahead what was found in them is fetched; of what is more than these bytes
 * the processor sees by itself what comes next. */
#define STREAMS_AHEAD 4
#define LINE_BYTES 64
#define MAX_FETCHED_BYTES 2048

typedef struct
{
  SpurScan *scans;
  guint n_streams;
  SpurNodes *nodes;
  gsize *first_edge;
  guint64 *n_local;
  /* Of the edges of each stream a bit for every kind that they have; then the kinds of all. */
  guint8 *has_kinds;
  SpurEdgeKinds kinds;
  /* Where there are more nodes than pairs can count. */
  SpurEdge *edges;

  /* Sends that are found by no count: partners of receives in channels that are scattered over
   * streams, with the stream %SPUR_NONE where there is none, and sends of gatherings. SpurSlot. */
  GArray *listed;

  /* What else is to be done while channels are looked at. */
  const SpurMatchBeside *beside;
} Matching;

static inline void
fetch_bytes (gconstpointer begin, gsize n_bytes)
{
  for (gsize i = 0; i < MIN (n_bytes, MAX_FETCHED_BYTES); i += LINE_BYTES)
    __builtin_prefetch ((const guint8 *) begin + i);
}

/* From the first to the last of what is laid out side by side. */
static inline void
fetch_scan (const Matching *matching, guint stream)
{
  const SpurScan *scan = &matching->scans[MIN (stream + STREAMS_AHEAD, matching->n_streams - 1)];

  fetch_bytes (scan->channels, GPOINTER_TO_SIZE (scan->hashes) - GPOINTER_TO_SIZE (scan->channels));
}

/* The object at the other side of a message, where the channel says it. */
static guint32
get_other (const SpurChannel *channel, gboolean is_send)
{
  if (spur_channel_key_is (&channel->key, SPUR_CHANNEL_BY_ID))
    return SPUR_NONE;
  return is_send ? (guint32) channel->key.ends : (guint32) (channel->key.ends >> 32);
}

static void
note_unmatched (
  SpurScan *scan, guint stream, const SpurChannel *channel, guint64 event, gboolean is_send)
{
  SpurUnmatchedReason reason = is_send ? SPUR_UNMATCHED_SEND : SPUR_UNMATCHED_RECEIVE;

  if (channel->is_excused || channel->is_short || channel->is_scattered)
    return;
  if (spur_channel_key_is (&channel->key, SPUR_CHANNEL_BY_ID) && channel->has_sends &&
      channel->has_receives)
    reason = SPUR_UNMATCHED_REPEATED;
  if (scan->unmatched == NULL)
    scan->unmatched = g_array_new (FALSE, FALSE, sizeof (SpurUnmatched));
  spur_unmatched_add (scan->unmatched, stream, event, reason, get_other (channel, is_send));
}

/* A send that was not received. */
typedef struct
{
  guint64 event;
  guint32 channel;
} Unused;

SPUR_DEFINE_ORDER (compare_unused, Unused, SPUR_BY_2 (event, channel))

/* The first of them are noted. */
static void
note_unused (SpurScan *scan, guint stream)
{
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (Unused));

  for (guint32 i = 0; i < scan->n_channels; i++)
    {
      const SpurChannel *channel = &scan->channels[i];

      if (channel->is_excused || channel->is_short || channel->is_scattered)
        continue;
      for (guint32 k = channel->n_used; k < channel->n_sends; k++)
        {
          Unused unused = { scan->sent[channel->send_first + k], i };

          g_array_append_val (all, unused);
        }
    }
  g_array_sort (all, compare_unused);
  for (guint i = 0; i < MIN (all->len, SPUR_EDGES_MAX_UNMATCHED); i++)
    {
      const Unused *unused = &g_array_index (all, Unused, i);

      note_unmatched (scan, stream, &scan->channels[unused->channel], unused->event, TRUE);
    }
}

static gsize
count_listed (
  const Matching *matching, guint32 first, guint32 n_listed, guint stream, guint64 *n_local)
{
  gsize n_edges = 0;

  for (guint32 i = 0; i < n_listed; i++)
    {
      guint32 from = g_array_index (matching->listed, SpurSlot, first + i).stream;

      n_edges += from != stream && from != SPUR_NONE;
      *n_local += from == stream;
    }
  return n_edges;
}

/* Whether the channel is one from a stream to a stream, message by message. */
static inline gboolean
is_simple (const SpurChannel *channel)
{
  return channel->follows && !channel->is_scattered;
}

/* The sends of a simple channel to another stream. */
static inline void
mark_sends (const SpurScan *scan,
            const SpurChannel *channel,
            SpurNodeStream *nodes,
            SpurNodePen *pen)
{
  const guint64 *sent = scan->sent + channel->send_first;

  if (!is_simple (channel) || channel->n_receives > 0)
    return;
  for (guint32 k = 0; k < channel->n_used; k++)
    spur_node_pen_mark (pen, nodes, sent[k], FALSE);
}

/* What is to be known of the receives of a channel. */
static void
look_at_receives (SpurScan *scan, guint stream, const SpurChannel *channel)
{
  if (channel->n_receives == 0)
    return;
  scan->has_strange |= !is_simple (channel);
  scan->has_others |=
    !is_simple (channel) || channel->n_matched < channel->n_receives || channel->sender == stream;
}

/* Counts the edges of a stream but those of channels that are scattered, and marks the sends that
 * need no closer look; as channels are many, in one go. */
static void
look_at_channels (const Matching *matching, guint stream, SpurNodeStream *nodes)
{
  SpurScan *scan = &matching->scans[stream];
  SpurNodePen pen = { NULL, 0 };
  gboolean has_unused = FALSE;
  gsize n_edges = 0;
  guint64 n_local = 0;
  guint8 has_kinds = 0;

  for (guint32 i = 0; i < scan->n_channels; i++)
    {
      const SpurChannel *channel = &scan->channels[i];

      if (channel->n_receives > 0 && channel->has_sends)
        has_kinds |= channel->meanings;
      has_unused |= channel->n_used < channel->n_sends;
      scan->has_scattered |= channel->is_scattered;
      scan->has_short |= channel->is_short;
      look_at_receives (scan, stream, channel);
      if (nodes != NULL)
        mark_sends (scan, channel, nodes, &pen);
      if (channel->is_scattered || channel->n_matched == 0)
        continue;
      if (channel->is_gathered)
        n_edges +=
          count_listed (matching, channel->listed_first, channel->n_listed, stream, &n_local);
      else if (channel->sender == stream)
        n_local += channel->n_matched;
      else
        n_edges += channel->n_matched;
    }
  spur_node_pen_lift (&pen, FALSE);
  if (has_unused)
    note_unused (scan, stream);
  matching->first_edge[stream] = n_edges;
  matching->n_local[stream] = n_local;
  matching->has_kinds[stream] = has_kinds;
}

/* Receives that are all at the end of an edge. */
static void
mark_all_receives (const SpurScan *scan, SpurNodeStream *nodes)
{
  SpurNodePen pen = { NULL, 0 };

  for (gsize i = 0; i < scan->n_receives; i++)
    spur_node_pen_mark (&pen, nodes, scan->received[i], FALSE);
  spur_node_pen_lift (&pen, FALSE);
}

/* Counts the edges of a stream, and marks most of their ends. The first task may be something else.
 */
static void
look_at_stream (guint task, gpointer user_data)
{
  const Matching *matching = user_data;
  guint stream = matching->beside != NULL ? task - 1 : task;
  SpurNodeStream *nodes;

  if (matching->beside != NULL && task == 0)
    {
      matching->beside->run (matching->beside->data);
      return;
    }
  if (matching->nodes == NULL)
    {
      look_at_channels (matching, stream, NULL);
      return;
    }
  fetch_scan (matching, stream);
  nodes = &matching->nodes->streams[stream];
  spur_nodes_open_stream (matching->nodes, stream);
  look_at_channels (matching, stream, nodes);
  if (!matching->scans[stream].has_others)
    mark_all_receives (&matching->scans[stream], nodes);
}

static inline gboolean
is_listed (const SpurChannel *channel)
{
  return channel->is_scattered || channel->is_gathered;
}

/* The sends of receive number @rank of its channel, those of the own stream among them. */
static inline guint32
find_sends (const Matching *matching,
            const SpurChannel *channel,
            guint32 rank,
            SpurSlot *single,
            const SpurSlot **sends)
{
  *sends = single;
  if (G_UNLIKELY (channel->is_scattered))
    {
      *sends = &g_array_index (matching->listed, SpurSlot, channel->listed_first + rank);
      return (*sends)->stream != SPUR_NONE;
    }
  if (G_UNLIKELY (rank >= channel->n_matched))
    return 0;
  if (G_UNLIKELY (channel->is_gathered))
    {
      *sends = &g_array_index (matching->listed, SpurSlot, channel->listed_first);
      return channel->n_listed;
    }
  *single = (SpurSlot){ channel->partners[channel->follows ? rank : 0], channel->sender };
  return 1;
}

/* Which one of those that may have partners it is. */
static inline guint32
take_rank (const SpurScan *scan, gsize receive, SpurChannel *channel)
{
  return scan->ranks != NULL ? channel->n_met + scan->ranks[receive] : channel->n_met++;
}

/* Ranks are counted once more by the next one. */
static void
forget_ranks (SpurScan *scan)
{
  for (guint32 i = 0; scan->ranks == NULL && i < scan->n_channels; i++)
    scan->channels[i].n_met -= scan->channels[i].n_receives;
}

/* Marks receives that are at the end of an edge, where some are not. */
static void
mark_receives (guint stream, gpointer user_data)
{
  const Matching *matching = user_data;
  SpurScan *scan = &matching->scans[stream];
  SpurNodeStream *nodes = &matching->nodes->streams[stream];
  SpurNodePen pen = { NULL, 0 };

  for (gsize i = 0; scan->has_others && i < scan->n_receives; i++)
    {
      SpurChannel *channel = &scan->channels[scan->received_in[i]];
      const SpurSlot *sends;
      SpurSlot single;
      guint32 n = find_sends (matching, channel, take_rank (scan, i, channel), &single, &sends);

      for (guint32 k = 0; k < n; k++)
        {
          if (sends[k].stream != stream)
            spur_node_pen_mark (&pen, nodes, scan->received[i], FALSE);
        }
    }
  spur_node_pen_lift (&pen, FALSE);
  if (scan->has_others)
    forget_ranks (scan);
}

/* Sends of channels that are not simple are found by their receives only. */
static void
mark_strange_sends (guint stream, gpointer user_data)
{
  const Matching *matching = user_data;
  SpurScan *scan = &matching->scans[stream];

  if (!scan->has_strange)
    return;
  for (gsize i = 0; i < scan->n_receives; i++)
    {
      SpurChannel *channel = &scan->channels[scan->received_in[i]];
      const SpurSlot *sends;
      SpurSlot single;
      guint32 n = find_sends (matching, channel, take_rank (scan, i, channel), &single, &sends);

      for (guint32 k = 0; k < n && !is_simple (channel); k++)
        {
          SpurNodePen pen = { NULL, 0 };

          if (sends[k].stream == stream)
            continue;
          spur_node_pen_mark (&pen, &matching->nodes->streams[sends[k].stream], sends[k].event,
                              TRUE);
          spur_node_pen_lift (&pen, TRUE);
        }
    }
  forget_ranks (scan);
}

/* Nodes are numbered by stream and event. */
SPUR_DEFINE_ORDER (compare_pairs, SpurNodePair, SPUR_BY (from))

typedef struct
{
  SpurNodePair pair;
  guint8 kind;
} KindPair;

SPUR_DEFINE_ORDER (compare_kind_pairs, KindPair, SPUR_BY_2 (pair.from, kind))

static void
sort_kinds (SpurNodePair *pairs, guint8 *kinds, gsize n)
{
  g_autofree KindPair *both = g_new (KindPair, n);

  for (gsize i = 0; i < n; i++)
    both[i] = (KindPair){ pairs[i], kinds[i] };
  qsort (both, n, sizeof *both, compare_kind_pairs);
  for (gsize i = 0; i < n; i++)
    {
      pairs[i] = both[i].pair;
      kinds[i] = both[i].kind;
    }
}

/* An event that receives from several senders has met them in any order. What it receives is of one
 * kind, as it is of one class; but for what senders mean. */
static void
sort_run (const Matching *matching, gsize first, gsize n)
{
  SpurNodePair *pairs = matching->nodes != NULL ? matching->nodes->pairs : NULL;
  SpurEdgeKinds kinds = { matching->kinds.each != NULL ? matching->kinds.each + first : NULL };

  if (matching->edges != NULL)
    spur_edge_kinds_sort (&kinds, matching->edges + first, n);
  else if (kinds.each == NULL)
    qsort (pairs + first, n, sizeof (SpurNodePair), compare_pairs);
  else
    sort_kinds (pairs + first, kinds.each, n);
}

/* From now on it is nodes that are sent. */
static void
number_sends (guint stream, gpointer user_data)
{
  const Matching *matching = user_data;
  SpurScan *scan = &matching->scans[stream];
  const SpurScan *later = &matching->scans[MIN (stream + STREAMS_AHEAD, matching->n_streams - 1)];

  fetch_bytes (later->sent, later->n_sends * sizeof *later->sent);
  for (gsize i = 0; i < scan->n_sends; i++)
    scan->sent[i] = spur_nodes_find (matching->nodes, stream, scan->sent[i]);
}

static inline guint8
get_kind (const SpurChannel *channel)
{
  return (guint8) __builtin_ctz (channel->meanings);
}

static inline void
write_edge (const Matching *matching,
            gsize edge,
            const SpurChannel *channel,
            const SpurSlot *from,
            SpurSlot to)
{
  if (matching->kinds.each != NULL)
    matching->kinds.each[edge] = get_kind (channel);
  if (matching->edges != NULL)
    matching->edges[edge] =
      (SpurEdge){ from->event, to.event, SPUR_MU_DEFAULT, from->stream, to.stream };
  else
    matching->nodes->pairs[edge] = (SpurNodePair){
      (guint32) (is_listed (channel) ? spur_nodes_find (matching->nodes, from->stream, from->event)
                                     : from->event),
      (guint32) spur_nodes_find (matching->nodes, to.stream, to.event),
    };
}

static inline void
fetch_partner (const SpurScan *scan, gsize receive)
{
  const SpurChannel *channel = &scan->channels[scan->received_in[receive]];

  __builtin_prefetch (channel->partners + channel->n_met);
}

/* Where nothing needs a closer look. */
static void
write_plain_pairs (const Matching *matching, guint stream)
{
  SpurScan *scan = &matching->scans[stream];
  gsize first = matching->first_edge[stream], run = 0;
  SpurNodePair *pairs = matching->nodes->pairs + first;
  guint8 *kinds = matching->kinds.each != NULL ? matching->kinds.each + first : NULL;
  const SpurNodes *nodes = matching->nodes;

  for (gsize i = 0; i < MIN (AHEAD, scan->n_receives); i++)
    fetch_partner (scan, i);
  for (gsize i = 0; i < scan->n_receives; i++)
    {
      SpurChannel *channel = &scan->channels[scan->received_in[i]];
      guint64 event = scan->received[i];

      fetch_partner (scan, MIN (i + AHEAD, scan->n_receives - 1));
      pairs[i].from = (guint32) channel->partners[take_rank (scan, i, channel)];
      pairs[i].to = (guint32) spur_nodes_find (nodes, stream, event);
      if (kinds != NULL)
        kinds[i] = get_kind (channel);
      if (i > 0 && event == scan->received[i - 1])
        continue;
      if (G_UNLIKELY (i - run > 1))
        sort_run (matching, first + run, i - run);
      run = i;
    }
  if (scan->n_receives - run > 1)
    sort_run (matching, first + run, scan->n_receives - run);
}

static void
write_edges (guint stream, gpointer user_data)
{
  const Matching *matching = user_data;
  SpurScan *scan = &matching->scans[stream];
  gsize edge = matching->first_edge[stream], run = edge;
  SpurSlot to = { 0, stream };

  if (matching->edges == NULL && !scan->has_others)
    {
      fetch_scan (matching, stream);
      write_plain_pairs (matching, stream);
      return;
    }
  for (gsize i = 0; i < scan->n_receives; i++)
    {
      SpurChannel *channel = &scan->channels[scan->received_in[i]];
      const SpurSlot *sends;
      SpurSlot single;
      guint32 n = find_sends (matching, channel, take_rank (scan, i, channel), &single, &sends);

      if (G_UNLIKELY (n == 0))
        note_unmatched (scan, stream, channel, scan->received[i], FALSE);
      if (to.event != scan->received[i])
        {
          if (edge - run > 1)
            sort_run (matching, run, edge - run);
          run = edge;
          to.event = scan->received[i];
        }
      for (guint32 k = 0; k < n; k++)
        {
          if (sends[k].stream != stream)
            write_edge (matching, edge++, channel, &sends[k], to);
        }
    }
  if (edge - run > 1)
    sort_run (matching, run, edge - run);
}

static void
find_lost (const Matching *matching, SpurTrace *trace, guint n_streams, GArray *unmatched)
{
  SpurLostChannels lost;

  spur_lost_channels_init (&lost);
  for (guint s = 0; s < n_streams; s++)
    {
      if (matching->scans[s].has_short)
        spur_lost_channels_add (&lost, &matching->scans[s], s, FALSE);
    }
  if (lost.channels->len > 0)
    spur_find_lost_messages (trace, (const SpurLostChannel *) (gconstpointer) lost.channels->data,
                             lost.channels->len, unmatched);
  spur_lost_channels_clear (&lost);
}

/* Where nothing says which message came first, no two of them are claimed to meet. */
static void
give_up (Matching *matching,
         const SpurLostChannel *channel,
         SpurMatchCounts *counts,
         GArray *unmatched)
{
  guint n_pairs = MIN (channel->sends->len, channel->receives->len);
  const GArray *both[] = { channel->sends, channel->receives };
  const guint32 others[] = { channel->receiver, channel->sender };
  const SpurUnmatchedReason reasons[] = { SPUR_UNMATCHED_SEND, SPUR_UNMATCHED_RECEIVE };

  counts->n_unmatched_sends += n_pairs;
  counts->n_unmatched_receives += n_pairs;
  for (guint k = 0; k < G_N_ELEMENTS (both); k++)
    {
      for (guint i = 0; i < both[k]->len; i++)
        {
          const SpurLostEnd *end = &g_array_index (both[k], SpurLostEnd, i);

          matching->scans[end->stream].channels[end->channel].is_short = FALSE;
          spur_unmatched_add (unmatched, end->stream, end->event,
                              n_pairs > 0 ? SPUR_UNMATCHED_ORDER : reasons[k], others[k]);
        }
    }
}

static void
pair_scattered (Matching *matching, const SpurLostChannel *channel)
{
  guint n_sends = channel->sends->len, n_receives = channel->receives->len;
  guint n_skipped = n_receives > n_sends ? n_receives - n_sends : 0;

  for (guint i = n_skipped; i < n_receives && i - n_skipped < n_sends; i++)
    {
      const SpurLostEnd *receive = &g_array_index (channel->receives, SpurLostEnd, i);
      const SpurLostEnd *send = &g_array_index (channel->sends, SpurLostEnd, i - n_skipped);
      const SpurChannel *to = &matching->scans[receive->stream].channels[receive->channel];

      g_array_index (matching->listed, SpurSlot, to->listed_first + receive->rank) =
        (SpurSlot){ send->event, send->stream };
    }
}

/* Makes a place for the partner of every receive of a stream's channels that are scattered. */
static void
open_scattered (Matching *matching, guint stream)
{
  SpurScan *scan = &matching->scans[stream];
  const SpurSlot no_slot = { 0, SPUR_NONE };

  for (guint32 i = 0; scan->has_scattered && i < scan->n_channels; i++)
    {
      SpurChannel *part = &scan->channels[i];

      if (!part->is_scattered)
        continue;
      part->listed_first = matching->listed->len;
      for (guint32 k = 0; k < part->n_receives; k++)
        g_array_append_val (matching->listed, no_slot);
    }
}

static void
count_scattered (Matching *matching, guint stream)
{
  const SpurScan *scan = &matching->scans[stream];

  for (guint32 i = 0; scan->has_scattered && i < scan->n_channels; i++)
    {
      const SpurChannel *part = &scan->channels[i];

      if (part->is_scattered)
        matching->first_edge[stream] += count_listed (
          matching, part->listed_first, part->n_receives, stream, &matching->n_local[stream]);
    }
}

static gboolean
is_numbered (const Matching *matching, const SpurLostChannel *channel)
{
  const GArray *ends = channel->sends->len > 0 ? channel->sends : channel->receives;
  const SpurLostEnd *end = &g_array_index (ends, SpurLostEnd, 0);

  return matching->scans[end->stream].channels[end->channel].numbered;
}

/* What of a channel has no number is then like a channel of its own. */
static void
pair_numbered (Matching *matching,
               const SpurLostChannel *channel,
               SpurMatchCounts *counts,
               GArray *unmatched)
{
  guint n_sends, n_receives;

  spur_pair_numbered (matching->scans, channel, matching->listed, counts, unmatched);
  n_sends = channel->sends->len;
  n_receives = channel->receives->len;
  counts->n_unmatched_sends += n_sends - MIN (n_sends, n_receives);
  counts->n_unmatched_receives += n_receives - MIN (n_sends, n_receives);
}

/* The messages of objects whose events lie in several streams, in the order of the objects' ways;
 * and those that meet by their numbers. */
static void
match_scattered (Matching *matching,
                 const SpurMatchInput *input,
                 SpurMatchCounts *counts,
                 GArray *unmatched)
{
  SpurTrace *trace = input->trace;
  const SpurPresences *presences = input->presences;
  SpurLostChannels lost;
  g_autoptr (GArray) rests = g_array_new (FALSE, FALSE, sizeof (SpurLostChannel));

  spur_lost_channels_init (&lost);
  for (guint s = 0; s < input->n_streams; s++)
    {
      if (!matching->scans[s].has_scattered)
        continue;
      open_scattered (matching, s);
      spur_lost_channels_add (&lost, &matching->scans[s], s, TRUE);
    }
  for (guint i = 0; i < lost.channels->len; i++)
    {
      const SpurLostChannel *channel = &g_array_index (lost.channels, SpurLostChannel, i);

      gboolean has_numbers = is_numbered (matching, channel);

      if (has_numbers)
        pair_numbered (matching, channel, counts, unmatched);
      if (channel->sends->len == 0 || channel->receives->len == 0 ||
          !spur_order_ends (trace, presences, channel->sender, channel->sends) ||
          !spur_order_ends (trace, presences, channel->receiver, channel->receives))
        {
          give_up (matching, channel, counts, unmatched);
          continue;
        }
      pair_scattered (matching, channel);
      if (has_numbers && channel->sends->len != channel->receives->len)
        g_array_append_vals (rests, channel, 1);
    }
  if (rests->len > 0)
    spur_find_lost_messages (trace, (const SpurLostChannel *) (gconstpointer) rests->data,
                             rests->len, unmatched);
  spur_lost_channels_clear (&lost);
  for (guint s = 0; s < input->n_streams; s++)
    count_scattered (matching, s);
}

/* Puts the ends that are not yet among the nodes there, and numbers them. */
static void
mark_rest (Matching *matching, SpurEdges *edges, guint n_streams, const SpurJob *job)
{
  gboolean has_strange = FALSE, has_others = FALSE;

  for (guint s = 0; s < n_streams; s++)
    {
      has_strange |= matching->scans[s].has_strange;
      has_others |= matching->scans[s].has_others;
    }
  if (has_others)
    spur_job_run (job, n_streams, mark_receives, matching);
  if (has_strange)
    spur_job_run (job, n_streams, mark_strange_sends, matching);
  spur_nodes_number (matching->nodes, edges, job);
}

/* Which of the edges of all streams is the first one of each. Returns how many there are. */
static gsize
sum_up (Matching *matching, guint n_streams, SpurMatchCounts *counts)
{
  gsize n_edges = 0;
  guint has_kinds = 0;

  for (guint s = 0; s < n_streams; s++)
    {
      gsize n_of_stream = matching->first_edge[s];

      matching->first_edge[s] = n_edges;
      n_edges += n_of_stream;
      counts->n_local += matching->n_local[s];
      has_kinds |= matching->has_kinds[s];
    }
  matching->kinds = spur_edge_kinds_new (has_kinds, n_edges);
  return n_edges;
}

gboolean
spur_match_messages (SpurEdges *edges,
                     const SpurMatchInput *input,
                     SpurMatchCounts *counts,
                     GArray *unmatched)
{
  guint n_streams = input->n_streams;
  SPUR_AUTO_PAGES gsize *first_edge = SPUR_PAGES_NEW0 (gsize, n_streams + 1);
  SPUR_AUTO_PAGES guint64 *n_local = SPUR_PAGES_NEW0 (guint64, n_streams + 1);
  g_autofree guint8 *has_kinds = g_new0 (guint8, n_streams + 1);
  g_autoptr (GArray) listed = g_array_new (FALSE, FALSE, sizeof (SpurSlot));
  g_autoptr (SpurNodes) nodes = NULL;
  Matching matching = { .scans = input->scans,
                        .n_streams = n_streams,
                        .first_edge = first_edge,
                        .n_local = n_local,
                        .has_kinds = has_kinds,
                        .listed = listed,
                        .beside = input->beside };
  gsize n_edges;

  if (!spur_join_channels (input, listed, counts))
    return FALSE;
  if (input->makes_nodes)
    matching.nodes = nodes = spur_nodes_new_empty (input->trace);
  spur_job_run (input->job, n_streams + (input->beside != NULL ? 1 : 0), look_at_stream, &matching);
  match_scattered (&matching, input, counts, unmatched);
  find_lost (&matching, input->trace, n_streams, unmatched);
  n_edges = sum_up (&matching, n_streams, counts);
  if (nodes != NULL)
    mark_rest (&matching, edges, n_streams, input->job);
  if (nodes != NULL && nodes->n_nodes <= G_MAXUINT32)
    {
      nodes->pairs = SPUR_PAGES_NEW (SpurNodePair, n_edges);
      spur_job_run (input->job, n_streams, number_sends, &matching);
    }
  else
    matching.edges = SPUR_PAGES_NEW (SpurEdge, n_edges);
  spur_job_run (input->job, n_streams, write_edges, &matching);
  if (matching.edges == NULL)
    spur_edges_take_nodes (edges, input->trace, g_steal_pointer (&nodes), n_edges, &matching.kinds);
  else
    spur_edges_take (edges, matching.edges, n_edges, &matching.kinds);
  return TRUE;
}
