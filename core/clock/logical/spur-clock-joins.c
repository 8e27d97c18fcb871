/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Collective operations in the forward pass: what the exit of each member waits for is computed for
 * all members at once when the last enter is done, and in a scan member by member. */
#include "core/base/spur-order-internal.h"
#include "core/base/spur-pages-private.h"
#include "core/causality/spur-dependence-internal.h"
#include "core/clock/logical/spur-clock-forward-private.h"

SPUR_DEFINE_ORDER (compare_joins, SpurClockJoin, SPUR_BY_3 (node, instance, member))

static void
sort_joins (SpurClockRun *run)
{
  SpurClockJoin *joins = (SpurClockJoin *) run->first_join;
  gsize n_joins = (gsize) (run->last_join - joins);

  SPUR_SORT_UNLESS_SORTED (joins, n_joins, compare_joins);
}

/* Gives every stream its place in the array of joins. */
static void
make_room (SpurClockForward *self, gsize n_collectives)
{
  g_autofree gsize *n_joins = g_new0 (gsize, self->n_streams + 1);
  gsize n_all = 0;

  for (gsize i = 0; i < n_collectives; i++)
    {
      const SpurCollective collective = spur_edges_read_collective (self->visitor.edges, i);

      for (guint32 k = 0; k < collective.n_members; k++)
        n_joins[collective.members[k].stream] += 2;
      n_all += 2 * (gsize) collective.n_members;
    }
  self->joins = SPUR_PAGES_NEW (SpurClockJoin, n_all);
  n_all = 0;
  for (guint s = 0; s < self->n_streams; s++)
    {
      self->runs[s].first_join = self->runs[s].last_join = self->joins + n_all;
      n_all += n_joins[s];
    }
}

static void
add_join (SpurClockForward *self, guint32 stream, guint64 node, gsize instance, guint32 member)
{
  SpurClockJoin *join = (SpurClockJoin *) self->runs[stream].last_join++;

  *join = (SpurClockJoin){ node, (guint32) instance, member };
}

static void
init_instance (SpurClockForward *self, gsize index, gsize first_member)
{
  SpurClockInstance *instance = &self->instances[index];
  const SpurCollective collective = spur_edges_read_collective (self->visitor.edges, index);

  instance->first_member = first_member;
  instance->latest_ns = G_MININT64;
  for (guint32 k = 0; k < collective.n_members; k++)
    {
      const SpurMember *member = &collective.members[k];

      if (spur_collective_member_sends (&collective, k))
        instance->n_pending++;
      add_join (self, member->stream, spur_nodes_find_enter (self->visitor.nodes, member), index,
                k);
      add_join (self, member->stream, spur_nodes_find_exit (self->visitor.nodes, member), index,
                k | SPUR_CLOCK_JOIN_EXIT);
    }
}

void
spur_clock_joins_init (SpurClockForward *self)
{
  gsize n_collectives = spur_edges_get_n_collectives (self->visitor.edges);
  gsize n_members = 0;
  guint32 n_most = 0;

  make_room (self, n_collectives);
  self->instances = SPUR_PAGES_NEW0 (SpurClockInstance, n_collectives);
  for (gsize i = 0; i < n_collectives; i++)
    {
      const SpurCollective collective = spur_edges_read_collective (self->visitor.edges, i);

      init_instance (self, i, n_members);
      n_members += collective.n_members;
      n_most = MAX (n_most, collective.n_members);
    }
  self->bounds_ns = SPUR_PAGES_NEW (gint64, n_members);
  self->room_ns = g_new (gint64, (gsize) n_most + 1);
  for (guint s = 0; s < self->n_streams; s++)
    sort_joins (&self->runs[s]);
}

void
spur_clock_joins_clear (SpurClockForward *self)
{
  g_clear_pointer (&self->joins, spur_pages_free);
  g_clear_pointer (&self->instances, spur_pages_free);
  g_clear_pointer (&self->bounds_ns, spur_pages_free);
  g_clear_pointer (&self->room_ns, g_free);
}

static inline gint64
get_enter_ns (const SpurClockForward *self, const SpurMember *member)
{
  return spur_clock_get_ns (self, spur_nodes_find_enter (self->visitor.nodes, member));
}

static inline gboolean
is_entered (const SpurClockForward *self, const SpurMember *member)
{
  return spur_clock_is_done (get_enter_ns (self, member));
}

void
spur_clock_joins_read_enters (SpurClockForward *self, const SpurCollective *collective)
{
  for (guint32 k = 0; k < collective->n_members; k++)
    self->room_ns[k] = get_enter_ns (self, &collective->members[k]);
}

/* What a member of a scan waits for, when all members before it have entered. */
static gint64
find_scan_bound (SpurClockForward *self,
                 gsize index,
                 const SpurCollective *collective,
                 guint32 member)
{
  gint64 latest_ns = self->instances[index].latest_ns;

  if (!spur_collective_member_receives (collective, member) || latest_ns == G_MININT64)
    return G_MININT64;
  if (self->visitor.mu.pairs == NULL)
    return latest_ns + spur_mu_get_collective (&self->visitor.mu, index);
  spur_clock_joins_read_enters (self, collective);
  return spur_mu_get_bound (&self->visitor.mu, index, member, self->room_ns);
}

/* Goes past the members of a scan that entered or send nothing. */
static void
advance_scan (SpurClockForward *self, gsize index, const SpurCollective *collective)
{
  SpurClockInstance *instance = &self->instances[index];
  gint64 *bounds_ns = self->bounds_ns + instance->first_member;

  for (; instance->n_leading < collective->n_members; instance->n_leading++)
    {
      guint32 k = instance->n_leading;

      bounds_ns[k] = find_scan_bound (self, index, collective, k);
      if (!spur_collective_member_sends (collective, k))
        continue;
      if (!is_entered (self, &collective->members[k]))
        return;
      instance->latest_ns = MAX (instance->latest_ns, get_enter_ns (self, &collective->members[k]));
    }
}

static gboolean
is_ready (SpurClockForward *self, gsize index, const SpurCollective *collective, guint32 member)
{
  SpurClockInstance *instance = &self->instances[index];
  guint32 n_own;

  if (spur_collective_is_scan (collective))
    {
      if (instance->n_leading <= member)
        advance_scan (self, index, collective);
      return instance->n_leading >= member;
    }
  n_own = spur_collective_member_sends (collective, member) &&
          !is_entered (self, &collective->members[member]);
  return instance->n_pending == n_own;
}

/* What the exit of a member that is ready waits for. */
static gint64
get_bound (SpurClockForward *self, gsize index, const SpurCollective *collective, guint32 member)
{
  SpurClockInstance *instance = &self->instances[index];
  gint64 *bounds_ns = self->bounds_ns + instance->first_member;

  if (instance->has_bounds || spur_collective_is_scan (collective))
    return bounds_ns[member];
  spur_clock_joins_read_enters (self, collective);
  /* Only the member itself may still have to enter. */
  if (instance->n_pending > 0)
    return spur_mu_get_bound (&self->visitor.mu, index, member, self->room_ns);
  spur_mu_get_bounds (&self->visitor.mu, index, self->room_ns, bounds_ns);
  instance->has_bounds = TRUE;
  return bounds_ns[member];
}

gboolean
spur_clock_joins_take (SpurClockForward *self, guint32 stream)
{
  SpurClockRun *run = &self->runs[stream];

  for (; run->join < run->last_join && run->join->node == run->node; run->join++)
    {
      guint32 index = run->join->instance;
      guint32 member = run->join->member & ~SPUR_CLOCK_JOIN_EXIT;
      SpurCollective collective;

      if ((run->join->member & SPUR_CLOCK_JOIN_EXIT) == 0)
        continue;
      spur_edges_get_collective (self->visitor.edges, index, &collective);
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
publish_enter (SpurClockForward *self, guint32 index, guint32 member)
{
  SpurClockInstance *instance = &self->instances[index];
  guint32 from = instance->n_leading;
  const SpurCollective collective = spur_edges_read_collective (self->visitor.edges, index);

  if (!spur_collective_member_sends (&collective, member))
    return;
  if (spur_collective_is_scan (&collective))
    {
      advance_scan (self, index, &collective);
      wake_members (self, index, &collective, from,
                    MIN (instance->n_leading + 1, collective.n_members));
      return;
    }
  /* The last one that is missing may itself wait for all others. */
  if (--instance->n_pending <= 1)
    wake_members (self, index, &collective, 0, collective.n_members);
}

void
spur_clock_joins_publish (SpurClockForward *self, guint32 stream)
{
  SpurClockRun *run = &self->runs[stream];

  for (; run->first_join < run->last_join && run->first_join->node < run->node; run->first_join++)
    {
      if ((run->first_join->member & SPUR_CLOCK_JOIN_EXIT) == 0)
        publish_enter (self, run->first_join->instance, run->first_join->member);
    }
  run->join = run->first_join;
  run->join_node = run->join < run->last_join ? run->join->node : SPUR_CLOCK_NO_NODE;
}

void
spur_clock_joins_get_awaited (SpurClockForward *self,
                              guint32 stream,
                              guint32 *from_stream,
                              guint64 *from_node)
{
  const SpurClockRun *run = &self->runs[stream];
  guint32 member = run->join->member & ~SPUR_CLOCK_JOIN_EXIT;
  const SpurCollective collective = spur_edges_read_collective (self->visitor.edges, run->waits_in);

  *from_stream = stream;
  *from_node = run->node;
  for (guint32 k = 0; k < collective.n_members; k++)
    {
      if (!spur_collective_depends (&collective, k, member) ||
          is_entered (self, &collective.members[k]))
        continue;
      *from_stream = collective.members[k].stream;
      *from_node = spur_nodes_find_enter (self->visitor.nodes, &collective.members[k]);
      return;
    }
}
