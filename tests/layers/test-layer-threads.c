/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Programs with threads that know nothing of Spur. */
#include "config.h"

#include "tests/layers/layer-run.h"

static void
test_threads (void)
{
  g_test_summary ("Threads are forked and joined, locks change hands, and barriers have all "
                  "threads.");

  for (guint i = 0; i < 5; i++)
    {
      layer_run_record ("threads", "", "\"$PROGRAMS/threads\"");
      layer_run_check ("threads");
      g_assert_cmpuint (layer_run_count ("threads", "Thread_Fork_Event"), ==, 4);
      g_assert_cmpuint (layer_run_count ("threads", "Thread_Begin_Event"), ==, 4);
      g_assert_cmpuint (layer_run_count ("threads", "Thread_End_Event"), ==, 4);
      g_assert_cmpuint (layer_run_count ("threads", "Thread_Join_Event"), ==, 4);
      g_assert_cmpuint (layer_run_count ("threads", "Barrier_Exit_Event"), ==, 4 * 10);
      g_assert_cmpuint (layer_run_count ("threads", "Lock_Acquire_Event"), ==,
                        layer_run_count ("threads", "Lock_Release_Event"));
      g_assert_cmpuint (layer_run_count ("threads", "Lock_Acquire_Event"), >=,
                        4 * (3 * 200 + 1) + 1);
    }
}

static void
test_without_locks (void)
{
  g_test_summary ("Locks can be left out.");

  g_setenv ("SPUR_RECORD_LOCKS", "0", TRUE);
  layer_run_record ("threads", "", "\"$PROGRAMS/threads\"");
  g_unsetenv ("SPUR_RECORD_LOCKS");
  layer_run_check ("threads");
  g_assert_cmpuint (layer_run_count ("threads", "Lock_Acquire_Event"), ==, 0);
  g_assert_cmpuint (layer_run_count ("threads", "Thread_Join_Event"), ==, 4);
}

static void
test_openmp (void)
{
  g_test_summary ("Parallel regions, their barriers and locks.");

  if (g_getenv ("SPUR_WITH_OMP") == NULL)
    {
      g_test_skip ("no OpenMP with an interface for tools is there");
      return;
    }
  for (guint i = 0; i < 5; i++)
    {
      layer_run_record ("omp", "", "\"$PROGRAMS/omp\"");
      layer_run_check ("omp");
      g_assert_cmpuint (layer_run_count ("omp", "Thread_Fork_Event"), ==, 5);
      g_assert_cmpuint (layer_run_count ("omp", "Thread_Begin_Event"), ==, 5 * 4);
      g_assert_cmpuint (layer_run_count ("omp", "Thread_Join_Event"), ==, 5);
      /* At the end of the loop, and where it says so; the runtime adds some to sum up. */
      g_assert_cmpuint (layer_run_count ("omp", "Barrier_Exit_Event"), >=, 5 * 4 * 2);
      g_assert_cmpuint (layer_run_count ("omp", "Barrier_Exit_Event") % (5 * 4), ==, 0);
      g_assert_cmpuint (layer_run_count ("omp", "Lock_Acquire_Event"), >=, 5 * 4 * 2);
    }
}

static void
test_status (void)
{
  g_auto (Run) run = { 0 };

  g_test_summary ("The exit status is that of the program, and no file is written over.");

  run_shell (&run, "cd \"$FOLDER\" && \"$SPUR_BINARY\" record -- sh -c 'exit 7'");
  g_assert_cmpint (run.status, ==, 7);
  run_clear (&run);
  run_shell (&run, "cd \"$FOLDER\" && echo old >there.spur && "
                   "\"$SPUR_BINARY\" record -o there.spur -- true");
  g_assert_cmpint (run.status, ==, 2);
  run_clear (&run);
  run_shell (&run, "cd \"$FOLDER\" && \"$SPUR_BINARY\" record -- ./missing");
  g_assert_cmpint (run.status, ==, 1);
  g_assert_nonnull (strstr (run.err, "cannot be started"));
  run_clear (&run);
  run_shell (&run, "cd \"$FOLDER\" && \"$SPUR_BINARY\" record --layer=mpi -- true");
  g_assert_cmpint (run.status, ==, 2);
  g_assert_nonnull (strstr (run.err, "which MPI"));
  run_clear (&run);
  run_shell (&run, "ls \"$FOLDER\" | grep spur-record-");
  g_assert_cmpstr (run.out, ==, "");
}

int
main (int argc, char **argv)
{
  int result;

  g_test_init (&argc, &argv, NULL);
  layer_run_init ();
  g_test_add_func ("/layers/threads/threads", test_threads);
  g_test_add_func ("/layers/threads/without-locks", test_without_locks);
  g_test_add_func ("/layers/threads/openmp", test_openmp);
  g_test_add_func ("/layers/threads/status", test_status);
  result = g_test_run ();
  layer_run_clear ();
  return result;
}
