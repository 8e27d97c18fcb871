/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Functions that count are there twice since MPI 4: with int, and, called MPI_X_c, with more bits.
 * Files that define such functions are compiled twice. */
#pragma once

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
