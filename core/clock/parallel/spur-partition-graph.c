/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The part of the edges that a rank needs for a pass over its own streams: those into them from the
 * rank itself, those out of them and operations with members in them from the other ranks. */
#include "core/causality/spur-edges-internal.h"
#include "core/clock/parallel/spur-partition-private.h"

/* The graph has the edges; of these it keeps those into own streams, and gives them back. */
static void
take_back_edges (SpurPartition *self)
{
  g_autofree guint8 *is_out = NULL;
  gsize n_edges;
  const SpurEdge *all = spur_edges_get_all (self->graph, &n_edges);

  is_out = g_new (guint8, n_edges + 1);
  for (gsize i = 0; i < n_edges; i++)
    is_out[i] = !spur_partition_is_own (self, all[i].to_stream);
  spur_edges_leave_out_edges (self->graph, is_out);
  spur_edges_move (self->graph, self->edges);
}

void
spur_partition_forget_graph (SpurPartition *self)
{
  if (self->graph != NULL && self->edges != NULL)
    take_back_edges (self);
  g_clear_pointer (&self->halo, spur_halo_free);
  g_clear_pointer (&self->nodes, spur_nodes_free);
  g_clear_object (&self->graph);
}

void
spur_partition_take_edges (SpurPartition *self, SpurEdges *edges)
{
  g_clear_object (&self->edges);
  spur_partition_forget_graph (self);
  self->edges = g_object_ref (edges);
}

/* Takes @message: what is read is freed, as the next ones need the room. */
static void
add_edges (SpurEdges *edges, GByteArray **message)
{
  SpurMessageReader reader = spur_message_read (*message);

  while (!spur_message_is_at_end (&reader))
    {
      SpurKindEdge edge;

      spur_message_take (&reader, &edge, sizeof edge);
      spur_edges_add_of_kind (edges, &edge.edge, (SpurEdgeKind) edge.kind);
    }
  g_clear_pointer (message, g_byte_array_unref);
}

static void
add_messages (SpurEdges *edges, GByteArray **messages, guint n_messages)
{
  gsize n_edges = spur_edges_get_n_edges (edges);

  for (guint r = 0; r < n_messages; r++)
    n_edges += messages[r]->len / sizeof (SpurKindEdge);
  spur_edges_reserve (edges, n_edges);
  for (guint r = 0; r < n_messages; r++)
    add_edges (edges, &messages[r]);
}

static void
put_edge (GByteArray *message, SpurEdges *edges, gsize index)
{
  gsize n_edges;
  const SpurKindEdge edge = { spur_edges_get_all (edges, &n_edges)[index],
                              spur_edges_get_kind (edges, index) };

  spur_message_put (message, &edge, sizeof edge);
}

SpurEdges *
spur_partition_collect_edges (SpurPartition *self, SpurEdges *edges)
{
  SpurCommunicator *communicator = self->distribution.communicator;
  GByteArray **buffers = spur_communicator_new_buffers (communicator);
  SpurEdges *own = spur_edges_new (self->n_streams);
  gsize n_edges;
  const SpurEdge *all = spur_edges_get_all (edges, &n_edges);

  for (gsize i = 0; i < n_edges; i++)
    put_edge (buffers[self->distribution.owners[all[i].to_stream]], edges, i);
  spur_communicator_all_to_all (communicator, buffers);
  add_messages (own, buffers, communicator->n_ranks);
  spur_communicator_free_buffers (communicator, buffers);
  return own;
}

/* The head of an operation; its members follow. */
typedef struct
{
  guint64 pattern;
  gint64 mu_ns;
  guint32 root;
  guint32 n_members;
} Operation;

void
spur_partition_put_collective (GByteArray *message, SpurEdges *edges, gsize index)
{
  const SpurCollective collective = spur_edges_read_collective (edges, index);
  Operation operation;

  operation = (Operation){ collective.pattern, spur_edges_get_collective_mu_ns (edges, index),
                           collective.root, collective.n_members };
  spur_message_put (message, &operation, sizeof operation);
  spur_message_put (message, collective.members, collective.n_members * sizeof (SpurMember));
}

void
spur_partition_add_collectives (SpurEdges *edges, const GByteArray *message, GArray *mu_ns)
{
  SpurMessageReader reader = spur_message_read (message);

  while (!spur_message_is_at_end (&reader))
    {
      g_autofree SpurMember *members = NULL;
      SpurCollective collective;
      Operation operation;

      spur_message_take (&reader, &operation, sizeof operation);
      members = g_new (SpurMember, (gsize) operation.n_members + 1);
      spur_message_take (&reader, members, operation.n_members * sizeof *members);
      collective = (SpurCollective){ (SpurPattern) operation.pattern, operation.root,
                                     operation.n_members, members };
      spur_edges_add_collective (edges, &collective);
      g_array_append_val (mu_ns, operation.mu_ns);
    }
}

/* Sends the ranks of the senders a copy of the edges into own streams. */
static void
put_edges (SpurPartition *self, GByteArray **buffers)
{
  gsize n_edges;
  const SpurEdge *all = spur_edges_get_all (self->edges, &n_edges);

  for (gsize i = 0; i < n_edges; i++)
    {
      guint32 from = self->distribution.owners[all[i].from_stream];

      if (from != self->distribution.communicator->rank)
        put_edge (buffers[from], self->edges, i);
    }
}

/* Sends the ranks of all members their operations. */
static void
put_collectives (SpurPartition *self, GByteArray **buffers)
{
  guint n_ranks = self->distribution.communicator->n_ranks;
  g_autofree gsize *last_put = g_new0 (gsize, n_ranks);
  SpurCollective collective;

  for (gsize i = 0; i < spur_edges_get_n_collectives (self->edges); i++)
    {
      spur_edges_get_collective (self->edges, i, &collective);
      for (guint32 k = 0; k < collective.n_members; k++)
        {
          guint32 rank = self->distribution.owners[collective.members[k].stream];

          if (last_put[rank] == i + 1)
            continue;
          last_put[rank] = i + 1;
          spur_partition_put_collective (buffers[rank], self->edges, i);
        }
    }
}

static void
make_graph (SpurPartition *self)
{
  SpurCommunicator *communicator = self->distribution.communicator;
  GByteArray **buffers = spur_communicator_new_buffers (communicator);
  g_autoptr (GArray) mu_ns = g_array_new (FALSE, FALSE, sizeof (gint64));

  self->graph = spur_edges_new (self->n_streams);
  put_edges (self, buffers);
  spur_communicator_all_to_all (communicator, buffers);
  spur_edges_move (self->edges, self->graph);
  add_messages (self->graph, buffers, communicator->n_ranks);
  spur_communicator_free_buffers (communicator, buffers);
  buffers = spur_communicator_new_buffers (communicator);
  put_collectives (self, buffers);
  spur_communicator_all_to_all (communicator, buffers);
  for (guint r = 0; r < communicator->n_ranks; r++)
    spur_partition_add_collectives (self->graph, buffers[r], mu_ns);
  spur_communicator_free_buffers (communicator, buffers);
  if (spur_edges_get_delays (self->edges) == NULL)
    return;
  spur_edges_take_delays (self->graph, self->edges,
                          g_memdup2 (mu_ns->data, mu_ns->len * sizeof (gint64)));
}

SpurHalo *
spur_partition_get_halo (SpurPartition *self, const SpurJob *job)
{
  if (self->halo != NULL)
    return self->halo;
  make_graph (self);
  self->nodes = spur_nodes_make (self->trace, self->graph, NULL, job);
  g_return_val_if_fail (self->nodes != NULL, NULL);
  self->halo = spur_halo_new (&self->distribution, self->nodes, self->graph);
  return self->halo;
}
