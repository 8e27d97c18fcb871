/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* What clocks of other processes say, measured by messages there and back: along a binomial tree,
 * so that the time it takes grows with the logarithm of the number of ranks only. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "plugins/layers/mpi/spur-mpi-layer.h"

#define TAG 1
#define N_TURNS 20
#define N_LEAST_TURNS 5
#define MAX_NS 20000000

/* Long enough to tell how long a tick is. */
#define MANY_TICKS (UINT64_C (1) << 32)

enum
{
  GO_ON = 1,
  STOP,
};

/* This clock and that of rank 0 at the same time. */
typedef struct
{
  uint64_t ticks;
  uint64_t reference_ticks;
  double deviation_ns;
} Reading;

/* The quickest of several messages there and back. */
typedef struct
{
  uint64_t ticks;
  uint64_t reference_ticks;
  uint64_t round_trip_ticks;
} Turn;

static struct
{
  uint64_t reference_origin;
  double ns_per_tick;
  double reference_ticks_per_tick;
  uint64_t n_passed;
  uint64_t n_between;
  bool is_off;
  int partner;
  uint64_t least_delay_ns;
} clocks;

static uint64_t
get_now_ticks (void)
{
  return spur_record_get_ticks (spur_mpi_layer.record);
}

static double
to_ns (uint64_t ticks)
{
  return (double) ticks * clocks.ns_per_tick;
}

static uint64_t
to_reference (const Reading *reading, uint64_t ticks)
{
  double ahead = (double) (int64_t) (ticks - reading->ticks) * clocks.reference_ticks_per_tick;

  return reading->reference_ticks + (uint64_t) (int64_t) llround (ahead);
}

/* Tells a child the time of rank 0 whenever it asks. */
static void
answer_rank (int child, const Reading *reading)
{
  uint64_t told[2];
  uint64_t question = GO_ON;

  while (question == GO_ON)
    {
      PMPI_Recv (&question, 1, MPI_UINT64_T, child, TAG, spur_mpi_layer.own_comm,
                 MPI_STATUS_IGNORE);
      told[0] = to_reference (reading, get_now_ticks ());
      memcpy (&told[1], &reading->deviation_ns, sizeof told[1]);
      PMPI_Send (told, 2, MPI_UINT64_T, child, TAG, spur_mpi_layer.own_comm);
    }
}

static void
ask_rank (int parent, Reading *reading)
{
  Turn best = { 0, 0, UINT64_MAX };
  uint64_t first = get_now_ticks ();
  double own_ns, parent_ns = 0;
  uint64_t question = GO_ON;

  for (uint32_t i = 0; question == GO_ON; i++)
    {
      uint64_t told[2];
      uint64_t out, in;

      if (i + 1 >= N_TURNS || (i + 1 >= N_LEAST_TURNS && to_ns (get_now_ticks () - first) > MAX_NS))
        question = STOP;
      out = get_now_ticks ();
      PMPI_Send (&question, 1, MPI_UINT64_T, parent, TAG, spur_mpi_layer.own_comm);
      PMPI_Recv (told, 2, MPI_UINT64_T, parent, TAG, spur_mpi_layer.own_comm, MPI_STATUS_IGNORE);
      in = get_now_ticks ();
      memcpy (&parent_ns, &told[1], sizeof parent_ns);
      if (in - out < best.round_trip_ticks)
        best = (Turn){ out + (in - out) / 2, told[0], in - out };
    }
  /* The answer was given at any time within the round trip. */
  own_ns = to_ns (best.round_trip_ticks) / sqrt (12);
  *reading = (Reading){ best.ticks, best.reference_ticks, hypot (own_ns, parent_ns) };
  clocks.partner = parent;
  if ((uint64_t) (to_ns (best.round_trip_ticks) / 2) < clocks.least_delay_ns)
    clocks.least_delay_ns = (uint64_t) (to_ns (best.round_trip_ticks) / 2);
}

/* Who knows the time tells it, until all do. */
void
spur_mpi_clocks_measure (void)
{
  static SpurLayerRegion measuring = SPUR_LAYER_REGION ("clock measurement", OVERHEAD);
  Reading reading = { 0, 0, 0 };
  int rank = spur_mpi_layer.rank;

  if (clocks.is_off)
    return;
  spur_layer_get_state (spur_mpi_layer.record, &measuring);
  spur_mpi_enter (&measuring);
  spur_record_calibrate (spur_mpi_layer.record);
  if (rank == 0)
    reading.ticks = reading.reference_ticks = get_now_ticks ();
  for (int n_knowing = 1; n_knowing < spur_mpi_layer.n_ranks; n_knowing *= 2)
    {
      if (rank < n_knowing && rank + n_knowing < spur_mpi_layer.n_ranks)
        answer_rank (rank + n_knowing, &reading);
      else if (rank >= n_knowing && rank < 2 * n_knowing)
        ask_rank (rank - n_knowing, &reading);
    }
  if (rank > 0)
    spur_record_add_clock_offset (spur_mpi_layer.record, reading.ticks, clocks.reference_origin,
                                  reading.reference_ticks, reading.deviation_ns);
  spur_mpi_leave (&measuring);
}

/* SPUR_RECORD_MPI_CLOCKS: "off", "ends", or after how many collective operations of all ranks it is
 * done again. What the first rank says is so for all. */
static void
read_environment (void)
{
  const char *text = secure_getenv ("SPUR_RECORD_MPI_CLOCKS");
  uint64_t said[2] = { 0, 0 };

  if (text != NULL && strcmp (text, "off") == 0)
    said[0] = 1;
  else if (text != NULL)
    said[1] = strtoull (text, NULL, 10);
  PMPI_Bcast (said, 2, MPI_UINT64_T, 0, spur_mpi_layer.own_comm);
  clocks.is_off = said[0] != 0;
  clocks.n_between = said[1];
}

void
spur_mpi_clocks_begin (void)
{
  uint64_t origin = spur_record_get_origin (spur_mpi_layer.record);
  uint64_t ticks = get_now_ticks ();
  double ns_per_tick;

  clocks.ns_per_tick =
    (double) (spur_record_ticks_to_ns (spur_mpi_layer.record, ticks + MANY_TICKS) -
              spur_record_ticks_to_ns (spur_mpi_layer.record, ticks)) /
    (double) MANY_TICKS;
  ns_per_tick = clocks.ns_per_tick;
  clocks.least_delay_ns = UINT64_MAX;
  PMPI_Bcast (&origin, 1, MPI_UINT64_T, 0, spur_mpi_layer.own_comm);
  PMPI_Bcast (&ns_per_tick, 1, MPI_DOUBLE, 0, spur_mpi_layer.own_comm);
  clocks.reference_origin = origin;
  clocks.reference_ticks_per_tick = clocks.ns_per_tick / ns_per_tick;
  read_environment ();
}

/* The least time that was ever measured, in the middle of the round trip. */
void
spur_mpi_clocks_end (void)
{
  if (clocks.least_delay_ns == UINT64_MAX)
    return;
  spur_record_add_minimum_delay (spur_mpi_layer.record, spur_mpi_layer.objects[clocks.partner],
                                 spur_mpi_layer.self, 2 * sizeof (uint64_t), clocks.least_delay_ns);
  spur_record_add_minimum_delay (spur_mpi_layer.record, spur_mpi_layer.self,
                                 spur_mpi_layer.objects[clocks.partner], sizeof (uint64_t),
                                 clocks.least_delay_ns);
}

void
spur_mpi_clocks_pass (const SpurMpiComm *comm)
{
  if (clocks.n_between == 0 || comm != spur_mpi_layer.world)
    return;
  if (++clocks.n_passed % clocks.n_between == 0)
    spur_mpi_clocks_measure ();
}
