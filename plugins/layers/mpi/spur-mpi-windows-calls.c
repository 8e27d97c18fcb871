/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* One-sided communication: functions that count, which make windows or move what is in them. */
#include "plugins/layers/mpi/spur-mpi-large.h"

#define MAKE(name, parameters, arguments)                                                          \
  WRAP (name, parameters, arguments, char *called = spur_mpi_comm_make_name (comm, "window"),      \
        spur_mpi_window_adopt (result, comm, *win, called))

#pragma GCC visibility push(default)

/* clang-format off */
MAKE (Win_create,
      (void *base, MPI_Aint n_bytes, DISPLACEMENT unit, MPI_Info info, MPI_Comm comm, MPI_Win *win),
      (base, n_bytes, unit, info, comm, win))
MAKE (Win_allocate,
      (MPI_Aint n_bytes, DISPLACEMENT unit, MPI_Info info, MPI_Comm comm, void *base, MPI_Win *win),
      (n_bytes, unit, info, comm, base, win))
MAKE (Win_allocate_shared,
      (MPI_Aint n_bytes, DISPLACEMENT unit, MPI_Info info, MPI_Comm comm, void *base, MPI_Win *win),
      (n_bytes, unit, info, comm, base, win))

#define ORIGIN COUNT n, MPI_Datatype type, int target, MPI_Aint place
#define TARGET COUNT target_n, MPI_Datatype target_type

/* Moves data out of this process, or into it. */
#define MOVE(name, origin_type, event, parameters, arguments)                                      \
  WRAP (name, (origin_type origin, ORIGIN, TARGET, SPUR_MPI_UNPACK parameters),                    \
        (origin, n, type, target, place, target_n, target_type, SPUR_MPI_UNPACK arguments),        \
        spur_mpi_window_##event (win, target, n, type), SPUR_MPI_NOTHING)

MOVE (Put, const void *, put, (MPI_Win win), (win))
MOVE (Rput, const void *, put, (MPI_Win win, MPI_Request *request), (win, request))
MOVE (Get, void *, get, (MPI_Win win), (win))
MOVE (Rget, void *, get, (MPI_Win win, MPI_Request *request), (win, request))
MOVE (Accumulate, const void *, put, (MPI_Op op, MPI_Win win), (op, win))
MOVE (Raccumulate, const void *, put, (MPI_Op op, MPI_Win win, MPI_Request *request),
      (op, win, request))

#define BOTH                                                                                       \
  const void *origin, COUNT n, MPI_Datatype type, void *old, COUNT n_old, MPI_Datatype old_type,   \
    int target, MPI_Aint place, TARGET, MPI_Op op, MPI_Win win
#define BOTH_ARGUMENTS                                                                             \
  origin, n, type, old, n_old, old_type, target, place, target_n, target_type, op, win

WRAP (Get_accumulate, (BOTH), (BOTH_ARGUMENTS),
      spur_mpi_window_put (win, target, n, type);
      spur_mpi_window_get (win, target, n_old, old_type), SPUR_MPI_NOTHING)
WRAP (Rget_accumulate, (BOTH, MPI_Request *request), (BOTH_ARGUMENTS, request),
      spur_mpi_window_put (win, target, n, type);
      spur_mpi_window_get (win, target, n_old, old_type), SPUR_MPI_NOTHING)
/* clang-format on */

#pragma GCC visibility pop
