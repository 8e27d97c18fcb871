/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include <glib/gstdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/base/spur-job.h"

#define N_TASKS 1000
#define N_CALLERS 4

typedef struct
{
  guint n_calls[N_TASKS];
  guint n_inner;
} Counts;

static void
count_call (guint index, gpointer user_data)
{
  Counts *counts = user_data;

  g_atomic_int_inc (&counts->n_calls[index]);
}

static void
assert_all_once (guint n_threads)
{
  SpurJob job = { .n_threads = n_threads };
  Counts counts = { 0 };

  spur_job_run (&job, N_TASKS, count_call, &counts);
  for (guint i = 0; i < N_TASKS; i++)
    g_assert_cmpuint (counts.n_calls[i], ==, 1);
}

static void
test_once (void)
{
  for (guint n_threads = 0; n_threads < 9; n_threads++)
    assert_all_once (n_threads);
}

static void
fail_task (guint index G_GNUC_UNUSED, gpointer user_data G_GNUC_UNUSED)
{
  g_assert_not_reached ();
}

static void
test_none (void)
{
  SpurJob job = { .n_threads = 8 };

  spur_job_run (&job, 0, fail_task, NULL);
  spur_job_run (NULL, 0, fail_task, NULL);
}

static void
count_inner (guint index G_GNUC_UNUSED, gpointer user_data)
{
  Counts *counts = user_data;

  g_atomic_int_inc (&counts->n_inner);
}

static void
run_inner (guint index, gpointer user_data)
{
  SpurJob job = { .n_threads = 3 };

  spur_job_run (&job, index % 7, count_inner, user_data);
}

static void
test_nested (void)
{
  SpurJob job = { .n_threads = 4 };
  Counts counts = { 0 };

  spur_job_run (&job, 70, run_inner, &counts);
  g_assert_cmpuint (counts.n_inner, ==, 10 * (0 + 1 + 2 + 3 + 4 + 5 + 6));
}

static gpointer
run_often (gpointer data G_GNUC_UNUSED)
{
  for (guint i = 0; i < 50; i++)
    assert_all_once (i % 5);
  return NULL;
}

static void
test_callers (void)
{
  GThread *threads[N_CALLERS];

  for (guint i = 0; i < N_CALLERS; i++)
    threads[i] = g_thread_new ("caller", run_often, NULL);
  for (guint i = 0; i < N_CALLERS; i++)
    g_thread_join (threads[i]);
}

/* Tasks that wait for each other: each of the threads asked for comes. */
static void
meet (guint index G_GNUC_UNUSED, gpointer user_data)
{
  Counts *counts = user_data;

  g_atomic_int_inc (&counts->n_inner);
  while (g_atomic_int_get (&counts->n_inner) < 4)
    g_usleep (100);
}

static void
run_meeting (void)
{
  SpurJob job = { .n_threads = 4 };
  Counts counts = { 0 };

  spur_job_run (&job, 4, meet, &counts);
  g_assert_cmpuint (counts.n_inner, ==, 4);
}

static guint
count_threads (void)
{
  g_autoptr (GDir) dir = g_dir_open ("/proc/self/task", 0, NULL);
  guint n = 0;

  g_assert_nonnull (dir);
  while (g_dir_read_name (dir) != NULL)
    n++;
  return n;
}

static void
test_kept (void)
{
  guint n_before, n_most = 0;

  run_meeting ();
  n_before = count_threads ();
  for (guint i = 0; i < 100; i++)
    {
      run_meeting ();
      n_most = MAX (n_most, count_threads ());
    }
  g_assert_cmpuint (n_before, >=, 4);
  g_assert_cmpuint (n_most, <=, n_before);
}

static void
test_fork (void)
{
  pid_t child;
  int status;

  run_meeting ();
  child = fork ();
  g_assert_cmpint (child, !=, -1);
  if (child == 0)
    {
      alarm (60);
      run_meeting ();
      _exit (7);
    }
  g_assert_cmpint (waitpid (child, &status, 0), ==, child);
  g_assert_true (WIFEXITED (status));
  g_assert_cmpint (WEXITSTATUS (status), ==, 7);
  run_meeting ();
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/job/once", test_once);
  g_test_add_func ("/job/none", test_none);
  g_test_add_func ("/job/nested", test_nested);
  g_test_add_func ("/job/callers", test_callers);
  g_test_add_func ("/job/kept", test_kept);
  g_test_add_func ("/job/fork", test_fork);
  return g_test_run ();
}
