/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Collective operations, each as it blocks, as it does not, and as it is started again and again.
 * How many bytes a member sends and receives is counted as tracers of MPI do it: what it gives to
 * or gets from each member, itself included. */
#include "config.h"

#include <stdlib.h>

#include "plugins/layers/mpi/spur-mpi-large.h"
#include "plugins/layers/mpi/spur-mpi-layer.h"

#define NO_ROOT SPUR_MPI_NO_ROOT
#define BYTES(n, type) spur_mpi_get_n_bytes ((MPI_Count) (n), type)

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

/* What a call is like is told by @details, which is done only where it is recorded. */
#define BLOCKING(name, parameters, arguments, comm, with_root, details)                            \
  WRAP (                                                                                           \
    name, parameters, arguments, SpurMpiCall call;                                                 \
    bool is_known = spur_mpi_call_init (&call, &operation_##name, comm, with_root);                \
    if (is_known) {                                                                                \
      details;                                                                                     \
      spur_mpi_call_begin (&call);                                                                 \
    },                                                                                             \
    if (is_known) spur_mpi_call_end (&call))

#define STARTING(name, base, parameters, arguments, comm, with_root, details, is_persistent)       \
  WRAP (                                                                                           \
    name, parameters, arguments, SpurMpiCall call;                                                 \
    bool is_known = spur_mpi_call_init (&call, &operation_##base, comm, with_root);                \
    if (is_known) {                                                                                \
      details;                                                                                     \
      spur_mpi_call_plan (&call, is_persistent);                                                   \
    },                                                                                             \
    if (is_known) spur_mpi_call_ask (&call, result, request, is_persistent))

#if MPI_VERSION >= 4
#define PERSISTENT(name, parameters, arguments, comm, with_root, details)                          \
  STARTING (name##_init, name, (SPUR_MPI_UNPACK parameters, MPI_Info info, MPI_Request * request), \
            (SPUR_MPI_UNPACK arguments, info, request), comm, with_root, details, true)
#else
#define PERSISTENT(name, parameters, arguments, comm, with_root, details)
#endif

#define COLLECTIVE(name, small, pattern, parameters, arguments, comm, with_root, details)          \
  static SpurMpiOperation operation_##name = { #name, pattern, { SPUR_RECORD_NONE } };             \
  BLOCKING (name, parameters, arguments, comm, with_root, details)                                 \
  STARTING (I##small, name, (SPUR_MPI_UNPACK parameters, MPI_Request * request),                   \
            (SPUR_MPI_UNPACK arguments, request), comm, with_root, details, false)                 \
  PERSISTENT (name, parameters, arguments, comm, with_root, details)

#pragma GCC visibility push(default)

/* clang-format off */
#ifndef SPUR_MPI_LARGE
COLLECTIVE (Barrier, barrier, SPUR_MPI_BARRIER,
            (MPI_Comm comm), (comm), comm, NO_ROOT, SPUR_MPI_NOTHING)
#endif

COLLECTIVE (Bcast, bcast, SPUR_MPI_ONE_TO_N,
            (void *buffer, COUNT n, MPI_Datatype type, int root, MPI_Comm comm),
            (buffer, n, type, root, comm), comm, root,
            call.received = BYTES (n, type);
            call.sent = call.is_root ? call.n * call.received : 0)

COLLECTIVE (Reduce, reduce, SPUR_MPI_N_TO_ONE,
            (const void *out, void *in, COUNT n, MPI_Datatype type, MPI_Op op, int root,
             MPI_Comm comm),
            (out, in, n, type, op, root, comm), comm, root,
            call.sent = BYTES (n, type);
            call.received = call.is_root ? call.n * call.sent : 0)

COLLECTIVE (Allreduce, allreduce, SPUR_MPI_N_TO_N,
            (const void *out, void *in, COUNT n, MPI_Datatype type, MPI_Op op, MPI_Comm comm),
            (out, in, n, type, op, comm), comm, NO_ROOT,
            call.sent = call.received = call.n * BYTES (n, type))

COLLECTIVE (Gather, gather, SPUR_MPI_N_TO_ONE,
            (const void *out, COUNT n_out, MPI_Datatype out_type,
             void *in, COUNT n_in, MPI_Datatype in_type, int root, MPI_Comm comm),
            (out, n_out, out_type, in, n_in, in_type, root, comm), comm, root,
            call.sent = out == MPI_IN_PLACE ? BYTES (n_in, in_type) : BYTES (n_out, out_type);
            call.received = call.is_root ? call.n * BYTES (n_in, in_type) : 0)

COLLECTIVE (Gatherv, gatherv, SPUR_MPI_N_TO_ONE,
            (const void *out, COUNT n_out, MPI_Datatype out_type, void *in, const COUNT *n_in,
             const DISPLACEMENT *places, MPI_Datatype in_type, int root, MPI_Comm comm),
            (out, n_out, out_type, in, n_in, places, in_type, root, comm), comm, root,
            call.sent = out == MPI_IN_PLACE ? BYTES (n_in[call.me], in_type)
                                            : BYTES (n_out, out_type);
            call.received = call.is_root ? BYTES (add_counts (n_in, call.n), in_type) : 0)

COLLECTIVE (Scatter, scatter, SPUR_MPI_ONE_TO_N,
            (const void *out, COUNT n_out, MPI_Datatype out_type,
             void *in, COUNT n_in, MPI_Datatype in_type, int root, MPI_Comm comm),
            (out, n_out, out_type, in, n_in, in_type, root, comm), comm, root,
            call.sent = call.is_root ? call.n * BYTES (n_out, out_type) : 0;
            call.received = in == MPI_IN_PLACE ? BYTES (n_out, out_type) : BYTES (n_in, in_type))

COLLECTIVE (Scatterv, scatterv, SPUR_MPI_ONE_TO_N,
            (const void *out, const COUNT *n_out, const DISPLACEMENT *places,
             MPI_Datatype out_type, void *in, COUNT n_in, MPI_Datatype in_type, int root,
             MPI_Comm comm),
            (out, n_out, places, out_type, in, n_in, in_type, root, comm), comm, root,
            call.sent = call.is_root ? BYTES (add_counts (n_out, call.n), out_type) : 0;
            call.received = in == MPI_IN_PLACE ? BYTES (n_out[call.me], out_type)
                                               : BYTES (n_in, in_type))

COLLECTIVE (Allgather, allgather, SPUR_MPI_N_TO_N,
            (const void *out, COUNT n_out, MPI_Datatype out_type,
             void *in, COUNT n_in, MPI_Datatype in_type, MPI_Comm comm),
            (out, n_out, out_type, in, n_in, in_type, comm), comm, NO_ROOT,
            call.sent = call.received = call.n * BYTES (n_in, in_type))

COLLECTIVE (Allgatherv, allgatherv, SPUR_MPI_N_TO_N,
            (const void *out, COUNT n_out, MPI_Datatype out_type, void *in, const COUNT *n_in,
             const DISPLACEMENT *places, MPI_Datatype in_type, MPI_Comm comm),
            (out, n_out, out_type, in, n_in, places, in_type, comm), comm, NO_ROOT,
            call.sent = call.n * (out == MPI_IN_PLACE ? BYTES (n_in[call.me], in_type)
                                                      : BYTES (n_out, out_type));
            call.received = BYTES (add_counts (n_in, call.n), in_type))

COLLECTIVE (Alltoall, alltoall, SPUR_MPI_N_TO_N,
            (const void *out, COUNT n_out, MPI_Datatype out_type,
             void *in, COUNT n_in, MPI_Datatype in_type, MPI_Comm comm),
            (out, n_out, out_type, in, n_in, in_type, comm), comm, NO_ROOT,
            call.sent = call.received = call.n * BYTES (n_in, in_type))

COLLECTIVE (Alltoallv, alltoallv, SPUR_MPI_PAIRS,
            (const void *out, const COUNT *n_out, const DISPLACEMENT *out_places,
             MPI_Datatype out_type, void *in, const COUNT *n_in, const DISPLACEMENT *in_places,
             MPI_Datatype in_type, MPI_Comm comm),
            (out, n_out, out_places, out_type, in, n_in, in_places, in_type, comm), comm, NO_ROOT,
            call.received = BYTES (add_counts (n_in, call.n), in_type);
            call.sent = out == MPI_IN_PLACE ? call.received
                                            : BYTES (add_counts (n_out, call.n), out_type);
            set_senders (&call, n_in))

COLLECTIVE (Alltoallw, alltoallw, SPUR_MPI_PAIRS,
            (const void *out, const COUNT *n_out, const DISPLACEMENT *out_places,
             const MPI_Datatype *out_types, void *in, const COUNT *n_in,
             const DISPLACEMENT *in_places, const MPI_Datatype *in_types, MPI_Comm comm),
            (out, n_out, out_places, out_types, in, n_in, in_places, in_types, comm), comm,
            NO_ROOT,
            call.received = sum_bytes (n_in, in_types, call.n);
            call.sent = out == MPI_IN_PLACE ? call.received
                                            : sum_bytes (n_out, out_types, call.n);
            set_senders (&call, n_in))

COLLECTIVE (Reduce_scatter, reduce_scatter, SPUR_MPI_N_TO_N,
            (const void *out, void *in, const COUNT *n_in, MPI_Datatype type, MPI_Op op,
             MPI_Comm comm),
            (out, in, n_in, type, op, comm), comm, NO_ROOT,
            call.sent = call.comm->is_inter ? 0 : BYTES (add_counts (n_in, call.n), type);
            call.received = call.n * BYTES (n_in[call.me], type))

COLLECTIVE (Reduce_scatter_block, reduce_scatter_block, SPUR_MPI_N_TO_N,
            (const void *out, void *in, COUNT n_in, MPI_Datatype type, MPI_Op op, MPI_Comm comm),
            (out, in, n_in, type, op, comm), comm, NO_ROOT,
            call.sent = call.received = call.n * BYTES (n_in, type))

COLLECTIVE (Scan, scan, SPUR_MPI_SCAN,
            (const void *out, void *in, COUNT n, MPI_Datatype type, MPI_Op op, MPI_Comm comm),
            (out, in, n, type, op, comm), comm, NO_ROOT,
            call.sent = (call.n - call.me) * BYTES (n, type);
            call.received = (call.me + 1) * BYTES (n, type))

COLLECTIVE (Exscan, exscan, SPUR_MPI_EXSCAN,
            (const void *out, void *in, COUNT n, MPI_Datatype type, MPI_Op op, MPI_Comm comm),
            (out, in, n, type, op, comm), comm, NO_ROOT,
            call.sent = (call.n - call.me - 1) * BYTES (n, type);
            call.received = call.me * BYTES (n, type))
/* clang-format on */

#pragma GCC visibility pop
