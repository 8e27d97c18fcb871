/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* All collective operations in all their forms: blocking, not blocking, and, since MPI 4,
 * persistent and with large counts. Members are counted from the last rank to the first one, so
 * that a root is no rank of MPI_COMM_WORLD, and what is recorded here can be told from all else. */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

#include "program-mpi-collectives.h"

#define MAX_MEMBERS 8
#define ROOM (MAX_MEMBERS * MAX_MEMBERS)
#define ROOT 1
#define N_FORMS 6
#define N_REQUESTS 4

static MPI_Comm comm, ring, arrows, line;
static int me, n;

/* What is sent, and what comes: each form has a place of its own, since all go on together. */
static int out[ROOM], places[N_FORMS][ROOM];
static int *in;
static MPI_Request requests[N_REQUESTS];
static long sum;

static void
begin_operation (void)
{
  for (int i = 0; i < ROOM; i++)
    out[i] = 1 + me * ROOM + i;
  memset (places, 0xff, sizeof places);
  for (int i = 0; i < N_REQUESTS; i++)
    requests[i] = MPI_REQUEST_NULL;
}

/* Persistent requests are still there when they are complete. */
static void
end_operation (void)
{
  MPI_Waitall (N_REQUESTS, requests, MPI_STATUSES_IGNORE);
  for (int i = 0; i < N_REQUESTS; i++)
    {
      if (requests[i] != MPI_REQUEST_NULL)
        MPI_Request_free (&requests[i]);
    }
  for (int form = 0; form < N_FORMS; form++)
    for (int i = 0; i < ROOM; i++)
      sum = (sum * 31 + places[form][i]) % 1000003;
}

#define UNPACK(...) __VA_ARGS__

/* Those that do not block come first. */
#define PUT_IMMEDIATE(form, function, parameters)                                                  \
  in = places[form];                                                                               \
  function (UNPACK parameters, &requests[form])

#define PUT_BLOCKING(form, function, parameters)                                                   \
  in = places[form];                                                                               \
  function parameters

#if MPI_VERSION >= 4
#define PUT_PERSISTENT(form, function, parameters)                                                 \
  in = places[form];                                                                               \
  function (UNPACK parameters, MPI_INFO_NULL, &requests[form]);                                    \
  MPI_Start (&requests[form])

/* @large: the parameters where counts are MPI_Count and displacements MPI_Aint. */
#define ALL_FORMS(name, small, parameters, large)                                                  \
  begin_operation ();                                                                              \
  PUT_IMMEDIATE (0, MPI_I##small, parameters);                                                     \
  PUT_PERSISTENT (1, MPI_##name##_init, parameters);                                               \
  PUT_IMMEDIATE (2, MPI_I##small##_c, large);                                                      \
  PUT_PERSISTENT (3, MPI_##name##_init_c, large);                                                  \
  PUT_BLOCKING (4, MPI_##name, parameters);                                                        \
  PUT_BLOCKING (5, MPI_##name##_c, large);                                                         \
  end_operation ()
#else
#define PUT_PERSISTENT(form, function, parameters)
#define ALL_FORMS(name, small, parameters, large)                                                  \
  begin_operation ();                                                                              \
  PUT_IMMEDIATE (0, MPI_I##small, parameters);                                                     \
  PUT_BLOCKING (4, MPI_##name, parameters);                                                        \
  end_operation ()
#endif

/* Where counts are no arrays both are written alike. */
#define FORMS(name, small, parameters) ALL_FORMS (name, small, parameters, parameters)

/* Counts by member, and where its part begins; each in both types. */
typedef struct
{
  int counts[MAX_MEMBERS];
  int places[MAX_MEMBERS];
  int byte_places[MAX_MEMBERS];
  MPI_Count large_counts[MAX_MEMBERS];
  MPI_Aint large_places[MAX_MEMBERS];
  MPI_Aint large_byte_places[MAX_MEMBERS];
  MPI_Datatype types[MAX_MEMBERS];
} Parts;

static void
set_part (Parts *self, int i, int count, MPI_Datatype type)
{
  self->counts[i] = count;
  self->places[i] = i * MAX_MEMBERS;
  self->byte_places[i] = self->places[i] * (int) sizeof (int);
  self->large_counts[i] = count;
  self->large_places[i] = self->places[i];
  self->large_byte_places[i] = self->byte_places[i];
  self->types[i] = type;
}

/* The member after the next one gets two numbers, say. */
static int
count_between (int from, int to)
{
  return (to - from + n) % n;
}

static MPI_Datatype
get_type_between (int from, int to)
{
  return (from + to) % 2 == 1 ? MPI_SHORT : MPI_INT;
}

#define SMALL_PARTS(parts) (parts).counts, (parts).places
#define LARGE_PARTS(parts) (parts).large_counts, (parts).large_places

static void
work_with_root (void)
{
  Parts parts;

  for (int i = 0; i < n; i++)
    set_part (&parts, i, i + 1, MPI_INT);
  FORMS (Bcast, bcast, (me == ROOT ? out : in, 2, MPI_INT, ROOT, comm));
  FORMS (Reduce, reduce, (out, in, 2, MPI_INT, MPI_SUM, ROOT, comm));
  FORMS (Gather, gather, (out, 1, MPI_INT, in, 1, MPI_INT, ROOT, comm));
  FORMS (Scatter, scatter, (out, 1, MPI_INT, in, 1, MPI_INT, ROOT, comm));
  ALL_FORMS (Gatherv, gatherv, (out, me + 1, MPI_INT, in, SMALL_PARTS (parts), MPI_INT, ROOT, comm),
             (out, me + 1, MPI_INT, in, LARGE_PARTS (parts), MPI_INT, ROOT, comm));
  ALL_FORMS (Scatterv, scatterv,
             (out, SMALL_PARTS (parts), MPI_INT, in, me + 1, MPI_INT, ROOT, comm),
             (out, LARGE_PARTS (parts), MPI_INT, in, me + 1, MPI_INT, ROOT, comm));
}

static void
work_by_all (void)
{
  Parts parts;

  for (int i = 0; i < n; i++)
    set_part (&parts, i, i + 1, MPI_INT);
  begin_operation ();
  PUT_IMMEDIATE (0, MPI_Ibarrier, (comm));
  PUT_PERSISTENT (1, MPI_Barrier_init, (comm));
  PUT_BLOCKING (4, MPI_Barrier, (comm));
  end_operation ();
  FORMS (Allreduce, allreduce, (out, in, 2, MPI_INT, MPI_SUM, comm));
  FORMS (Allgather, allgather, (out, 1, MPI_INT, in, 1, MPI_INT, comm));
  FORMS (Reduce_scatter_block, reduce_scatter_block, (out, in, 1, MPI_INT, MPI_SUM, comm));
  FORMS (Scan, scan, (out, in, 1, MPI_INT, MPI_SUM, comm));
  FORMS (Exscan, exscan, (out, in, 1, MPI_INT, MPI_SUM, comm));
  ALL_FORMS (Allgatherv, allgatherv, (out, me + 1, MPI_INT, in, SMALL_PARTS (parts), MPI_INT, comm),
             (out, me + 1, MPI_INT, in, LARGE_PARTS (parts), MPI_INT, comm));
  ALL_FORMS (Reduce_scatter, reduce_scatter, (out, in, parts.counts, MPI_INT, MPI_SUM, comm),
             (out, in, parts.large_counts, MPI_INT, MPI_SUM, comm));
}

static void
work_by_pairs (void)
{
  Parts to, from;

  for (int i = 0; i < n; i++)
    {
      set_part (&to, i, count_between (me, i), get_type_between (me, i));
      set_part (&from, i, count_between (i, me), get_type_between (i, me));
    }
  FORMS (Alltoall, alltoall, (out, 1, MPI_INT, in, 1, MPI_INT, comm));
  ALL_FORMS (Alltoallv, alltoallv,
             (out, SMALL_PARTS (to), MPI_INT, in, SMALL_PARTS (from), MPI_INT, comm),
             (out, LARGE_PARTS (to), MPI_INT, in, LARGE_PARTS (from), MPI_INT, comm));
  ALL_FORMS (
    Alltoallw, alltoallw,
    (out, to.counts, to.byte_places, to.types, in, from.counts, from.byte_places, from.types, comm),
    (out, to.large_counts, to.large_byte_places, to.types, in, from.large_counts,
     from.large_byte_places, from.types, comm));
}

/* A ring in which both neighbours are sent to, arrows to the next member only, and a line with two
 * ends. */
static void
make_topologies (void)
{
  int is_periodic = 1, up = (me + 1) % n, down = (me + n - 1) % n;
  int ends[MAX_MEMBERS], edges[2 * MAX_MEMBERS], n_edges = 0;

  MPI_Cart_create (comm, 1, &n, &is_periodic, 0, &ring);
  MPI_Dist_graph_create_adjacent (comm, 1, &down, MPI_UNWEIGHTED, 1, &up, MPI_UNWEIGHTED,
                                  MPI_INFO_NULL, 0, &arrows);
  for (int i = 0; i < n; i++)
    {
      if (i > 0)
        edges[n_edges++] = i - 1;
      if (i + 1 < n)
        edges[n_edges++] = i + 1;
      ends[i] = n_edges;
    }
  MPI_Graph_create (comm, n, ends, edges, 0, &line);
}

static void
work_with_neighbours (void)
{
  Parts to, from;
  int from_down = (me + n - 1) % n + 1;

  make_topologies ();
  FORMS (Neighbor_allgather, neighbor_allgather, (out, 1, MPI_INT, in, 1, MPI_INT, ring));
  FORMS (Neighbor_alltoall, neighbor_alltoall, (out, 1, MPI_INT, in, 1, MPI_INT, line));
  set_part (&from, 0, from_down, MPI_INT);
  ALL_FORMS (Neighbor_allgatherv, neighbor_allgatherv,
             (out, me + 1, MPI_INT, in, SMALL_PARTS (from), MPI_INT, arrows),
             (out, me + 1, MPI_INT, in, LARGE_PARTS (from), MPI_INT, arrows));
  /* Two numbers go up, none goes down. */
  set_part (&to, 0, 0, MPI_INT);
  set_part (&to, 1, 2, MPI_INT);
  set_part (&from, 0, 2, MPI_INT);
  set_part (&from, 1, 0, MPI_INT);
  ALL_FORMS (Neighbor_alltoallv, neighbor_alltoallv,
             (out, SMALL_PARTS (to), MPI_INT, in, SMALL_PARTS (from), MPI_INT, ring),
             (out, LARGE_PARTS (to), MPI_INT, in, LARGE_PARTS (from), MPI_INT, ring));
  set_part (&to, 0, 3, MPI_SHORT);
  set_part (&from, 0, 3, MPI_SHORT);
  ALL_FORMS (Neighbor_alltoallw, neighbor_alltoallw,
             (out, to.counts, to.large_byte_places, to.types, in, from.counts,
              from.large_byte_places, from.types, arrows),
             (out, to.large_counts, to.large_byte_places, to.types, in, from.large_counts,
              from.large_byte_places, from.types, arrows));
  MPI_Comm_free (&ring);
  MPI_Comm_free (&arrows);
  MPI_Comm_free (&line);
}

long
work_in_all_forms (void)
{
  int rank;

  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  MPI_Comm_split (MPI_COMM_WORLD, 0, -rank, &comm);
  MPI_Comm_rank (comm, &me);
  MPI_Comm_size (comm, &n);
  if (n > MAX_MEMBERS)
    MPI_Abort (MPI_COMM_WORLD, 1);
  work_with_root ();
  work_by_all ();
  work_by_pairs ();
  work_with_neighbours ();
  MPI_Comm_free (&comm);
  return sum;
}
