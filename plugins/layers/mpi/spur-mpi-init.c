/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The beginning and the end of MPI. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "plugins/layers/mpi/spur-mpi-layer.h"

#define HOST_BYTES 64

/* All ranks record, or none: one that does not would be waited for. */
static bool
do_all_record (void)
{
  const char *where = secure_getenv ("SPUR_RECORD");
  int does_record = where != NULL && *where != '\0';
  int do_all = 0;

  PMPI_Allreduce (&does_record, &do_all, 1, MPI_INT, MPI_MIN, spur_mpi_layer.own_comm);
  return do_all != 0;
}

/* Not the number of a recording, which counts objects of its own with it. */
static void
agree_on_job (void)
{
  uint64_t job = spur_record_get_origin (spur_mpi_layer.record);

  job = (job ^ job >> 31) * 0x9e3779b97f4a7c15u;
  job ^= job >> 29;
  spur_mpi_layer.job = job != 0 ? job : 1;
  PMPI_Bcast (&spur_mpi_layer.job, 1, MPI_UINT64_T, 0, spur_mpi_layer.own_comm);
}

/* All ranks name all ranks alike: the job and the rank say who it is. */
static bool
make_objects (void)
{
  SpurRecord *record = spur_mpi_layer.record;
  size_t n_ranks = (size_t) spur_mpi_layer.n_ranks;
  char own[HOST_BYTES] = "";
  char *hosts = calloc (n_ranks, HOST_BYTES);

  spur_mpi_layer.objects = calloc (n_ranks, sizeof *spur_mpi_layer.objects);
  if (hosts == NULL || spur_mpi_layer.objects == NULL)
    {
      fputs ("spur: no memory for the ranks of the MPI program\n", stderr);
      PMPI_Abort (MPI_COMM_WORLD, 1);
      return false;
    }
  gethostname (own, sizeof own - 1);
  PMPI_Allgather (own, HOST_BYTES, MPI_CHAR, hosts, HOST_BYTES, MPI_CHAR, spur_mpi_layer.own_comm);
  for (size_t i = 0; i < n_ranks; i++)
    {
      SpurRecordObject host = spur_record_object (
        record, SPUR_RECORD_TARGET, hosts + i * HOST_BYTES, "host", SPUR_RECORD_NO_OBJECT);
      char name[32];

      snprintf (name, sizeof name, "MPI Rank %zu", i);
      spur_mpi_layer.objects[i] = spur_record_known_object (record, SPUR_RECORD_TARGET, name,
                                                            "process", host, spur_mpi_layer.job, i);
    }
  spur_mpi_layer.self = spur_mpi_layer.objects[spur_mpi_layer.rank];
  snprintf (own, sizeof own, "MPI Rank %d", spur_mpi_layer.rank);
  spur_record_name_thread (record, own, spur_mpi_layer.self);
  free (hosts);
  return true;
}

static void
put_facts (void)
{
  char text[MPI_MAX_LIBRARY_VERSION_STRING + 1] = "";
  int n_bytes = 0;

  snprintf (text, sizeof text, "%d", spur_mpi_layer.n_ranks);
  spur_record_fact (spur_mpi_layer.record, "mpi ranks", text);
  snprintf (text, sizeof text, "%016llx", (unsigned long long) spur_mpi_layer.job);
  spur_record_fact (spur_mpi_layer.record, "mpi job", text);
  PMPI_Get_library_version (text, &n_bytes);
  text[strcspn (text, "\n")] = '\0';
  spur_record_fact (spur_mpi_layer.record, "mpi library", text);
}

/* To be quiet about what goes wrong would be worse than a line among those of the program. */
static void
tell_problem (void)
{
  const char *problem = spur_record_get_problem (spur_mpi_layer.record);

  if (problem != NULL)
    fprintf (stderr, "spur: MPI rank %d: %s\n", spur_mpi_layer.rank, problem);
}

/* The child of a rank is none. */
static void
after_fork_in_child (void)
{
  spur_mpi_layer.is_on = false;
}

static void
begin_recording (SpurLayerRegion *region, uint64_t since_ticks)
{
  const char *regions = secure_getenv ("SPUR_RECORD_MPI_REGIONS");
  int level = MPI_THREAD_SINGLE;

  PMPI_Comm_dup (MPI_COMM_WORLD, &spur_mpi_layer.own_comm);
  if (!do_all_record ())
    {
      PMPI_Comm_free (&spur_mpi_layer.own_comm);
      return;
    }
  spur_mpi_layer.record = spur_record_get ();
  PMPI_Query_thread (&level);
  spur_mpi_layer.is_multiple = level == MPI_THREAD_MULTIPLE;
  spur_mpi_layer.has_regions = regions == NULL || strcmp (regions, "0") != 0;
  PMPI_Comm_rank (MPI_COMM_WORLD, &spur_mpi_layer.rank);
  PMPI_Comm_size (MPI_COMM_WORLD, &spur_mpi_layer.n_ranks);
  PMPI_Comm_group (MPI_COMM_WORLD, &spur_mpi_layer.world_group);
  agree_on_job ();
  if (!make_objects ())
    return;
  put_facts ();
  spur_mpi_comms_begin ();
  spur_mpi_clocks_begin ();
  tell_problem ();
  pthread_atfork (NULL, NULL, after_fork_in_child);
  spur_mpi_layer.is_on = true;
  if (spur_record_get_position (spur_mpi_layer.record) == 0)
    spur_mpi_found (region, since_ticks);
  else
    spur_mpi_enter (region);
  spur_mpi_clocks_measure ();
  spur_mpi_leave (region);
}

static void
end_recording (void)
{
  spur_mpi_clocks_measure ();
  spur_mpi_clocks_end ();
  spur_mpi_comms_end ();
  spur_mpi_layer.is_on = false;
  PMPI_Group_free (&spur_mpi_layer.world_group);
  PMPI_Comm_free (&spur_mpi_layer.own_comm);
}

#pragma GCC visibility push(default)

#define BEGIN(name, parameters, arguments)                                                         \
  int MPI_##name parameters                                                                        \
  {                                                                                                \
    static SpurLayerRegion region = SPUR_LAYER_REGION ("MPI_" #name, COMMUNICATION);               \
    uint64_t since_ticks = spur_record_get_ticks (spur_record_get ());                             \
    int result = PMPI_##name arguments;                                                            \
                                                                                                   \
    if (result == MPI_SUCCESS)                                                                     \
      begin_recording (&region, since_ticks);                                                      \
    return result;                                                                                 \
  }

BEGIN (Init, (int *argc, char ***argv), (argc, argv))
BEGIN (Init_thread,
       (int *argc, char ***argv, int required, int *provided),
       (argc, argv, required, provided))

int
MPI_Finalize (void)
{
  static SpurLayerRegion region = SPUR_LAYER_REGION ("MPI_Finalize", COMMUNICATION);
  bool was_on = spur_mpi_layer.is_on;
  int result;

  spur_mpi_enter (&region);
  if (was_on)
    end_recording ();
  result = PMPI_Finalize ();
  if (was_on && spur_mpi_layer.has_regions)
    spur_record_region_exit (spur_mpi_layer.record, spur_mpi_layer.self, region.state);
  if (was_on)
    {
      spur_record_calibrate (spur_mpi_layer.record);
      spur_record_flush (spur_mpi_layer.record);
      tell_problem ();
    }
  return result;
}

int
MPI_Abort (MPI_Comm comm, int code)
{
  static SpurLayerRegion region = SPUR_LAYER_REGION ("MPI_Abort", COMMUNICATION);

  spur_mpi_enter (&region);
  if (spur_mpi_layer.is_on)
    spur_record_flush (spur_mpi_layer.record);
  return PMPI_Abort (comm, code);
}

#pragma GCC visibility pop
