/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/record/reading/spur-packet.h"

#include "core/record/plain/spur-record-private.h"

/* The recorder's own packing. */
gsize
spur_packet_pack (const guint64 *from,
                  const guint64 *to,
                  guint8 *body,
                  gpointer scratch,
                  const guint64 **next,
                  guint32 *n_events)
{
  uint64_t from_ticks, to_ticks;

  return spur_rec_pack (from, to, body, scratch, next, n_events, &from_ticks, &to_ticks);
}
