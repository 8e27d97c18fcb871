/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "rank-correct.h"

#include "core/clock/parallel/spur-partition-private.h"

/* The mu of the operations that are here, of all those of @edges. */
static void
take_delays (SpurPartition *self, SpurEdges *edges)
{
  SpurCommunicator *communicator = self->distribution.communicator;
  gsize n_own = spur_edges_get_n_collectives (self->edges);
  gint64 *mu_ns;

  if (spur_edges_get_delays (edges) == NULL)
    return;
  mu_ns = g_new (gint64, n_own + 1);
  for (gsize i = 0; i < n_own; i++)
    mu_ns[i] =
      spur_edges_get_collective_mu_ns (edges, communicator->rank + i * communicator->n_ranks);
  spur_edges_take_delays (self->edges, edges, mu_ns);
}

static void
set_edges (SpurPartition *self, SpurEdges *edges)
{
  SpurCommunicator *communicator = self->distribution.communicator;
  g_autoptr (SpurEdges) own = spur_edges_new (self->n_streams);
  gsize n_all;
  const SpurEdge *all = spur_edges_get_all (edges, &n_all);

  for (gsize i = 0; i < n_all; i++)
    {
      if (spur_partition_is_own (self, all[i].to_stream))
        spur_edges_add_of_kind (own, &all[i], spur_edges_get_kind (edges, i));
    }
  for (gsize i = communicator->rank; i < spur_edges_get_n_collectives (edges);
       i += communicator->n_ranks)
    {
      const SpurCollective collective = spur_edges_read_collective (edges, i);

      spur_edges_add_collective (own, &collective);
    }
  if (communicator->rank == 0)
    g_set_object (&self->whole, edges);
  spur_partition_take_edges (self, own);
  take_delays (self, edges);
}

SpurPartition *
rank_partition_new (SpurExchange *exchange, SpurTrace *trace, SpurEdges *edges)
{
  SpurPartition *self = g_object_new (SPUR_TYPE_PARTITION, NULL);
  guint n_streams = spur_trace_get_n_streams (trace);
  g_autofree guint64 *n_events = g_new (guint64, (gsize) n_streams + 1);

  self->distribution.communicator = spur_communicator_get (exchange);
  self->trace = g_object_ref (trace);
  self->n_streams = n_streams;
  for (guint s = 0; s < n_streams; s++)
    n_events[s] = spur_stream_get_n_events (spur_trace_get_stream (trace, s));
  self->distribution.owners = spur_partition_balance (n_events, n_streams, exchange->n_ranks);
  if (edges != NULL)
    set_edges (self, edges);
  return self;
}

gboolean
rank_correct (SpurExchange *exchange,
              SpurClockCorrector *corrector,
              SpurTrace *trace,
              SpurEdges *edges,
              SpurCorrection *correction,
              const SpurJob *job,
              GError **error)
{
  g_autoptr (SpurPartition) partition = rank_partition_new (exchange, trace, edges);

  return spur_partition_correct (partition, corrector, correction, job, error) &&
         spur_partition_collect (partition, correction, error);
}
