/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "plugins/layers/mpi/spur-mpi-fortran.h"

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
