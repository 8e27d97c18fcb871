/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Edges as all see them that ask whether they are obeyed: check, passes, report and explanation. */
#include "core/causality/spur-edge-visitor-internal.h"

#include "core/base/spur-order-internal.h"
#include "core/causality/spur-dependence-internal.h"

SpurEdgeVisitor
spur_edge_visitor_of (const SpurMu *mu, const SpurNodes *nodes, gboolean needs_streams)
{
  SpurEdgeVisitor self = { .edges = mu->edges, .nodes = nodes, .mu = *mu };
  gsize n_edges;

  if (!needs_streams)
    self.pairs = spur_nodes_get_plain_pairs (nodes, mu->edges);
  if (self.pairs == NULL)
    self.all = spur_edges_get_all (mu->edges, &n_edges);
  return self;
}

gsize
spur_edges_find_into (SpurEdges *edges, guint32 stream, guint64 event)
{
  gsize low = 0, high, middle;
  const SpurEdge *all = spur_edges_get_all (edges, &high);

  SPUR_BISECT (low, high, middle,
               all[middle].to_stream < stream ||
                 (all[middle].to_stream == stream && all[middle].to_event < event));
  return low;
}

void
spur_edge_visitor_read (const SpurEdgeVisitor *self,
                        gsize index,
                        const gint64 *times,
                        SpurOperationTimes *operation)
{
  const SpurCollective collective = spur_edges_read_collective (self->edges, index);

  operation->index = index;
  operation->collective = collective;
  if (collective.n_members > operation->n_room)
    {
      operation->n_room = collective.n_members;
      operation->enters_ns = g_renew (gint64, operation->enters_ns, 3 * (gsize) operation->n_room);
      operation->latest_ns = operation->enters_ns + operation->n_room;
      operation->bounds_ns = operation->latest_ns + operation->n_room;
    }
  for (guint32 i = 0; i < collective.n_members; i++)
    operation->enters_ns[i] = times[spur_nodes_find_enter (self->nodes, &collective.members[i])];
  spur_collective_get_latest (&collective, operation->enters_ns, operation->latest_ns);
  spur_mu_get_bounds_by (&self->mu, index, operation->enters_ns, operation->latest_ns,
                         operation->bounds_ns);
}
