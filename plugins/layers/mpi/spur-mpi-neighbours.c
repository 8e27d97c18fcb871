/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Collective operations between neighbours: each member waits for those that send to it. */
#include <stdlib.h>

#include "plugins/layers/mpi/spur-mpi-large.h"

/* Ranks that send to this one, and how many there are that it sends to. */
typedef struct
{
  int *sources;
  int n_sources;
  int n_targets;
} Neighbours;

static void
find_in_graph (Neighbours *self, MPI_Comm comm, int me)
{
  PMPI_Graph_neighbors_count (comm, me, &self->n_sources);
  self->n_targets = self->n_sources;
  self->sources = malloc ((size_t) (self->n_sources + 1) * sizeof *self->sources);
  if (self->sources != NULL)
    PMPI_Graph_neighbors (comm, me, self->n_sources, self->sources);
}

static void
find_in_distributed_graph (Neighbours *self, MPI_Comm comm)
{
  int is_weighted = 0;
  int *rest;

  PMPI_Dist_graph_neighbors_count (comm, &self->n_sources, &self->n_targets, &is_weighted);
  self->sources = malloc ((size_t) (self->n_sources + 1) * sizeof *self->sources);
  rest = malloc ((size_t) (2 * self->n_targets + self->n_sources + 1) * sizeof *rest);
  if (self->sources != NULL && rest != NULL)
    PMPI_Dist_graph_neighbors (comm, self->n_sources, self->sources, rest + 2 * self->n_targets,
                               self->n_targets, rest, rest + self->n_targets);
  free (rest);
}

static void
find_in_grid (Neighbours *self, MPI_Comm comm)
{
  int n_dimensions = 0;

  PMPI_Cartdim_get (comm, &n_dimensions);
  self->n_sources = self->n_targets = 2 * n_dimensions;
  self->sources = malloc ((size_t) (self->n_sources + 1) * sizeof *self->sources);
  for (int i = 0; self->sources != NULL && i < n_dimensions; i++)
    PMPI_Cart_shift (comm, i, 1, &self->sources[2 * i], &self->sources[2 * i + 1]);
}

/* In the order in which what they send is received. */
static Neighbours
find_neighbours (MPI_Comm comm, int me)
{
  Neighbours self = { NULL, 0, 0 };
  int kind = MPI_UNDEFINED;

  PMPI_Topo_test (comm, &kind);
  if (kind == MPI_GRAPH)
    find_in_graph (&self, comm, me);
  else if (kind == MPI_DIST_GRAPH)
    find_in_distributed_graph (&self, comm);
  else if (kind == MPI_CART)
    find_in_grid (&self, comm);
  if (self.sources == NULL)
    self.n_sources = 0;
  return self;
}

/* What a call gives and takes; NULL for counts and types that are all the same. */
typedef struct
{
  uint64_t sent;
  const COUNT *n_out;
  const MPI_Datatype *out_types;
  MPI_Datatype out_type;
  uint64_t received;
  const COUNT *n_in;
  const MPI_Datatype *in_types;
  MPI_Datatype in_type;
  bool is_same_for_all;
} Sizes;

static uint64_t
add_up (const COUNT *counts, const MPI_Datatype *types, MPI_Datatype type, int n)
{
  uint64_t n_bytes = 0;

  for (int i = 0; i < n; i++)
    n_bytes += BYTES (counts[i], types != NULL ? types[i] : type);
  return n_bytes;
}

static void
set_neighbours (SpurMpiCall *call, MPI_Comm comm, const Sizes *sizes)
{
  Neighbours neighbours = find_neighbours (comm, (int) call->me);
  bool *does_send = calloc ((size_t) call->n + 1, sizeof *does_send);

  call->sent = sizes->n_out != NULL
                 ? add_up (sizes->n_out, sizes->out_types, sizes->out_type, neighbours.n_targets)
                 : sizes->sent * (uint64_t) neighbours.n_targets;
  call->received = sizes->n_in != NULL
                     ? add_up (sizes->n_in, sizes->in_types, sizes->in_type, neighbours.n_sources)
                     : sizes->received * (uint64_t) neighbours.n_sources;
  for (int i = 0; does_send != NULL && i < neighbours.n_sources; i++)
    {
      int from = neighbours.sources[i];
      bool is_empty = sizes->n_in != NULL ? sizes->n_in[i] == 0 : sizes->received == 0;

      if (from >= 0 && from < (int) call->n && !is_empty)
        does_send[from] = true;
    }
  if (does_send != NULL)
    spur_mpi_call_set_senders (call, does_send);
  free (does_send);
  free (neighbours.sources);
}

/* @...: its sizes. */
#define NEIGHBOURS(name, small, parameters, arguments, ...)                                        \
  COLLECTIVE (name, small, SPUR_MPI_PAIRS, parameters, arguments, SPUR_MPI_NO_ROOT,                \
              set_neighbours (&call, comm, (&(Sizes){ __VA_ARGS__ })))

#pragma GCC visibility push(default)

/* clang-format off */
NEIGHBOURS (Neighbor_allgather, neighbor_allgather,
            (OUT, IN, MPI_Comm comm), (OUT_ARGUMENTS, IN_ARGUMENTS, comm),
            .sent = BYTES (n_out, out_type), .received = BYTES (n_in, in_type))

NEIGHBOURS (Neighbor_allgatherv, neighbor_allgatherv,
            (OUT, IN_EACH, MPI_Comm comm), (OUT_ARGUMENTS, IN_EACH_ARGUMENTS, comm),
            .sent = BYTES (n_out, out_type), .n_in = n_in, .in_type = in_type)

NEIGHBOURS (Neighbor_alltoall, neighbor_alltoall,
            (OUT, IN, MPI_Comm comm), (OUT_ARGUMENTS, IN_ARGUMENTS, comm),
            .sent = BYTES (n_out, out_type), .received = BYTES (n_in, in_type))

NEIGHBOURS (Neighbor_alltoallv, neighbor_alltoallv,
            (OUT_EACH, IN_EACH, MPI_Comm comm), (OUT_EACH_ARGUMENTS, IN_EACH_ARGUMENTS, comm),
            .n_out = n_out, .out_type = out_type, .n_in = n_in, .in_type = in_type)

NEIGHBOURS (Neighbor_alltoallw, neighbor_alltoallw,
            (const void *out, const COUNT *n_out, const MPI_Aint *out_places,
             const MPI_Datatype *out_types, void *in, const COUNT *n_in,
             const MPI_Aint *in_places, const MPI_Datatype *in_types, MPI_Comm comm),
            (out, n_out, out_places, out_types, in, n_in, in_places, in_types, comm),
            .n_out = n_out, .out_types = out_types, .n_in = n_in, .in_types = in_types)
/* clang-format on */

#pragma GCC visibility pop
