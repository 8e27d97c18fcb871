/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Open MPI's functions for Fortran call PMPI_X(), past the layer; so they are defined here again,
 * and call MPI_X(). Those of MPICH do so by themselves.
 *
 * A program calls mpi_x_(), the modules of Fortran 2008 call ompi_x_f(). */
#include <stdlib.h>

#include "plugins/layers/mpi/spur-mpi-layer.h"

#pragma GCC visibility push(default)
extern int mpi_fortran_bottom_;
extern int mpi_fortran_in_place_;
extern int mpi_fortran_status_ignore_;
extern int mpi_fortran_statuses_ignore_;
#pragma GCC visibility pop

/* The parameter @error is last, and may be NULL. */
#define FORTRAN(name, parameters, ...)                                                             \
  void ompi_##name##_f parameters;                                                                 \
  void mpi_##name##_ parameters __attribute__ ((alias ("ompi_" #name "_f")));                      \
  void mpi_##name##__ parameters __attribute__ ((alias ("ompi_" #name "_f")));                     \
  void ompi_##name##_f parameters                                                                  \
  {                                                                                                \
    int result;                                                                                    \
                                                                                                   \
    __VA_ARGS__;                                                                                   \
    if (error != NULL)                                                                             \
      *error = result;                                                                             \
  }

typedef MPI_Fint Int;

#define COMM(comm) PMPI_Comm_f2c (*(comm))
#define TYPE(type) PMPI_Type_f2c (*(type))
#define OP(op) PMPI_Op_f2c (*(op))
#define STATUS(status) ((void *) (status) == &mpi_fortran_status_ignore_ ? MPI_STATUS_IGNORE : &own)
#define GIVE_STATUS(status)                                                                        \
  if (result == MPI_SUCCESS && (void *) (status) != &mpi_fortran_status_ignore_)                   \
  PMPI_Status_c2f (&own, status)

static inline void *
spur_mpi_from_fortran (void *address)
{
  if (address == &mpi_fortran_bottom_)
    return MPI_BOTTOM;
  return address == &mpi_fortran_in_place_ ? MPI_IN_PLACE : address;
}

#define AT(address) spur_mpi_from_fortran (address)

#define STATUS_INTS (sizeof (MPI_Status) / sizeof (Int))

/* Requests and statuses as C has them. */
typedef struct
{
  MPI_Request *requests;
  MPI_Status *statuses;
} Many;

static bool
many_init (Many *self, Int n, const Int *requests)
{
  size_t n_places = n > 0 ? (size_t) n : 1;

  self->requests = malloc (n_places * sizeof *self->requests);
  self->statuses = malloc (n_places * sizeof *self->statuses);
  for (Int i = 0; self->requests != NULL && i < n; i++)
    self->requests[i] = PMPI_Request_f2c (requests[i]);
  return self->requests != NULL && self->statuses != NULL;
}

static int
many_clear (Many *self, int result)
{
  free (self->requests);
  free (self->statuses);
  return result;
}

static void
give_requests (const Many *self, Int n, Int *requests)
{
  for (Int i = 0; i < n; i++)
    requests[i] = PMPI_Request_c2f (self->requests[i]);
}

static void
give_statuses (const Many *self, Int n, Int *statuses)
{
  if ((void *) statuses == &mpi_fortran_statuses_ignore_)
    return;
  for (Int i = 0; i < n; i++)
    PMPI_Status_c2f (&self->statuses[i], statuses + (size_t) i * STATUS_INTS);
}

static MPI_Status *
get_statuses (const Many *self, const Int *statuses)
{
  return (const void *) statuses == &mpi_fortran_statuses_ignore_ ? MPI_STATUSES_IGNORE
                                                                  : self->statuses;
}

#define IS_COMPLETE(result) ((result) == MPI_SUCCESS || (result) == MPI_ERR_IN_STATUS)

/* @is_done: NULL where all are waited for. */
static int
complete_all (Int n, Int *requests, Int *is_done, Int *statuses)
{
  Many many;
  int result = MPI_ERR_NO_MEM;

  if (many_init (&many, n, requests))
    {
      MPI_Status *found = get_statuses (&many, statuses);

      result = is_done == NULL ? MPI_Waitall (n, many.requests, found)
                               : MPI_Testall (n, many.requests, is_done, found);
      if (is_done == NULL || *is_done)
        {
          give_requests (&many, n, requests);
          if (IS_COMPLETE (result))
            give_statuses (&many, n, statuses);
        }
    }
  return many_clear (&many, result);
}

/* Fortran counts from 1. */
static void
give_one (const Many *self, Int *requests, Int *place, const MPI_Status *found, Int *status)
{
  if (*place != MPI_UNDEFINED)
    {
      requests[*place] = PMPI_Request_c2f (self->requests[*place]);
      ++*place;
    }
  if ((void *) status != &mpi_fortran_status_ignore_)
    PMPI_Status_c2f (found, status);
}

/* @is_done: NULL where one is waited for. */
static int
complete_any (Int n, Int *requests, Int *place, Int *is_done, Int *status)
{
  Many many;
  MPI_Status found;
  int result = MPI_ERR_NO_MEM;

  if (many_init (&many, n, requests))
    {
      result = is_done == NULL ? MPI_Waitany (n, many.requests, place, &found)
                               : MPI_Testany (n, many.requests, place, is_done, &found);
      if (result == MPI_SUCCESS && (is_done == NULL || *is_done))
        give_one (&many, requests, place, &found, status);
    }
  return many_clear (&many, result);
}

static int
complete_some (bool does_wait, Int n, Int *requests, Int *n_done, Int *places, Int *statuses)
{
  Many many;
  int result = MPI_ERR_NO_MEM;

  if (many_init (&many, n, requests))
    {
      MPI_Status *found = get_statuses (&many, statuses);

      result = does_wait ? MPI_Waitsome (n, many.requests, n_done, places, found)
                         : MPI_Testsome (n, many.requests, n_done, places, found);
      for (Int i = 0; IS_COMPLETE (result) && *n_done != MPI_UNDEFINED && i < *n_done; i++)
        {
          requests[places[i]] = PMPI_Request_c2f (many.requests[places[i]]);
          places[i]++;
        }
      if (IS_COMPLETE (result) && *n_done != MPI_UNDEFINED)
        give_statuses (&many, *n_done, statuses);
    }
  return many_clear (&many, result);
}

static int
start_all (Int n, Int *requests)
{
  Many many;
  int result = MPI_ERR_NO_MEM;

  if (many_init (&many, n, requests))
    {
      result = MPI_Startall (n, many.requests);
      give_requests (&many, n, requests);
    }
  return many_clear (&many, result);
}

#define MESSAGE void *buffer, Int *n, Int *type, Int *peer, Int *tag, Int *comm
#define MESSAGE_ARGUMENTS AT (buffer), *n, TYPE (type), *peer, *tag, COMM (comm)

#define SEND(name, function)                                                                       \
  FORTRAN (name, (MESSAGE, Int * error), result = function (MESSAGE_ARGUMENTS))

/* Makes a request. */
#define ASK(name, function)                                                                        \
  FORTRAN (name, (MESSAGE, Int * request, Int * error), MPI_Request made;                          \
           result = function (MESSAGE_ARGUMENTS, &made);                                           \
           if (result == MPI_SUCCESS) *request = PMPI_Request_c2f (made))

/* With a request that may go. */
#define GIVE_REQUEST(used) *request = PMPI_Request_c2f (used)

#pragma GCC visibility push(default)

/* clang-format off */
FORTRAN (init, (Int *error), int n = 0; char **none = NULL; result = MPI_Init (&n, &none))
FORTRAN (init_thread, (Int *required, Int *provided, Int *error),
         int n = 0; char **none = NULL; result = MPI_Init_thread (&n, &none, *required, provided))
FORTRAN (finalize, (Int *error), result = MPI_Finalize ())
FORTRAN (abort, (Int *comm, Int *code, Int *error), result = MPI_Abort (COMM (comm), *code))

SEND (send, MPI_Send)
SEND (bsend, MPI_Bsend)
SEND (ssend, MPI_Ssend)
SEND (rsend, MPI_Rsend)
ASK (isend, MPI_Isend)
ASK (ibsend, MPI_Ibsend)
ASK (issend, MPI_Issend)
ASK (irsend, MPI_Irsend)
ASK (irecv, MPI_Irecv)
ASK (send_init, MPI_Send_init)
ASK (bsend_init, MPI_Bsend_init)
ASK (ssend_init, MPI_Ssend_init)
ASK (rsend_init, MPI_Rsend_init)
ASK (recv_init, MPI_Recv_init)

FORTRAN (recv, (MESSAGE, Int *status, Int *error),
         MPI_Status own; result = MPI_Recv (MESSAGE_ARGUMENTS, STATUS (status));
         GIVE_STATUS (status))
FORTRAN (sendrecv,
         (void *out, Int *n_out, Int *out_type, Int *to, Int *out_tag, void *in, Int *n_in,
          Int *in_type, Int *from, Int *in_tag, Int *comm, Int *status, Int *error),
         MPI_Status own;
         result = MPI_Sendrecv (AT (out), *n_out, TYPE (out_type), *to, *out_tag, AT (in), *n_in,
                                TYPE (in_type), *from, *in_tag, COMM (comm), STATUS (status));
         GIVE_STATUS (status))
FORTRAN (sendrecv_replace,
         (void *buffer, Int *n, Int *type, Int *to, Int *out_tag, Int *from, Int *in_tag,
          Int *comm, Int *status, Int *error),
         MPI_Status own;
         result = MPI_Sendrecv_replace (AT (buffer), *n, TYPE (type), *to, *out_tag, *from,
                                        *in_tag, COMM (comm), STATUS (status));
         GIVE_STATUS (status))

FORTRAN (wait, (Int *request, Int *status, Int *error),
         MPI_Status own; MPI_Request used = PMPI_Request_f2c (*request);
         result = MPI_Wait (&used, STATUS (status));
         if (result == MPI_SUCCESS) GIVE_REQUEST (used);
         GIVE_STATUS (status))
FORTRAN (waitall, (Int *n, Int *requests, Int *statuses, Int *error),
         result = complete_all (*n, requests, NULL, statuses))
FORTRAN (waitany, (Int *n, Int *requests, Int *place, Int *status, Int *error),
         result = complete_any (*n, requests, place, NULL, status))
FORTRAN (waitsome, (Int *n, Int *requests, Int *n_done, Int *places, Int *statuses, Int *error),
         result = complete_some (true, *n, requests, n_done, places, statuses))
FORTRAN (test, (Int *request, Int *is_done, Int *status, Int *error),
         MPI_Status own; MPI_Request used = PMPI_Request_f2c (*request);
         result = MPI_Test (&used, is_done, STATUS (status));
         if (result == MPI_SUCCESS && *is_done) { GIVE_REQUEST (used); GIVE_STATUS (status); })
FORTRAN (testall, (Int *n, Int *requests, Int *is_done, Int *statuses, Int *error),
         result = complete_all (*n, requests, is_done, statuses))
FORTRAN (testany, (Int *n, Int *requests, Int *place, Int *is_done, Int *status, Int *error),
         result = complete_any (*n, requests, place, is_done, status))
FORTRAN (testsome, (Int *n, Int *requests, Int *n_done, Int *places, Int *statuses, Int *error),
         result = complete_some (false, *n, requests, n_done, places, statuses))
FORTRAN (request_get_status, (Int *request, Int *is_done, Int *status, Int *error),
         MPI_Status own;
         result = MPI_Request_get_status (PMPI_Request_f2c (*request), is_done, STATUS (status));
         if (*is_done) GIVE_STATUS (status))
FORTRAN (start, (Int *request, Int *error),
         MPI_Request used = PMPI_Request_f2c (*request); result = MPI_Start (&used);
         if (result == MPI_SUCCESS) GIVE_REQUEST (used))
FORTRAN (startall, (Int *n, Int *requests, Int *error), result = start_all (*n, requests))
FORTRAN (cancel, (Int *request, Int *error),
         MPI_Request used = PMPI_Request_f2c (*request); result = MPI_Cancel (&used))
FORTRAN (request_free, (Int *request, Int *error),
         MPI_Request used = PMPI_Request_f2c (*request); result = MPI_Request_free (&used);
         if (result == MPI_SUCCESS) GIVE_REQUEST (used))

FORTRAN (probe, (Int *from, Int *tag, Int *comm, Int *status, Int *error),
         MPI_Status own; result = MPI_Probe (*from, *tag, COMM (comm), STATUS (status));
         GIVE_STATUS (status))
FORTRAN (iprobe, (Int *from, Int *tag, Int *comm, Int *is_there, Int *status, Int *error),
         MPI_Status own;
         result = MPI_Iprobe (*from, *tag, COMM (comm), is_there, STATUS (status));
         if (*is_there) GIVE_STATUS (status))
FORTRAN (mprobe, (Int *from, Int *tag, Int *comm, Int *message, Int *status, Int *error),
         MPI_Status own; MPI_Message found;
         result = MPI_Mprobe (*from, *tag, COMM (comm), &found, STATUS (status));
         if (result == MPI_SUCCESS) *message = PMPI_Message_c2f (found);
         GIVE_STATUS (status))
FORTRAN (improbe,
         (Int *from, Int *tag, Int *comm, Int *is_there, Int *message, Int *status, Int *error),
         MPI_Status own; MPI_Message found;
         result = MPI_Improbe (*from, *tag, COMM (comm), is_there, &found, STATUS (status));
         if (result == MPI_SUCCESS && *is_there) {
           *message = PMPI_Message_c2f (found);
           GIVE_STATUS (status);
         })
FORTRAN (mrecv, (void *buffer, Int *n, Int *type, Int *message, Int *status, Int *error),
         MPI_Status own; MPI_Message used = PMPI_Message_f2c (*message);
         result = MPI_Mrecv (AT (buffer), *n, TYPE (type), &used, STATUS (status));
         if (result == MPI_SUCCESS) *message = PMPI_Message_c2f (used);
         GIVE_STATUS (status))
FORTRAN (imrecv, (void *buffer, Int *n, Int *type, Int *message, Int *request, Int *error),
         MPI_Message used = PMPI_Message_f2c (*message); MPI_Request made;
         result = MPI_Imrecv (AT (buffer), *n, TYPE (type), &used, &made);
         if (result == MPI_SUCCESS) {
           *message = PMPI_Message_c2f (used);
           GIVE_REQUEST (made);
         })
/* clang-format on */

#pragma GCC visibility pop

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
