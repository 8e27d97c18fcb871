/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/causality/spur-delays.h"
#include "core/clock/parallel/spur-share-flow-private.h"

/* Collective operations over ranks. The rank that has an operation is told of every enter, and
 * tells every member that receives what its exit waits for, as soon as it is known. So what an
 * operation costs grows with its members, not with their pairs. */

void
spur_share_joins_init (SpurShareFlow *self)
{
  SpurShare *share = self->share;
  gsize n_instances = spur_edges_get_n_collectives (share->edges);

  self->instances = g_new0 (SpurShareInstance, n_instances + 1);
  self->members = g_new0 (SpurShareMember, share->n_members + 1);
  for (gsize i = 0; i < share->first_join[share->ranks->n_ranks]; i++)
    share->joins[i].is_bounded = FALSE;
  for (gsize i = 0; i < n_instances; i++)
    {
      SpurCollective collective;

      spur_edges_get_collective (share->edges, i, &collective);
      self->instances[i].top = SPUR_TOP_TWO_EMPTY;
      for (guint32 k = 0; k < collective.n_members; k++)
        self->instances[i].n_pending += spur_collective_member_sends (&collective, k);
    }
}

void
spur_share_joins_clear (SpurShareFlow *self)
{
  g_clear_pointer (&self->instances, g_free);
  g_clear_pointer (&self->members, g_free);
}

/* The latest enter with mu that a member waits for, when all of them are known. With a mu for every
 * pair of streams each sender counts by itself. */
static gint64
get_bound (const SpurShareFlow *self, gsize index, const SpurCollective *collective, guint32 member)
{
  const SpurShareMember *members = self->members + self->share->first_member[index];
  SpurDelays *pairs = spur_edges_get_pair_delays (self->share->edges);
  gint64 mu_ns = spur_clock_collective_mu (self->parameters, self->share->edges, index);
  gint64 bound_ns = G_MININT64;

  if (pairs == NULL)
    {
      /* In a scan only those before the member have been added. */
      bound_ns = spur_top_two_except (&self->instances[index].top, member);
      return bound_ns == G_MININT64 ? G_MININT64 : bound_ns + mu_ns;
    }
  for (guint32 k = 0; k < collective->n_members; k++)
    {
      if (spur_collective_depends (collective, k, member))
        bound_ns =
          MAX (bound_ns, members[k].enter_ns +
                           spur_clock_pair_mu (self->parameters, pairs, &collective->members[k],
                                               &collective->members[member], mu_ns));
    }
  return bound_ns;
}

/* Position of a member among those whose streams its rank has. */
static guint64
find_at_rank (const SpurShare *share, guint rank, gsize member)
{
  gsize low = share->first_member_at[rank], high = share->first_member_at[rank + 1];

  while (high - low > 1)
    {
      gsize middle = low + (high - low) / 2;

      if (share->members_at[middle] <= member)
        low = middle;
      else
        high = middle;
    }
  return low - share->first_member_at[rank];
}

/* Tells a member what its exit waits for. */
static void
serve (SpurShareFlow *self, gsize index, const SpurCollective *collective, guint32 member)
{
  SpurShare *share = self->share;
  gsize number = share->first_member[index] + member;
  guint rank = share->owners[collective->members[member].stream];
  guint64 at;
  gint64 bound_ns;

  if (self->members[number].is_served || !spur_collective_member_receives (collective, member))
    return;
  self->members[number].is_served = TRUE;
  bound_ns = get_bound (self, index, collective, member);
  at = find_at_rank (share, rank, number);
  if (rank == share->ranks->rank)
    spur_share_joins_bound (self, share->first_join[rank] + at, bound_ns);
  else
    spur_share_flow_put (self, rank, SPUR_SHARE_BOUND, at, bound_ns);
}

/* Serves the members of a scan up to the first one that has to enter yet. */
static void
serve_scan (SpurShareFlow *self, gsize index, const SpurCollective *collective)
{
  SpurShareInstance *instance = &self->instances[index];
  const SpurShareMember *members = self->members + self->share->first_member[index];

  for (; instance->n_leading < collective->n_members; instance->n_leading++)
    {
      guint32 k = instance->n_leading;
      gboolean sends = spur_collective_member_sends (collective, k);

      serve (self, index, collective, k);
      if (sends && !members[k].is_entered)
        return;
      if (sends)
        spur_top_two_add (&instance->top, k, members[k].enter_ns);
    }
}

/* Serves those who wait for nobody any more: all, or the last one that is missing, which may
 * itself wait for all others. */
static void
serve_members (SpurShareFlow *self, gsize index, const SpurCollective *collective)
{
  const SpurShareMember *members = self->members + self->share->first_member[index];
  guint32 n_pending = self->instances[index].n_pending;

  for (guint32 k = 0; n_pending <= 1 && k < collective->n_members; k++)
    {
      if (n_pending == 0 ||
          (spur_collective_member_sends (collective, k) && !members[k].is_entered))
        serve (self, index, collective, k);
    }
}

static void
serve_instance (SpurShareFlow *self, gsize index)
{
  SpurCollective collective;

  spur_edges_get_collective (self->share->edges, index, &collective);
  if (spur_collective_is_scan (&collective))
    serve_scan (self, index, &collective);
  else
    serve_members (self, index, &collective);
}

void
spur_share_joins_begin (SpurShareFlow *self)
{
  for (gsize i = 0; i < spur_edges_get_n_collectives (self->share->edges); i++)
    serve_instance (self, i);
}

void
spur_share_joins_enter (SpurShareFlow *self, gsize member, gint64 clock_ns)
{
  gsize index = self->share->instance_of_member[member];
  SpurShareInstance *instance = &self->instances[index];
  SpurCollective collective;

  spur_edges_get_collective (self->share->edges, index, &collective);
  self->members[member].enter_ns = clock_ns;
  self->members[member].is_entered = TRUE;
  instance->n_pending--;
  if (!spur_collective_is_scan (&collective))
    spur_top_two_add (&instance->top, (guint32) (member - self->share->first_member[index]),
                      clock_ns);
  serve_instance (self, index);
}

void
spur_share_joins_bound (SpurShareFlow *self, gsize index, gint64 bound_ns)
{
  SpurShareJoin *join = &self->share->joins[index];

  join->bound_ns = bound_ns;
  join->is_bounded = TRUE;
  if (self->runs[join->stream].waits_in == index)
    spur_share_flow_wake (self, join->stream);
}

gboolean
spur_share_joins_take (SpurShareFlow *self, guint32 stream)
{
  SpurShareRun *run = &self->runs[stream];

  for (; run->end < run->last_end && self->share->ends[run->end].event == run->event; run->end++)
    {
      const SpurShareEnd *end = &self->share->ends[run->end];
      const SpurShareJoin *join = &self->share->joins[end->join];

      if (!end->is_exit || !join->receives)
        continue;
      if (!join->is_bounded)
        {
          run->waits_in = end->join;
          return FALSE;
        }
      run->bound_ns = MAX (run->bound_ns, join->bound_ns);
    }
  return TRUE;
}

static void
publish_enter (SpurShareFlow *self, gsize index, gint64 clock_ns)
{
  SpurShare *share = self->share;
  const SpurShareJoin *join = &share->joins[index];
  gsize at = index - share->first_join[join->owner];

  if (!join->sends)
    return;
  if (join->owner == share->ranks->rank)
    spur_share_joins_enter (self, share->members_at[share->first_member_at[join->owner] + at],
                            clock_ns);
  else
    spur_share_flow_put (self, join->owner, SPUR_SHARE_ENTER, at, clock_ns);
}

void
spur_share_joins_publish (SpurShareFlow *self, guint32 stream, gint64 clock_ns)
{
  SpurShareRun *run = &self->runs[stream];

  for (; run->first_end < run->last_end && self->share->ends[run->first_end].event == run->event;
       run->first_end++)
    {
      if (!self->share->ends[run->first_end].is_exit)
        publish_enter (self, self->share->ends[run->first_end].join, clock_ns);
    }
}

static void
limit_by_pairs (const SpurShareFlow *self,
                SpurDelays *pairs,
                const SpurCollective *collective,
                gint64 mu_ns,
                const gint64 *exits_ns,
                gint64 *limits_ns)
{
  for (guint32 i = 0; i < collective->n_members; i++)
    {
      limits_ns[i] = SPUR_NO_LIMIT;
      for (guint32 k = 0; k < collective->n_members; k++)
        {
          if (spur_collective_depends (collective, i, k))
            limits_ns[i] =
              MIN (limits_ns[i], exits_ns[k] - spur_clock_pair_mu (self->parameters, pairs,
                                                                   &collective->members[i],
                                                                   &collective->members[k], mu_ns));
        }
    }
}

static void
limit_instance (const SpurShareFlow *self,
                gsize index,
                const SpurCollective *collective,
                const gint64 *exits_ns,
                gint64 *limits_ns)
{
  SpurDelays *pairs = spur_edges_get_pair_delays (self->share->edges);
  gint64 mu_ns = spur_clock_collective_mu (self->parameters, self->share->edges, index);

  if (pairs != NULL)
    {
      limit_by_pairs (self, pairs, collective, mu_ns, exits_ns, limits_ns);
      return;
    }
  spur_collective_get_earliest (collective, exits_ns, limits_ns);
  for (guint32 i = 0; i < collective->n_members; i++)
    {
      if (limits_ns[i] != G_MAXINT64)
        limits_ns[i] -= mu_ns;
    }
}

static void
limit_members (SpurShareFlow *self)
{
  SpurShare *share = self->share;
  g_autofree gint64 *enters_ns = NULL;
  g_autofree gint64 *exits_ns = NULL;
  g_autofree gint64 *limits_ns = g_new (gint64, share->n_members + 1);

  spur_share_give_members (share, self->nodes, self->pass->clock_ns, &enters_ns, &exits_ns);
  for (gsize i = 0; i < spur_edges_get_n_collectives (share->edges); i++)
    {
      gsize first = share->first_member[i];
      SpurCollective collective;

      spur_edges_get_collective (share->edges, i, &collective);
      limit_instance (self, i, &collective, exits_ns + first, limits_ns + first);
    }
  spur_share_return_members (share, self->nodes, limits_ns, self->pass->limits_ns);
}

void
spur_share_limit (SpurShareFlow *self)
{
  SpurShare *share = self->share;
  g_autofree gint64 *limits_ns = g_new (gint64, share->n_slots + 1);

  for (gsize i = 0; i < share->n_slots; i++)
    limits_ns[i] = SPUR_NO_LIMIT;
  for (gsize i = 0; i < share->n_edges; i++)
    {
      const SpurEdge *edge = &share->all[i];
      gint64 *limit_ns = &limits_ns[share->slots[i]];
      gint64 clock_ns =
        self->pass->clock_ns[spur_nodes_find (self->nodes, edge->to_stream, edge->to_event)];

      *limit_ns = MIN (*limit_ns, clock_ns - spur_clock_edge_mu (self->parameters, edge));
    }
  spur_share_return_limits (share, self->nodes, limits_ns, self->pass->limits_ns);
  limit_members (self);
}
