/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Numbers of messages as a scan keeps them: by channel and in the order of matching, so that a
 * channel in which no message overtakes another is told by one comparison. */
#include "core/base/spur-pages-private.h"
#include "core/causality/spur-scan-private.h"

static void
keep_sent (SpurScan *scan, const SpurFoundNumbers *found)
{
  g_autofree guint32 *n_seen = g_new0 (guint32, MAX (scan->n_channels, 1));

  scan->numbers.sent = SPUR_PAGES_NEW0 (guint64, scan->n_sends);
  for (gsize i = 0; i < found->n_numbers; i++)
    {
      guint32 channel = found->channels[i];

      scan->numbers.sent[scan->channels[channel].send_first + n_seen[channel]++] =
        found->numbers[i];
    }
}

void
spur_scan_open_received_numbers (SpurScan *scan)
{
  gsize n_before = 0;

  scan->numbers.received = SPUR_PAGES_NEW0 (guint64, scan->n_receives);
  scan->numbers.received_first = SPUR_PAGES_NEW (gsize, scan->n_channels);
  for (guint32 i = 0; i < scan->n_channels; i++)
    {
      scan->numbers.received_first[i] = n_before;
      n_before += scan->channels[i].n_receives;
    }
}

static void
keep_received (SpurScan *scan, const SpurFoundNumbers *found)
{
  g_autofree guint32 *n_seen = g_new0 (guint32, MAX (scan->n_channels, 1));

  spur_scan_open_received_numbers (scan);
  for (gsize i = 0; i < found->n_numbers; i++)
    {
      guint32 channel = found->channels[i];
      guint32 rank = scan->ranks != NULL ? scan->ranks[i] : n_seen[channel]++;

      scan->numbers.received[scan->numbers.received_first[channel] + rank] = found->numbers[i];
    }
}

void
spur_scan_keep_numbers (SpurScan *scan,
                        const SpurFoundNumbers *sent,
                        const SpurFoundNumbers *received)
{
  if (sent->n_numbers > 0)
    keep_sent (scan, sent);
  if (received->n_numbers > 0)
    keep_received (scan, received);
}

gboolean
spur_scan_has_same_numbers (const SpurScan *sender,
                            const SpurChannel *sends,
                            const SpurScan *receiver,
                            const SpurChannel *receives)
{
  const guint64 *sent = sender->numbers.sent + sends->send_first;
  const guint64 *received =
    receiver->numbers.received + receiver->numbers.received_first[receives - receiver->channels];
  guint64 last = 0;

  if (sends->n_sends != receives->n_receives)
    return FALSE;
  for (guint32 i = 0; i < sends->n_sends; i++)
    {
      if (sent[i] != received[i] || (sent[i] != 0 && sent[i] <= last))
        return FALSE;
      last = MAX (last, sent[i]);
    }
  return TRUE;
}
