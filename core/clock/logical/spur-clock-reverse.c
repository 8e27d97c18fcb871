/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Backward amortization with limits from final times (clock-correction.md section 3): a stream
 * comes after those that it sends to, so its limits are where their receives are in the end. Where
 * streams send to each other some of the limits are still those of the forward pass, which are
 * lower: times only grow, so every order is sound. */
#include "core/base/spur-order-internal.h"
#include "core/causality/spur-components-internal.h"
#include "core/causality/spur-dependence-internal.h"
#include "core/clock/presync/spur-clock-points-private.h"

/* Where a stream takes part in a collective operation. */
typedef struct
{
  guint32 instance;
  guint32 member;
} Role;

/* For every instance there is a tree of minima over the exits of its members. */
typedef struct
{
  SpurClockPass *pass;
  const SpurClockParameters *parameters;
  SpurEdges *edges;
  SpurMu mu;
  guint n_streams;
  gint64 *final_ns;

  const SpurEdge *all_edges;
  gsize *edges_by_sender;
  gsize *first_edges;
  Role *roles;
  gsize *first_roles;
  gint64 *minima;
  gsize *first_minima;
} Reverse;

static void
sum_up (gsize *counts, guint n_streams)
{
  gsize sum = 0;

  for (guint s = 0; s <= n_streams; s++)
    {
      gsize count = counts[s];

      counts[s] = sum;
      sum += count;
    }
}

static void
sort_edges (Reverse *self)
{
  g_autofree gsize *next = NULL;
  gsize n_edges;

  self->all_edges = spur_edges_get_all (self->edges, &n_edges);
  self->edges_by_sender = g_new (gsize, n_edges + 1);
  self->first_edges = g_new0 (gsize, self->n_streams + 1);
  for (gsize i = 0; i < n_edges; i++)
    self->first_edges[self->all_edges[i].from_stream]++;
  sum_up (self->first_edges, self->n_streams);
  next = g_memdup2 (self->first_edges, (self->n_streams + 1) * sizeof *next);
  for (gsize i = 0; i < n_edges; i++)
    self->edges_by_sender[next[self->all_edges[i].from_stream]++] = i;
}

static void
count_members (Reverse *self)
{
  gsize n_collectives = spur_edges_get_n_collectives (self->edges);
  gsize n_members = 0;

  self->first_roles = g_new0 (gsize, self->n_streams + 1);
  self->first_minima = g_new (gsize, n_collectives + 1);
  for (gsize i = 0; i < n_collectives; i++)
    {
      const SpurCollective collective = spur_edges_read_collective (self->edges, i);

      for (guint32 k = 0; k < collective.n_members; k++)
        self->first_roles[collective.members[k].stream]++;
      self->first_minima[i] = 2 * n_members;
      n_members += collective.n_members;
    }
  sum_up (self->first_roles, self->n_streams);
  self->roles = g_new (Role, n_members + 1);
  self->minima = g_new (gint64, 2 * n_members + 1);
}

static gint64
get_exit_ns (const Reverse *self, const SpurCollective *collective, guint32 member)
{
  return spur_collective_member_receives (collective, member)
           ? self->final_ns[spur_nodes_find_exit (self->pass->nodes, &collective->members[member])]
           : SPUR_NO_LIMIT;
}

static void
take_collectives (Reverse *self)
{
  g_autofree gsize *next = g_memdup2 (self->first_roles, (self->n_streams + 1) * sizeof *next);

  for (gsize i = 0; i < spur_edges_get_n_collectives (self->edges); i++)
    {
      gint64 *minima = self->minima + self->first_minima[i];
      const SpurCollective collective = spur_edges_read_collective (self->edges, i);
      guint32 n;

      n = collective.n_members;
      for (guint32 k = 0; k < n; k++)
        {
          self->roles[next[collective.members[k].stream]++] = (Role){ (guint32) i, k };
          minima[n + k] = get_exit_ns (self, &collective, k);
        }
      for (guint32 k = n; k-- > 1;)
        minima[k] = MIN (minima[2 * k], minima[2 * k + 1]);
    }
}

/* The least exit of members [first, end). */
static gint64
get_minimum (const gint64 *minima, gsize n, gsize first, gsize end)
{
  gint64 minimum_ns = SPUR_NO_LIMIT;

  for (first += n, end += n; first < end; first /= 2, end /= 2)
    {
      if (first % 2 == 1)
        {
          minimum_ns = MIN (minimum_ns, minima[first]);
          first++;
        }
      if (end % 2 == 1)
        {
          end--;
          minimum_ns = MIN (minimum_ns, minima[end]);
        }
    }
  return minimum_ns;
}

static gint64
get_member_limit (const Reverse *self, guint32 instance, guint32 member)
{
  const gint64 *minima = self->minima + self->first_minima[instance];
  gint64 mu_ns = spur_mu_get_collective (&self->mu, instance);
  const SpurCollective collective = spur_edges_read_collective (self->edges, instance);
  gint64 limit_ns;

  if (!spur_collective_member_sends (&collective, member))
    return SPUR_NO_LIMIT;
  /* With a mu for every pair of streams each receiver counts by itself. */
  if (self->mu.pairs != NULL)
    return spur_mu_get_limit (&self->mu, instance, member, minima + collective.n_members);
  limit_ns = get_minimum (minima, collective.n_members, member + 1, collective.n_members);
  if (!spur_collective_is_scan (&collective))
    limit_ns = MIN (limit_ns, get_minimum (minima, collective.n_members, 0, member));
  return limit_ns == SPUR_NO_LIMIT ? SPUR_NO_LIMIT : limit_ns - mu_ns;
}

static void
limit_stream (Reverse *self, guint stream)
{
  const SpurNodes *nodes = self->pass->nodes;
  gint64 *limits_ns = self->pass->limits_ns;

  for (guint64 i = 0; i < nodes->streams[stream].n_nodes; i++)
    limits_ns[nodes->streams[stream].ranks[0] + i] = SPUR_NO_LIMIT;
  for (gsize i = self->first_edges[stream]; i < self->first_edges[stream + 1]; i++)
    {
      const SpurEdge *edge = &self->all_edges[self->edges_by_sender[i]];

      spur_clock_lower (limits_ns, spur_nodes_find_from (nodes, edge),
                        self->final_ns[spur_nodes_find_to (nodes, edge)] -
                          spur_mu_get_edge (&self->mu, edge));
    }
  for (gsize i = self->first_roles[stream]; i < self->first_roles[stream + 1]; i++)
    {
      const Role *role = &self->roles[i];
      const SpurCollective collective = spur_edges_read_collective (self->edges, role->instance);

      spur_clock_lower (limits_ns, spur_nodes_find_enter (nodes, &collective.members[role->member]),
                        get_member_limit (self, role->instance, role->member));
    }
}

/* What became of a stream counts for those that come after it. */
static void
take_points (Reverse *self, guint stream, const SpurClockPoints *points)
{
  const SpurNodes *nodes = self->pass->nodes;
  guint64 node = nodes->streams[stream].n_words > 0 ? nodes->streams[stream].ranks[0] : 0;

  for (gsize i = 0; i < points->n_points; i++)
    {
      if (spur_nodes_contains (nodes, stream, points->all[i].event))
        self->final_ns[node++] = points->all[i].to_ns;
    }
  for (gsize i = self->first_roles[stream]; i < self->first_roles[stream + 1]; i++)
    {
      const Role *role = &self->roles[i];
      gint64 *minima = self->minima + self->first_minima[role->instance];
      const SpurCollective collective = spur_edges_read_collective (self->edges, role->instance);
      gsize k;

      k = (gsize) collective.n_members + role->member;
      minima[k] = get_exit_ns (self, &collective, role->member);
      for (k /= 2; k > 0; k /= 2)
        minima[k] = MIN (minima[2 * k], minima[2 * k + 1]);
    }
}

/* The streams, and for every collective operation a vertex in the middle of its members, or in a
 * scan one for each of them, in a row. */
static guint64 *
find_components (Reverse *self)
{
  SpurArcs arcs = { NULL };
  guint64 middle = self->n_streams;
  guint64 *components;
  gsize n_edges;

  spur_edges_get_all (self->edges, &n_edges);
  for (gsize i = 0; i < n_edges; i++)
    {
      const SpurEdge *edge = &self->all_edges[i];
      const SpurEdge *last = i > 0 ? edge - 1 : edge;

      if (i == 0 || last->from_stream != edge->from_stream || last->to_stream != edge->to_stream)
        spur_arcs_add (&arcs, edge->from_stream, edge->to_stream);
    }
  for (gsize i = 0; i < spur_edges_get_n_collectives (self->edges); i++)
    {
      const SpurCollective collective = spur_edges_read_collective (self->edges, i);
      gboolean is_scan;

      is_scan = spur_collective_is_scan (&collective);
      for (guint32 k = 0; k < collective.n_members; k++)
        {
          if (spur_collective_member_receives (&collective, k))
            spur_arcs_add (&arcs, middle, collective.members[k].stream);
          if (is_scan)
            spur_arcs_add (&arcs, middle, middle + 1);
          middle += is_scan;
          if (spur_collective_member_sends (&collective, k))
            spur_arcs_add (&arcs, collective.members[k].stream, middle);
        }
      middle++;
    }
  components = spur_arcs_find_components (&arcs, middle);
  spur_arcs_clear (&arcs);
  return components;
}

static int
compare_streams (const void *a, const void *b, void *user_data)
{
  const guint64 *components = user_data;
  guint32 p = *(const guint32 *) a, q = *(const guint32 *) b;

  return SPUR_ORDER (components[p], components[q]) ?: SPUR_ORDER (p, q);
}

/* Every stream after those that it sends to: components come in that order. Those that send to
 * each other come one by one. */
static guint32 *
order_streams (Reverse *self)
{
  guint32 *order = g_new (guint32, self->n_streams + 1);
  g_autofree guint64 *components = find_components (self);

  for (guint32 s = 0; s < self->n_streams; s++)
    order[s] = s;
  g_qsort_with_data (order, (int) self->n_streams, sizeof *order, compare_streams, components);
  return order;
}

static void
reverse_clear (Reverse *self)
{
  g_free (self->final_ns);
  g_free (self->edges_by_sender);
  g_free (self->first_edges);
  g_free (self->roles);
  g_free (self->first_roles);
  g_free (self->minima);
  g_free (self->first_minima);
}

gboolean
spur_clock_amortize_in_reverse (SpurClockPoints *points,
                                SpurClockPass *pass,
                                const SpurClockParameters *parameters,
                                const SpurClockWork *work,
                                GError **error)
{
  Reverse self = { .pass = pass,
                   .parameters = parameters,
                   .edges = work->edges,
                   .mu = spur_clock_get_mu_of (parameters, work->edges),
                   .n_streams = spur_trace_get_n_streams (work->trace) };
  g_autofree guint32 *order = NULL;
  gboolean is_cancelled = FALSE;

  self.final_ns = g_memdup2 (pass->clock_ns, pass->nodes->n_nodes * sizeof *self.final_ns);
  sort_edges (&self);
  count_members (&self);
  take_collectives (&self);
  order = order_streams (&self);
  for (guint i = 0; i < self.n_streams && !is_cancelled; i++)
    {
      guint stream = order[i];

      is_cancelled = spur_job_is_cancelled (work->job, error);
      limit_stream (&self, stream);
      spur_clock_amortize (&points[stream], pass, parameters, work, stream);
      take_points (&self, stream, &points[stream]);
    }
  reverse_clear (&self);
  return !is_cancelled;
}
