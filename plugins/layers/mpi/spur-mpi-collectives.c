/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Collective operations. How many bytes a member sends and receives is counted as tracers of MPI do
 * it: what it gives to or gets from each member, itself included. */
#include <stdlib.h>

#include "plugins/layers/mpi/spur-mpi-large.h"

#define NO_ROOT SPUR_MPI_NO_ROOT

static uint64_t
add_counts (const COUNT *counts, uint64_t n_counts)
{
  uint64_t n = 0;

  for (uint64_t i = 0; i < n_counts; i++)
    n += (uint64_t) counts[i];
  return n;
}

static uint64_t
sum_bytes (const COUNT *counts, const MPI_Datatype *types, uint64_t n_counts)
{
  uint64_t n_bytes = 0;

  for (uint64_t i = 0; i < n_counts; i++)
    n_bytes += BYTES (counts[i], types[i]);
  return n_bytes;
}

/* Who sends to this member, and who does not because it is to send nothing. */
static void
set_senders (SpurMpiCall *call, const COUNT *counts)
{
  bool *does_send = malloc ((size_t) call->n * sizeof *does_send + 1);

  for (uint64_t i = 0; does_send != NULL && i < call->n; i++)
    does_send[i] = counts[i] > 0;
  if (does_send != NULL)
    spur_mpi_call_set_senders (call, does_send);
  free (does_send);
}

#pragma GCC visibility push(default)

/* clang-format off */
#ifndef SPUR_MPI_LARGE
COLLECTIVE (Barrier, barrier, SPUR_MPI_BARRIER,
            (MPI_Comm comm), (comm), NO_ROOT, SPUR_MPI_NOTHING)
#endif

COLLECTIVE (Bcast, bcast, SPUR_MPI_ONE_TO_N,
            (void *buffer, COUNT n, MPI_Datatype type, int root, MPI_Comm comm),
            (buffer, n, type, root, comm), root,
            call.received = BYTES (n, type);
            call.sent = call.is_root ? call.n * call.received : 0)

COLLECTIVE (Reduce, reduce, SPUR_MPI_N_TO_ONE,
            (REDUCED, int root, MPI_Comm comm), (REDUCED_ARGUMENTS, root, comm), root,
            call.sent = BYTES (n, type);
            call.received = call.is_root ? call.n * call.sent : 0)

COLLECTIVE (Allreduce, allreduce, SPUR_MPI_N_TO_N,
            (REDUCED, MPI_Comm comm), (REDUCED_ARGUMENTS, comm), NO_ROOT,
            call.sent = call.received = call.n * BYTES (n, type))

COLLECTIVE (Gather, gather, SPUR_MPI_N_TO_ONE,
            (OUT, IN, int root, MPI_Comm comm), (OUT_ARGUMENTS, IN_ARGUMENTS, root, comm), root,
            call.sent = out == MPI_IN_PLACE ? BYTES (n_in, in_type) : BYTES (n_out, out_type);
            call.received = call.is_root ? call.n * BYTES (n_in, in_type) : 0)

COLLECTIVE (Gatherv, gatherv, SPUR_MPI_N_TO_ONE,
            (OUT, IN_EACH, int root, MPI_Comm comm),
            (OUT_ARGUMENTS, IN_EACH_ARGUMENTS, root, comm), root,
            call.sent = out == MPI_IN_PLACE ? BYTES (n_in[call.me], in_type)
                                            : BYTES (n_out, out_type);
            call.received = call.is_root ? BYTES (add_counts (n_in, call.n), in_type) : 0)

COLLECTIVE (Scatter, scatter, SPUR_MPI_ONE_TO_N,
            (OUT, IN, int root, MPI_Comm comm), (OUT_ARGUMENTS, IN_ARGUMENTS, root, comm), root,
            call.sent = call.is_root ? call.n * BYTES (n_out, out_type) : 0;
            call.received = in == MPI_IN_PLACE ? BYTES (n_out, out_type) : BYTES (n_in, in_type))

COLLECTIVE (Scatterv, scatterv, SPUR_MPI_ONE_TO_N,
            (OUT_EACH, IN, int root, MPI_Comm comm),
            (OUT_EACH_ARGUMENTS, IN_ARGUMENTS, root, comm), root,
            call.sent = call.is_root ? BYTES (add_counts (n_out, call.n), out_type) : 0;
            call.received = in == MPI_IN_PLACE ? BYTES (n_out[call.me], out_type)
                                               : BYTES (n_in, in_type))

COLLECTIVE (Allgather, allgather, SPUR_MPI_N_TO_N,
            (OUT, IN, MPI_Comm comm), (OUT_ARGUMENTS, IN_ARGUMENTS, comm), NO_ROOT,
            call.sent = call.received = call.n * BYTES (n_in, in_type))

COLLECTIVE (Allgatherv, allgatherv, SPUR_MPI_N_TO_N,
            (OUT, IN_EACH, MPI_Comm comm), (OUT_ARGUMENTS, IN_EACH_ARGUMENTS, comm), NO_ROOT,
            call.sent = call.n * (out == MPI_IN_PLACE ? BYTES (n_in[call.me], in_type)
                                                      : BYTES (n_out, out_type));
            call.received = BYTES (add_counts (n_in, call.n), in_type))

COLLECTIVE (Alltoall, alltoall, SPUR_MPI_N_TO_N,
            (OUT, IN, MPI_Comm comm), (OUT_ARGUMENTS, IN_ARGUMENTS, comm), NO_ROOT,
            call.sent = call.received = call.n * BYTES (n_in, in_type))

COLLECTIVE (Alltoallv, alltoallv, SPUR_MPI_PAIRS,
            (OUT_EACH, IN_EACH, MPI_Comm comm),
            (OUT_EACH_ARGUMENTS, IN_EACH_ARGUMENTS, comm), NO_ROOT,
            call.received = BYTES (add_counts (n_in, call.n), in_type);
            call.sent = out == MPI_IN_PLACE ? call.received
                                            : BYTES (add_counts (n_out, call.n), out_type);
            set_senders (&call, n_in))

COLLECTIVE (Alltoallw, alltoallw, SPUR_MPI_PAIRS,
            (const void *out, const COUNT *n_out, const DISPLACEMENT *out_places,
             const MPI_Datatype *out_types, void *in, const COUNT *n_in,
             const DISPLACEMENT *in_places, const MPI_Datatype *in_types, MPI_Comm comm),
            (out, n_out, out_places, out_types, in, n_in, in_places, in_types, comm), NO_ROOT,
            call.received = sum_bytes (n_in, in_types, call.n);
            call.sent = out == MPI_IN_PLACE ? call.received
                                            : sum_bytes (n_out, out_types, call.n);
            set_senders (&call, n_in))

COLLECTIVE (Reduce_scatter, reduce_scatter, SPUR_MPI_N_TO_N,
            (const void *out, void *in, const COUNT *n_in, MPI_Datatype type, MPI_Op op,
             MPI_Comm comm),
            (out, in, n_in, type, op, comm), NO_ROOT,
            call.sent = call.comm->is_inter ? 0 : BYTES (add_counts (n_in, call.n), type);
            call.received = call.n * BYTES (n_in[call.me], type))

COLLECTIVE (Reduce_scatter_block, reduce_scatter_block, SPUR_MPI_N_TO_N,
            (REDUCED, MPI_Comm comm), (REDUCED_ARGUMENTS, comm), NO_ROOT,
            call.sent = call.received = call.n * BYTES (n, type))

COLLECTIVE (Scan, scan, SPUR_MPI_SCAN,
            (REDUCED, MPI_Comm comm), (REDUCED_ARGUMENTS, comm), NO_ROOT,
            call.sent = (call.n - call.me) * BYTES (n, type);
            call.received = (call.me + 1) * BYTES (n, type))

COLLECTIVE (Exscan, exscan, SPUR_MPI_EXSCAN,
            (REDUCED, MPI_Comm comm), (REDUCED_ARGUMENTS, comm), NO_ROOT,
            call.sent = (call.n - call.me - 1) * BYTES (n, type);
            call.received = call.me * BYTES (n, type))
/* clang-format on */

#pragma GCC visibility pop
