/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Functions that count are there twice since MPI 4: with int, and, called MPI_X_c, with more bits.
 * Files that define such functions are compiled twice. */
#pragma once

#include "plugins/layers/mpi/spur-mpi-layer.h"

#ifdef SPUR_MPI_LARGE
#define WRAP(name, parameters, arguments, before, after)                                           \
  SPUR_MPI_WRAP (name##_c, parameters, arguments, before, after)
#define LARGE(name) name##_c
#define COUNT MPI_Count
#define DISPLACEMENT MPI_Aint
#else
#define WRAP(name, parameters, arguments, before, after)                                           \
  SPUR_MPI_WRAP (name, parameters, arguments, before, after)
#define LARGE(name) name
#define COUNT int
#define DISPLACEMENT int
#endif

/* What is sent and what is received, alike for all members or not. */
#define OUT const void *out, COUNT n_out, MPI_Datatype out_type
#define OUT_ARGUMENTS out, n_out, out_type
#define IN void *in, COUNT n_in, MPI_Datatype in_type
#define IN_ARGUMENTS in, n_in, in_type
#define OUT_EACH                                                                                   \
  const void *out, const COUNT *n_out, const DISPLACEMENT *out_places, MPI_Datatype out_type
#define OUT_EACH_ARGUMENTS out, n_out, out_places, out_type
#define IN_EACH void *in, const COUNT *n_in, const DISPLACEMENT *in_places, MPI_Datatype in_type
#define IN_EACH_ARGUMENTS in, n_in, in_places, in_type
#define REDUCED const void *out, void *in, COUNT n, MPI_Datatype type, MPI_Op op
#define REDUCED_ARGUMENTS out, in, n, type, op

#define BYTES(n, type) spur_mpi_get_n_bytes ((MPI_Count) (n), type)

/* A collective operation, as it blocks, as it does not, and as it is started again and again. What
 * a call is like is told by @details, which is done only where it is recorded. */
#define CALLING(name, base, parameters, arguments, root, details, begin, end)                      \
  WRAP (                                                                                           \
    name, parameters, arguments, SpurMpiCall call;                                                 \
    bool is_known = spur_mpi_call_init (&call, &operation_##base, comm, root); if (is_known) {     \
      details;                                                                                     \
      begin;                                                                                       \
    },                                                                                             \
                                                                               if (is_known) end)

#define STARTING(name, base, parameters, arguments, root, details, is_persistent)                  \
  CALLING (name, base, parameters, arguments, root, details,                                       \
           spur_mpi_call_plan (&call, is_persistent),                                              \
           spur_mpi_call_ask (&call, result, request, is_persistent))

#if MPI_VERSION >= 4
#define PERSISTENT(name, parameters, arguments, root, details)                                     \
  STARTING (name##_init, name, (SPUR_MPI_UNPACK parameters, MPI_Info info, MPI_Request * request), \
            (SPUR_MPI_UNPACK arguments, info, request), root, details, true)
#else
#define PERSISTENT(name, parameters, arguments, root, details)
#endif

#define COLLECTIVE(name, small, pattern, parameters, arguments, root, details)                     \
  static SpurMpiOperation operation_##name = { #name, pattern, { SPUR_RECORD_NONE } };             \
  CALLING (name, name, parameters, arguments, root, details, spur_mpi_call_begin (&call),          \
           spur_mpi_call_end (&call))                                                              \
  STARTING (I##small, name, (SPUR_MPI_UNPACK parameters, MPI_Request * request),                   \
            (SPUR_MPI_UNPACK arguments, request), root, details, false)                            \
  PERSISTENT (name, parameters, arguments, root, details)
