/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Point-to-point functions that send, and that do both. */
#include "config.h"

#include "plugins/layers/mpi/spur-mpi-large.h"
#include "plugins/layers/mpi/spur-mpi-layer.h"

static void
note_send (MPI_Comm comm, int to, int tag, MPI_Count n, MPI_Datatype type)
{
  if (spur_mpi_layer.is_on && to != MPI_PROC_NULL)
    spur_mpi_put_send (spur_mpi_comm_find (comm), to, tag, spur_mpi_get_n_bytes (n, type));
}

#define SEND(name)                                                                                 \
  WRAP (name, (const void *buffer, COUNT n, MPI_Datatype type, int to, int tag, MPI_Comm comm),    \
        (buffer, n, type, to, tag, comm), note_send (comm, to, tag, n, type), SPUR_MPI_NOTHING)

#define SEND_IMMEDIATELY(name)                                                                     \
  WRAP (name,                                                                                      \
        (const void *buffer, COUNT n, MPI_Datatype type, int to, int tag, MPI_Comm comm,           \
         MPI_Request *request),                                                                    \
        (buffer, n, type, to, tag, comm, request), note_send (comm, to, tag, n, type),             \
        SPUR_MPI_NOTHING)

/* A message is sent whenever the request is started. */
static void
note_persistent (
  int result, MPI_Comm comm, int to, int tag, MPI_Count n, MPI_Datatype type, MPI_Request *handle)
{
  SpurMpiComm *known = spur_mpi_comm_find (comm);
  SpurMpiRequest request = { .kind = SPUR_MPI_SEND, .is_persistent = true, .peer = to, .tag = tag };

  if (known == NULL || result != MPI_SUCCESS)
    return;
  request.comm = spur_mpi_comm_ref (known);
  request.n_bytes = spur_mpi_get_n_bytes (n, type);
  spur_mpi_request_put (*handle, &request);
}

#define SEND_AGAIN(name)                                                                           \
  WRAP (name,                                                                                      \
        (const void *buffer, COUNT n, MPI_Datatype type, int to, int tag, MPI_Comm comm,           \
         MPI_Request *request),                                                                    \
        (buffer, n, type, to, tag, comm, request), SPUR_MPI_NOTHING,                               \
        note_persistent (result, comm, to, tag, n, type, request))

static void
note_receive (int result, MPI_Comm comm, int from, const MPI_Status *status)
{
  if (result == MPI_SUCCESS && from != MPI_PROC_NULL)
    spur_mpi_put_receive (spur_mpi_comm_find (comm), status, NULL);
}

#if MPI_VERSION >= 4
static void
note_posted (int result, MPI_Comm comm, int from, SpurMpiPlace place, const MPI_Request *request)
{
  if (result == MPI_SUCCESS)
    spur_mpi_put_posted_receive (comm, from, place, *request);
}
#endif

#pragma GCC visibility push(default)

/* clang-format off */
SEND (Send)
SEND (Bsend)
SEND (Ssend)
SEND (Rsend)
SEND_IMMEDIATELY (Isend)
SEND_IMMEDIATELY (Ibsend)
SEND_IMMEDIATELY (Issend)
SEND_IMMEDIATELY (Irsend)
SEND_AGAIN (Send_init)
SEND_AGAIN (Bsend_init)
SEND_AGAIN (Ssend_init)
SEND_AGAIN (Rsend_init)

WRAP (Sendrecv,
      (const void *out, COUNT n_out, MPI_Datatype out_type, int to, int out_tag,
       void *in, COUNT n_in, MPI_Datatype in_type, int from, int in_tag,
       MPI_Comm comm, MPI_Status *status),
      (out, n_out, out_type, to, out_tag, in, n_in, in_type, from, in_tag, comm, used),
      MPI_Status own; MPI_Status *used = status == MPI_STATUS_IGNORE ? &own : status;
      note_send (comm, to, out_tag, n_out, out_type),
      note_receive (result, comm, from, used))

WRAP (Sendrecv_replace,
      (void *buffer, COUNT n, MPI_Datatype type, int to, int out_tag, int from, int in_tag,
       MPI_Comm comm, MPI_Status *status),
      (buffer, n, type, to, out_tag, from, in_tag, comm, used),
      MPI_Status own; MPI_Status *used = status == MPI_STATUS_IGNORE ? &own : status;
      note_send (comm, to, out_tag, n, type),
      note_receive (result, comm, from, used))

#if MPI_VERSION >= 4
WRAP (Isendrecv,
      (const void *out, COUNT n_out, MPI_Datatype out_type, int to, int out_tag,
       void *in, COUNT n_in, MPI_Datatype in_type, int from, int in_tag,
       MPI_Comm comm, MPI_Request *request),
      (out, n_out, out_type, to, out_tag, in, n_in, in_type, from, in_tag, comm, request),
      note_send (comm, to, out_tag, n_out, out_type); SpurMpiPlace place = spur_mpi_post (),
      note_posted (result, comm, from, place, request))

WRAP (Isendrecv_replace,
      (void *buffer, COUNT n, MPI_Datatype type, int to, int out_tag, int from, int in_tag,
       MPI_Comm comm, MPI_Request *request),
      (buffer, n, type, to, out_tag, from, in_tag, comm, request),
      note_send (comm, to, out_tag, n, type); SpurMpiPlace place = spur_mpi_post (),
      note_posted (result, comm, from, place, request))
#endif
/* clang-format on */

#pragma GCC visibility pop
