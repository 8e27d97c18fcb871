/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/base/spur-pages-private.h"
#include "core/clock/logical/spur-clock-forward-private.h"

/* Collective operations in the forward pass. An instance keeps the two latest enters, or for
 * scans the latest enter before each member, so that no pairs of members are built. */

static int
compare_joins (const void *a, const void *b)
{
  const SpurClockJoin *p = a, *q = b;

  if (p->node != q->node)
    return p->node < q->node ? -1 : 1;
  if (p->instance != q->instance)
    return p->instance < q->instance ? -1 : 1;
  return p->member < q->member ? -1 : p->member > q->member;
}

static void
sort_joins (SpurClockRun *run)
{
  SpurClockJoin *joins = (SpurClockJoin *) run->first_join;
  gsize n_joins = (gsize) (run->last_join - joins);

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
      add_join (self, member->stream, spur_nodes_find_enter (self->nodes, member), index, k);
      add_join (self, member->stream, spur_nodes_find_exit (self->nodes, member), index,
                k | SPUR_CLOCK_JOIN_EXIT);
    }
}

void
spur_clock_joins_init (SpurClockForward *self)
{
  gsize n_collectives = spur_edges_get_n_collectives (self->edges);
  gsize n_prefixes = 0;

  make_room (self, n_collectives);
  self->instances = SPUR_PAGES_NEW0 (SpurClockInstance, n_collectives);
  self->first_prefix = g_new (gsize, n_collectives);
  for (gsize i = 0; i < n_collectives; i++)
    init_instance (self, i, &n_prefixes);
  self->n_prefixes = n_prefixes;
  self->prefixes_ns = g_new (gint64, n_prefixes);
  for (gsize i = 0; i < n_prefixes; i++)
    self->prefixes_ns[i] = G_MININT64;
  for (guint s = 0; s < self->n_streams; s++)
    sort_joins (&self->runs[s]);
}

void
spur_clock_joins_clear (SpurClockForward *self)
{
  g_clear_pointer (&self->joins, spur_pages_free);
  g_clear_pointer (&self->instances, spur_pages_free);
  g_clear_pointer (&self->first_prefix, g_free);
  g_clear_pointer (&self->prefixes_ns, g_free);
}

static inline gboolean
is_entered (const SpurClockForward *self, const SpurMember *member)
{
  return spur_clock_is_done (spur_clock_get_ns (self, spur_nodes_find_enter (self->nodes, member)));
}

/* Instances are changed by few at a time, and quickly. */
static inline void
lock (SpurClockForward *self, SpurClockInstance *instance)
{
  if (self->n_workers <= 1)
    return;
  for (guint i = 1; __atomic_test_and_set (&instance->lock, __ATOMIC_ACQUIRE); i++)
    {
      if (i % 256 == 0)
        g_thread_yield ();
    }
}

static inline void
unlock (SpurClockForward *self, SpurClockInstance *instance)
{
  if (self->n_workers > 1)
    __atomic_clear (&instance->lock, __ATOMIC_RELEASE);
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
        latest_ns = MAX (latest_ns, spur_clock_joins_get_enter_ns (self, &collective->members[k]));
      if (k + 1 < collective->n_members)
        prefix_ns[k + 1] = latest_ns;
    }
}

static gboolean
is_ready (SpurClockForward *self, gsize index, const SpurCollective *collective, guint32 member)
{
  SpurClockInstance *instance = &self->instances[index];
  gboolean is_led;
  guint32 n_own;

  if (spur_collective_is_scan (collective))
    {
      lock (self, instance);
      if (instance->n_leading < member)
        lead (self, index, collective);
      is_led = instance->n_leading >= member;
      unlock (self, instance);
      return is_led;
    }
  n_own = spur_collective_member_sends (collective, member) &&
          !is_entered (self, &collective->members[member]);
  return __atomic_load_n (&instance->n_pending, __ATOMIC_ACQUIRE) == n_own;
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
        bound_ns =
          MAX (bound_ns, spur_clock_joins_get_enter_ns (self, &collective->members[k]) + mu_ns);
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

  for (; run->join < run->last_join && run->join->node == run->node; run->join++)
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

gboolean
spur_clock_joins_is_ready (SpurClockForward *self, guint32 stream)
{
  const SpurClockRun *run = &self->runs[stream];
  SpurCollective collective;

  spur_edges_get_collective (self->edges, run->waits_in, &collective);
  return is_ready (self, run->waits_in, &collective, run->join->member & ~SPUR_CLOCK_JOIN_EXIT);
}

/* Of the same worker; others look after theirs. */
static void
wake_members (SpurClockForward *self,
              guint32 worker,
              guint32 index,
              const SpurCollective *collective,
              guint32 from,
              guint32 to)
{
  for (guint32 k = from; k < to; k++)
    {
      const SpurClockRun *run = &self->runs[collective->members[k].stream];

      if (run->worker == worker && run->waits_in == index)
        spur_clock_wake (self, collective->members[k].stream);
    }
}

static void
publish_scan (SpurClockForward *self,
              guint32 worker,
              guint32 index,
              const SpurCollective *collective)
{
  SpurClockInstance *instance = &self->instances[index];
  guint32 from, to;

  lock (self, instance);
  from = instance->n_leading;
  lead (self, index, collective);
  to = MIN (instance->n_leading + 1, collective->n_members);
  unlock (self, instance);
  /* What others lead past is theirs to be told of, unless nobody else is there. */
  wake_members (self, worker, index, collective, self->n_workers > 1 ? 0 : from, to);
}

static void
publish_enter (
  SpurClockForward *self, guint32 worker, guint32 index, guint32 member, gint64 clock_ns)
{
  SpurClockInstance *instance = &self->instances[index];
  guint32 n_pending;
  SpurCollective collective;

  spur_edges_get_collective (self->edges, index, &collective);
  if (!spur_collective_member_sends (&collective, member))
    return;
  if (spur_collective_is_scan (&collective))
    {
      publish_scan (self, worker, index, &collective);
      return;
    }
  lock (self, instance);
  spur_top_two_add (&instance->top, member, clock_ns);
  n_pending = instance->n_pending - 1;
  __atomic_store_n (&instance->n_pending, n_pending, __ATOMIC_RELEASE);
  unlock (self, instance);
  /* The last one that is missing may itself wait for all others. */
  if (n_pending <= 1)
    wake_members (self, worker, index, &collective, 0, collective.n_members);
}

void
spur_clock_joins_publish (SpurClockForward *self, guint32 stream)
{
  SpurClockRun *run = &self->runs[stream];

  for (; run->first_join < run->last_join && run->first_join->node < run->node; run->first_join++)
    {
      if ((run->first_join->member & SPUR_CLOCK_JOIN_EXIT) == 0)
        publish_enter (self, run->worker, run->first_join->instance, run->first_join->member,
                       spur_clock_get_ns (self, run->first_join->node));
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
  SpurCollective collective;

  spur_edges_get_collective (self->edges, run->waits_in, &collective);
  *from_stream = stream;
  *from_node = run->node;
  for (guint32 k = 0; k < collective.n_members; k++)
    {
      if (!spur_collective_depends (&collective, k, member) ||
          is_entered (self, &collective.members[k]))
        continue;
      *from_stream = collective.members[k].stream;
      *from_node = spur_nodes_find_enter (self->nodes, &collective.members[k]);
      return;
    }
}
