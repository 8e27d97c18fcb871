/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/clock/spur-clock-forward-private.h"

/* Collective operations in the forward pass. An instance keeps the two latest enters, or for
 * scans the latest enter before each member, so that no pairs of members are built. */

static int
compare_joins (const void *a, const void *b)
{
  const SpurClockJoin *p = a, *q = b;

  if (p->event != q->event)
    return p->event < q->event ? -1 : 1;
  if (p->instance != q->instance)
    return p->instance < q->instance ? -1 : 1;
  return p->member < q->member ? -1 : p->member > q->member;
}

static void
sort_joins (guint stream, gpointer user_data)
{
  const SpurClockForward *self = user_data;
  SpurClockJoin *joins = (SpurClockJoin *) self->runs[stream].first_join;
  gsize n_joins = (gsize) (self->runs[stream].last_join - joins);

  for (gsize i = 1; i < n_joins; i++)
    {
      if (compare_joins (&joins[i - 1], &joins[i]) <= 0)
        continue;
      qsort (joins, n_joins, sizeof *joins, compare_joins);
      return;
    }
}

/* Gives every stream its place in the array of joins. */
static void
make_room (SpurClockForward *self, gsize n_collectives)
{
  g_autofree gsize *n_joins = g_new0 (gsize, self->n_streams + 1);
  gsize n_all = 0;

  for (gsize i = 0; i < n_collectives; i++)
    {
      SpurCollective collective;

      spur_edges_get_collective (self->edges, i, &collective);
      for (guint32 k = 0; k < collective.n_members; k++)
        n_joins[collective.members[k].stream] += 2;
      n_all += 2 * (gsize) collective.n_members;
    }
  self->joins = g_new (SpurClockJoin, MAX (n_all, 1));
  n_all = 0;
  for (guint s = 0; s < self->n_streams; s++)
    {
      self->runs[s].first_join = self->runs[s].last_join = self->joins + n_all;
      n_all += n_joins[s];
    }
}

static void
add_join (SpurClockForward *self, guint32 stream, guint64 event, gsize instance, guint32 member)
{
  SpurClockJoin *join = (SpurClockJoin *) self->runs[stream].last_join++;

  *join = (SpurClockJoin){ event, (guint32) instance, member };
}

static void
init_instance (SpurClockForward *self, gsize index, gsize *n_prefixes)
{
  SpurClockInstance *instance = &self->instances[index];
  SpurCollective collective;

  spur_edges_get_collective (self->edges, index, &collective);
  instance->top = SPUR_TOP_TWO_EMPTY;
  self->first_prefix[index] = *n_prefixes;
  *n_prefixes += spur_collective_is_scan (&collective) ? collective.n_members : 0;
  for (guint32 k = 0; k < collective.n_members; k++)
    {
      const SpurMember *member = &collective.members[k];

      if (spur_collective_member_sends (&collective, k))
        instance->n_pending++;
      add_join (self, member->stream, member->enter_event, index, k);
      add_join (self, member->stream, member->exit_event, index, k | SPUR_CLOCK_JOIN_EXIT);
    }
}

void
spur_clock_joins_init (SpurClockForward *self)
{
  gsize n_collectives = spur_edges_get_n_collectives (self->edges);
  gsize n_prefixes = 0;

  make_room (self, n_collectives);
  self->instances = g_new0 (SpurClockInstance, n_collectives);
  self->first_prefix = g_new (gsize, n_collectives);
  for (gsize i = 0; i < n_collectives; i++)
    init_instance (self, i, &n_prefixes);
  self->prefixes_ns = g_new (gint64, n_prefixes);
  for (gsize i = 0; i < n_prefixes; i++)
    self->prefixes_ns[i] = G_MININT64;
  for (guint s = 0; s < self->n_streams; s++)
    sort_joins (s, self);
}

void
spur_clock_joins_clear (SpurClockForward *self)
{
  g_clear_pointer (&self->joins, g_free);
  g_clear_pointer (&self->instances, g_free);
  g_clear_pointer (&self->first_prefix, g_free);
  g_clear_pointer (&self->prefixes_ns, g_free);
}

static inline gboolean
is_entered (const SpurClockForward *self, const SpurMember *member)
{
  return member->enter_event < self->runs[member->stream].progress;
}

static inline gint64
get_enter_ns (const SpurClockForward *self, const SpurMember *member)
{
  return self->pass->clock_ns[spur_nodes_find (self->nodes, member->stream, member->enter_event)];
}

/* Moves the count of leading members of a scan past those that entered or give nothing. */
static void
lead (SpurClockForward *self, gsize index, const SpurCollective *collective)
{
  SpurClockInstance *instance = &self->instances[index];
  gint64 *prefix_ns = self->prefixes_ns + self->first_prefix[index];

  for (; instance->n_leading < collective->n_members; instance->n_leading++)
    {
      guint32 k = instance->n_leading;
      gboolean sends = spur_collective_member_sends (collective, k);
      gint64 latest_ns = prefix_ns[k];

      if (sends && !is_entered (self, &collective->members[k]))
        return;
      if (sends)
        latest_ns = MAX (latest_ns, get_enter_ns (self, &collective->members[k]));
      if (k + 1 < collective->n_members)
        prefix_ns[k + 1] = latest_ns;
    }
}

static gboolean
is_ready (SpurClockForward *self, gsize index, const SpurCollective *collective, guint32 member)
{
  SpurClockInstance *instance = &self->instances[index];
  guint32 n_own;

  if (spur_collective_is_scan (collective))
    {
      if (instance->n_leading < member)
        lead (self, index, collective);
      return instance->n_leading >= member;
    }
  n_own = spur_collective_member_sends (collective, member) &&
          !is_entered (self, &collective->members[member]);
  return instance->n_pending == n_own;
}

/* With a mu for every pair of streams each sender counts by itself. */
static gint64
get_bound_by_pairs (SpurClockForward *self,
                    SpurDelays *pairs,
                    const SpurCollective *collective,
                    guint32 member,
                    gint64 if_absent)
{
  gint64 bound_ns = G_MININT64;

  for (guint32 k = 0; k < collective->n_members; k++)
    {
      gint64 mu_ns = spur_clock_pair_mu (self->parameters, pairs, &collective->members[k],
                                         &collective->members[member], if_absent);

      if (spur_collective_depends (collective, k, member))
        bound_ns = MAX (bound_ns, get_enter_ns (self, &collective->members[k]) + mu_ns);
    }
  return bound_ns;
}

static gint64
get_bound (SpurClockForward *self, gsize index, const SpurCollective *collective, guint32 member)
{
  SpurDelays *pairs = spur_edges_get_pair_delays (self->edges);
  gint64 mu_ns = spur_clock_collective_mu (self->parameters, self->edges, index);
  gint64 latest_ns;

  if (pairs != NULL)
    return get_bound_by_pairs (self, pairs, collective, member, mu_ns);
  latest_ns = spur_collective_is_scan (collective)
                ? self->prefixes_ns[self->first_prefix[index] + member]
                : spur_top_two_except (&self->instances[index].top, member);
  return latest_ns == G_MININT64 ? G_MININT64 : latest_ns + mu_ns;
}

gboolean
spur_clock_joins_take (SpurClockForward *self, guint32 stream)
{
  SpurClockRun *run = &self->runs[stream];

  for (; run->join < run->last_join && run->join->event == run->event; run->join++)
    {
      guint32 index = run->join->instance;
      guint32 member = run->join->member & ~SPUR_CLOCK_JOIN_EXIT;
      SpurCollective collective;

      if ((run->join->member & SPUR_CLOCK_JOIN_EXIT) == 0)
        continue;
      spur_edges_get_collective (self->edges, index, &collective);
      if (!spur_collective_member_receives (&collective, member))
        continue;
      if (!is_ready (self, index, &collective, member))
        {
          run->waits_in = index;
          return FALSE;
        }
      run->bound_ns = MAX (run->bound_ns, get_bound (self, index, &collective, member));
    }
  return TRUE;
}

static void
wake_members (
  SpurClockForward *self, guint32 index, const SpurCollective *collective, guint32 from, guint32 to)
{
  for (guint32 k = from; k < to; k++)
    {
      if (self->runs[collective->members[k].stream].waits_in == index)
        spur_clock_wake (self, collective->members[k].stream);
    }
}

static void
publish_enter (SpurClockForward *self, guint32 index, guint32 member, gint64 clock_ns)
{
  SpurClockInstance *instance = &self->instances[index];
  guint32 n_leading = instance->n_leading;
  SpurCollective collective;

  spur_edges_get_collective (self->edges, index, &collective);
  if (!spur_collective_member_sends (&collective, member))
    return;
  instance->n_pending--;
  if (spur_collective_is_scan (&collective))
    {
      lead (self, index, &collective);
      wake_members (self, index, &collective, n_leading,
                    MIN (instance->n_leading + 1, collective.n_members));
      return;
    }
  spur_top_two_add (&instance->top, member, clock_ns);
  /* The last one that is missing may itself wait for all others. */
  if (instance->n_pending <= 1)
    wake_members (self, index, &collective, 0, collective.n_members);
}

void
spur_clock_joins_publish (SpurClockForward *self, guint32 stream, gint64 clock_ns)
{
  SpurClockRun *run = &self->runs[stream];

  for (; run->first_join < run->last_join && run->first_join->event == run->event;
       run->first_join++)
    {
      if ((run->first_join->member & SPUR_CLOCK_JOIN_EXIT) == 0)
        publish_enter (self, run->first_join->instance, run->first_join->member, clock_ns);
    }
}

void
spur_clock_joins_get_awaited (SpurClockForward *self,
                              guint32 stream,
                              guint32 *from_stream,
                              guint64 *from_event)
{
  const SpurClockRun *run = &self->runs[stream];
  guint32 member = run->join->member & ~SPUR_CLOCK_JOIN_EXIT;
  SpurCollective collective;

  spur_edges_get_collective (self->edges, run->waits_in, &collective);
  *from_stream = stream;
  *from_event = run->event;
  for (guint32 k = 0; k < collective.n_members; k++)
    {
      if (!spur_collective_depends (&collective, k, member) ||
          is_entered (self, &collective.members[k]))
        continue;
      *from_stream = collective.members[k].stream;
      *from_event = collective.members[k].enter_event;
      return;
    }
}

static void
limit_by_pairs (SpurClockPass *pass,
                const SpurClockParameters *parameters,
                SpurDelays *pairs,
                const SpurCollective *collective,
                gint64 if_absent,
                const gint64 *exits_ns)
{
  for (guint32 i = 0; i < collective->n_members; i++)
    {
      const SpurMember *from = &collective->members[i];
      gint64 *limit_ns =
        &pass->limits_ns[spur_nodes_find (pass->nodes, from->stream, from->enter_event)];

      for (guint32 k = 0; k < collective->n_members; k++)
        {
          gint64 mu_ns =
            spur_clock_pair_mu (parameters, pairs, from, &collective->members[k], if_absent);

          if (spur_collective_depends (collective, i, k))
            *limit_ns = MIN (*limit_ns, exits_ns[k] - mu_ns);
        }
    }
}

static void
limit_instance (SpurClockPass *pass,
                const SpurClockParameters *parameters,
                SpurDelays *pairs,
                const SpurCollective *collective,
                gint64 mu_ns,
                gint64 *exits_ns)
{
  gint64 *earliest_ns = exits_ns + collective->n_members;

  for (guint32 i = 0; i < collective->n_members; i++)
    exits_ns[i] = pass->clock_ns[spur_nodes_find (pass->nodes, collective->members[i].stream,
                                                  collective->members[i].exit_event)];
  if (pairs != NULL)
    {
      limit_by_pairs (pass, parameters, pairs, collective, mu_ns, exits_ns);
      return;
    }
  spur_collective_get_earliest (collective, exits_ns, earliest_ns);
  for (guint32 i = 0; i < collective->n_members; i++)
    {
      const SpurMember *from = &collective->members[i];
      gint64 *limit_ns;

      if (earliest_ns[i] == G_MAXINT64)
        continue;
      limit_ns = &pass->limits_ns[spur_nodes_find (pass->nodes, from->stream, from->enter_event)];
      *limit_ns = MIN (*limit_ns, earliest_ns[i] - mu_ns);
    }
}

void
spur_clock_limit_members (SpurClockPass *pass,
                          const SpurClockParameters *parameters,
                          SpurEdges *edges)
{
  gsize n_collectives = spur_edges_get_n_collectives (edges);
  SpurDelays *pairs = spur_edges_get_pair_delays (edges);
  g_autofree gint64 *room = NULL;
  guint32 n_room = 0;

  for (gsize i = 0; i < n_collectives; i++)
    {
      SpurCollective collective;

      spur_edges_get_collective (edges, i, &collective);
      if (collective.n_members > n_room)
        {
          n_room = collective.n_members;
          room = g_renew (gint64, room, 2 * (gsize) n_room);
        }
      limit_instance (pass, parameters, pairs, &collective,
                      spur_clock_collective_mu (parameters, edges, i), room);
    }
}
