/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Functions that wait for requests and ask for them, start, cancel and free them, and probe. */
#include <stdlib.h>

#include "plugins/layers/mpi/spur-mpi-layer.h"

#define N_NEAR 32

/* Requests as they were before MPI was asked, and where MPI says what became of them. */
typedef struct
{
  SpurMpiPending *pending;
  MPI_Status *statuses;
  SpurMpiPending near_pending[N_NEAR];
  MPI_Status near_statuses[N_NEAR];
} Many;

static void
many_init (Many *self, int n, const MPI_Request *requests, MPI_Status *statuses)
{
  bool is_near = n <= N_NEAR;

  self->pending = NULL;
  self->statuses = statuses;
  if (!spur_mpi_layer.is_on || n <= 0)
    return;
  self->pending = is_near ? self->near_pending : malloc ((size_t) n * sizeof *self->pending);
  if (statuses == MPI_STATUSES_IGNORE)
    {
      self->statuses = is_near ? self->near_statuses : malloc ((size_t) n * sizeof *statuses);
      if (self->statuses == NULL)
        self->statuses = MPI_STATUSES_IGNORE;
    }
  for (int i = 0; self->pending != NULL && i < n; i++)
    self->pending[i] = spur_mpi_request_note (requests[i]);
}

static void
many_clear (Many *self, const MPI_Status *statuses)
{
  if (self->pending != self->near_pending)
    free (self->pending);
  if (self->statuses != self->near_statuses && self->statuses != statuses)
    free (self->statuses);
}

/* @place: which of the requests; @status: which of the statuses. */
static void
many_complete (Many *self, int result, int place, int status)
{
  MPI_Status *found = self->statuses;

  if (self->pending == NULL || found == MPI_STATUSES_IGNORE || place == MPI_UNDEFINED)
    return;
  if (result == MPI_ERR_IN_STATUS && found[status].MPI_ERROR != MPI_SUCCESS)
    return;
  if (result == MPI_SUCCESS || result == MPI_ERR_IN_STATUS)
    spur_mpi_request_complete (&self->pending[place], &found[status]);
}

static void
many_complete_all (Many *self, int result, int n)
{
  for (int i = 0; i < n; i++)
    many_complete (self, result, i, i);
}

static void
many_complete_some (Many *self, int result, int n, const int *places)
{
  for (int i = 0; n != MPI_UNDEFINED && i < n; i++)
    many_complete (self, result, places[i], i);
}

/* A function that may find nothing, which is not recorded. */
#define ASK(name, parameters, arguments, before, is_found, after, at_last)                         \
  int MPI_##name parameters                                                                        \
  {                                                                                                \
    static SpurLayerRegion region = SPUR_LAYER_REGION ("MPI_" #name, COMMUNICATION);               \
    uint64_t since_ticks = spur_mpi_look ();                                                       \
    int result;                                                                                    \
                                                                                                   \
    before;                                                                                        \
    result = PMPI_##name arguments;                                                                \
    if (is_found)                                                                                  \
      {                                                                                            \
        spur_mpi_found (&region, since_ticks);                                                     \
        after;                                                                                     \
        spur_mpi_leave (&region);                                                                  \
      }                                                                                            \
    at_last;                                                                                       \
    return result;                                                                                 \
  }

#define MANY(statuses)                                                                             \
  Many many;                                                                                       \
  many_init (&many, n, requests, statuses)

#define COMPLETED(result, is_done) ((result) == MPI_SUCCESS && (is_done))
#define SOME(result, n_done)                                                                       \
  (((result) == MPI_SUCCESS || (result) == MPI_ERR_IN_STATUS) && (n_done) > 0)

#pragma GCC visibility push(default)

/* clang-format off */
SPUR_MPI_WRAP (Wait, (MPI_Request *request, MPI_Status *status), (request, used),
               SPUR_MPI_OWN_STATUS; SpurMpiPending pending = spur_mpi_request_note (*request),
               if (result == MPI_SUCCESS) spur_mpi_request_complete (&pending, used))

SPUR_MPI_WRAP (Waitall, (int n, MPI_Request requests[], MPI_Status statuses[]),
               (n, requests, many.statuses),
               MANY (statuses),
               many_complete_all (&many, result, n); many_clear (&many, statuses))

SPUR_MPI_WRAP (Waitany, (int n, MPI_Request requests[], int *place, MPI_Status *status),
               (n, requests, place, used),
               SPUR_MPI_OWN_STATUS; MANY (used),
               many_complete (&many, result, *place, 0);
               many_clear (&many, used))

SPUR_MPI_WRAP (Waitsome,
               (int n, MPI_Request requests[], int *n_done, int places[], MPI_Status statuses[]),
               (n, requests, n_done, places, many.statuses),
               MANY (statuses),
               many_complete_some (&many, result, *n_done, places); many_clear (&many, statuses))

ASK (Test, (MPI_Request *request, int *is_done, MPI_Status *status), (request, is_done, used),
     SPUR_MPI_OWN_STATUS; SpurMpiPending pending = spur_mpi_request_note (*request),
     COMPLETED (result, *is_done), spur_mpi_request_complete (&pending, used), SPUR_MPI_NOTHING)

ASK (Testall, (int n, MPI_Request requests[], int *is_done, MPI_Status statuses[]),
     (n, requests, is_done, many.statuses),
     MANY (statuses),
     SOME (result, *is_done), many_complete_all (&many, result, n), many_clear (&many, statuses))

ASK (Testany, (int n, MPI_Request requests[], int *place, int *is_done, MPI_Status *status),
     (n, requests, place, is_done, used),
     SPUR_MPI_OWN_STATUS; MANY (used),
     COMPLETED (result, *is_done), many_complete (&many, result, *place, 0),
     many_clear (&many, used))

ASK (Testsome, (int n, MPI_Request requests[], int *n_done, int places[], MPI_Status statuses[]),
     (n, requests, n_done, places, many.statuses),
     MANY (statuses),
     SOME (result, *n_done) && *n_done != MPI_UNDEFINED,
     many_complete_some (&many, result, *n_done, places), many_clear (&many, statuses))

ASK (Request_get_status, (MPI_Request request, int *is_done, MPI_Status *status),
     (request, is_done, used), SPUR_MPI_OWN_STATUS,
     COMPLETED (result, *is_done), spur_mpi_request_seen (request, used), SPUR_MPI_NOTHING)

SPUR_MPI_WRAP (Start, (MPI_Request *request), (request),
               spur_mpi_request_start (*request), SPUR_MPI_NOTHING)

SPUR_MPI_WRAP (Startall, (int n, MPI_Request requests[]), (n, requests),
               for (int i = 0; i < n; i++) spur_mpi_request_start (requests[i]),
               SPUR_MPI_NOTHING)

SPUR_MPI_WRAP (Cancel, (MPI_Request *request), (request),
               spur_mpi_request_cancel (*request), SPUR_MPI_NOTHING)

SPUR_MPI_WRAP (Request_free, (MPI_Request *request), (request),
               spur_mpi_request_drop (*request), SPUR_MPI_NOTHING)

SPUR_MPI_WRAP (Probe, (int from, int tag, MPI_Comm comm, MPI_Status *status),
               (from, tag, comm, status), SPUR_MPI_NOTHING, SPUR_MPI_NOTHING)

ASK (Iprobe, (int from, int tag, MPI_Comm comm, int *is_there, MPI_Status *status),
     (from, tag, comm, is_there, status), SPUR_MPI_NOTHING,
     COMPLETED (result, *is_there), SPUR_MPI_NOTHING, SPUR_MPI_NOTHING)

SPUR_MPI_WRAP (Mprobe, (int from, int tag, MPI_Comm comm, MPI_Message *message, MPI_Status *status),
               (from, tag, comm, message, status), SPUR_MPI_NOTHING,
               if (result == MPI_SUCCESS) spur_mpi_message_put (*message, comm))

ASK (Improbe,
     (int from, int tag, MPI_Comm comm, int *is_there, MPI_Message *message, MPI_Status *status),
     (from, tag, comm, is_there, message, status), SPUR_MPI_NOTHING,
     COMPLETED (result, *is_there), spur_mpi_message_put (*message, comm), SPUR_MPI_NOTHING)
/* clang-format on */

#pragma GCC visibility pop
