/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* What should have a partner and has none: the first of it with names, all of it counted. */
#include "core/base/spur-order-internal.h"
#include "core/causality/spur-edges-internal.h"

static const char *const texts[] = {
  [SPUR_UNMATCHED_SEND] = "sent, not received",
  [SPUR_UNMATCHED_RECEIVE] = "received, not sent",
  [SPUR_UNMATCHED_REPEATED] = "has a number that another one has",
  [SPUR_UNMATCHED_ORDER] = "in several streams in an unknown order",
  [SPUR_UNMATCHED_BEGIN] = "collective operation that does not end",
  [SPUR_UNMATCHED_END] = "collective operation that does not begin",
  [SPUR_UNMATCHED_STRANGER] = "collective operation of others, or without known members",
  [SPUR_UNMATCHED_MEMBER] = "collective operation with members missing",
  [SPUR_UNMATCHED_DISAGREEMENT] = "members disagree on the collective operation",
};

/**
 * spur_unmatched_reason_get_text:
 * @reason: why an event is at the end of no edge
 *
 * Gets words for a reason, as in "sent, not received".
 *
 * Returns: (transfer none): words for a person; for an unknown reason those that say so
 *
 * Since: 1.0
 */
const char *
spur_unmatched_reason_get_text (SpurUnmatchedReason reason)
{
  return (guint) reason < G_N_ELEMENTS (texts) ? texts[reason] : "for an unknown reason";
}

void
spur_unmatched_add (
  GArray *unmatched, guint32 stream, guint64 event, SpurUnmatchedReason reason, guint32 object)
{
  SpurUnmatched row = { event, stream, reason, object, 0 };

  if (unmatched->len < SPUR_EDGES_MAX_UNMATCHED)
    g_array_append_val (unmatched, row);
}

int
spur_unmatched_compare (const void *a, const void *b)
{
  const SpurUnmatched *p = a, *q = b;

  return SPUR_ORDER (p->stream, q->stream) ?: SPUR_ORDER (p->event, q->event)
         ?: SPUR_ORDER (p->reason, q->reason) ?: SPUR_ORDER (p->object, q->object);
}
