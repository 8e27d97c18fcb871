/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* What ranks know of each other's events, between the edges of a trace and the passes over them. */
#include "core/clock/parallel/spur-halo-private.h"

#include "core/base/spur-order-internal.h"
#include "core/base/spur-pages-private.h"
#include "core/causality/spur-check-internal.h"
#include "core/store/trace/spur-store-internal.h"

const SpurDistribution spur_distribution_self = { &spur_communicator_self, NULL };

guint8 *
spur_distribution_list_own (const SpurDistribution *self, guint n_streams)
{
  guint8 *is_own = g_new (guint8, (gsize) n_streams + 1);

  for (guint s = 0; s < n_streams; s++)
    is_own[s] = spur_distribution_is_own (self, s);
  return is_own;
}

void
spur_distribution_release_memory (const SpurDistribution *self, SpurTrace *trace)
{
  SpurPager *pager = spur_trace_get_class_table (trace)->pager;

  if (self->communicator->n_ranks == 1)
    return;
  spur_pages_trim ();
  if (pager != NULL)
    spur_pager_drop (pager);
}

SPUR_DEFINE_ORDER (compare_routes,
                   SpurHaloRoute,
                   SPUR_ORDER (p->node, q->node) ?: SPUR_ORDER (p->rank, q->rank))

static void
add_route (GArray *routes, guint64 node, guint32 rank)
{
  const SpurHaloRoute route = { node, rank };

  g_array_append_val (routes, route);
}

static void
add_edge_routes (const SpurHalo *self, SpurEdges *edges, GArray *routes)
{
  const guint32 *owners = self->distribution->owners;
  gsize n_edges;
  const SpurEdge *all = spur_edges_get_all (edges, &n_edges);

  for (gsize i = 0; i < n_edges; i++)
    {
      guint32 from = owners[all[i].from_stream], to = owners[all[i].to_stream];

      if (from != to && spur_distribution_is_own (self->distribution, all[i].from_stream))
        add_route (routes, spur_nodes_find_from (self->nodes, &all[i]), to);
      else if (from != to)
        add_route (routes, spur_nodes_find_to (self->nodes, &all[i]), from);
    }
}

/* The different ranks that the members are at, but for this one. */
static guint
list_other_ranks (const SpurHalo *self,
                  const SpurCollective *collective,
                  guint8 *is_listed,
                  guint32 *ranks)
{
  guint n_ranks = 0;

  for (guint32 k = 0; k < collective->n_members; k++)
    {
      guint32 owner = self->distribution->owners[collective->members[k].stream];

      if (owner == self->distribution->communicator->rank || is_listed[owner] != 0)
        continue;
      is_listed[owner] = TRUE;
      ranks[n_ranks++] = owner;
    }
  for (guint i = 0; i < n_ranks; i++)
    is_listed[ranks[i]] = FALSE;
  return n_ranks;
}

static void
add_collective_routes (const SpurHalo *self, SpurEdges *edges, GArray *routes)
{
  guint n_all = self->distribution->communicator->n_ranks;
  g_autofree guint32 *ranks = g_new (guint32, n_all);
  g_autofree guint8 *is_listed = g_new0 (guint8, n_all);

  for (gsize i = 0; i < spur_edges_get_n_collectives (edges); i++)
    {
      const SpurCollective collective = spur_edges_read_collective (edges, i);
      guint n_ranks;

      n_ranks = list_other_ranks (self, &collective, is_listed, ranks);
      for (guint32 k = 0; k < collective.n_members; k++)
        {
          const SpurMember *member = &collective.members[k];

          if (!spur_distribution_is_own (self->distribution, member->stream))
            continue;
          for (guint r = 0; r < n_ranks; r++)
            {
              add_route (routes, spur_nodes_find_enter (self->nodes, member), ranks[r]);
              add_route (routes, spur_nodes_find_exit (self->nodes, member), ranks[r]);
            }
        }
    }
}

/* Sorts the routes, keeps one of each, and finds those of every stream. */
static void
take_routes (SpurHalo *self, GArray *routes)
{
  SpurHaloRoute *all = (SpurHaloRoute *) (gpointer) routes->data;
  gsize n_routes = 0, route = 0;
  guint64 n_nodes = 0;

  if (routes->len > 0)
    qsort (all, routes->len, sizeof *all, compare_routes);
  for (gsize i = 0; i < routes->len; i++)
    {
      if (n_routes == 0 || compare_routes (&all[n_routes - 1], &all[i]) != 0)
        all[n_routes++] = all[i];
    }
  for (guint s = 0; s < self->nodes->n_streams; s++)
    {
      self->first_route[s] = route;
      n_nodes += self->nodes->streams[s].n_nodes;
      while (route < n_routes && all[route].node < n_nodes)
        route++;
    }
  self->first_route[self->nodes->n_streams] = route;
  self->routes = all;
  g_array_free (routes, FALSE);
}

SpurHalo *
spur_halo_new (const SpurDistribution *distribution, const SpurNodes *nodes, SpurEdges *edges)
{
  SpurHalo *self = g_new0 (SpurHalo, 1);
  GArray *routes;

  self->distribution = distribution;
  self->nodes = nodes;
  self->first_route = g_new0 (gsize, (gsize) nodes->n_streams + 1);
  if (distribution->communicator->n_ranks == 1)
    return self;
  routes = g_array_new (FALSE, FALSE, sizeof (SpurHaloRoute));
  add_edge_routes (self, edges, routes);
  add_collective_routes (self, edges, routes);
  take_routes (self, routes);
  return self;
}

void
spur_halo_free (SpurHalo *self)
{
  g_free (self->routes);
  g_free (self->first_route);
  g_free (self);
}

/* Gives ghost nodes the values that they have at the ranks of their streams. */
static void
update_ghosts (SpurHalo *self, gint64 *values)
{
  SpurCommunicator *communicator = self->distribution->communicator;
  const SpurNodes *nodes = self->nodes;
  g_autofree SpurMessageReader *readers = NULL;
  GByteArray **buffers;

  if (communicator->n_ranks == 1)
    return;
  buffers = spur_communicator_new_buffers (communicator);
  readers = g_new (SpurMessageReader, communicator->n_ranks);
  for (gsize i = 0; i < self->first_route[nodes->n_streams]; i++)
    spur_message_put (buffers[self->routes[i].rank], &values[self->routes[i].node], sizeof *values);
  spur_communicator_all_to_all (communicator, buffers);
  for (guint r = 0; r < communicator->n_ranks; r++)
    readers[r] = spur_message_read (buffers[r]);
  for (guint s = 0; s < nodes->n_streams; s++)
    {
      const SpurNodeStream *stream = &nodes->streams[s];

      if (stream->n_nodes > 0 && !spur_distribution_is_own (self->distribution, s))
        spur_message_take (&readers[self->distribution->owners[s]], values + stream->ranks[0],
                           stream->n_nodes * sizeof *values);
    }
  spur_communicator_free_buffers (communicator, buffers);
}

gint64 *
spur_halo_get_times (SpurHalo *self,
                     SpurTrace *trace,
                     SpurCorrection *correction,
                     const SpurJob *job)
{
  g_autofree guint8 *is_own =
    spur_distribution_list_own (self->distribution, self->nodes->n_streams);
  gint64 *times;

  /* The heap does not use the room of large arrays that are freed. */
  spur_distribution_release_memory (self->distribution, trace);
  times = g_new (gint64, self->nodes->n_nodes + 1);
  spur_nodes_fill_times (self->nodes, trace, correction, is_own, job, times);
  spur_distribution_release_memory (self->distribution, trace);
  update_ghosts (self, times);
  return times;
}
