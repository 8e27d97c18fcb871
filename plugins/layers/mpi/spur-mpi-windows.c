/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* One-sided communication: windows, and who waits for whom. */
#include <stdlib.h>

#include "plugins/layers/mpi/spur-mpi-layer.h"

/* In which order processes get a lock is not told. */
#define NO_ORDER UINT64_MAX

/* The processes that share it are those of @comm, which only has its name from the window. */
typedef struct
{
  SpurMpiComm *comm;
  SpurRecordGroup targets;
  SpurRecordGroup origins;
  bool is_started;
} Window;

static int keyval = MPI_KEYVAL_INVALID;

static int
forget_window (MPI_Win win, int key, void *value, void *extra)
{
  Window *self = value;

  spur_mpi_comm_unref (self->comm);
  free (self);
  return MPI_SUCCESS;
}

/* The group of a window is a communicator's, with a name of its own. Takes the name. */
void
spur_mpi_window_adopt (int result, MPI_Comm comm, MPI_Win win, char *name)
{
  SpurMpiComm *known = spur_mpi_comm_find (comm);
  Window *self =
    known != NULL && name != NULL && result == MPI_SUCCESS ? calloc (1, sizeof *self) : NULL;

  if (self != NULL)
    {
      self->comm = spur_mpi_comm_copy (known, name);
      self->targets = self->origins = SPUR_RECORD_NO_GROUP;
      if (keyval == MPI_KEYVAL_INVALID)
        PMPI_Win_create_keyval (MPI_WIN_NULL_COPY_FN, forget_window, &keyval, NULL);
      if (self->comm == NULL || PMPI_Win_set_attr (win, keyval, self) != MPI_SUCCESS)
        forget_window (win, keyval, self, NULL);
      return;
    }
  free (name);
}

static Window *
find_window (MPI_Win win)
{
  void *value = NULL;
  int is_there = 0;

  if (!spur_mpi_layer.is_on || win == MPI_WIN_NULL || keyval == MPI_KEYVAL_INVALID ||
      PMPI_Win_get_attr (win, keyval, &value, &is_there) != MPI_SUCCESS || !is_there)
    return NULL;
  return value;
}

static SpurRecordObject
get_peer (const Window *self, int rank)
{
  return rank >= 0 && rank < self->comm->n_peers ? self->comm->peers[rank] : SPUR_RECORD_NO_OBJECT;
}

/* Records what this process does with a window. */
#define PUT(event, self, ...)                                                                      \
  spur_record_window_##event (spur_mpi_layer.record, spur_mpi_layer.self, (self)->comm->group,     \
                              __VA_ARGS__)

#define ACCESS(event)                                                                              \
  void spur_mpi_window_##event (MPI_Win win, int target, MPI_Count n, MPI_Datatype type)           \
  {                                                                                                \
    const Window *self = find_window (win);                                                        \
                                                                                                   \
    if (self != NULL && target != MPI_PROC_NULL)                                                   \
      PUT (event, self, get_peer (self, target), SPUR_RECORD_NO_GROUP,                             \
           spur_mpi_get_n_bytes (n, type));                                                        \
  }

ACCESS (put)
ACCESS (get)

static SpurRecordGroup
make_group (const Window *self, MPI_Group group)
{
  int n_members;
  SpurRecordObject *members = spur_mpi_get_objects (group, &n_members);
  SpurRecordGroup made = n_members > 0 ? spur_record_group (spur_mpi_layer.record, self->comm->name,
                                                            members, (uint32_t) n_members)
                                       : SPUR_RECORD_NO_GROUP;

  free (members);
  return made;
}

static void
note_post (MPI_Win win, MPI_Group origins)
{
  Window *self = find_window (win);

  if (self == NULL)
    return;
  self->origins = make_group (self, origins);
  if (self->origins.id != SPUR_RECORD_NONE)
    PUT (post, self, SPUR_RECORD_NO_OBJECT, self->origins, 0);
}

static void
put_start (Window *self)
{
  self->is_started = true;
  if (self->targets.id != SPUR_RECORD_NONE)
    PUT (start, self, SPUR_RECORD_NO_OBJECT, self->targets, 0);
}

/* MPI_Win_start need not wait for the others' MPI_Win_post; MPI_Win_complete does at the latest.
 * Only where the program promises that they came before is that known at once. */
static void
note_start (MPI_Win win, MPI_Group targets, int promise)
{
  Window *self = find_window (win);

  if (self == NULL)
    return;
  self->targets = make_group (self, targets);
  self->is_started = false;
  if ((promise & MPI_MODE_NOCHECK) != 0)
    put_start (self);
}

static void
note_complete (MPI_Win win)
{
  const Window *self = find_window (win);

  if (self != NULL && self->targets.id != SPUR_RECORD_NONE)
    PUT (complete, self, SPUR_RECORD_NO_OBJECT, self->targets, 0);
}

static void
note_completed (MPI_Win win)
{
  Window *self = find_window (win);

  if (self == NULL)
    return;
  if (!self->is_started)
    put_start (self);
  self->targets = SPUR_RECORD_NO_GROUP;
}

static void
note_wait (MPI_Win win)
{
  Window *self = find_window (win);

  if (self == NULL)
    return;
  if (self->origins.id != SPUR_RECORD_NONE)
    PUT (wait, self, SPUR_RECORD_NO_OBJECT, self->origins, 0);
  self->origins = SPUR_RECORD_NO_GROUP;
}

/* A lock for each process of each window. */
static uint32_t
number_lock (const Window *self, int rank)
{
  uint32_t hash = 0x811c9dc5u;

  for (const char *c = self->comm->name; *c != '\0'; c++)
    hash = (hash ^ (uint8_t) *c) * 0x01000193u;
  return (hash ^ (uint32_t) rank) * 0x01000193u;
}

#define NOTE_LOCK(function, event)                                                                 \
  static void function (MPI_Win win, int target)                                                   \
  {                                                                                                \
    const Window *self = find_window (win);                                                        \
                                                                                                   \
    if (self != NULL)                                                                              \
      PUT (event, self, get_peer (self, target),                                                   \
           target < 0 ? self->comm->group : SPUR_RECORD_NO_GROUP, number_lock (self, target),      \
           NO_ORDER);                                                                              \
  }

NOTE_LOCK (note_lock, lock)
NOTE_LOCK (note_unlock, unlock)

static void
note_fence_begin (MPI_Win win)
{
  if (find_window (win) != NULL)
    spur_record_collective_begin (spur_mpi_layer.record, spur_mpi_layer.self);
}

/* With nothing before it a fence may let all pass. */
static void
note_fence_end (MPI_Win win, int promise)
{
  static SpurMpiOperation fence = { "Win_fence", SPUR_MPI_BARRIER, { SPUR_RECORD_NONE } };
  const Window *self = find_window (win);

  if (self == NULL)
    return;
  if (fence.string.id == SPUR_RECORD_NONE)
    fence.string = spur_record_string (spur_mpi_layer.record, fence.name);
  spur_mpi_count (self->comm, SPUR_MPI_COLLECTIVES, 1);
  spur_record_window_fence (
    spur_mpi_layer.record, spur_mpi_layer.self, self->comm->group,
    (uint8_t) ((promise & MPI_MODE_NOPRECEDE) != 0 ? SPUR_MPI_INTERNAL : SPUR_MPI_BARRIER),
    SPUR_RECORD_NONE, 0, 0, fence.string);
}

#pragma GCC visibility push(default)

/* clang-format off */
SPUR_MPI_WRAP (Win_create_dynamic, (MPI_Info info, MPI_Comm comm, MPI_Win *win), (info, comm, win),
               char *called = spur_mpi_comm_make_name (comm, "window"),
               spur_mpi_window_adopt (result, comm, *win, called))
SPUR_MPI_PLAIN (Win_attach, (MPI_Win win, void *base, MPI_Aint n_bytes), (win, base, n_bytes))
SPUR_MPI_PLAIN (Win_detach, (MPI_Win win, const void *base), (win, base))
SPUR_MPI_PLAIN (Win_free, (MPI_Win *win), (win))

SPUR_MPI_WRAP (Win_fence, (int promise, MPI_Win win), (promise, win),
               note_fence_begin (win), note_fence_end (win, promise))
SPUR_MPI_WRAP (Win_post, (MPI_Group group, int promise, MPI_Win win), (group, promise, win),
               note_post (win, group), SPUR_MPI_NOTHING)
SPUR_MPI_WRAP (Win_start, (MPI_Group group, int promise, MPI_Win win), (group, promise, win),
               SPUR_MPI_NOTHING, note_start (win, group, promise))
SPUR_MPI_WRAP (Win_complete, (MPI_Win win), (win), note_complete (win), note_completed (win))
SPUR_MPI_WRAP (Win_wait, (MPI_Win win), (win), SPUR_MPI_NOTHING, note_wait (win))
SPUR_MPI_WRAP (Win_test, (MPI_Win win, int *is_done), (win, is_done), SPUR_MPI_NOTHING,
               if (result == MPI_SUCCESS && *is_done) note_wait (win))
SPUR_MPI_WRAP (Win_lock, (int kind, int target, int promise, MPI_Win win),
               (kind, target, promise, win), SPUR_MPI_NOTHING, note_lock (win, target))
SPUR_MPI_WRAP (Win_unlock, (int target, MPI_Win win), (target, win),
               note_unlock (win, target), SPUR_MPI_NOTHING)
SPUR_MPI_WRAP (Win_lock_all, (int promise, MPI_Win win), (promise, win),
               SPUR_MPI_NOTHING, note_lock (win, -1))
SPUR_MPI_WRAP (Win_unlock_all, (MPI_Win win), (win), note_unlock (win, -1), SPUR_MPI_NOTHING)
SPUR_MPI_PLAIN (Win_flush, (int target, MPI_Win win), (target, win))
SPUR_MPI_PLAIN (Win_flush_all, (MPI_Win win), (win))
SPUR_MPI_PLAIN (Win_flush_local, (int target, MPI_Win win), (target, win))
SPUR_MPI_PLAIN (Win_flush_local_all, (MPI_Win win), (win))
SPUR_MPI_PLAIN (Win_sync, (MPI_Win win), (win))

SPUR_MPI_WRAP (Fetch_and_op,
               (const void *origin, void *old, MPI_Datatype type, int target, MPI_Aint place,
                MPI_Op op, MPI_Win win),
               (origin, old, type, target, place, op, win),
               spur_mpi_window_put (win, target, 1, type);
               spur_mpi_window_get (win, target, 1, type), SPUR_MPI_NOTHING)
SPUR_MPI_WRAP (Compare_and_swap,
               (const void *origin, const void *compare, void *old, MPI_Datatype type, int target,
                MPI_Aint place, MPI_Win win),
               (origin, compare, old, type, target, place, win),
               spur_mpi_window_put (win, target, 1, type);
               spur_mpi_window_get (win, target, 1, type), SPUR_MPI_NOTHING)
/* clang-format on */

#pragma GCC visibility pop
