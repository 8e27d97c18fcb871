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
} Matching;

static gboolean
is_by_id (const SpurChannel *channel)
{
  return (channel->key.group & SPUR_CHANNEL_BY_ID) != 0;
}

/* How many sends and receives of a channel of all streams meet nobody. */
static void
count_unmatched (const SpurChannel *channel, SpurMatchCounts *counts)
{
  if (is_by_id (channel))
    {
      counts->n_unmatched_sends +=
        channel->n_sends - (channel->n_sends > 0 && channel->n_receives > 0 ? 1 : 0);
      counts->n_unmatched_receives += channel->n_sends == 0 ? channel->n_receives : 0;
      return;
    }
  if (channel->n_sends > channel->n_receives)
    counts->n_unmatched_sends += channel->n_sends - channel->n_receives;
  else
    counts->n_unmatched_receives += channel->n_receives - channel->n_sends;
}

/* The part of a stream comes after the parts of the streams before it, which @whole has moved
 * past. */
static void
share (SpurChannel *whole, guint64 end_slot, SpurChannel *part)
{
  part->send_slot = whole->send_slot;
  whole->send_slot += part->n_sends;
  part->receive_slot = whole->receive_slot;
  if (is_by_id (part))
    {
      part->n_matched = whole->n_sends > 0 ? part->n_receives : 0;
      return;
    }
  part->n_matched = (guint32) MIN (part->n_receives, end_slot - whole->receive_slot);
  whole->receive_slot += part->n_matched;
}

/* Joins the channels of the streams one stream after the other, so that the result does not
 * depend on who scanned them. Returns how many slots the sends need. */
static guint64
join_channels (SpurScan *scans, guint n_streams, SpurMatchCounts *counts)
{
  SpurChannels whole = { NULL };
  g_autofree guint32 *numbers = NULL;
  g_autofree guint64 *end_slots = NULL;
  guint64 n_parts = 0, n_slots = 0, k = 0;

  for (guint s = 0; s < n_streams; s++)
    n_parts += scans[s].channels.n_channels;
  numbers = g_new (guint32, n_parts);
  for (guint s = 0; s < n_streams; s++)
    {
      for (guint32 i = 0; i < scans[s].channels.n_channels; i++)
        {
          const SpurChannel *part = &scans[s].channels.all[i];

          numbers[k] = spur_channels_find (&whole, &part->key);
          whole.all[numbers[k]].n_sends += part->n_sends;
          whole.all[numbers[k]].n_receives += part->n_receives;
          k++;
        }
    }
  end_slots = g_new (guint64, whole.n_channels);
  for (guint32 i = 0; i < whole.n_channels; i++)
    {
      count_unmatched (&whole.all[i], counts);
      whole.all[i].send_slot = whole.all[i].receive_slot = n_slots;
      n_slots += whole.all[i].n_sends;
      end_slots[i] = n_slots;
    }
  k = 0;
  for (guint s = 0; s < n_streams; s++)
    {
      for (guint32 i = 0; i < scans[s].channels.n_channels; i++, k++)
        share (&whole.all[numbers[k]], end_slots[numbers[k]], &scans[s].channels.all[i]);
    }
  spur_channels_clear (&whole);
  return n_slots;
}

static void
place_sends (guint stream, gpointer user_data)
{
  const Matching *matching = user_data;
  SpurScan *scan = &matching->scans[stream];

  for (gsize i = 0; i < scan->n_sends; i++)
    {
      const SpurMessageEnd *send = &scan->sends[i];
      Slot *slot = &matching->slots[scan->channels.all[send->channel].send_slot + send->rank];

      slot->event = send->event;
      slot->stream = stream;
    }
  g_clear_pointer (&scan->sends, spur_pages_free);
}

/* The send of a receive, or NULL. */
static inline const Slot *
find_send (const Matching *matching, const SpurScan *scan, const SpurMessageEnd *receive)
{
  const SpurChannel *channel = &scan->channels.all[receive->channel];

  if (receive->rank >= channel->n_matched)
    return NULL;
  return &matching->slots[channel->receive_slot + (is_by_id (channel) ? 0 : receive->rank)];
}

/* Whether a stream may have messages to itself, and how many partners its receives have. */
static gboolean
may_be_local (const SpurScan *scan, gsize *n_matched)
{
  gboolean may_be = FALSE;

  *n_matched = 0;
  for (guint32 i = 0; i < scan->channels.n_channels; i++)
    {
      const SpurChannel *channel = &scan->channels.all[i];

      may_be |= channel->n_sends > 0 && channel->n_matched > 0;
      *n_matched += channel->n_matched;
    }
  return may_be;
}

static void
count_edges (guint stream, gpointer user_data)
{
  const Matching *matching = user_data;
  const SpurScan *scan = &matching->scans[stream];
  gsize n_edges = 0;
  guint64 n_local = 0;

  if (!may_be_local (scan, &matching->first_edge[stream]))
    return;
  for (gsize i = 0; i < scan->n_receives; i++)
    {
      const Slot *send = find_send (matching, scan, &scan->receives[i]);

      if (send != NULL && send->stream != stream)
        n_edges++;
      else if (send != NULL)
        n_local++;
    }
  matching->first_edge[stream] = n_edges;
  matching->n_local[stream] = n_local;
}

static void
write_edges (guint stream, gpointer user_data)
{
  const Matching *matching = user_data;
  SpurScan *scan = &matching->scans[stream];
  SpurEdge *edge = matching->edges + matching->first_edge[stream];

  for (gsize i = 0; i < scan->n_receives; i++)
    {
      const Slot *send = find_send (matching, scan, &scan->receives[i]);

      if (send == NULL || send->stream == stream)
        continue;
      edge->from_event = send->event;
      edge->to_event = scan->receives[i].event;
      edge->mu_ns = SPUR_MU_DEFAULT;
      edge->from_stream = send->stream;
      edge->to_stream = stream;
      edge++;
    }
  g_clear_pointer (&scan->receives, spur_pages_free);
}

void
spur_match_messages (
  SpurEdges *edges, SpurScan *scans, guint n_streams, const SpurJob *job, SpurMatchCounts *counts)
{
  guint64 n_slots = join_channels (scans, n_streams, counts);
  SPUR_AUTO_PAGES Slot *slots = SPUR_PAGES_NEW (Slot, n_slots);
  g_autofree gsize *first_edge = g_new0 (gsize, n_streams + 1);
  g_autofree guint64 *n_local = g_new0 (guint64, n_streams + 1);
  Matching matching = { scans, slots, NULL, first_edge, n_local };
  gsize n_edges = 0;

  spur_job_run (job, n_streams, place_sends, &matching);
  spur_job_run (job, n_streams, count_edges, &matching);
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
