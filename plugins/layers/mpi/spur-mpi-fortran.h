/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Open MPI's functions for Fortran call PMPI_X(), past the layer; so they are defined here again,
 * and call MPI_X(). Those of MPICH do so by themselves.
 *
 * A program calls mpi_x_(), the modules of Fortran 2008 call ompi_x_f(). */
#pragma once

#include <stdlib.h>

#include "plugins/layers/mpi/spur-mpi-layer.h"

#pragma GCC visibility push(default)
extern int mpi_fortran_bottom_;
extern int mpi_fortran_in_place_;
extern int mpi_fortran_status_ignore_;
extern int mpi_fortran_statuses_ignore_;
#pragma GCC visibility pop

/* The parameter @error is last, and may be NULL. */
#define FORTRAN(name, parameters, ...)                                                             \
  void ompi_##name##_f parameters;                                                                 \
  void mpi_##name##_ parameters __attribute__ ((alias ("ompi_" #name "_f")));                      \
  void mpi_##name##__ parameters __attribute__ ((alias ("ompi_" #name "_f")));                     \
  void ompi_##name##_f parameters                                                                  \
  {                                                                                                \
    int result;                                                                                    \
                                                                                                   \
    __VA_ARGS__;                                                                                   \
    if (error != NULL)                                                                             \
      *error = result;                                                                             \
  }

typedef MPI_Fint Int;

#define COMM(comm) PMPI_Comm_f2c (*(comm))
#define TYPE(type) PMPI_Type_f2c (*(type))
#define OP(op) PMPI_Op_f2c (*(op))
#define STATUS(status) ((void *) (status) == &mpi_fortran_status_ignore_ ? MPI_STATUS_IGNORE : &own)
#define GIVE_STATUS(status)                                                                        \
  if (result == MPI_SUCCESS && (void *) (status) != &mpi_fortran_status_ignore_)                   \
  PMPI_Status_c2f (&own, status)

static inline void *
spur_mpi_from_fortran (void *address)
{
  if (address == &mpi_fortran_bottom_)
    return MPI_BOTTOM;
  return address == &mpi_fortran_in_place_ ? MPI_IN_PLACE : address;
}

#define AT(address) spur_mpi_from_fortran (address)
