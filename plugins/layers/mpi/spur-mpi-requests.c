/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Requests that have a meaning when they are complete. Plain sends have none: an MPI may give many
 * of them one and the same handle. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "plugins/layers/mpi/spur-mpi-layer.h"

#define N_FIRST_PLACES 1024

typedef struct
{
  SpurMpiRequest *places;
  uint64_t n_places;
  uint64_t n_used;
} Table;

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static Table requests;
static Table messages;
static uint64_t last_serial;
static uint64_t last_number;

static void
lock_table (void)
{
  if (spur_mpi_layer.is_multiple)
    pthread_mutex_lock (&mutex);
}

static void
unlock_table (void)
{
  if (spur_mpi_layer.is_multiple)
    pthread_mutex_unlock (&mutex);
}

static uint64_t
get_home (const Table *table, uint64_t handle)
{
  return (handle * 0x9e3779b97f4a7c15u >> 20) & (table->n_places - 1);
}

static bool
grow_table (Table *table)
{
  Table larger = { .n_places = table->n_places > 0 ? 2 * table->n_places : N_FIRST_PLACES };

  larger.places = calloc (larger.n_places, sizeof *larger.places);
  if (larger.places == NULL)
    return table->n_used + 1 < table->n_places;
  for (uint64_t i = 0; i < table->n_places; i++)
    {
      const SpurMpiRequest *request = &table->places[i];
      uint64_t place = get_home (&larger, request->handle);

      if (request->serial == 0)
        continue;
      while (larger.places[place].serial != 0)
        place = (place + 1) & (larger.n_places - 1);
      larger.places[place] = *request;
    }
  larger.n_used = table->n_used;
  free (table->places);
  *table = larger;
  return true;
}

/* @serial 0: the newest one. A handle may be in use again before the thread that waited for its
 * last use comes here. */
static SpurMpiRequest *
find_request (Table *table, uint64_t handle, uint64_t serial)
{
  SpurMpiRequest *found = NULL;

  if (table->n_used == 0)
    return NULL;
  for (uint64_t place = get_home (table, handle); table->places[place].serial != 0;
       place = (place + 1) & (table->n_places - 1))
    {
      SpurMpiRequest *request = &table->places[place];

      if (request->handle != handle)
        continue;
      if (request->serial == serial)
        return request;
      if (serial == 0 && (found == NULL || request->serial > found->serial))
        found = request;
    }
  return found;
}

/* Moves those behind it up. */
static void
remove_place (Table *table, SpurMpiRequest *request)
{
  uint64_t mask = table->n_places - 1;
  uint64_t hole = (uint64_t) (request - table->places);

  table->n_used--;
  table->places[hole].serial = 0;
  for (uint64_t next = (hole + 1) & mask; table->places[next].serial != 0; next = (next + 1) & mask)
    {
      uint64_t home = get_home (table, table->places[next].handle);

      if (((next - home) & mask) < ((next - hole) & mask))
        continue;
      table->places[hole] = table->places[next];
      table->places[next].serial = 0;
      hole = next;
    }
}

static void
put_request (Table *table, uint64_t handle, const SpurMpiRequest *request)
{
  uint64_t place;

  lock_table ();
  if (4 * table->n_used < 3 * table->n_places || grow_table (table))
    {
      place = get_home (table, handle);
      while (table->places[place].serial != 0)
        place = (place + 1) & (table->n_places - 1);
      table->places[place] = *request;
      table->places[place].handle = handle;
      table->places[place].serial = ++last_serial;
      table->n_used++;
    }
  unlock_table ();
}

static uint64_t
get_key (const void *handle, size_t n_bytes)
{
  uint64_t key = 0;

  memcpy (&key, handle, n_bytes);
  return key;
}

void
spur_mpi_request_put (MPI_Request handle, const SpurMpiRequest *request)
{
  if (handle != MPI_REQUEST_NULL)
    put_request (&requests, get_key (&handle, sizeof handle), request);
}

SpurMpiPending
spur_mpi_request_note (MPI_Request handle)
{
  SpurMpiPending pending = { get_key (&handle, sizeof handle), 0 };
  const SpurMpiRequest *request;

  if (!spur_mpi_layer.is_multiple || handle == MPI_REQUEST_NULL)
    return pending;
  lock_table ();
  request = find_request (&requests, pending.handle, 0);
  if (request != NULL)
    pending.serial = request->serial;
  unlock_table ();
  return pending;
}

/* Gives a copy of an active one, which is inactive or gone then. */
static bool
take_request (const SpurMpiPending *pending, SpurMpiRequest *copy)
{
  SpurMpiRequest *request;
  bool is_taken = false;

  if (__atomic_load_n (&requests.n_used, __ATOMIC_RELAXED) == 0 ||
      (spur_mpi_layer.is_multiple && pending->serial == 0))
    return false;
  lock_table ();
  request = find_request (&requests, pending->handle, pending->serial);
  if (request != NULL && (request->is_active || !request->is_persistent))
    {
      is_taken = true;
      *copy = *request;
      if (request->is_persistent)
        {
          request->is_active = false;
          request->is_cancelled = false;
        }
      else
        remove_place (&requests, request);
    }
  unlock_table ();
  return is_taken;
}

static void
complete_request (SpurMpiRequest *request, const MPI_Status *status)
{
  int is_cancelled = 0;

  switch (request->kind)
    {
    case SPUR_MPI_RECEIVE:
      if (request->is_cancelled)
        PMPI_Test_cancelled (status, &is_cancelled);
      if (!is_cancelled && request->peer != MPI_PROC_NULL)
        spur_mpi_put_receive (request->comm, status, &request->place);
      break;
    case SPUR_MPI_COLLECTIVE:
      spur_mpi_call_complete (&request->call, request->number);
      break;
    case SPUR_MPI_NEW_COMM:
      spur_mpi_comm_adopt (*request->made, request->made_name);
      break;
    case SPUR_MPI_SEND:
      break;
    }
}

void
spur_mpi_request_complete (const SpurMpiPending *pending, const MPI_Status *status)
{
  SpurMpiRequest request;

  if (!take_request (pending, &request))
    return;
  complete_request (&request, status);
  if (!request.is_persistent)
    spur_mpi_comm_unref (request.comm);
}

void
spur_mpi_request_seen (MPI_Request handle, const MPI_Status *status)
{
  SpurMpiPending pending = spur_mpi_request_note (handle);

  spur_mpi_request_complete (&pending, status);
}

/* A persistent request does now what it was made for. */
void
spur_mpi_request_start (MPI_Request handle)
{
  SpurMpiRequest copy = { 0 };
  SpurMpiRequest *request;
  SpurMpiPlace place = spur_mpi_post ();
  uint64_t number = spur_mpi_next_number ();

  lock_table ();
  request = find_request (&requests, get_key (&handle, sizeof handle), 0);
  if (request != NULL)
    {
      request->is_active = true;
      request->place = place;
      request->number = number;
      copy = *request;
    }
  unlock_table ();
  if (copy.serial == 0)
    return;
  if (copy.kind == SPUR_MPI_SEND)
    spur_mpi_put_send (copy.comm, copy.peer, copy.tag, copy.n_bytes);
  if (copy.kind == SPUR_MPI_COLLECTIVE)
    spur_mpi_call_start (&copy.call, copy.number);
}

void
spur_mpi_request_cancel (MPI_Request handle)
{
  SpurMpiRequest *request;

  lock_table ();
  request = find_request (&requests, get_key (&handle, sizeof handle), 0);
  if (request != NULL)
    request->is_cancelled = true;
  unlock_table ();
}

void
spur_mpi_request_drop (MPI_Request handle)
{
  SpurMpiComm *comm = NULL;
  SpurMpiRequest *request;

  if (handle == MPI_REQUEST_NULL)
    return;
  lock_table ();
  request = find_request (&requests, get_key (&handle, sizeof handle), 0);
  if (request != NULL)
    {
      comm = request->comm;
      remove_place (&requests, request);
    }
  unlock_table ();
  spur_mpi_comm_unref (comm);
}

uint64_t
spur_mpi_next_number (void)
{
  return __atomic_add_fetch (&last_number, 1, __ATOMIC_RELAXED);
}

void
spur_mpi_message_put (MPI_Message message, MPI_Comm comm)
{
  SpurMpiComm *known = spur_mpi_comm_find (comm);
  SpurMpiRequest request = { .kind = SPUR_MPI_RECEIVE };

  if (known == NULL || message == MPI_MESSAGE_NULL || message == MPI_MESSAGE_NO_PROC)
    return;
  request.place = spur_mpi_post ();
  request.comm = spur_mpi_comm_ref (known);
  put_request (&messages, get_key (&message, sizeof message), &request);
}

/* The caller has the reference of the communicator then. */
bool
spur_mpi_message_take (MPI_Message message, SpurMpiRequest *request)
{
  SpurMpiRequest *found;
  bool is_there = false;

  lock_table ();
  found = find_request (&messages, get_key (&message, sizeof message), 0);
  if (found != NULL)
    {
      *request = *found;
      remove_place (&messages, found);
      is_there = true;
    }
  unlock_table ();
  return is_there;
}
