/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Several threads of each rank send and receive at the same time, each with a communicator of its
 * own. */
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>

#define N_THREADS 3
#define N_TURNS 40

static int me, n;
static MPI_Comm comms[N_THREADS];
static long sums[N_THREADS];

static void *
run (void *data)
{
  long thread = (long) data;

  for (int i = 0; i < N_TURNS; i++)
    {
      int value = me + i, got[2];
      MPI_Request requests[2];

      MPI_Irecv (&got[0], 1, MPI_INT, (me + n - 1) % n, 1, comms[thread], &requests[0]);
      MPI_Irecv (&got[1], 1, MPI_INT, (me + n - 1) % n, 1, comms[thread], &requests[1]);
      MPI_Send (&value, 1, MPI_INT, (me + 1) % n, 1, comms[thread]);
      value++;
      MPI_Send (&value, 1, MPI_INT, (me + 1) % n, 1, comms[thread]);
      MPI_Wait (&requests[1], MPI_STATUS_IGNORE);
      MPI_Wait (&requests[0], MPI_STATUS_IGNORE);
      sums[thread] += 2 * got[0] + got[1];
      if (i % 8 == 0)
        MPI_Barrier (comms[thread]);
    }
  return NULL;
}

int
main (int argc, char **argv)
{
  pthread_t threads[N_THREADS];
  long sum = 0, total = 0;
  int level;

  MPI_Init_thread (&argc, &argv, MPI_THREAD_MULTIPLE, &level);
  MPI_Comm_rank (MPI_COMM_WORLD, &me);
  MPI_Comm_size (MPI_COMM_WORLD, &n);
  for (long i = 0; i < N_THREADS; i++)
    MPI_Comm_dup (MPI_COMM_WORLD, &comms[i]);
  for (long i = 0; i < N_THREADS; i++)
    {
      if (level == MPI_THREAD_MULTIPLE)
        pthread_create (&threads[i], NULL, run, (void *) i);
      else
        run ((void *) i);
    }
  for (long i = 0; i < N_THREADS; i++)
    {
      if (level == MPI_THREAD_MULTIPLE)
        pthread_join (threads[i], NULL);
      sum += sums[i];
    }
  MPI_Reduce (&sum, &total, 1, MPI_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
  if (me == 0)
    printf ("%ld\n", total);
  MPI_Finalize ();
  return 0;
}
