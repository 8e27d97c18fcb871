/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Ranks that send one another a few messages; then one is killed, and the others with it. */
#include <mpi.h>
#include <signal.h>

#define N_MESSAGES 100

int
main (int argc, char **argv)
{
  int me, n, got;

  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &me);
  MPI_Comm_size (MPI_COMM_WORLD, &n);
  for (int i = 0; i < N_MESSAGES; i++)
    MPI_Sendrecv (&i, 1, MPI_INT, (me + 1) % n, 7, &got, 1, MPI_INT, (me + n - 1) % n, 7,
                  MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Barrier (MPI_COMM_WORLD);
  if (me == 1)
    raise (SIGKILL);
  MPI_Barrier (MPI_COMM_WORLD);
  MPI_Finalize ();
  return 0;
}
