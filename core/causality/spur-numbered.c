/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Messages that overtake others on their way, told apart by the numbers that both sides recorded.
 */
#include "core/base/spur-order-internal.h"
#include "core/causality/spur-matcher-internal.h"

/* An end of a message, number @index of its side of the channel. */
typedef struct
{
  guint64 number;
  guint32 index;
} Numbered;

typedef struct
{
  const SpurScan *scans;
  const SpurLostChannel *channel;
  GArray *listed;
  SpurMatchCounts *counts;
  GArray *unmatched;
  /* For every end of a side whether it is taken out of the channel. */
  guint8 *is_done[SPUR_SCAN_N_SIDES];
} Pairing;

SPUR_DEFINE_ORDER (compare_numbered, Numbered, SPUR_BY_2 (number, index))

static const GArray *
get_ends (const Pairing *self, SpurScanSide side)
{
  return side == SPUR_SCAN_SENDS ? self->channel->sends : self->channel->receives;
}

static guint64
get_number (const SpurScan *scan, SpurScanSide side, const SpurLostEnd *end)
{
  if (side == SPUR_SCAN_SENDS)
    return scan->numbers.sent != NULL
             ? scan->numbers.sent[scan->channels[end->channel].send_first + end->rank]
             : 0;
  return scan->numbers.received != NULL
           ? scan->numbers.received[scan->numbers.received_first[end->channel] + end->rank]
           : 0;
}

/* The ends of a side that have numbers, in the order of those. */
static GArray *
sort_numbered (const Pairing *self, SpurScanSide side)
{
  const GArray *ends = get_ends (self, side);
  GArray *numbered = g_array_new (FALSE, FALSE, sizeof (Numbered));

  for (guint i = 0; i < ends->len; i++)
    {
      const SpurLostEnd *end = &g_array_index (ends, SpurLostEnd, i);
      const Numbered one = { get_number (&self->scans[end->stream], side, end), i };

      if (one.number != 0)
        g_array_append_val (numbered, one);
    }
  g_array_sort (numbered, compare_numbered);
  return numbered;
}

static void
pair_ends (const Pairing *self, guint send_index, guint receive_index)
{
  const SpurLostEnd *send = &g_array_index (self->channel->sends, SpurLostEnd, send_index);
  const SpurLostEnd *receive = &g_array_index (self->channel->receives, SpurLostEnd, receive_index);
  const SpurChannel *to = &self->scans[receive->stream].channels[receive->channel];

  g_array_index (self->listed, SpurSlot, to->listed_first + receive->rank) =
    (SpurSlot){ send->event, send->stream };
  self->is_done[SPUR_SCAN_SENDS][send_index] = self->is_done[SPUR_SCAN_RECEIVES][receive_index] = 1;
}

/* Ends that no other can be said to meet. */
static void
leave_unmatched (Pairing *self, SpurScanSide side, const Numbered *numbered, guint n)
{
  gboolean is_send = side == SPUR_SCAN_SENDS;
  SpurUnmatchedReason reason = is_send ? SPUR_UNMATCHED_SEND : SPUR_UNMATCHED_RECEIVE;
  guint32 other = is_send ? self->channel->receiver : self->channel->sender;

  for (guint i = 0; i < n; i++)
    {
      const SpurLostEnd *end =
        &g_array_index (get_ends (self, side), SpurLostEnd, numbered[i].index);

      self->is_done[side][numbered[i].index] = 1;
      spur_unmatched_add (self->unmatched, end->stream, end->event,
                          n > 1 ? SPUR_UNMATCHED_REPEATED : reason, other);
    }
  *(is_send ? &self->counts->n_unmatched_sends : &self->counts->n_unmatched_receives) += n;
}

static guint
count_same (const GArray *numbered, guint first)
{
  guint end = first;

  while (end < numbered->len && g_array_index (numbered, Numbered, end).number ==
                                  g_array_index (numbered, Numbered, first).number)
    end++;
  return end - first;
}

/* Where a number comes twice nothing says which one is meant, so none of them has a partner. */
static void
pair_number (Pairing *self, const Numbered *sends, guint n_sends, const Numbered *receives, guint n)
{
  if (n_sends == 1 && n == 1)
    {
      pair_ends (self, sends->index, receives->index);
      return;
    }
  /* What no number claims is for receives without one. */
  if (n > 0)
    leave_unmatched (self, SPUR_SCAN_SENDS, sends, n_sends);
  leave_unmatched (self, SPUR_SCAN_RECEIVES, receives, n);
}

static void
pair_all (Pairing *self, const GArray *sends, const GArray *receives)
{
  const Numbered *sent = (const Numbered *) (gconstpointer) sends->data;
  const Numbered *received = (const Numbered *) (gconstpointer) receives->data;

  for (guint i = 0, k = 0; k < receives->len;)
    {
      guint n_receives = count_same (receives, k), n_sends;

      while (i < sends->len && sent[i].number < received[k].number)
        i++;
      n_sends = i < sends->len && sent[i].number == received[k].number ? count_same (sends, i) : 0;
      pair_number (self, sent + i, n_sends, received + k, n_receives);
      i += n_sends;
      k += n_receives;
    }
}

static void
take_out (GArray *ends, const guint8 *is_done)
{
  guint n_left = 0;

  for (guint i = 0; i < ends->len; i++)
    {
      if (!is_done[i])
        g_array_index (ends, SpurLostEnd, n_left++) = g_array_index (ends, SpurLostEnd, i);
    }
  g_array_set_size (ends, n_left);
}

void
spur_pair_numbered (const SpurScan *scans,
                    const SpurLostChannel *channel,
                    GArray *listed,
                    SpurMatchCounts *counts,
                    GArray *unmatched)
{
  g_autofree guint8 *of_sends = g_new0 (guint8, channel->sends->len + 1);
  g_autofree guint8 *of_receives = g_new0 (guint8, channel->receives->len + 1);
  Pairing self = { scans, channel, listed, counts, unmatched, { of_sends, of_receives } };
  g_autoptr (GArray) sends = sort_numbered (&self, SPUR_SCAN_SENDS);
  g_autoptr (GArray) receives = sort_numbered (&self, SPUR_SCAN_RECEIVES);

  pair_all (&self, sends, receives);
  take_out (channel->sends, of_sends);
  take_out (channel->receives, of_receives);
}
