/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The same for collective operations and communicators. */
#include "config.h"

#include "plugins/layers/mpi/spur-mpi-fortran.h"

/* The types of an operation that has one for each member; NULL where they mean nothing. */
static MPI_Datatype *
get_types (const Int *types, MPI_Comm comm, const void *buffer)
{
  MPI_Datatype *made;
  int n = 0, is_inter = 0;

  if (buffer == MPI_IN_PLACE)
    return NULL;
  PMPI_Comm_test_inter (comm, &is_inter);
  if (is_inter)
    PMPI_Comm_remote_size (comm, &n);
  else
    PMPI_Comm_size (comm, &n);
  made = malloc ((size_t) n * sizeof *made + 1);
  for (int i = 0; made != NULL && i < n; i++)
    made[i] = PMPI_Type_f2c (types[i]);
  return made;
}

/* What is sent and what is received, alike for all members or not. */
#define OUT void *out, Int *n_out, Int *out_type
#define OUT_ARGUMENTS AT (out), *n_out, TYPE (out_type)
#define IN void *in, Int *n_in, Int *in_type
#define IN_ARGUMENTS AT (in), *n_in, TYPE (in_type)
#define OUT_EACH void *out, Int *n_out, Int *out_places, Int *out_type
#define OUT_EACH_ARGUMENTS AT (out), n_out, out_places, TYPE (out_type)
#define IN_EACH void *in, Int *n_in, Int *in_places, Int *in_type
#define IN_EACH_ARGUMENTS AT (in), n_in, in_places, TYPE (in_type)
#define REDUCED void *out, void *in, Int *n, Int *type, Int *op
#define REDUCED_ARGUMENTS AT (out), AT (in), *n, TYPE (type), OP (op)

#define COLLECTIVE(name, function, starter, parameters, arguments)                                 \
  FORTRAN (name, (SPUR_MPI_UNPACK parameters, Int * error), result = function arguments)           \
  FORTRAN (i##name, (SPUR_MPI_UNPACK parameters, Int * request, Int * error), MPI_Request made;    \
           result = starter (SPUR_MPI_UNPACK arguments, &made);                                    \
           if (result == MPI_SUCCESS) *request = PMPI_Request_c2f (made))

/* Makes a communicator. */
#define MAKE(name, function, parameters, arguments)                                                \
  FORTRAN (name, (SPUR_MPI_UNPACK parameters, Int * made, Int * error), MPI_Comm new_comm;         \
           result = function (SPUR_MPI_UNPACK arguments, &new_comm);                               \
           if (result == MPI_SUCCESS) *made = PMPI_Comm_c2f (new_comm))

#pragma GCC visibility push(default)

/* clang-format off */
COLLECTIVE (barrier, MPI_Barrier, MPI_Ibarrier, (Int *comm), (COMM (comm)))
COLLECTIVE (bcast, MPI_Bcast, MPI_Ibcast,
            (void *buffer, Int *n, Int *type, Int *root, Int *comm),
            (AT (buffer), *n, TYPE (type), *root, COMM (comm)))
COLLECTIVE (reduce, MPI_Reduce, MPI_Ireduce,
            (REDUCED, Int *root, Int *comm), (REDUCED_ARGUMENTS, *root, COMM (comm)))
COLLECTIVE (allreduce, MPI_Allreduce, MPI_Iallreduce,
            (REDUCED, Int *comm), (REDUCED_ARGUMENTS, COMM (comm)))
COLLECTIVE (gather, MPI_Gather, MPI_Igather,
            (OUT, IN, Int *root, Int *comm), (OUT_ARGUMENTS, IN_ARGUMENTS, *root, COMM (comm)))
COLLECTIVE (gatherv, MPI_Gatherv, MPI_Igatherv,
            (OUT, IN_EACH, Int *root, Int *comm),
            (OUT_ARGUMENTS, IN_EACH_ARGUMENTS, *root, COMM (comm)))
COLLECTIVE (scatter, MPI_Scatter, MPI_Iscatter,
            (OUT, IN, Int *root, Int *comm), (OUT_ARGUMENTS, IN_ARGUMENTS, *root, COMM (comm)))
COLLECTIVE (scatterv, MPI_Scatterv, MPI_Iscatterv,
            (OUT_EACH, IN, Int *root, Int *comm),
            (OUT_EACH_ARGUMENTS, IN_ARGUMENTS, *root, COMM (comm)))
COLLECTIVE (allgather, MPI_Allgather, MPI_Iallgather,
            (OUT, IN, Int *comm), (OUT_ARGUMENTS, IN_ARGUMENTS, COMM (comm)))
COLLECTIVE (allgatherv, MPI_Allgatherv, MPI_Iallgatherv,
            (OUT, IN_EACH, Int *comm), (OUT_ARGUMENTS, IN_EACH_ARGUMENTS, COMM (comm)))
COLLECTIVE (alltoall, MPI_Alltoall, MPI_Ialltoall,
            (OUT, IN, Int *comm), (OUT_ARGUMENTS, IN_ARGUMENTS, COMM (comm)))
COLLECTIVE (alltoallv, MPI_Alltoallv, MPI_Ialltoallv,
            (OUT_EACH, IN_EACH, Int *comm), (OUT_EACH_ARGUMENTS, IN_EACH_ARGUMENTS, COMM (comm)))
COLLECTIVE (reduce_scatter, MPI_Reduce_scatter, MPI_Ireduce_scatter,
            (void *out, void *in, Int *n_in, Int *type, Int *op, Int *comm),
            (AT (out), AT (in), n_in, TYPE (type), OP (op), COMM (comm)))
COLLECTIVE (reduce_scatter_block, MPI_Reduce_scatter_block, MPI_Ireduce_scatter_block,
            (void *out, void *in, Int *n_in, Int *type, Int *op, Int *comm),
            (AT (out), AT (in), *n_in, TYPE (type), OP (op), COMM (comm)))
COLLECTIVE (scan, MPI_Scan, MPI_Iscan,
            (REDUCED, Int *comm), (REDUCED_ARGUMENTS, COMM (comm)))
COLLECTIVE (exscan, MPI_Exscan, MPI_Iexscan,
            (REDUCED, Int *comm), (REDUCED_ARGUMENTS, COMM (comm)))

/* Types for the non-blocking one have to last until it is complete, as in Fortran itself; Open MPI
 * reads them at once. */
FORTRAN (alltoallw,
         (void *out, Int *n_out, Int *out_places, Int *out_types, void *in, Int *n_in,
          Int *in_places, Int *in_types, Int *comm, Int *error),
         MPI_Datatype *from = get_types (out_types, COMM (comm), AT (out));
         MPI_Datatype *to = get_types (in_types, COMM (comm), NULL);
         result = MPI_Alltoallw (AT (out), n_out, out_places, from, AT (in), n_in, in_places, to,
                                 COMM (comm));
         free (from); free (to))

MAKE (comm_dup, MPI_Comm_dup, (Int *comm), (COMM (comm)))
MAKE (comm_dup_with_info, MPI_Comm_dup_with_info, (Int *comm, Int *info),
      (COMM (comm), PMPI_Info_f2c (*info)))
MAKE (comm_split, MPI_Comm_split, (Int *comm, Int *colour, Int *key),
      (COMM (comm), *colour, *key))
MAKE (comm_split_type, MPI_Comm_split_type, (Int *comm, Int *type, Int *key, Int *info),
      (COMM (comm), *type, *key, PMPI_Info_f2c (*info)))
MAKE (comm_create, MPI_Comm_create, (Int *comm, Int *group),
      (COMM (comm), PMPI_Group_f2c (*group)))
MAKE (comm_create_group, MPI_Comm_create_group, (Int *comm, Int *group, Int *tag),
      (COMM (comm), PMPI_Group_f2c (*group), *tag))
MAKE (intercomm_create, MPI_Intercomm_create,
      (Int *comm, Int *leader, Int *peers, Int *remote_leader, Int *tag),
      (COMM (comm), *leader, COMM (peers), *remote_leader, *tag))
MAKE (intercomm_merge, MPI_Intercomm_merge, (Int *comm, Int *is_high), (COMM (comm), *is_high))
MAKE (cart_create, MPI_Cart_create,
      (Int *comm, Int *n, Int *n_in, Int *is_periodic, Int *may_reorder),
      (COMM (comm), *n, n_in, is_periodic, *may_reorder))
MAKE (cart_sub, MPI_Cart_sub, (Int *comm, Int *remains), (COMM (comm), remains))
FORTRAN (comm_free, (Int *comm, Int *error),
         MPI_Comm used = COMM (comm); result = MPI_Comm_free (&used);
         if (result == MPI_SUCCESS) *comm = PMPI_Comm_c2f (used))
FORTRAN (comm_disconnect, (Int *comm, Int *error),
         MPI_Comm used = COMM (comm); result = MPI_Comm_disconnect (&used);
         if (result == MPI_SUCCESS) *comm = PMPI_Comm_c2f (used))
/* clang-format on */

#pragma GCC visibility pop
