/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/causality/spur-dependence-internal.h"

void
spur_collective_get_latest (const SpurCollective *self, const gint64 *enters_ns, gint64 *latest_ns)
{
  SpurTopTwo top = SPUR_TOP_TWO_EMPTY;
  gboolean is_scan = spur_collective_is_scan (self);

  for (guint32 i = 0; i < self->n_members; i++)
    {
      if (is_scan)
        latest_ns[i] = spur_collective_member_receives (self, i) ? top.first : G_MININT64;
      if (spur_collective_member_sends (self, i))
        spur_top_two_add (&top, i, enters_ns[i]);
    }
  for (guint32 i = 0; !is_scan && i < self->n_members; i++)
    latest_ns[i] =
      spur_collective_member_receives (self, i) ? spur_top_two_except (&top, i) : G_MININT64;
}

/* The smallest of some values is the negative of the largest of their negatives. */
static gint64
negate_time (gint64 value)
{
  return value == G_MININT64 ? G_MAXINT64 : -value;
}

void
spur_collective_get_earliest (const SpurCollective *self,
                              const gint64 *exits_ns,
                              gint64 *earliest_ns)
{
  SpurTopTwo top = SPUR_TOP_TWO_EMPTY;
  gboolean is_scan = spur_collective_is_scan (self);

  for (guint32 i = self->n_members; i-- > 0;)
    {
      if (is_scan)
        earliest_ns[i] =
          spur_collective_member_sends (self, i) ? negate_time (top.first) : G_MAXINT64;
      if (spur_collective_member_receives (self, i))
        spur_top_two_add (&top, i, -exits_ns[i]);
    }
  for (guint32 i = 0; !is_scan && i < self->n_members; i++)
    earliest_ns[i] = spur_collective_member_sends (self, i)
                       ? negate_time (spur_top_two_except (&top, i))
                       : G_MAXINT64;
}
