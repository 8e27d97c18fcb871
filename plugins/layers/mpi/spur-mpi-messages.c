/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* What is recorded of messages. */
#include "plugins/layers/mpi/spur-mpi-layer.h"

uint64_t
spur_mpi_get_n_bytes (MPI_Count n, MPI_Datatype type)
{
  int n_bytes = 0;

  if (!spur_mpi_layer.is_on || n <= 0 || type == MPI_DATATYPE_NULL)
    return 0;
  if (PMPI_Type_size (type, &n_bytes) != MPI_SUCCESS || n_bytes < 0)
    {
      MPI_Count n_many = 0;

      PMPI_Type_size_x (type, &n_many);
      return (uint64_t) n * (uint64_t) n_many;
    }
  return (uint64_t) n * (uint64_t) n_bytes;
}

/* Receives are told from each other by the events before them, so there has to be one in between.
 */
SpurMpiPlace
spur_mpi_post (void)
{
  static __thread uint64_t last = UINT64_MAX;
  SpurMpiPlace place = { 0, SPUR_RECORD_NO_STREAM };

  if (!spur_mpi_layer.is_on)
    return place;
  place.stream = spur_record_get_stream (spur_mpi_layer.record);
  place.event = spur_record_get_position (spur_mpi_layer.record);
  if (place.event == last)
    {
      static SpurLayerRegion posted = SPUR_LAYER_REGION ("receive posted", COMMUNICATION);
      SpurRecordState state = spur_layer_get_state (spur_mpi_layer.record, &posted);

      spur_record_region_enter (spur_mpi_layer.record, spur_mpi_layer.self, state);
      spur_record_region_exit (spur_mpi_layer.record, spur_mpi_layer.self, state);
      place.event = spur_record_get_position (spur_mpi_layer.record);
    }
  last = place.event;
  return place;
}

void
spur_mpi_put_send (SpurMpiComm *comm, int to, int tag, uint64_t n_bytes)
{
  if (comm == NULL || to < 0 || to >= comm->n_peers)
    return;
  spur_mpi_count (comm, SPUR_MPI_SENDS, 1);
  spur_mpi_count (comm, SPUR_MPI_SENT_BYTES, n_bytes);
  spur_record_channel_send (spur_mpi_layer.record, spur_mpi_layer.self, comm->peers[to],
                            (uint32_t) tag, n_bytes, comm->group);
}

static uint64_t
get_received_bytes (const MPI_Status *status)
{
  MPI_Count n_many = 0;
  int n_bytes = 0;

  if (PMPI_Get_count (status, MPI_BYTE, &n_bytes) == MPI_SUCCESS && n_bytes != MPI_UNDEFINED)
    return (uint64_t) n_bytes;
  if (PMPI_Get_elements_x (status, MPI_BYTE, &n_many) != MPI_SUCCESS || n_many < 0)
    return 0;
  return (uint64_t) n_many;
}

/* How many events ago the receive was posted; another thread's events do not count. */
static uint32_t
get_posted (const SpurMpiPlace *place)
{
  uint64_t ago;

  if (place == NULL || place->stream.id != spur_record_get_stream (spur_mpi_layer.record).id)
    return 0;
  ago = spur_record_get_position (spur_mpi_layer.record) - place->event;
  return ago < UINT32_MAX ? (uint32_t) ago : UINT32_MAX;
}

void
spur_mpi_put_receive (SpurMpiComm *comm, const MPI_Status *status, const SpurMpiPlace *place)
{
  int from = status->MPI_SOURCE;
  uint64_t n_bytes;

  if (comm == NULL || !spur_mpi_layer.is_on || from < 0 || from >= comm->n_peers)
    return;
  n_bytes = get_received_bytes (status);
  spur_mpi_count (comm, SPUR_MPI_RECEIVES, 1);
  spur_mpi_count (comm, SPUR_MPI_RECEIVED_BYTES, n_bytes);
  spur_record_channel_receive (spur_mpi_layer.record, spur_mpi_layer.self, comm->peers[from],
                               (uint32_t) status->MPI_TAG, n_bytes, comm->group,
                               get_posted (place));
}
