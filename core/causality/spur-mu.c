/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* What collective operations ask of their members' times (clock-correction.md section 5). Only
 * where mu goes by pairs of streams is each pair of members looked at. */
#include "core/causality/spur-mu-internal.h"

#include "core/causality/spur-delays-internal.h"
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

/* For every member the earliest of the exits that wait for its enter; G_MAXINT64 for none. */
static void
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

gint64
spur_mu_get_members (const SpurMu *self,
                     const SpurMember *from,
                     const SpurMember *to,
                     gint64 collective_ns)
{
  gint64 mu_ns;

  if (self->pairs == NULL)
    return collective_ns;
  mu_ns = self->is_mirrored ? spur_delays_get_pair_ns (self->pairs, to->stream, from->stream)
                            : spur_delays_get_pair_ns (self->pairs, from->stream, to->stream);
  return spur_mu_or_default (mu_ns, collective_ns);
}

gint64
spur_mu_get_bound (const SpurMu *self, gsize index, guint32 member, const gint64 *enters_ns)
{
  gint64 mu_ns = spur_mu_get_collective (self, index), bound_ns = G_MININT64;
  const SpurCollective collective = spur_edges_read_collective (self->edges, index);

  for (guint32 k = 0; k < collective.n_members; k++)
    {
      if (spur_collective_depends (&collective, k, member))
        bound_ns =
          MAX (bound_ns, enters_ns[k] + spur_mu_get_members (self, &collective.members[k],
                                                             &collective.members[member], mu_ns));
    }
  return bound_ns;
}

void
spur_mu_get_bounds_by (const SpurMu *self,
                       gsize index,
                       const gint64 *enters_ns,
                       const gint64 *latest_ns,
                       gint64 *bounds_ns)
{
  gint64 mu_ns = spur_mu_get_collective (self, index);
  guint32 n_members = spur_edges_read_collective (self->edges, index).n_members;

  for (guint32 k = 0; k < n_members; k++)
    {
      if (self->pairs != NULL)
        bounds_ns[k] = spur_mu_get_bound (self, index, k, enters_ns);
      else
        bounds_ns[k] = latest_ns[k] != G_MININT64 ? latest_ns[k] + mu_ns : G_MININT64;
    }
}

void
spur_mu_get_bounds (const SpurMu *self, gsize index, const gint64 *enters_ns, gint64 *bounds_ns)
{
  const SpurCollective collective = spur_edges_read_collective (self->edges, index);

  if (self->pairs == NULL)
    spur_collective_get_latest (&collective, enters_ns, bounds_ns);
  spur_mu_get_bounds_by (self, index, enters_ns, bounds_ns, bounds_ns);
}

gint64
spur_mu_get_limit (const SpurMu *self, gsize index, guint32 member, const gint64 *exits_ns)
{
  gint64 mu_ns = spur_mu_get_collective (self, index), limit_ns = G_MAXINT64;
  const SpurCollective collective = spur_edges_read_collective (self->edges, index);

  for (guint32 k = 0; k < collective.n_members; k++)
    {
      if (spur_collective_depends (&collective, member, k))
        limit_ns =
          MIN (limit_ns, exits_ns[k] - spur_mu_get_members (self, &collective.members[member],
                                                            &collective.members[k], mu_ns));
    }
  return limit_ns;
}

void
spur_mu_get_limits (const SpurMu *self, gsize index, const gint64 *exits_ns, gint64 *limits_ns)
{
  gint64 mu_ns = spur_mu_get_collective (self, index);
  const SpurCollective collective = spur_edges_read_collective (self->edges, index);

  if (self->pairs == NULL)
    spur_collective_get_earliest (&collective, exits_ns, limits_ns);
  for (guint32 k = 0; k < collective.n_members; k++)
    {
      if (self->pairs != NULL)
        limits_ns[k] = spur_mu_get_limit (self, index, k, exits_ns);
      else if (limits_ns[k] != G_MAXINT64)
        limits_ns[k] -= mu_ns;
    }
}
