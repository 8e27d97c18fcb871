/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* One-sided communication: functions that count, which make windows or move what is in them. */
#include "config.h"

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

#define ORIGIN const void *origin, COUNT n, MPI_Datatype type, int target, MPI_Aint place
#define ORIGIN_ARGUMENTS origin, n, type, target, place

WRAP (Put, (ORIGIN, COUNT target_n, MPI_Datatype target_type, MPI_Win win),
               (ORIGIN_ARGUMENTS, target_n, target_type, win),
               spur_mpi_window_put (win, target, n, type), SPUR_MPI_NOTHING)
WRAP (Rput, (ORIGIN, COUNT target_n, MPI_Datatype target_type, MPI_Win win,
                      MPI_Request *request),
               (ORIGIN_ARGUMENTS, target_n, target_type, win, request),
               spur_mpi_window_put (win, target, n, type), SPUR_MPI_NOTHING)
WRAP (Get,
               (void *origin, COUNT n, MPI_Datatype type, int target, MPI_Aint place,
                COUNT target_n, MPI_Datatype target_type, MPI_Win win),
               (ORIGIN_ARGUMENTS, target_n, target_type, win),
               spur_mpi_window_get (win, target, n, type), SPUR_MPI_NOTHING)
WRAP (Rget,
               (void *origin, COUNT n, MPI_Datatype type, int target, MPI_Aint place,
                COUNT target_n, MPI_Datatype target_type, MPI_Win win, MPI_Request *request),
               (ORIGIN_ARGUMENTS, target_n, target_type, win, request),
               spur_mpi_window_get (win, target, n, type), SPUR_MPI_NOTHING)
WRAP (Accumulate, (ORIGIN, COUNT target_n, MPI_Datatype target_type, MPI_Op op, MPI_Win win),
               (ORIGIN_ARGUMENTS, target_n, target_type, op, win),
               spur_mpi_window_put (win, target, n, type), SPUR_MPI_NOTHING)
WRAP (Raccumulate,
               (ORIGIN, COUNT target_n, MPI_Datatype target_type, MPI_Op op, MPI_Win win,
                MPI_Request *request),
               (ORIGIN_ARGUMENTS, target_n, target_type, op, win, request),
               spur_mpi_window_put (win, target, n, type), SPUR_MPI_NOTHING)

#define BOTH                                                                                       \
  const void *origin, COUNT n, MPI_Datatype type, void *old, COUNT n_old, MPI_Datatype old_type,       \
    int target, MPI_Aint place, COUNT target_n, MPI_Datatype target_type, MPI_Op op, MPI_Win win
#define BOTH_ARGUMENTS                                                                             \
  origin, n, type, old, n_old, old_type, target, place, target_n, target_type, op, win

WRAP (Get_accumulate, (BOTH), (BOTH_ARGUMENTS),
               spur_mpi_window_put (win, target, n, type); spur_mpi_window_get (win, target, n_old, old_type),
               SPUR_MPI_NOTHING)
WRAP (Rget_accumulate, (BOTH, MPI_Request *request), (BOTH_ARGUMENTS, request),
               spur_mpi_window_put (win, target, n, type); spur_mpi_window_get (win, target, n_old, old_type),
               SPUR_MPI_NOTHING)
/* clang-format on */

#pragma GCC visibility pop
