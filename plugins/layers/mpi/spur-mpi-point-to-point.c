/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Point-to-point functions: those that send, that receive, and that do both. */
#include "plugins/layers/mpi/spur-mpi-large.h"

static void
note_send (MPI_Comm comm, int to, int tag, MPI_Count n, MPI_Datatype type)
{
  if (spur_mpi_layer.is_on && to != MPI_PROC_NULL)
    spur_mpi_put_send (spur_mpi_comm_find (comm), to, tag, spur_mpi_get_n_bytes (n, type));
}

static void
note_receive (int result, MPI_Comm comm, int from, const MPI_Status *status)
{
  if (result == MPI_SUCCESS && from != MPI_PROC_NULL)
    spur_mpi_put_receive (spur_mpi_comm_find (comm), status, NULL);
}

/* A message is sent or received when the request is complete, or whenever it is started. */
static void
note_request (int result, MPI_Comm comm, SpurMpiRequest request, const MPI_Request *handle)
{
  SpurMpiComm *known = spur_mpi_comm_find (comm);

  if (known == NULL || result != MPI_SUCCESS ||
      (request.peer == MPI_PROC_NULL && !request.is_persistent))
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

#define SENT const void *buffer, COUNT n, MPI_Datatype type, int to, int tag, MPI_Comm comm
#define SENT_ARGUMENTS buffer, n, type, to, tag, comm
#define RECEIVED void *buffer, COUNT n, MPI_Datatype type, int from, int tag, MPI_Comm comm
#define RECEIVED_ARGUMENTS buffer, n, type, from, tag, comm
#define REPLACED                                                                                   \
  void *buffer, COUNT n, MPI_Datatype type, int to, int out_tag, int from, int in_tag, MPI_Comm comm
#define REPLACED_ARGUMENTS buffer, n, type, to, out_tag, from, in_tag, comm

#define SEND(name)                                                                                 \
  WRAP (name, (SENT), (SENT_ARGUMENTS), note_send (comm, to, tag, n, type), SPUR_MPI_NOTHING)

#define SEND_IMMEDIATELY(name)                                                                     \
  WRAP (name, (SENT, MPI_Request * request), (SENT_ARGUMENTS, request),                            \
        note_send (comm, to, tag, n, type), SPUR_MPI_NOTHING)

#define SEND_AGAIN(name)                                                                           \
  WRAP (name, (SENT, MPI_Request * request), (SENT_ARGUMENTS, request), SPUR_MPI_NOTHING,          \
        note_request (result, comm,                                                                \
                      ((SpurMpiRequest){ .kind = SPUR_MPI_SEND,                                    \
                                         .is_persistent = true,                                    \
                                         .peer = to,                                               \
                                         .tag = tag,                                               \
                                         .n_bytes = spur_mpi_get_n_bytes (n, type) }),             \
                      request))

#define POSTED ((SpurMpiRequest){ .kind = SPUR_MPI_RECEIVE, .place = place, .peer = from })
#define RECEIVED_AGAIN                                                                             \
  ((SpurMpiRequest){ .kind = SPUR_MPI_RECEIVE, .is_persistent = true, .peer = from })

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

WRAP (Recv, (RECEIVED, MPI_Status *status), (RECEIVED_ARGUMENTS, used),
      SPUR_MPI_OWN_STATUS, note_receive (result, comm, from, used))
WRAP (Irecv, (RECEIVED, MPI_Request *request), (RECEIVED_ARGUMENTS, request),
      SpurMpiPlace place = spur_mpi_post (), note_request (result, comm, POSTED, request))
WRAP (Recv_init, (RECEIVED, MPI_Request *request), (RECEIVED_ARGUMENTS, request),
      SPUR_MPI_NOTHING, note_request (result, comm, RECEIVED_AGAIN, request))

WRAP (Mrecv,
      (void *buffer, COUNT n, MPI_Datatype type, MPI_Message *message, MPI_Status *status),
      (buffer, n, type, message, used),
      SPUR_MPI_OWN_STATUS; SpurMpiRequest probed;
      bool is_known = spur_mpi_message_take (*message, &probed),
      note_matched (result, is_known ? &probed : NULL, used))
WRAP (Imrecv,
      (void *buffer, COUNT n, MPI_Datatype type, MPI_Message *message, MPI_Request *request),
      (buffer, n, type, message, request),
      SpurMpiRequest probed; bool is_known = spur_mpi_message_take (*message, &probed),
      if (is_known && result == MPI_SUCCESS) spur_mpi_request_put (*request, &probed))

WRAP (Sendrecv,
      (OUT, int to, int out_tag, IN, int from, int in_tag, MPI_Comm comm, MPI_Status *status),
      (OUT_ARGUMENTS, to, out_tag, IN_ARGUMENTS, from, in_tag, comm, used),
      SPUR_MPI_OWN_STATUS; note_send (comm, to, out_tag, n_out, out_type),
      note_receive (result, comm, from, used))
WRAP (Sendrecv_replace, (REPLACED, MPI_Status *status), (REPLACED_ARGUMENTS, used),
      SPUR_MPI_OWN_STATUS; note_send (comm, to, out_tag, n, type),
      note_receive (result, comm, from, used))

#if MPI_VERSION >= 4
WRAP (Isendrecv,
      (OUT, int to, int out_tag, IN, int from, int in_tag, MPI_Comm comm, MPI_Request *request),
      (OUT_ARGUMENTS, to, out_tag, IN_ARGUMENTS, from, in_tag, comm, request),
      note_send (comm, to, out_tag, n_out, out_type); SpurMpiPlace place = spur_mpi_post (),
      note_request (result, comm, POSTED, request))
WRAP (Isendrecv_replace, (REPLACED, MPI_Request *request), (REPLACED_ARGUMENTS, request),
      note_send (comm, to, out_tag, n, type); SpurMpiPlace place = spur_mpi_post (),
      note_request (result, comm, POSTED, request))
#endif
/* clang-format on */

#pragma GCC visibility pop
