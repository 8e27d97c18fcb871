/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Programs that know nothing of Spur, under mpirun, with more ranks than processors. In the shell
 * $MPIRUN and $MPICC are those of one MPI, and $PROGRAMS is where the programs of this folder lie.
 */
#include "config.h"

#include <string.h>

#include "core/model/events/spur-meaning.h"
#include "tests/layers/layer-run.h"

#define ALL_OF_MIX 4095
#define N_MIX_BITS 12

static char *
find_tool (const char *name)
{
  g_autofree char *path = g_build_filename (g_getenv ("SPUR_SHARED"), "tools/truth", name, NULL);

  return g_file_test (path, G_FILE_TEST_EXISTS) ? g_steal_pointer (&path) : NULL;
}

static gboolean
build_mix (void)
{
  g_autofree char *source = find_tool ("mpimix.c");
  g_autofree char *said = NULL;

  if (source == NULL)
    {
      g_test_skip ("the shared folder is not there");
      return FALSE;
    }
  said = layer_run_shell ("$MPICC -w -O1 -o \"$FOLDER/mix\" '%s'", source);
  return TRUE;
}

static void
test_mix (void)
{
  g_test_summary ("All kinds of operations, each alone and all together: everything has its "
                  "partner, and nothing comes before its cause.");

  if (!build_mix ())
    return;
  for (guint bit = 0; bit <= N_MIX_BITS; bit++)
    {
      g_autofree char *said =
        layer_run_shell ("cd \"$FOLDER\" && \"$SPUR_BINARY\" record --force -o mix.spur -- "
                         "$MPIRUN -n %u ./mix 31 %u",
                         bit < N_MIX_BITS ? 2 : 4, bit < N_MIX_BITS ? 1u << bit : ALL_OF_MIX);

      g_test_message ("%s", said);
      layer_run_check ("mix");
    }
}

/* What another tracer of MPI records of the same program, which does the same under any MPI. */
static void
test_mix_otf2 (void)
{
  g_autofree char *tracer = find_tool ("otf2pmpi.c");
  g_autofree char *tool = g_find_program_in_path ("mpicc.openmpi");
  g_autofree char *said = NULL;
  g_autoptr (SpurTrace) trace = NULL;
  g_autoptr (SpurTrace) reference = NULL;
  g_autoptr (GHashTable) got = NULL;
  g_autoptr (GHashTable) expected = NULL;

  g_test_summary ("The same messages by sender, receiver, tag, communicator and size, and the same "
                  "collective operations, as another tracer records them.");

  if (!build_mix ())
    return;
  if (tool == NULL || g_getenv ("SPUR_WITH_OTF2") == NULL)
    {
      g_test_skip ("Open MPI or OTF2 is not there");
      return;
    }
  said = layer_run_shell (
    "cd \"$FOLDER\" && mpicc.openmpi -w -O1 -shared -fPIC -o tracer.so '%s' "
    "-lopen-trace-format2 -ldl && mpicc.openmpi -w -O1 -o reference \"$(dirname '%s')/mpimix.c\" "
    "&& "
    "mpirun.openmpi -x TRACE_DIR=otf2 -x LD_PRELOAD=\"$FOLDER/tracer.so\" -n 4 ./reference 61 %u",
    tracer, tracer, ALL_OF_MIX);
  layer_run_record ("mix", "", "$MPIRUN -n 4 \"$FOLDER/mix\" 61 4095");
  layer_run_check ("mix");
  trace = layer_run_open ("mix.spur");
  reference = layer_run_open ("otf2/traces.otf2");
  got = layer_run_tally (trace);
  expected = layer_run_tally (reference);
  layer_run_assert_same (got, expected);
}

/* What a call is recorded with, summed over four members: how many bytes are counted, and how many
 * members they come from where that is recorded. */
static const struct
{
  const char *name;
  SpurPattern pattern;
  guint32 root;
  guint sent;
  guint received;
  guint n_senders;
} operations[] = {
  { "Barrier", SPUR_PATTERN_BARRIER, SPUR_NONE, 0, 0, 0 },
  { "Bcast", SPUR_PATTERN_ONE_TO_N, 1, 32, 32, 0 },
  { "Reduce", SPUR_PATTERN_N_TO_ONE, 1, 32, 32, 0 },
  { "Gather", SPUR_PATTERN_N_TO_ONE, 1, 16, 16, 0 },
  { "Gatherv", SPUR_PATTERN_N_TO_ONE, 1, 40, 40, 0 },
  { "Scatter", SPUR_PATTERN_ONE_TO_N, 1, 16, 16, 0 },
  { "Scatterv", SPUR_PATTERN_ONE_TO_N, 1, 40, 40, 0 },
  { "Allreduce", SPUR_PATTERN_N_TO_N, SPUR_NONE, 128, 128, 0 },
  { "Allgather", SPUR_PATTERN_N_TO_N, SPUR_NONE, 64, 64, 0 },
  { "Allgatherv", SPUR_PATTERN_N_TO_N, SPUR_NONE, 160, 160, 0 },
  { "Alltoall", SPUR_PATTERN_N_TO_N, SPUR_NONE, 64, 64, 0 },
  { "Reduce_scatter", SPUR_PATTERN_N_TO_N, SPUR_NONE, 160, 160, 0 },
  { "Reduce_scatter_block", SPUR_PATTERN_N_TO_N, SPUR_NONE, 64, 64, 0 },
  { "Scan", SPUR_PATTERN_SCAN, SPUR_NONE, 40, 40, 0 },
  { "Exscan", SPUR_PATTERN_EXSCAN, SPUR_NONE, 24, 24, 0 },
  /* From each other member, 1 to 3 numbers; with types of their own 2 of 4 bytes, 4 of 2. */
  { "Alltoallv", SPUR_PATTERN_PAIRS, SPUR_NONE, 96, 96, 12 },
  { "Alltoallw", SPUR_PATTERN_PAIRS, SPUR_NONE, 64, 64, 12 },
  /* In a ring, in a line, from the member before only. */
  { "Neighbor_allgather", SPUR_PATTERN_PAIRS, SPUR_NONE, 32, 32, 8 },
  { "Neighbor_alltoall", SPUR_PATTERN_PAIRS, SPUR_NONE, 24, 24, 6 },
  { "Neighbor_allgatherv", SPUR_PATTERN_PAIRS, SPUR_NONE, 40, 40, 4 },
  { "Neighbor_alltoallv", SPUR_PATTERN_PAIRS, SPUR_NONE, 32, 32, 4 },
  { "Neighbor_alltoallw", SPUR_PATTERN_PAIRS, SPUR_NONE, 24, 24, 4 },
};

#define N_RANKS 4
#define N_OPERATIONS G_N_ELEMENTS (operations)
#define N_OPERATIONS_WITHOUT_NEIGHBOURS (N_OPERATIONS - 5)

/* @n_blocking, @n_others: calls of each operation that has all its forms. */
static void
check_operations (const char *name, guint n_operations, guint n_blocking, guint n_others)
{
  g_autofree char *path = g_strconcat (name, ".spur", NULL);
  g_autoptr (SpurTrace) trace = layer_run_open (path);
  g_autoptr (GHashTable) sums = layer_run_sum_operations (trace, "MPI Rank 3");

  g_assert_cmpuint (g_hash_table_size (sums), ==, n_operations);
  for (guint i = 0; i < n_operations; i++)
    {
      const LayerRunOperation *sum = g_hash_table_lookup (sums, operations[i].name);
      guint n_calls;

      g_test_message ("%s", operations[i].name);
      g_assert_nonnull (sum);
      n_calls = (sum->n_blocking + sum->n_completed) / N_RANKS;
      /* There are no large barriers, and no Fortran layer for MPI_Ialltoallw with Open MPI. */
      if (!g_str_equal (operations[i].name, "Barrier") &&
          (n_others > 1 || !g_str_equal (operations[i].name, "Alltoallw")))
        {
          g_assert_cmpuint (sum->n_blocking, ==, n_blocking * N_RANKS);
          g_assert_cmpuint (sum->n_completed, ==, n_others * N_RANKS);
        }
      g_assert_cmpuint (sum->pattern, ==, operations[i].pattern);
      g_assert_cmpuint (sum->root, ==, operations[i].root);
      g_assert_cmpuint (sum->sent, ==, n_calls * operations[i].sent);
      g_assert_cmpuint (sum->received, ==, n_calls * operations[i].received);
      g_assert_cmpuint (sum->n_senders, ==, n_blocking * operations[i].n_senders);
    }
}

/* Large counts and persistent operations are there since MPI 4. */
static gboolean
has_mpi_4 (void)
{
  return g_ascii_strtoull (g_getenv ("MPI_VERSION"), NULL, 10) >= 4;
}

/* Windows are used three times; then all forms of moving data are, with each kind of counts. */
static void
check_windows (void)
{
  g_autoptr (SpurTrace) trace = layer_run_open ("forms.spur");
  guint n_windows = has_mpi_4 () ? 2 : 1;
  /* Each process puts into windows of its own, too. */
  guint n_alone = has_mpi_4 () ? 3 : 0;

  g_assert_cmpuint (layer_run_count_class (trace, "Window_Put_Event"), ==,
                    N_RANKS * (3 * 4 + n_windows * 7 + n_alone));
  g_assert_cmpuint (layer_run_count_class (trace, "Window_Get_Event"), ==,
                    N_RANKS * (3 * 2 + n_windows * 5));
  g_assert_cmpuint (layer_run_sum (trace, "Window_Put_Event", "size"), ==,
                    N_RANKS * (3 * 16 + n_windows * 36 + n_alone * 4));
  g_assert_cmpuint (layer_run_sum (trace, "Window_Get_Event", "size"), ==,
                    N_RANKS * (3 * 8 + n_windows * 28));
  g_assert_cmpuint (layer_run_count_class (trace, "Window_Start_Event"), ==, N_RANKS * 3);
  g_assert_cmpuint (layer_run_count_class (trace, "Window_Wait_Event"), ==, N_RANKS * 3);
  g_assert_cmpuint (layer_run_count_class (trace, "Window_Lock_Event"), ==,
                    N_RANKS * (3 + n_windows + n_alone));
  g_assert_cmpuint (layer_run_count_class (trace, "Window_Unlock_Event"), ==,
                    N_RANKS * (3 + n_windows + n_alone));
}

static void
test_forms (void)
{
  guint n_others = has_mpi_4 () ? 4 : 1;

  g_test_summary ("All forms of sends and receives, persistent and probed ones, communicators of "
                  "all kinds, operations in all their forms, and windows.");

  layer_run_record ("forms", "", "$MPIRUN -n 4 \"$PROGRAMS/mpi-forms-$MPI\"");
  layer_run_check ("forms");
  g_assert_cmpuint (layer_run_count ("forms", "Channel_Send_Event"), ==,
                    layer_run_count ("forms", "Channel_Receive_Event"));
  g_assert_cmpuint (layer_run_count ("forms", "Collective_Completion_Event"), ==,
                    N_RANKS * (3 * 5 + n_others * (N_OPERATIONS - 1) + (has_mpi_4 () ? 2 : 1)));
  check_operations ("forms", N_OPERATIONS, has_mpi_4 () ? 2 : 1, n_others);
  check_windows ();
}

static void
test_without_regions (void)
{
  g_test_summary ("Without the regions receives are still told from each other.");

  g_setenv ("SPUR_RECORD_MPI_REGIONS", "0", TRUE);
  layer_run_record ("forms", "", "$MPIRUN -n 4 \"$PROGRAMS/mpi-forms-$MPI\"");
  g_unsetenv ("SPUR_RECORD_MPI_REGIONS");
  layer_run_check ("forms");
  g_assert_cmpuint (layer_run_count ("forms", "Region_Enter_Event"), <,
                    layer_run_count ("forms", "Channel_Receive_Event"));
}

static void
test_threads (void)
{
  g_test_summary ("Several threads of a rank use MPI at the same time, with threads recorded and "
                  "without.");

  layer_run_record ("threads", "--layer=mpi", "$MPIRUN -n 3 \"$PROGRAMS/mpi-threads-$MPI\"");
  layer_run_check ("threads");
  g_assert_cmpuint (layer_run_count ("threads", "Channel_Receive_Event"), ==, 3 * 3 * 40 * 2);
  layer_run_record ("both", "--layer=mpi --layer=threads",
                    "$MPIRUN -n 2 \"$PROGRAMS/mpi-threads-$MPI\"");
  g_assert_cmpuint (layer_run_count ("both", "Channel_Receive_Event"), ==, 2 * 3 * 40 * 2);
  g_assert_cmpuint (layer_run_count ("both", "Thread_Fork_Event"), >=, 2 * 3);
}

static void
test_killed (void)
{
  g_autofree char *said = NULL;

  g_test_summary ("What ranks did before one of them was killed is there, to the last event.");

  said = layer_run_shell ("cd \"$FOLDER\" && ! \"$SPUR_BINARY\" record --force -o killed.spur -- "
                          "$MPIRUN -n 4 \"$PROGRAMS/mpi-killed-$MPI\" 2>&1");
  g_assert_nonnull (strstr (said, "4 ranks"));
  g_assert_cmpuint (layer_run_count ("killed", "Channel_Send_Event"), ==, 4 * 100);
  g_assert_cmpuint (layer_run_count ("killed", "Channel_Receive_Event"), ==, 4 * 100);
  /* That of the rank itself, which was behind the barrier; the launcher kills the others wherever
   * they are. */
  g_assert_cmpuint (layer_run_count ("killed", "Collective_End_Event"), >=, 1);
}

static void
test_fortran (void)
{
  g_autofree char *compiler = g_find_program_in_path (g_getenv ("MPIF90"));
  g_autofree char *source = g_test_build_filename (G_TEST_DIST, "layers/program-fortran.f90", NULL);
  g_autofree char *said = NULL;

  g_test_summary ("A Fortran program, with all forms of messages and operations.");

  if (compiler == NULL)
    {
      g_test_skip ("no Fortran compiler is there");
      return;
    }
  said = layer_run_shell ("cd \"$FOLDER\" && $MPIF90 -w -o fortran '%s'", source);
  layer_run_record ("fortran", "", "$MPIRUN -n 4 \"$FOLDER/fortran\"");
  layer_run_check ("fortran");
  /* By each rank, and in communicators of three and four members. */
  g_assert_cmpuint (layer_run_count ("fortran", "Channel_Send_Event"), ==,
                    N_RANKS * (10 * 2 + 10 + 6 * 3 + 5 + 2 * 4) + 2 * 3 + 6 * 4);
  g_assert_cmpuint (layer_run_count ("fortran", "Channel_Receive_Event"), ==,
                    N_RANKS * (10 * 2 + 10 + 6 * 3 + 5 + 2 * 4) + 2 * 3 + 6 * 4);
  g_assert_cmpuint (layer_run_count ("fortran", "Collective_Completion_Event"), ==,
                    N_RANKS * (10 + 16));
  check_operations ("fortran", N_OPERATIONS_WITHOUT_NEIGHBOURS, 1, 1);
}

/* The lines with the state of the system, as opposed to those with times. */
static char *
get_physics (const char *output)
{
  g_auto (GStrv) lines = g_strsplit (output, "\n", -1);
  GString *text = g_string_new (NULL);

  for (guint i = 0; lines[i] != NULL; i++)
    {
      char *rest;

      g_ascii_strtoull (lines[i], &rest, 10);
      if (rest != lines[i] && *rest == ' ' && g_ascii_isspace (*lines[i]) &&
          g_ascii_isdigit (*g_strchug (rest)))
        g_string_append_printf (text, "%s\n", lines[i]);
    }
  return g_string_free (text, FALSE);
}

static void
test_lammps (void)
{
  static const char command[] = "$MPIRUN -n 8 lmp -in \"$INPUT\" -log none -var n 60";
  g_autofree char *program = g_find_program_in_path ("lmp");
  g_autofree char *input = find_tool ("in.melt");
  g_autofree char *alone = NULL;
  g_autofree char *recorded = NULL;
  g_autofree char *said = NULL;
  g_autofree char *physics = NULL;
  g_autofree char *physics_alone = NULL;

  g_test_summary (
    "Molecular dynamics on 8 ranks: the same physics, everything has its partner, and "
    "correction leaves nothing that comes before its cause.");

  if (program == NULL || input == NULL || !g_str_equal (g_getenv ("MPI"), "openmpi"))
    {
      g_test_skip ("LAMMPS for this MPI or the shared folder is not there");
      return;
    }
  g_setenv ("INPUT", input, TRUE);
  g_setenv ("OMP_NUM_THREADS", "1", TRUE);
  alone = layer_run_shell ("%s", command);
  recorded =
    layer_run_shell ("cd \"$FOLDER\" && \"$SPUR_BINARY\" record -o lmp.spur -- %s", command);
  physics = get_physics (recorded);
  physics_alone = get_physics (alone);
  g_assert_cmpuint (strlen (physics), >, 100);
  g_assert_cmpstr (physics, ==, physics_alone);
  layer_run_check ("lmp");
  g_assert_cmpuint (layer_run_count ("lmp", "Channel_Send_Event"), >, 1000);
  said = layer_run_shell ("cd \"$FOLDER\" && \"$SPUR_BINARY\" correct lmp.spur -o after.spur");
  layer_run_check ("after");
}

/* Rows of the packets that have clock offsets, in all recordings of a folder. */
static guint
count_offsets (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  guint n_offsets = 0;
  const char *name;

  g_assert_nonnull (dir);
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      g_autofree char *bytes = NULL;
      gsize n_bytes;

      g_assert_true (g_file_get_contents (path, &bytes, &n_bytes, NULL));
      for (gsize i = 0; i + 16 <= n_bytes; i += 8)
        {
          if (memcmp (bytes + i, "SPCL\010\0\0\0", 8) == 0)
            n_offsets += *(const guint32 *) (bytes + i + 8) / 32;
        }
    }
  return n_offsets;
}

static guint
measure (const char *clocks)
{
  g_autofree char *said = NULL;

  g_setenv ("SPUR_RECORD_MPI_CLOCKS", clocks, TRUE);
  said = layer_run_shell ("mkdir \"$FOLDER/%s\" && cd \"$FOLDER/%s\" && "
                          "\"$SPUR_BINARY\" record --keep -o run.spur -- "
                          "$MPIRUN -n 2 \"$PROGRAMS/mpi-threads-$MPI\" >said && "
                          "printf %%s \"$PWD\"/spur-record-*",
                          clocks, clocks);
  g_unsetenv ("SPUR_RECORD_MPI_CLOCKS");
  return count_offsets (said);
}

static void
test_clocks (void)
{
  g_test_summary (
    "Clocks are measured at the begin, at the end, and in between where that is asked "
    "for.");

  g_assert_cmpuint (measure ("off"), ==, 0);
  g_assert_cmpuint (measure ("ends"), ==, 2);
  /* The program has one operation of all ranks. */
  g_assert_cmpuint (measure ("1"), ==, 3);
}

int
main (int argc, char **argv)
{
  int result;

  g_test_init (&argc, &argv, NULL);
  layer_run_init ();
  g_test_add_func ("/layers/mpi/mix/parts", test_mix);
  g_test_add_func ("/layers/mpi/mix/otf2", test_mix_otf2);
  g_test_add_func ("/layers/mpi/programs/forms", test_forms);
  g_test_add_func ("/layers/mpi/programs/without-regions", test_without_regions);
  g_test_add_func ("/layers/mpi/programs/threads", test_threads);
  g_test_add_func ("/layers/mpi/programs/killed", test_killed);
  g_test_add_func ("/layers/mpi/programs/fortran", test_fortran);
  g_test_add_func ("/layers/mpi/programs/lammps", test_lammps);
  g_test_add_func ("/layers/mpi/programs/clocks", test_clocks);
  result = g_test_run ();
  layer_run_clear ();
  return result;
}
