/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Which messages of a channel were lost can be told by nothing but their times. */
#include "core/causality/spur-align-private.h"
#include "core/causality/spur-matcher-internal.h"
#include "core/causality/spur-nodes-internal.h"

static SpurLostChannel *
open_lost (SpurLostChannels *self, const SpurChannelKey *key)
{
  guint32 number = spur_channels_find (&self->keys, key);

  if (number == self->channels->len)
    {
      SpurLostChannel channel = { (guint32) (key->ends >> 32), (guint32) key->ends,
                                  g_array_new (FALSE, FALSE, sizeof (SpurLostEnd)),
                                  g_array_new (FALSE, FALSE, sizeof (SpurLostEnd)) };

      g_array_append_val (self->channels, channel);
    }
  return &g_array_index (self->channels, SpurLostChannel, number);
}

static gboolean
is_looked_at (const SpurChannel *part, gboolean is_scattered)
{
  return is_scattered ? part->is_scattered : part->is_short;
}

void
spur_lost_channels_init (SpurLostChannels *self)
{
  *self = (SpurLostChannels){ { NULL }, g_array_new (FALSE, FALSE, sizeof (SpurLostChannel)) };
}

void
spur_lost_channels_add (SpurLostChannels *self,
                        const SpurScan *scan,
                        guint stream,
                        gboolean is_scattered)
{
  g_autofree guint32 *first = g_new0 (guint32, MAX (scan->n_channels, 1));
  g_autofree guint32 *n_seen = g_new0 (guint32, MAX (scan->n_channels, 1));

  for (guint32 i = 0; i < scan->n_channels; i++)
    {
      const SpurChannel *part = &scan->channels[i];
      SpurLostChannel *channel;

      if (!is_looked_at (part, is_scattered))
        continue;
      channel = open_lost (self, &part->key);
      for (guint32 k = 0; k < part->n_sends; k++)
        {
          SpurLostEnd end = { scan->sent[part->send_first + k], 0, stream, i, k };

          g_array_append_val (channel->sends, end);
        }
      first[i] = channel->receives->len;
      g_array_set_size (channel->receives, first[i] + part->n_receives);
    }
  for (gsize i = 0; i < scan->n_receives; i++)
    {
      guint32 in = scan->received_in[i];
      const SpurChannel *part = &scan->channels[in];
      guint32 rank = scan->ranks != NULL ? scan->ranks[i] : n_seen[in]++;

      if (is_looked_at (part, is_scattered))
        g_array_index (open_lost (self, &part->key)->receives, SpurLostEnd, first[in] + rank) =
          (SpurLostEnd){ scan->received[i], 0, stream, in, rank };
    }
}

void
spur_lost_channels_clear (SpurLostChannels *self)
{
  for (guint i = 0; i < self->channels->len; i++)
    {
      g_array_unref (g_array_index (self->channels, SpurLostChannel, i).sends);
      g_array_unref (g_array_index (self->channels, SpurLostChannel, i).receives);
    }
  g_array_unref (self->channels);
  spur_channels_clear (&self->keys);
}

/* Of a message it is not recorded here what it says. */
#define NO_PATTERN SPUR_PATTERN_INTERNAL

typedef struct
{
  SpurTrace *trace;
  SpurTimes *times;
  GArray *unmatched;
  guint64 n_tries;
} Search;

static SpurAlignStep *
list_steps (Search *search, const GArray *ends)
{
  SpurAlignStep *steps = g_new (SpurAlignStep, MAX (ends->len, 1));

  for (guint i = 0; i < ends->len; i++)
    {
      const SpurLostEnd *end = &g_array_index (ends, SpurLostEnd, i);

      steps[i] = (SpurAlignStep){ spur_times_at (&search->times[end->stream], end->event),
                                  SPUR_NONE, NO_PATTERN };
    }
  return steps;
}

/* Where there is too much to try, those count as lost that matching left over: the last sends, or
 * the first receives. */
static void
take_left_over (guint n_holes, guint n_whole, gboolean is_send, guint32 *holes)
{
  for (guint i = 0; i < n_holes; i++)
    holes[i] = is_send ? n_whole - n_holes + i : i;
}

static void
find_lost (Search *search, const SpurLostChannel *channel)
{
  gboolean is_send = channel->sends->len > channel->receives->len;
  const GArray *whole = is_send ? channel->sends : channel->receives;
  const GArray *part = is_send ? channel->receives : channel->sends;
  guint n_holes = whole->len - part->len;
  guint64 n_tries = (guint64) part->len * (n_holes + 1) * (n_holes + 1);
  g_autofree guint32 *holes = g_new (guint32, n_holes);
  gboolean is_found = FALSE;

  if (n_holes < SPUR_EDGES_MAX_UNMATCHED && n_tries <= search->n_tries)
    {
      g_autofree SpurAlignStep *steps = list_steps (search, whole);
      g_autofree SpurAlignStep *others = list_steps (search, part);

      search->n_tries -= n_tries;
      is_found = spur_align (steps, whole->len, others, part->len, holes);
    }
  if (!is_found)
    take_left_over (n_holes, whole->len, is_send, holes);
  for (guint i = 0; i < n_holes; i++)
    {
      const SpurLostEnd *end = &g_array_index (whole, SpurLostEnd, holes[i]);

      spur_unmatched_add (search->unmatched, end->stream, end->event,
                          is_send ? SPUR_UNMATCHED_SEND : SPUR_UNMATCHED_RECEIVE,
                          is_send ? channel->receiver : channel->sender);
    }
}

void
spur_find_lost_messages (SpurTrace *trace,
                         const SpurLostChannel *channels,
                         guint n_channels,
                         GArray *unmatched)
{
  guint n_streams = spur_trace_get_n_streams (trace);
  g_autofree SpurTimes *times = g_new (SpurTimes, MAX (n_streams, 1));
  Search search = { trace, times, unmatched, G_GUINT64_CONSTANT (1) << 27 };

  for (guint s = 0; s < n_streams; s++)
    spur_times_init (&times[s], trace, NULL, s);
  for (guint i = 0; i < n_channels && unmatched->len < SPUR_EDGES_MAX_UNMATCHED; i++)
    find_lost (&search, &channels[i]);
}
