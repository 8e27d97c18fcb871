/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/causality/spur-cycles.h"

#include "core/base/spur-order-internal.h"
#include "core/causality/spur-components-internal.h"
#include "core/causality/spur-dependence-internal.h"
#include "core/causality/spur-edges-internal.h"
#include "core/causality/spur-nodes-internal.h"

/* What happened before what is a graph: nodes in the order of their streams, edges, and for every
 * collective operation a vertex in the middle that its enters lead to and its exits come from; in
 * a scan there is one for every member, and they follow each other. What is in one strongly
 * connected component is in a cycle. */
typedef struct
{
  SpurEdges *edges;
  const SpurNodes *nodes;
  SpurArcs arcs;
  guint64 n_vertices;
  guint64 *components;

  SpurEdgesWithout *without;
} Graph;

/* The side of a member that is in a component. */
typedef struct
{
  guint64 component;
  guint32 member;
  gboolean is_exit;
} Side;

static void
add_streams (Graph *self)
{
  for (guint s = 0; s < self->nodes->n_streams; s++)
    {
      const SpurNodeStream *stream = &self->nodes->streams[s];

      for (guint64 i = 1; i < stream->n_nodes; i++)
        spur_arcs_add (&self->arcs, stream->ranks[0] + i - 1, stream->ranks[0] + i);
    }
}

static void
add_edges (Graph *self)
{
  gsize n_edges;
  const SpurEdge *all = spur_edges_get_all (self->edges, &n_edges);

  for (gsize i = 0; i < n_edges; i++)
    spur_arcs_add (&self->arcs, spur_nodes_find_from (self->nodes, &all[i]),
                   spur_nodes_find_to (self->nodes, &all[i]));
}

static void
add_collective (Graph *self, const SpurCollective *collective)
{
  gboolean is_scan = spur_collective_is_scan (collective);
  guint64 middle = self->n_vertices;

  for (guint32 i = 0; i < collective->n_members; i++)
    {
      const SpurMember *member = &collective->members[i];

      if (spur_collective_member_receives (collective, i))
        spur_arcs_add (&self->arcs, middle, spur_nodes_find_exit (self->nodes, member));
      if (is_scan)
        spur_arcs_add (&self->arcs, middle, middle + 1);
      middle += is_scan;
      if (spur_collective_member_sends (collective, i))
        spur_arcs_add (&self->arcs, spur_nodes_find_enter (self->nodes, member), middle);
    }
  self->n_vertices = middle + 1;
}

static void
find_components (Graph *self)
{
  self->n_vertices = self->nodes->n_nodes;
  add_streams (self);
  add_edges (self);
  for (gsize i = 0; i < spur_edges_get_n_collectives (self->edges); i++)
    {
      const SpurCollective collective = spur_edges_read_collective (self->edges, i);

      add_collective (self, &collective);
    }
  self->components = spur_arcs_find_components (&self->arcs, self->n_vertices);
  spur_arcs_clear (&self->arcs);
}

static void
leave_out (Graph *self, const SpurEdge *edge)
{
  if (self->without->cyclic->len < SPUR_EDGES_MAX_CYCLIC)
    g_array_append_val (self->without->cyclic, *edge);
  self->without->n_cyclic++;
}

static void
leave_out_edges (Graph *self)
{
  gsize n_edges;
  const SpurEdge *all = spur_edges_get_all (self->edges, &n_edges);

  self->without->is_out = g_new0 (guint8, n_edges + 1);
  for (gsize i = 0; i < n_edges; i++)
    {
      if (self->components[spur_nodes_find_from (self->nodes, &all[i])] !=
          self->components[spur_nodes_find_to (self->nodes, &all[i])])
        continue;
      self->without->is_out[i] = 1;
      leave_out (self, &all[i]);
    }
}

SPUR_DEFINE_ORDER (compare_sides, Side, SPUR_BY_3 (component, is_exit, member))

/* The enters that may be waited for, and the exits that may wait, by component. */
static GArray *
list_sides (Graph *self, const SpurCollective *collective)
{
  GArray *sides = g_array_new (FALSE, FALSE, sizeof (Side));

  for (guint32 i = 0; i < collective->n_members; i++)
    {
      const SpurMember *member = &collective->members[i];
      Side enter = { self->components[spur_nodes_find_enter (self->nodes, member)], i, FALSE };
      Side exit = { self->components[spur_nodes_find_exit (self->nodes, member)], i, TRUE };

      if (spur_collective_member_sends (collective, i))
        g_array_append_val (sides, enter);
      if (spur_collective_member_receives (collective, i))
        g_array_append_val (sides, exit);
    }
  g_array_sort (sides, compare_sides);
  return sides;
}

static void
list_pair (Graph *self, const SpurCollective *collective, guint32 from, guint32 to)
{
  const SpurMember *sender = &collective->members[from], *receiver = &collective->members[to];
  SpurEdge edge = { sender->enter_event, receiver->exit_event, SPUR_MU_DEFAULT, sender->stream,
                    receiver->stream };

  leave_out (self, &edge);
}

/* Leaves out the pairs among the sides of one component; they come enters first. Those that are
 * not listed any more are counted without being looked at. */
static guint64
leave_out_pairs (Graph *self, const SpurCollective *collective, const Side *sides, guint n_sides)
{
  guint64 n_before = self->without->n_cyclic;
  guint n_enters = 0, n_earlier = 0;

  while (n_enters < n_sides && !sides[n_enters].is_exit)
    n_enters++;
  for (guint k = n_enters; k < n_sides; k++)
    {
      guint32 to = sides[k].member;
      gboolean is_own = FALSE;

      while (n_earlier < n_enters && sides[n_earlier].member < to)
        n_earlier++;
      is_own = n_earlier < n_enters && sides[n_earlier].member == to;
      if (self->without->cyclic->len >= SPUR_EDGES_MAX_CYCLIC)
        {
          self->without->n_cyclic +=
            spur_collective_is_scan (collective) ? n_earlier : n_enters - is_own;
          continue;
        }
      for (guint i = 0; i < n_enters; i++)
        {
          if (spur_collective_depends (collective, sides[i].member, to))
            list_pair (self, collective, sides[i].member, to);
        }
    }
  return self->without->n_cyclic - n_before;
}

static void
copy_instance (Graph *self, gsize index, const SpurCollective *collective)
{
  gint64 mu_ns = spur_edges_get_collective_mu_ns (self->edges, index);

  spur_edges_add_collective (self->without->collectives, collective);
  g_array_append_val (self->without->collective_mu_ns, mu_ns);
}

static void
add_instance (Graph *self, gsize index, const SpurCollective *like, SpurMember *members)
{
  SpurCollective collective = { spur_collective_is_scan (like) ? like->pattern
                                                               : SPUR_PATTERN_N_TO_N,
                                SPUR_NONE, like->n_members, members };

  copy_instance (self, index, &collective);
}

/* The exits of one component wait only for the enters of others. */
static void
add_rest (Graph *self,
          gsize index,
          const SpurCollective *collective,
          const Side *sides,
          guint n_sides,
          SpurMember *base)
{
  g_autofree SpurMember *members = g_new0 (SpurMember, collective->n_members);

  for (guint32 i = 0; i < collective->n_members; i++)
    {
      members[i] = collective->members[i];
      members[i].sends = spur_collective_member_sends (collective, i);
      members[i].receives = FALSE;
    }
  for (guint i = 0; i < n_sides; i++)
    {
      if (sides[i].is_exit)
        {
          members[sides[i].member].receives = TRUE;
          base[sides[i].member].receives = FALSE;
        }
      else
        members[sides[i].member].sends = FALSE;
    }
  add_instance (self, index, collective, members);
}

/* An operation that has pairs in components becomes several: one of those whose exits are in none,
 * and one for the exits of each. */
static void
split_instance (Graph *self, gsize index, const SpurCollective *collective)
{
  g_autoptr (GArray) list = list_sides (self, collective);
  const Side *sides = (const Side *) (gpointer) list->data;
  g_autofree SpurMember *base = g_new0 (SpurMember, collective->n_members + 1);
  gboolean is_split = FALSE;
  guint end;

  for (guint32 i = 0; i < collective->n_members; i++)
    {
      base[i] = collective->members[i];
      base[i].sends = spur_collective_member_sends (collective, i);
      base[i].receives = spur_collective_member_receives (collective, i);
    }
  for (guint first = 0; first < list->len; first = end)
    {
      for (end = first; end < list->len && sides[end].component == sides[first].component;)
        end++;
      if (leave_out_pairs (self, collective, sides + first, end - first) == 0)
        continue;
      is_split = TRUE;
      add_rest (self, index, collective, sides + first, end - first, base);
    }
  if (is_split)
    add_instance (self, index, collective, base);
  else
    copy_instance (self, index, collective);
}

/**
 * spur_edges_leave_out_cycles:
 * @self: edges
 * @trace: their trace
 *
 * Leaves out the edges that are part of cycles: those whose both ends are in one strongly connected
 * component of what happened before what. Of a collective operation only the pairs of members that
 * are concerned are left out. Afterwards there are no cycles, and spur_edges_get_cyclic() tells
 * which edges there were.
 *
 * Takes time and memory in the order of the edges. Not while other threads read.
 *
 * Returns: how many edges and pairs of members were left out now
 *
 * Since: 1.0
 */
guint64
spur_edges_leave_out_cycles (SpurEdges *self, SpurTrace *trace)
{
  g_autoptr (SpurNodes) nodes = NULL;
  SpurEdgesWithout without = { NULL };
  Graph graph = { .edges = self, .without = &without };

  g_return_val_if_fail (SPUR_IS_EDGES (self), 0);
  g_return_val_if_fail (SPUR_IS_TRACE (trace), 0);
  g_return_val_if_fail (spur_edges_get_n_streams (self) == spur_trace_get_n_streams (trace), 0);

  nodes = spur_nodes_make (trace, self, NULL, NULL);
  g_return_val_if_fail (nodes != NULL, 0);

  graph.nodes = nodes;
  without.cyclic = g_array_new (FALSE, FALSE, sizeof (SpurEdge));
  without.collectives = spur_edges_new (spur_edges_get_n_streams (self));
  without.collective_mu_ns = g_array_new (FALSE, FALSE, sizeof (gint64));
  find_components (&graph);
  leave_out_edges (&graph);
  for (gsize i = 0; i < spur_edges_get_n_collectives (self); i++)
    {
      const SpurCollective collective = spur_edges_read_collective (self, i);

      split_instance (&graph, i, &collective);
    }
  if (without.n_cyclic > 0)
    spur_edges_leave_out (self, &without);
  g_free (graph.components);
  g_free (without.is_out);
  g_array_unref (without.cyclic);
  g_array_unref (without.collective_mu_ns);
  g_object_unref (without.collectives);
  return without.n_cyclic;
}

char *
spur_edges_describe_list (const SpurEdge *edges, gsize n_named, guint64 n_all, SpurTrace *trace)
{
  GString *names = g_string_new (NULL);

  for (gsize i = 0; i < n_named; i++)
    g_string_append_printf (
      names, "%s%s event %" G_GUINT64_FORMAT " before %s event %" G_GUINT64_FORMAT,
      i > 0 ? ", " : "", spur_stream_get_name (spur_trace_get_stream (trace, edges[i].from_stream)),
      edges[i].from_event, spur_stream_get_name (spur_trace_get_stream (trace, edges[i].to_stream)),
      edges[i].to_event);
  if (n_all > n_named)
    g_string_append_printf (names, "%s%" G_GUINT64_FORMAT " more", n_named > 0 ? ", and " : "",
                            n_all - n_named);
  return g_string_free (names, FALSE);
}

/**
 * spur_edges_describe_cyclic:
 * @self: edges
 * @trace: their trace
 * @max_edges: how many to name at most
 *
 * Names edges that were left out because they are part of cycles, as in "rank 0 event 3 before rank
 * 1 event 5".
 *
 * Returns: (transfer full): the names
 *
 * Since: 1.0
 */
char *
spur_edges_describe_cyclic (SpurEdges *self, SpurTrace *trace, guint max_edges)
{
  gsize n_cyclic;
  const SpurEdge *cyclic = spur_edges_get_cyclic (self, &n_cyclic);

  return spur_edges_describe_list (cyclic, MIN (n_cyclic, max_edges),
                                   spur_edges_get_counts (self)->n_cyclic, trace);
}
