/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/base/spur-pages-private.h"
#include "core/causality/spur-matcher-private.h"

/* The sends of all streams lie in slots, channel by channel. */
typedef struct
{
  guint64 event;
  guint32 stream;
} Slot;

typedef struct
{
  SpurScan *scans;
  Slot *slots;
  SpurEdge *edges;
  gsize *first_edge;
  guint64 *n_local;

  /* The slots of the receives of channels that are scattered over streams; NO_SLOT for none. */
  GArray *scattered;
} Matching;

#define NO_SLOT G_MAXUINT64

static gboolean
is_by_id (const SpurChannel *channel)
{
  return (channel->key.group & SPUR_CHANNEL_BY_ID) != 0;
}

static gboolean
is_gather (const SpurChannel *channel)
{
  return (channel->key.group & SPUR_CHANNEL_GATHER) != 0;
}

/* How many sends of a channel of all streams have partners. */
static guint32
get_n_used (const SpurChannel *channel)
{
  if (!is_by_id (channel))
    return MIN (channel->n_sends, channel->n_receives);
  if (channel->n_receives == 0)
    return 0;
  return is_gather (channel) ? channel->n_sends : MIN (channel->n_sends, 1);
}

/* How many receives of it have. */
static guint32
get_n_matched (const SpurChannel *channel)
{
  if (!is_by_id (channel))
    return MIN (channel->n_sends, channel->n_receives);
  if (channel->n_sends == 0)
    return 0;
  return is_gather (channel) ? MIN (channel->n_receives, 1) : channel->n_receives;
}

/* A thread that nobody waits for is no loss. */
static void
excuse_ungathered (SpurChannels *whole)
{
  for (guint32 i = 0; i < whole->n_channels; i++)
    {
      if (is_gather (&whole->all[i]) && whole->all[i].n_receives == 0)
        whole->all[i].is_excused = TRUE;
    }
}

static void
count_unmatched (const SpurChannel *channel, SpurMatchCounts *counts)
{
  if (channel->is_excused)
    return;
  counts->n_unmatched_sends += channel->n_sends - get_n_used (channel);
  counts->n_unmatched_receives += channel->n_receives - get_n_matched (channel);
}

/* The first and the last number of a lock. */
typedef struct
{
  SpurChannelKey key;
  guint64 first;
  guint64 last;
} Lock;

static guint
hash_lock (gconstpointer data)
{
  const Lock *lock = data;
  guint64 hash = (lock->key.group ^ lock->key.tag) * G_GUINT64_CONSTANT (0xd6e8feb86659fd93);

  return (guint) (hash >> 32);
}

static gboolean
is_same_lock (gconstpointer a, gconstpointer b)
{
  const Lock *p = a, *q = b;

  return p->key.group == q->key.group && p->key.tag == q->key.tag;
}

/* Who got a lock first got it from nobody, and who gave it back last gave it to nobody. */
static void
excuse_locks (SpurChannels *whole)
{
  g_autoptr (GHashTable) locks = g_hash_table_new_full (hash_lock, is_same_lock, NULL, g_free);

  for (guint32 i = 0; i < whole->n_channels; i++)
    {
      Lock wanted = { whole->all[i].key, whole->all[i].key.ends, whole->all[i].key.ends };
      Lock *lock;

      if ((wanted.key.group & SPUR_CHANNEL_HANDOVER) == 0)
        continue;
      lock = g_hash_table_lookup (locks, &wanted);
      if (lock == NULL)
        g_hash_table_add (locks, g_memdup2 (&wanted, sizeof wanted));
      else
        {
          lock->first = MIN (lock->first, wanted.first);
          lock->last = MAX (lock->last, wanted.last);
        }
    }
  for (guint32 i = 0; g_hash_table_size (locks) > 0 && i < whole->n_channels; i++)
    {
      SpurChannel *channel = &whole->all[i];
      Lock wanted = { .key = channel->key };
      const Lock *lock = (channel->key.group & SPUR_CHANNEL_HANDOVER) != 0
                           ? g_hash_table_lookup (locks, &wanted)
                           : NULL;

      channel->is_excused =
        lock != NULL &&
        ((channel->n_sends == 0 && channel->key.ends == lock->first) ||
         (channel->n_receives == 0 && channel->n_sends == 1 && channel->key.ends == lock->last));
    }
}

/* How far the streams before this one got in a channel of all streams. */
typedef struct
{
  guint64 first_slot;
  guint32 n_used;
  guint32 n_matched;
  guint32 n_skipped;
  guint32 n_sends_before;
  guint32 n_receives_before;
} Sharing;

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
share (const SpurChannel *whole, Sharing *sharing, SpurChannel *part)
{
  part->send_slot = sharing->first_slot + sharing->n_sends_before;
  part->n_used = share_below (sharing->n_used, sharing->n_sends_before, part->n_sends);
  part->n_skipped = share_below (sharing->n_skipped, sharing->n_receives_before, part->n_receives);
  part->n_matched = share_below (sharing->n_skipped + sharing->n_matched,
                                 sharing->n_receives_before, part->n_receives) -
                    part->n_skipped;
  part->receive_slot = sharing->first_slot;
  if (!is_by_id (part))
    part->receive_slot += (guint64) sharing->n_receives_before - sharing->n_skipped;
  part->is_excused = whole->is_excused;
  part->has_sends = whole->n_sends > 0;
  part->has_receives = whole->n_receives > 0;
  part->is_scattered = !is_by_id (whole) && (whole->n_used > 1 || whole->n_skipped > 1);
  part->is_short = !is_by_id (whole) && whole->n_sends > 0 && whole->n_receives > 0 &&
                   whole->n_sends != whole->n_receives;
  sharing->n_sends_before += part->n_sends;
  sharing->n_receives_before += part->n_receives;
  if (is_gather (part))
    part->n_sends = whole->n_sends;
}

/* Joins the channels of the streams one stream after the other, so that the result does not
 * depend on who scanned them. Returns how many slots the sends need. */
static guint64
join_channels (SpurScan *scans, guint n_streams, SpurMatchCounts *counts)
{
  SpurChannels whole = { NULL };
  g_autofree guint32 *numbers = NULL;
  g_autofree Sharing *sharings = NULL;
  guint64 n_parts = 0, n_slots = 0, k = 0;

  for (guint s = 0; s < n_streams; s++)
    n_parts += scans[s].channels.n_channels;
  numbers = g_new (guint32, n_parts);
  /* Most channels have a sender and a receiver. */
  spur_channels_reserve (&whole, (guint32) MIN (n_parts / 2, G_MAXUINT32 / 4));
  for (guint s = 0; s < n_streams; s++)
    {
      for (guint32 i = 0; i < scans[s].channels.n_channels; i++)
        {
          const SpurChannel *part = &scans[s].channels.all[i];

          numbers[k] = spur_channels_find (&whole, &part->key);
          whole.all[numbers[k]].n_sends += part->n_sends;
          whole.all[numbers[k]].n_receives += part->n_receives;
          /* In how many streams; what these two are for in a part, a whole channel has no use for.
           */
          whole.all[numbers[k]].n_used += part->n_sends > 0;
          whole.all[numbers[k]].n_skipped += part->n_receives > 0;
          k++;
        }
    }
  excuse_locks (&whole);
  excuse_ungathered (&whole);
  sharings = g_new0 (Sharing, whole.n_channels);
  for (guint32 i = 0; i < whole.n_channels; i++)
    {
      const SpurChannel *channel = &whole.all[i];

      count_unmatched (channel, counts);
      sharings[i].first_slot = n_slots;
      sharings[i].n_used = get_n_used (channel);
      sharings[i].n_matched = get_n_matched (channel);
      if (!is_by_id (channel) && channel->n_receives > channel->n_sends)
        sharings[i].n_skipped = channel->n_receives - channel->n_sends;
      n_slots += channel->n_sends;
    }
  k = 0;
  for (guint s = 0; s < n_streams; s++)
    {
      for (guint32 i = 0; i < scans[s].channels.n_channels; i++, k++)
        share (&whole.all[numbers[k]], &sharings[numbers[k]], &scans[s].channels.all[i]);
    }
  spur_channels_clear (&whole);
  return n_slots;
}

/* The object at the other side of a message, where the channel says it. */
static guint32
get_other (const SpurChannel *channel, gboolean is_send)
{
  if (is_by_id (channel))
    return SPUR_NONE;
  return is_send ? (guint32) channel->key.ends : (guint32) (channel->key.ends >> 32);
}

static void
note_unmatched (SpurScan *scan, guint stream, const SpurMessageEnd *end, gboolean is_send)
{
  const SpurChannel *channel = &scan->channels.all[end->channel];
  SpurUnmatchedReason reason = is_send ? SPUR_UNMATCHED_SEND : SPUR_UNMATCHED_RECEIVE;

  if (channel->is_excused || channel->is_short || channel->is_scattered)
    return;
  if (is_by_id (channel) && channel->has_sends && channel->has_receives)
    reason = SPUR_UNMATCHED_REPEATED;
  if (scan->unmatched == NULL)
    scan->unmatched = g_array_new (FALSE, FALSE, sizeof (SpurUnmatched));
  spur_unmatched_add (scan->unmatched, stream, end->event, reason, get_other (channel, is_send));
}

static void
place_sends (guint stream, gpointer user_data)
{
  const Matching *matching = user_data;
  SpurScan *scan = &matching->scans[stream];

  for (gsize i = 0; i < scan->n_sends; i++)
    {
      const SpurMessageEnd *send = &scan->sends[i];
      const SpurChannel *channel = &scan->channels.all[send->channel];
      Slot *slot = &matching->slots[channel->send_slot + send->rank];

      slot->event = send->event;
      slot->stream = stream;
      if (G_UNLIKELY (send->rank >= channel->n_used))
        note_unmatched (scan, stream, send, TRUE);
    }
  g_clear_pointer (&scan->sends, spur_pages_free);
}

/* The sends of a receive: none, one, or those of a gathering. */
static inline guint32
find_sends (const Matching *matching,
            const SpurScan *scan,
            const SpurMessageEnd *receive,
            const Slot **sends)
{
  const SpurChannel *channel = &scan->channels.all[receive->channel];

  if (G_UNLIKELY (channel->is_scattered))
    {
      guint64 slot =
        g_array_index (matching->scattered, guint64, channel->receive_slot + receive->rank);

      *sends = slot != NO_SLOT ? &matching->slots[slot] : NULL;
      return slot != NO_SLOT;
    }
  if (receive->rank - channel->n_skipped >= channel->n_matched)
    return 0;
  *sends = &matching->slots[channel->receive_slot];
  if (G_LIKELY (!is_by_id (channel)))
    {
      *sends += receive->rank;
      return 1;
    }
  return is_gather (channel) ? channel->n_sends : 1;
}

/* Whether the receives of a stream need a look each: it may have messages to itself, or gatherings,
 * or receives that nobody meets. Else @n_matched says how many partners they have. */
static gboolean
needs_look (const SpurScan *scan, gsize *n_matched)
{
  gboolean needs = FALSE;

  *n_matched = 0;
  for (guint32 i = 0; i < scan->channels.n_channels; i++)
    {
      const SpurChannel *channel = &scan->channels.all[i];

      needs |= (channel->n_sends > 0 && channel->n_matched > 0) || is_gather (channel) ||
               channel->is_scattered || channel->n_matched < channel->n_receives;
      *n_matched += channel->n_matched;
    }
  return needs;
}

static void
count_edges (guint stream, gpointer user_data)
{
  const Matching *matching = user_data;
  SpurScan *scan = &matching->scans[stream];
  gsize n_edges = 0;
  guint64 n_local = 0;

  if (!needs_look (scan, &matching->first_edge[stream]))
    return;
  for (gsize i = 0; i < scan->n_receives; i++)
    {
      const Slot *sends = NULL;
      guint32 n_sends = find_sends (matching, scan, &scan->receives[i], &sends);

      if (G_UNLIKELY (n_sends == 0))
        note_unmatched (scan, stream, &scan->receives[i], FALSE);
      for (guint32 k = 0; k < n_sends; k++)
        {
          if (sends[k].stream != stream)
            n_edges++;
          else
            n_local++;
        }
    }
  matching->first_edge[stream] = n_edges;
  matching->n_local[stream] = n_local;
}

static int
compare_edges (const void *a, const void *b)
{
  return spur_edge_compare (a, b);
}

/* An event that receives from several senders has met them in any order. */
static SpurEdge *
end_run (SpurEdge *run, SpurEdge *end)
{
  for (SpurEdge *edge = run + 1; edge < end; edge++)
    {
      if (spur_edge_compare (edge - 1, edge) <= 0)
        continue;
      qsort (run, (gsize) (end - run), sizeof *run, compare_edges);
      break;
    }
  return end;
}

static void
write_edges (guint stream, gpointer user_data)
{
  const Matching *matching = user_data;
  SpurScan *scan = &matching->scans[stream];
  SpurEdge *edge = matching->edges + matching->first_edge[stream];
  SpurEdge *run = edge;

  for (gsize i = 0; i < scan->n_receives; i++)
    {
      const Slot *sends = NULL;
      guint32 n_sends = find_sends (matching, scan, &scan->receives[i], &sends);

      if (edge > run && run->to_event != scan->receives[i].event)
        run = edge - run > 1 ? end_run (run, edge) : edge;
      for (guint32 k = 0; k < n_sends; k++)
        {
          if (sends[k].stream == stream)
            continue;
          edge->from_event = sends[k].event;
          edge->to_event = scan->receives[i].event;
          edge->mu_ns = SPUR_MU_DEFAULT;
          edge->from_stream = sends[k].stream;
          edge->to_stream = stream;
          edge++;
        }
    }
  end_run (run, edge);
  g_clear_pointer (&scan->receives, spur_pages_free);
}

typedef struct
{
  SpurChannels keys;
  GArray *channels;
} Lost;

static SpurLostChannel *
open_lost (Lost *lost, const SpurChannelKey *key)
{
  guint32 number = spur_channels_find (&lost->keys, key);

  if (number == lost->channels->len)
    {
      SpurLostChannel channel = { (guint32) (key->ends >> 32), (guint32) key->ends,
                                  g_array_new (FALSE, FALSE, sizeof (SpurLostEnd)),
                                  g_array_new (FALSE, FALSE, sizeof (SpurLostEnd)) };

      g_array_append_val (lost->channels, channel);
    }
  return &g_array_index (lost->channels, SpurLostChannel, number);
}

static gboolean
is_looked_at (const SpurChannel *part, gboolean is_scattered)
{
  return is_scattered ? part->is_scattered : part->is_short;
}

/* The ends of a stream in channels that need a closer look, in the order in which they are matched.
 */
static void
list_lost (const Matching *matching, guint stream, gboolean is_scattered, Lost *lost)
{
  const SpurScan *scan = &matching->scans[stream];
  g_autofree guint32 *first = g_new0 (guint32, MAX (scan->channels.n_channels, 1));
  gboolean is_any = FALSE;

  for (guint32 i = 0; i < scan->channels.n_channels; i++)
    {
      const SpurChannel *part = &scan->channels.all[i];
      SpurLostChannel *channel;

      if (!is_looked_at (part, is_scattered))
        continue;
      is_any = TRUE;
      channel = open_lost (lost, &part->key);
      for (guint32 k = 0; k < part->n_sends; k++)
        {
          const Slot *slot = &matching->slots[part->send_slot + k];
          SpurLostEnd end = { slot->event, 0, slot->stream, i, k };

          g_array_append_val (channel->sends, end);
        }
      first[i] = channel->receives->len;
      g_array_set_size (channel->receives, first[i] + part->n_receives);
    }
  for (gsize i = 0; is_any && i < scan->n_receives; i++)
    {
      const SpurMessageEnd *receive = &scan->receives[i];
      const SpurChannel *part = &scan->channels.all[receive->channel];

      if (is_looked_at (part, is_scattered))
        g_array_index (open_lost (lost, &part->key)->receives, SpurLostEnd,
                       first[receive->channel] + receive->rank) =
          (SpurLostEnd){ receive->event, 0, stream, receive->channel, receive->rank };
    }
}

static void
clear_lost (Lost *lost)
{
  for (guint i = 0; i < lost->channels->len; i++)
    {
      g_array_unref (g_array_index (lost->channels, SpurLostChannel, i).sends);
      g_array_unref (g_array_index (lost->channels, SpurLostChannel, i).receives);
    }
  g_array_unref (lost->channels);
  spur_channels_clear (&lost->keys);
}

static void
find_lost (const Matching *matching, SpurTrace *trace, guint n_streams, GArray *unmatched)
{
  Lost lost = { { NULL }, g_array_new (FALSE, FALSE, sizeof (SpurLostChannel)) };

  for (guint s = 0; s < n_streams; s++)
    list_lost (matching, s, FALSE, &lost);
  spur_find_lost_messages (trace, (const SpurLostChannel *) (gconstpointer) lost.channels->data,
                           lost.channels->len, unmatched);
  clear_lost (&lost);
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

          matching->scans[end->stream].channels.all[end->channel].is_short = FALSE;
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
      const SpurChannel *to = &matching->scans[receive->stream].channels.all[receive->channel];
      const SpurChannel *from = &matching->scans[send->stream].channels.all[send->channel];

      g_array_index (matching->scattered, guint64, to->receive_slot + receive->rank) =
        from->send_slot + send->rank;
    }
}

/* The messages of objects whose events lie in several streams, in the order of the objects' ways.
 */
static void
match_scattered (Matching *matching,
                 SpurTrace *trace,
                 guint n_streams,
                 const SpurStays *stays,
                 SpurMatchCounts *counts,
                 GArray *unmatched)
{
  Lost lost = { { NULL }, g_array_new (FALSE, FALSE, sizeof (SpurLostChannel)) };
  const guint64 no_slot = NO_SLOT;

  for (guint s = 0; s < n_streams; s++)
    {
      SpurScan *scan = &matching->scans[s];

      for (guint32 i = 0; i < scan->channels.n_channels; i++)
        {
          SpurChannel *part = &scan->channels.all[i];

          if (!part->is_scattered)
            continue;
          part->receive_slot = matching->scattered->len;
          for (guint32 k = 0; k < part->n_receives; k++)
            g_array_append_val (matching->scattered, no_slot);
        }
      list_lost (matching, s, TRUE, &lost);
    }
  for (guint i = 0; i < lost.channels->len; i++)
    {
      const SpurLostChannel *channel = &g_array_index (lost.channels, SpurLostChannel, i);

      if (channel->sends->len == 0 || channel->receives->len == 0)
        give_up (matching, channel, counts, unmatched);
      else if (spur_order_ends (trace, stays, channel->sender, channel->sends) &&
               spur_order_ends (trace, stays, channel->receiver, channel->receives))
        pair_scattered (matching, channel);
      else
        give_up (matching, channel, counts, unmatched);
    }
  clear_lost (&lost);
}

void
spur_match_messages (SpurEdges *edges,
                     SpurTrace *trace,
                     SpurScan *scans,
                     guint n_streams,
                     const SpurStays *stays,
                     const SpurJob *job,
                     SpurMatchCounts *counts,
                     GArray *unmatched)
{
  guint64 n_slots = join_channels (scans, n_streams, counts);
  SPUR_AUTO_PAGES Slot *slots = SPUR_PAGES_NEW (Slot, n_slots);
  g_autofree gsize *first_edge = g_new0 (gsize, n_streams + 1);
  g_autofree guint64 *n_local = g_new0 (guint64, n_streams + 1);
  g_autoptr (GArray) scattered = g_array_new (FALSE, FALSE, sizeof (guint64));
  Matching matching = { scans, slots, NULL, first_edge, n_local, scattered };
  gsize n_edges = 0;

  spur_job_run (job, n_streams, place_sends, &matching);
  match_scattered (&matching, trace, n_streams, stays, counts, unmatched);
  spur_job_run (job, n_streams, count_edges, &matching);
  find_lost (&matching, trace, n_streams, unmatched);
  for (guint s = 0; s < n_streams; s++)
    {
      gsize n_of_stream = first_edge[s];

      first_edge[s] = n_edges;
      n_edges += n_of_stream;
      counts->n_local += n_local[s];
    }
  matching.edges = SPUR_PAGES_NEW (SpurEdge, n_edges);
  spur_job_run (job, n_streams, write_edges, &matching);
  spur_edges_take (edges, matching.edges, n_edges);
}
