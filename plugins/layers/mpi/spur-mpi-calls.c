/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* What is recorded of collective operations. */
#include <stdlib.h>

#include "plugins/layers/mpi/spur-mpi-layer.h"

/* Groups of senders have to be kept, so there are not to be ever more of them. */
#define MAX_SENDERS 10000

bool
spur_mpi_call_init (SpurMpiCall *call, SpurMpiOperation *operation, MPI_Comm comm, int root)
{
  SpurMpiComm *known = spur_mpi_comm_find (comm);

  *call = (SpurMpiCall){ .operation = operation, .comm = known, .pattern = operation->pattern };
  if (known == NULL)
    return false;
  call->root = root;
  call->me = (uint64_t) known->rank;
  call->n = (uint64_t) known->n_peers;
  call->is_root = known->is_inter ? root == MPI_ROOT : root == known->rank;
  call->senders = SPUR_RECORD_NO_GROUP;
  return true;
}

static bool
is_rooted (const SpurMpiCall *call)
{
  return call->operation->pattern == SPUR_MPI_ONE_TO_N ||
         call->operation->pattern == SPUR_MPI_N_TO_ONE;
}

/* With an inter-communicator one side sends and the other one receives, or each does both with the
 * other one: that is told by who has bytes, or by whom each gets data from. */
static void
set_sides (SpurMpiCall *call)
{
  bool is_outwards = call->operation->pattern == SPUR_MPI_ONE_TO_N;

  if (!is_rooted (call))
    {
      call->pattern = SPUR_MPI_PAIRS;
      if (!call->has_senders)
        call->senders = call->comm->peers_group;
      call->has_senders = true;
      return;
    }
  call->pattern = SPUR_MPI_N_TO_N;
  if (call->root == MPI_PROC_NULL || is_outwards != call->is_root)
    call->sent = 0;
  if (call->root == MPI_PROC_NULL || is_outwards == call->is_root)
    call->received = 0;
  call->root = SPUR_MPI_NO_ROOT;
}

static SpurRecordString
get_string (SpurMpiOperation *operation)
{
  SpurRecordString string = { __atomic_load_n (&operation->string.id, __ATOMIC_RELAXED) };

  if (string.id == SPUR_RECORD_NONE)
    {
      string = spur_record_string (spur_mpi_layer.record, operation->name);
      __atomic_store_n (&operation->string.id, string.id, __ATOMIC_RELAXED);
    }
  return string;
}

void
spur_mpi_call_begin (SpurMpiCall *call)
{
  spur_record_collective_begin (spur_mpi_layer.record, spur_mpi_layer.self);
}

/* A root that is no rank is an error of the program; no rank waits for it. */
static uint32_t
settle_root (SpurMpiCall *call)
{
  if (call->comm->is_inter)
    set_sides (call);
  else if (is_rooted (call) && (call->root < 0 || call->root >= call->comm->n_peers))
    {
      call->pattern = SPUR_MPI_INTERNAL;
      call->root = SPUR_MPI_NO_ROOT;
    }
  spur_mpi_count (call->comm, SPUR_MPI_COLLECTIVES, 1);
  spur_mpi_count (call->comm, SPUR_MPI_COLLECTIVE_SENT_BYTES, call->sent);
  spur_mpi_count (call->comm, SPUR_MPI_COLLECTIVE_RECEIVED_BYTES, call->received);
  return call->root == SPUR_MPI_NO_ROOT ? SPUR_RECORD_NONE : (uint32_t) call->root;
}

void
spur_mpi_call_end (SpurMpiCall *call)
{
  uint32_t root = settle_root (call);

  if (call->has_senders)
    spur_record_collective_exchange (spur_mpi_layer.record, spur_mpi_layer.self, call->comm->group,
                                     (uint8_t) call->pattern, root, call->sent, call->received,
                                     get_string (call->operation), call->senders);
  else
    spur_record_collective_end (spur_mpi_layer.record, spur_mpi_layer.self, call->comm->group,
                                (uint8_t) call->pattern, root, call->sent, call->received,
                                get_string (call->operation));
  spur_mpi_clocks_pass (call->comm);
}

void
spur_mpi_call_start (const SpurMpiCall *call, uint64_t request)
{
  spur_record_collective_start (spur_mpi_layer.record, spur_mpi_layer.self, request);
}

void
spur_mpi_call_complete (SpurMpiCall *call, uint64_t request)
{
  uint32_t root;

  if (!spur_mpi_layer.is_on)
    return;
  root = settle_root (call);
  spur_record_collective_completion (spur_mpi_layer.record, spur_mpi_layer.self, call->comm->group,
                                     (uint8_t) call->pattern, root, call->sent, call->received,
                                     get_string (call->operation), request);
}

void
spur_mpi_call_set_senders (SpurMpiCall *call, const bool *does_send)
{
  static uint32_t n_made;
  uint64_t n_senders = 0;
  int *ranks;

  call->has_senders = true;
  for (uint64_t i = 0; i < call->n; i++)
    n_senders += does_send[i];
  if (n_senders == call->n)
    call->senders = call->comm->peers_group;
  if (n_senders == call->n || n_senders == 0 ||
      __atomic_fetch_add (&n_made, 1, __ATOMIC_RELAXED) >= MAX_SENDERS)
    return;
  ranks = malloc (n_senders * sizeof *ranks);
  n_senders = 0;
  for (uint64_t i = 0; ranks != NULL && i < call->n; i++)
    {
      if (does_send[i])
        ranks[n_senders++] = (int) i;
    }
  if (ranks != NULL)
    call->senders = spur_mpi_comm_choose (call->comm, ranks, (int) n_senders);
  free (ranks);
}

void
spur_mpi_call_plan (SpurMpiCall *call, bool is_persistent)
{
  if (is_persistent)
    return;
  call->request = spur_mpi_next_number ();
  spur_mpi_call_start (call, call->request);
}

/* What does not block: the request says when it is complete. */
void
spur_mpi_call_ask (SpurMpiCall *call, int result, const MPI_Request *handle, bool is_persistent)
{
  SpurMpiRequest request = { .kind = SPUR_MPI_COLLECTIVE,
                             .is_persistent = is_persistent,
                             .comm = spur_mpi_comm_ref (call->comm),
                             .number = call->request,
                             .call = *call };

  if (result != MPI_SUCCESS)
    {
      spur_mpi_comm_unref (request.comm);
      return;
    }
  request.call.has_senders = false;
  spur_mpi_request_put (*handle, &request);
}
