/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* A program that uses what MPI has of forms to send, to receive and to work together. It prints
 * what it received, so that a layer that changes something is found out; ranks are to be even in
 * number, and at least four. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "program-mpi-collectives.h"

#define N_TURNS 3

static int me, n, up, down;
static long sum;

static void
send_in_all_ways (void)
{
  static char space[4096];
  int value = me, got[8], n_bytes;
  MPI_Request requests[8];
  MPI_Status statuses[8];
  void *detached;

  MPI_Buffer_attach (space, sizeof space);
  for (int i = 0; i < 8; i++)
    MPI_Irecv (&got[i], 1, MPI_INT, down, i, MPI_COMM_WORLD, &requests[i]);
  /* All ranks are ready for MPI_Rsend then. */
  MPI_Barrier (MPI_COMM_WORLD);
  MPI_Send (&value, 1, MPI_INT, up, 0, MPI_COMM_WORLD);
  MPI_Bsend (&value, 1, MPI_INT, up, 1, MPI_COMM_WORLD);
  MPI_Ssend (&value, 1, MPI_INT, up, 2, MPI_COMM_WORLD);
  MPI_Rsend (&value, 1, MPI_INT, up, 3, MPI_COMM_WORLD);
  MPI_Send (&value, 1, MPI_INT, MPI_PROC_NULL, 3, MPI_COMM_WORLD);
  for (int i = 4; i < 8; i++)
    {
      MPI_Request request;

      if (i == 4)
        MPI_Isend (&value, 1, MPI_INT, up, i, MPI_COMM_WORLD, &request);
      else if (i == 5)
        MPI_Ibsend (&value, 1, MPI_INT, up, i, MPI_COMM_WORLD, &request);
      else if (i == 6)
        MPI_Issend (&value, 1, MPI_INT, up, i, MPI_COMM_WORLD, &request);
      else
        MPI_Irsend (&value, 1, MPI_INT, up, i, MPI_COMM_WORLD, &request);
      MPI_Wait (&request, MPI_STATUS_IGNORE);
    }
  MPI_Waitall (8, requests, statuses);
  MPI_Buffer_detach (&detached, &n_bytes);
  for (int i = 0; i < 8; i++)
    sum += got[i] + statuses[i].MPI_TAG + statuses[i].MPI_SOURCE;
}

/* Receives by what is complete first, asked for in all ways. */
static void
complete_in_all_ways (void)
{
  for (int way = 0; way < 5; way++)
    {
      MPI_Request requests[3];
      MPI_Status statuses[3];
      int got[3], places[3], n_done = 0, is_done = 0, place;

      for (int i = 0; i < 3; i++)
        MPI_Irecv (&got[i], 1, MPI_INT, MPI_ANY_SOURCE, 10 + i, MPI_COMM_WORLD, &requests[i]);
      for (int i = 2; i >= 0; i--)
        MPI_Send (&way, 1, MPI_INT, down, 10 + i, MPI_COMM_WORLD);
      while (n_done < 3)
        {
          int n_now = 0;

          if (way == 0)
            MPI_Waitsome (3, requests, &n_now, places, statuses);
          else if (way == 1)
            MPI_Testsome (3, requests, &n_now, places, MPI_STATUSES_IGNORE);
          else if (way == 2)
            MPI_Testany (3, requests, &place, &n_now, statuses);
          else if (way == 3)
            MPI_Testall (3, requests, &is_done, statuses), n_now = is_done ? 3 : 0;
          else
            MPI_Waitany (3, requests, &place, MPI_STATUS_IGNORE), n_now = 1;
          n_done += n_now != MPI_UNDEFINED && n_now != 0 ? (way == 2 ? 1 : n_now) : 0;
        }
      sum += got[0] + got[1] + got[2];
    }
}

static void
receive_what_was_probed (void)
{
  MPI_Message message;
  MPI_Request request;
  MPI_Status status;
  int is_there = 0, got, first = 1, second = 2;

  MPI_Send (&first, 1, MPI_INT, up, 20, MPI_COMM_WORLD);
  MPI_Send (&second, 1, MPI_INT, up, 20, MPI_COMM_WORLD);
  MPI_Mprobe (down, 20, MPI_COMM_WORLD, &message, &status);
  MPI_Recv (&got, 1, MPI_INT, down, 20, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  sum += 10 * got;
  MPI_Mrecv (&got, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
  sum += got;
  MPI_Send (&first, 1, MPI_INT, up, 21, MPI_COMM_WORLD);
  while (!is_there)
    MPI_Improbe (MPI_ANY_SOURCE, 21, MPI_COMM_WORLD, &is_there, &message, MPI_STATUS_IGNORE);
  MPI_Imrecv (&got, 1, MPI_INT, &message, &request);
  is_there = 0;
  while (!is_there)
    MPI_Request_get_status (request, &is_there, &status);
  MPI_Wait (&request, &status);
  MPI_Send (&first, 1, MPI_INT, up, 22, MPI_COMM_WORLD);
  MPI_Probe (down, 22, MPI_COMM_WORLD, &status);
  MPI_Recv (&got, 1, MPI_INT, status.MPI_SOURCE, status.MPI_TAG, MPI_COMM_WORLD, &status);
  is_there = 0;
  MPI_Send (&first, 1, MPI_INT, up, 23, MPI_COMM_WORLD);
  while (!is_there)
    MPI_Iprobe (down, 23, MPI_COMM_WORLD, &is_there, MPI_STATUS_IGNORE);
  MPI_Sendrecv_replace (&got, 1, MPI_INT, up, 24, down, 23, MPI_COMM_WORLD, &status);
  MPI_Recv (&got, 1, MPI_INT, down, 24, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  sum += got;
}

static void
send_again_and_again (void)
{
  MPI_Request requests[4];
  MPI_Request cancelled;
  MPI_Status status;
  int got[2], value = me, is_cancelled, unwanted;

  MPI_Recv_init (&got[0], 1, MPI_INT, down, 30, MPI_COMM_WORLD, &requests[0]);
  MPI_Recv_init (&got[1], 1, MPI_INT, up, 31, MPI_COMM_WORLD, &requests[1]);
  MPI_Send_init (&value, 1, MPI_INT, up, 30, MPI_COMM_WORLD, &requests[2]);
  MPI_Ssend_init (&value, 1, MPI_INT, down, 31, MPI_COMM_WORLD, &requests[3]);
  for (int i = 0; i < N_TURNS; i++)
    {
      value = me + i;
      MPI_Start (&requests[0]);
      MPI_Startall (3, requests + 1);
      MPI_Waitall (4, requests, MPI_STATUSES_IGNORE);
      sum += got[0] + got[1];
    }
  for (int i = 0; i < 4; i++)
    MPI_Request_free (&requests[i]);
  MPI_Irecv (&unwanted, 1, MPI_INT, down, 32, MPI_COMM_WORLD, &cancelled);
  MPI_Cancel (&cancelled);
  MPI_Wait (&cancelled, &status);
  MPI_Test_cancelled (&status, &is_cancelled);
  sum += is_cancelled;
}

static void
exchange (MPI_Comm comm, int tag)
{
  int size, rank, is_inter, value = me, got = 0;

  if (comm == MPI_COMM_NULL)
    return;
  MPI_Comm_test_inter (comm, &is_inter);
  MPI_Comm_rank (comm, &rank);
  if (is_inter)
    {
      MPI_Comm_remote_size (comm, &size);
      MPI_Sendrecv (&value, 1, MPI_INT, rank, tag, &got, 1, MPI_INT, rank, tag, comm,
                    MPI_STATUS_IGNORE);
    }
  else
    {
      MPI_Comm_size (comm, &size);
      MPI_Sendrecv (&value, 1, MPI_INT, (rank + 1) % size, tag, &got, 1, MPI_INT,
                    (rank + size - 1) % size, tag, comm, MPI_STATUS_IGNORE);
    }
  sum += got;
}

static void
use_sides (MPI_Comm half)
{
  MPI_Comm sides, merged;
  int value = me, got = 0;

  MPI_Intercomm_create (half, 0, MPI_COMM_WORLD, me % 2 == 0 ? n - 1 : n - 2, 40, &sides);
  exchange (sides, 41);
  MPI_Barrier (sides);
  MPI_Allreduce (&value, &got, 1, MPI_INT, MPI_SUM, sides);
  sum += got;
  MPI_Bcast (&value, 1, MPI_INT, me % 2 == 1 ? 0 : me == n - 2 ? MPI_ROOT : MPI_PROC_NULL, sides);
  sum += value;
  MPI_Intercomm_merge (sides, me % 2, &merged);
  exchange (merged, 42);
  MPI_Comm_free (&merged);
  MPI_Comm_free (&sides);
}

static void
make_communicators (void)
{
  MPI_Comm comms[6];
  MPI_Group all, some;
  MPI_Request request;
  int ranks[] = { 0, 1, 2 }, dimensions[] = { n }, is_periodic[] = { 1 };

  MPI_Comm_dup (MPI_COMM_WORLD, &comms[0]);
  MPI_Comm_split (MPI_COMM_WORLD, me % 2, -me, &comms[1]);
  MPI_Comm_idup (comms[0], &comms[2], &request);
  MPI_Wait (&request, MPI_STATUS_IGNORE);
  MPI_Comm_group (MPI_COMM_WORLD, &all);
  MPI_Group_incl (all, 3, ranks, &some);
  comms[3] = MPI_COMM_NULL;
  if (me < 3)
    MPI_Comm_create_group (MPI_COMM_WORLD, some, 7, &comms[3]);
  MPI_Comm_create (MPI_COMM_WORLD, some, &comms[4]);
  MPI_Cart_create (MPI_COMM_WORLD, 1, dimensions, is_periodic, 0, &comms[5]);
  for (int i = 0; i < 6; i++)
    exchange (comms[i], 50);
  for (int i = 0; i < 6; i++)
    exchange (comms[i], 50);
  use_sides (comms[1]);
  if (comms[5] != MPI_COMM_NULL)
    {
      int got[2] = { 0, 0 };
      MPI_Request neighbours;

      MPI_Neighbor_allgather (&me, 1, MPI_INT, got, 1, MPI_INT, comms[5]);
      sum += got[0] + got[1];
      MPI_Ineighbor_allgather (&me, 1, MPI_INT, got, 1, MPI_INT, comms[5], &neighbours);
      MPI_Wait (&neighbours, MPI_STATUS_IGNORE);
    }
  for (int i = 0; i < 6; i++)
    {
      if (comms[i] != MPI_COMM_NULL)
        MPI_Comm_free (&comms[i]);
    }
  MPI_Group_free (&all);
  MPI_Group_free (&some);
}

static void
work_together (void)
{
  int *counts = calloc ((size_t) n, sizeof (int)), *places = calloc ((size_t) n, sizeof (int));
  int *out = calloc ((size_t) n, sizeof (int)), *in = calloc ((size_t) n, sizeof (int));
  MPI_Request requests[4];
  int got = 0;

  for (int i = 0; i < n; i++)
    {
      counts[i] = 1;
      places[i] = i;
      out[i] = me * n + i;
    }
  MPI_Ibarrier (MPI_COMM_WORLD, &requests[0]);
  MPI_Iallreduce (&me, &got, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &requests[1]);
  MPI_Ialltoall (out, 1, MPI_INT, in, 1, MPI_INT, MPI_COMM_WORLD, &requests[2]);
  MPI_Ibcast (&sum, 0, MPI_LONG, 0, MPI_COMM_WORLD, &requests[3]);
  MPI_Waitall (4, requests, MPI_STATUSES_IGNORE);
  sum += got + in[up];
  MPI_Gatherv (&me, 1, MPI_INT, in, counts, places, MPI_INT, n - 1, MPI_COMM_WORLD);
  MPI_Scatterv (out, counts, places, MPI_INT, &got, 1, MPI_INT, 0, MPI_COMM_WORLD);
  sum += got;
  MPI_Allgatherv (&me, 1, MPI_INT, in, counts, places, MPI_INT, MPI_COMM_WORLD);
  MPI_Reduce_scatter_block (out, &got, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  sum += got;
  /* To the next rank only. */
  for (int i = 0; i < n; i++)
    counts[i] = i == up;
  memset (places, 0, (size_t) n * sizeof (int));
  {
    int *from = calloc ((size_t) n, sizeof (int));

    from[down] = 1;
    MPI_Alltoallv (&me, counts, places, MPI_INT, &got, from, places, MPI_INT, MPI_COMM_WORLD);
    free (from);
  }
  sum += got;
  MPI_Scan (MPI_IN_PLACE, &got, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  sum += got;
  free (counts);
  free (places);
  free (out);
  free (in);
}

static void
use_windows (void)
{
  MPI_Group all, here, there;
  MPI_Win window;
  int *memory, value = me + 1, got = 0;

  MPI_Win_allocate (2 * sizeof (int), sizeof (int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory,
                    &window);
  memory[0] = memory[1] = 0;
  MPI_Barrier (MPI_COMM_WORLD);
  MPI_Win_fence (MPI_MODE_NOPRECEDE, window);
  MPI_Put (&value, 1, MPI_INT, up, 0, 1, MPI_INT, window);
  MPI_Win_fence (0, window);
#if MPI_VERSION >= 4
  MPI_Get_c (&got, 1, MPI_INT, up, 0, 1, MPI_INT, window);
  MPI_Accumulate_c (&value, 1, MPI_INT, down, 1, 1, MPI_INT, MPI_SUM, window);
#else
  MPI_Get (&got, 1, MPI_INT, up, 0, 1, MPI_INT, window);
  MPI_Accumulate (&value, 1, MPI_INT, down, 1, 1, MPI_INT, MPI_SUM, window);
#endif
  MPI_Win_fence (MPI_MODE_NOSUCCEED, window);
  MPI_Comm_group (MPI_COMM_WORLD, &all);
  MPI_Group_incl (all, 1, &down, &there);
  MPI_Group_incl (all, 1, &up, &here);
  MPI_Win_post (there, 0, window);
  MPI_Win_start (here, 0, window);
  MPI_Put (&value, 1, MPI_INT, up, 0, 1, MPI_INT, window);
  MPI_Win_complete (window);
  MPI_Win_wait (window);
  MPI_Barrier (MPI_COMM_WORLD);
  MPI_Win_lock (MPI_LOCK_SHARED, up, 0, window);
  MPI_Fetch_and_op (&value, &got, MPI_INT, up, 1, MPI_SUM, window);
  MPI_Win_unlock (up, window);
  MPI_Barrier (MPI_COMM_WORLD);
  MPI_Group_free (&all);
  MPI_Group_free (&here);
  MPI_Group_free (&there);
  MPI_Win_free (&window);
}

/* Each rank moves data to and from the next one, each time to another place there. */
#define MOVE_IN_ALL_FORMS(SUFFIX)                                                                  \
  MPI_Put##SUFFIX (value, 2, MPI_INT, up, 0, 2, MPI_INT, window);                                  \
  MPI_Rput##SUFFIX (value, 2, MPI_INT, up, 2, 2, MPI_INT, window, &requests[0]);                   \
  MPI_Accumulate##SUFFIX (value, 1, MPI_INT, up, 4, 1, MPI_INT, MPI_SUM, window);                  \
  MPI_Raccumulate##SUFFIX (value, 1, MPI_INT, up, 5, 1, MPI_INT, MPI_SUM, window, &requests[1]);   \
  MPI_Waitall (2, requests, MPI_STATUSES_IGNORE);                                                  \
  MPI_Win_flush (up, window);                                                                      \
  MPI_Get##SUFFIX (got, 2, MPI_INT, up, 1, 2, MPI_INT, window);                                    \
  MPI_Rget##SUFFIX (got + 2, 2, MPI_INT, up, 4, 2, MPI_INT, window, &requests[0]);                 \
  MPI_Get_accumulate##SUFFIX (value, 1, MPI_INT, got + 4, 1, MPI_INT, up, 6, 1, MPI_INT, MPI_SUM,  \
                              window);                                                             \
  MPI_Rget_accumulate##SUFFIX (value, 1, MPI_INT, got + 5, 1, MPI_INT, up, 7, 1, MPI_INT, MPI_SUM, \
                               window, &requests[1]);                                              \
  MPI_Waitall (2, requests, MPI_STATUSES_IGNORE)

#define WINDOW_INTS 16
#define WINDOW_BYTES (WINDOW_INTS * (MPI_Aint) sizeof (int))

static void
move_in_all_forms (MPI_Win window, int *memory, int has_large)
{
  int value[2] = { me + 1, 2 * me }, got[7] = { 0 }, none = 0;
  MPI_Request requests[2];

  MPI_Win_lock_all (0, window);
  memset (memory, 0, WINDOW_BYTES);
  MPI_Win_sync (window);
  MPI_Barrier (MPI_COMM_WORLD);
#if MPI_VERSION >= 4
  if (has_large)
    {
      MOVE_IN_ALL_FORMS (_c);
    }
#endif
  if (!has_large)
    {
      MOVE_IN_ALL_FORMS ();
    }
  MPI_Compare_and_swap (value, &none, got + 6, MPI_INT, up, 8, window);
  MPI_Win_flush_local_all (window);
  MPI_Win_unlock_all (window);
  MPI_Barrier (MPI_COMM_WORLD);
  for (int i = 0; i < 7; i++)
    sum += got[i] * (i + 1);
  for (int i = 0; i < 9; i++)
    sum += memory[i] * (i + 1);
  MPI_Win_free (&window);
}

#if MPI_VERSION >= 4
/* A window of this process alone. */
static void
try_window (MPI_Win window, int *memory)
{
  MPI_Win_lock (MPI_LOCK_EXCLUSIVE, 0, 0, window);
  MPI_Put (&up, 1, MPI_INT, 0, 3, 1, MPI_INT, window);
  MPI_Win_unlock (0, window);
  sum += memory[3];
  MPI_Win_free (&window);
}
#endif

static void
make_windows (void)
{
  int *memory;
  MPI_Win window;

  MPI_Win_allocate_shared (WINDOW_BYTES, sizeof (int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory,
                           &window);
  move_in_all_forms (window, memory, 0);
  /* Open MPI 4 makes no windows of memory that is there already where it has but shared memory. */
#if MPI_VERSION >= 4
  static int own[WINDOW_INTS];

  MPI_Win_allocate_shared_c (WINDOW_BYTES, sizeof (int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory,
                             &window);
  move_in_all_forms (window, memory, 1);
  MPI_Win_create (own, WINDOW_BYTES, sizeof (int), MPI_INFO_NULL, MPI_COMM_SELF, &window);
  try_window (window, own);
  MPI_Win_create_c (own, WINDOW_BYTES, sizeof (int), MPI_INFO_NULL, MPI_COMM_SELF, &window);
  try_window (window, own);
  MPI_Win_allocate_c (WINDOW_BYTES, sizeof (int), MPI_INFO_NULL, MPI_COMM_SELF, &memory, &window);
  try_window (window, memory);
#endif
}

int
main (int argc, char **argv)
{
  long total = 0;

  MPI_Init (&argc, &argv);
  MPI_Comm_rank (MPI_COMM_WORLD, &me);
  MPI_Comm_size (MPI_COMM_WORLD, &n);
  up = (me + 1) % n;
  down = (me + n - 1) % n;
  for (int i = 0; i < N_TURNS; i++)
    {
      send_in_all_ways ();
      complete_in_all_ways ();
      receive_what_was_probed ();
      send_again_and_again ();
      make_communicators ();
      work_together ();
      use_windows ();
    }
  make_windows ();
  sum += work_in_all_forms ();
  MPI_Reduce (&sum, &total, 1, MPI_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
  if (me == 0)
    printf ("%ld\n", total);
  MPI_Finalize ();
  return 0;
}
