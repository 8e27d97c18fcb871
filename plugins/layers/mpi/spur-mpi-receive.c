/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Point-to-point functions that receive. */
#include "config.h"

#include "plugins/layers/mpi/spur-mpi-large.h"
#include "plugins/layers/mpi/spur-mpi-layer.h"

static void
note_receive (int result, MPI_Comm comm, int from, const MPI_Status *status)
{
  if (result == MPI_SUCCESS && from != MPI_PROC_NULL)
    spur_mpi_put_receive (spur_mpi_comm_find (comm), status, NULL);
}

static void
note_posted (int result, MPI_Comm comm, int from, SpurMpiPlace place, const MPI_Request *request)
{
  if (result == MPI_SUCCESS)
    spur_mpi_put_posted_receive (comm, from, place, *request);
}

/* A message is received whenever the request is started. */
static void
note_persistent_receive (int result, MPI_Comm comm, int from, const MPI_Request *handle)
{
  SpurMpiComm *known = spur_mpi_comm_find (comm);
  SpurMpiRequest request = { .kind = SPUR_MPI_RECEIVE, .is_persistent = true, .peer = from };

  if (known == NULL || result != MPI_SUCCESS)
    return;
  request.comm = spur_mpi_comm_ref (known);
  spur_mpi_request_put (*handle, &request);
}

/* Which message it is was settled when it was probed. */
static void
note_matched (int result, SpurMpiRequest *probed, const MPI_Status *status)
{
  if (probed == NULL)
    return;
  if (result == MPI_SUCCESS)
    spur_mpi_put_receive (probed->comm, status, &probed->place);
  spur_mpi_comm_unref (probed->comm);
}

#pragma GCC visibility push(default)

/* clang-format off */
WRAP (Recv,
      (void *buffer, COUNT n, MPI_Datatype type, int from, int tag, MPI_Comm comm,
       MPI_Status *status),
      (buffer, n, type, from, tag, comm, used),
      MPI_Status own; MPI_Status *used = status == MPI_STATUS_IGNORE ? &own : status,
      note_receive (result, comm, from, used))

WRAP (Irecv,
      (void *buffer, COUNT n, MPI_Datatype type, int from, int tag, MPI_Comm comm,
       MPI_Request *request),
      (buffer, n, type, from, tag, comm, request),
      SpurMpiPlace place = spur_mpi_post (),
      note_posted (result, comm, from, place, request))

WRAP (Recv_init,
      (void *buffer, COUNT n, MPI_Datatype type, int from, int tag, MPI_Comm comm,
       MPI_Request *request),
      (buffer, n, type, from, tag, comm, request),
      SPUR_MPI_NOTHING,
      note_persistent_receive (result, comm, from, request))

WRAP (Mrecv,
      (void *buffer, COUNT n, MPI_Datatype type, MPI_Message *message, MPI_Status *status),
      (buffer, n, type, message, used),
      MPI_Status own; MPI_Status *used = status == MPI_STATUS_IGNORE ? &own : status;
      SpurMpiRequest probed;
      bool is_known = spur_mpi_message_take (*message, &probed),
      note_matched (result, is_known ? &probed : NULL, used))

WRAP (Imrecv,
      (void *buffer, COUNT n, MPI_Datatype type, MPI_Message *message, MPI_Request *request),
      (buffer, n, type, message, request),
      SpurMpiRequest probed;
      bool is_known = spur_mpi_message_take (*message, &probed),
      if (is_known && result == MPI_SUCCESS) spur_mpi_request_put (*request, &probed))
/* clang-format on */

#pragma GCC visibility pop
