/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* What the computer does to a recorder: a disk that is slow or full, a clock that is set. The
 * functions of the system are replaced by such that do it at will. */
#include "tests/record/recording-run.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/syscall.h>
#include <time.h>

#define N_THREADS 4

static char *folder;
static guint n_repetitions;

/* ---- The system ---- */

static gboolean is_slow;
static gint64 step_ns;
static guint32 writing;

/* As a disk that is busy, and a call that is interrupted or does not do all. */
ssize_t
pwrite (int file, const void *bytes, size_t n_bytes, off_t offset)
{
  guint32 dice;

  if (!is_slow)
    return syscall (SYS_pwrite64, file, bytes, n_bytes, offset);
  dice = __atomic_fetch_add (&writing, 2654435769u, __ATOMIC_RELAXED) >> 24;
  if (dice % 4 == 0)
    g_usleep (dice * 20);
  if (dice % 16 == 1)
    {
      errno = EINTR;
      return -1;
    }
  if (dice % 16 == 2 && n_bytes > 1)
    n_bytes /= 2;
  return syscall (SYS_pwrite64, file, bytes, n_bytes, offset);
}

int
clock_gettime (clockid_t clock, struct timespec *now)
{
  long result = syscall (SYS_clock_gettime, clock, now);
  gint64 seconds = __atomic_load_n (&step_ns, __ATOMIC_RELAXED) / 1000000000;

  if (clock == CLOCK_REALTIME)
    now->tv_sec += seconds;
  return (int) result;
}

/* ---- The program ---- */

static void
check_all (const char *path, guint64 n_events)
{
  g_autoptr (SpurTrace) trace = recording_open (path, NULL);
  guint64 n_of[N_THREADS] = { 0 };

  g_assert_cmpuint (recording_check (trace, n_of, N_THREADS), ==, 0);
  for (guint i = 0; i < N_THREADS; i++)
    g_assert_cmpuint (n_of[i], ==, n_events);
  g_assert_cmpuint (spur_trace_get_n_losses (trace), ==, 0);
}

static void
test_slow_disk (void)
{
  g_test_summary (
    "A disk that is slow, interrupted and does half of what it is told loses nothing.");

  for (guint i = 0; i < n_repetitions; i++)
    {
      g_autofree char *path = g_strdup_printf ("%s/slow-%u.spurrec", folder, i);
      SpurRecord *record;

      writing = g_test_rand_int ();
      is_slow = TRUE;
      record = spur_record_open (path);
      recording_work_together (record, N_THREADS, 20000);
      spur_record_close (record);
      is_slow = FALSE;
      g_assert_null (spur_record_get_problem (record));
      check_all (path, 20000);
      g_unlink (path);
    }
}

static void
kill_on_slow_disk (guint round)
{
  g_autofree char *path = g_strdup_printf ("%s/killed-%u.spurrec", folder, round);
  g_autofree char *blocks = g_strconcat (path, ".blocks", NULL);
  g_autoptr (SpurTrace) trace = NULL;
  guint64 n_of[N_THREADS] = { 0 };
  SpurRecordingCounts counts;
  int ready[2], status;
  pid_t child;
  char byte;

  g_assert_cmpint (pipe (ready), ==, 0);
  writing = g_test_rand_int ();
  child = fork ();
  if (child == 0)
    {
      SpurRecord *record;

      is_slow = TRUE;
      record = spur_record_open (path);
      if (write (ready[1], "", 1) == 1)
        recording_work_together (record, N_THREADS, G_MAXUINT32);
      _exit (1);
    }
  g_assert_cmpint (read (ready[0], &byte, 1), ==, 1);
  g_usleep ((gulong) g_test_rand_int_range (0, 30000));
  kill (child, SIGKILL);
  g_assert_cmpint (waitpid (child, &status, 0), ==, child);
  g_assert_true (WIFSIGNALED (status));
  close (ready[0]);
  close (ready[1]);
  trace = recording_open (path, &counts);
  g_assert_cmpuint (recording_check (trace, n_of, N_THREADS), ==, 0);
  g_assert_cmpuint (counts.n_lost + counts.n_dropped, ==, 0);
  g_unlink (path);
  g_unlink (blocks);
}

static void
test_kill_on_slow_disk (void)
{
  g_test_summary (
    "Killed while it writes, half a packet is in the file: its events are in the block.");

  for (guint i = 0; i < n_repetitions; i++)
    kill_on_slow_disk (i);
}

/* A disk of its own that is full after @n_kib KiB; FALSE where that may not be made here. */
static gboolean
mount_disk (const char *path, guint n_kib)
{
  g_autofree char *options = g_strdup_printf ("size=%uk", n_kib);

  g_mkdir_with_parents (path, 0700);
  return mount ("none", path, "tmpfs", 0, options) == 0;
}

static void
fill_disk (const char *disk)
{
  g_autofree char *path = g_build_filename (disk, "full.spurrec", NULL);
  g_autoptr (SpurTrace) trace = NULL;
  guint64 n_events = 100000;
  SpurRecordingCounts counts;
  int status;
  pid_t child = fork ();

  if (child == 0)
    {
      SpurRecord *record = spur_record_open (path);

      recording_work_together (record, N_THREADS, n_events);
      spur_record_close (record);
      _exit (spur_record_get_problem (record) != NULL ? 0 : 1);
    }
  g_assert_cmpint (waitpid (child, &status, 0), ==, child);
  g_assert_cmpint (status, ==, 0);
  trace = recording_open (path, &counts);
  g_assert_true (counts.is_closed);
  g_assert_cmpuint (counts.n_handed_over, ==, N_THREADS * n_events);
  g_assert_cmpuint (counts.n_dropped, >, 0);
  g_assert_cmpuint (counts.n_events + counts.n_dropped + counts.n_lost, ==, N_THREADS * n_events);
}

static void
test_full_disk (void)
{
  g_autofree char *disk = g_build_filename (folder, "disk", NULL);

  g_test_summary (
    "On a disk without room, for blocks neither, events are counted and nothing fails.");

  for (guint i = 0; i < n_repetitions; i++)
    {
      if (!mount_disk (disk, (guint) g_test_rand_int_range (16, 300)))
        {
          g_test_skip ("a file system of its own needs root");
          return;
        }
      fill_disk (disk);
      g_assert_cmpint (umount (disk), ==, 0);
    }
}

static gpointer
step_clock (gpointer data)
{
  const gint64 *steps_ns = data;

  for (guint i = 0; i < 50; i++)
    {
      __atomic_store_n (&step_ns, steps_ns[i], __ATOMIC_RELAXED);
      g_usleep (100);
    }
  return NULL;
}

/* Times of a stream never go back, and all fit into the time that really went by. */
static void
check_times (SpurTrace *trace, gint64 span_ns)
{
  for (guint i = 0; i < spur_trace_get_n_streams (trace); i++)
    {
      SpurStream *stream = spur_trace_get_stream (trace, i);
      guint64 n_events = spur_stream_get_n_events (stream);
      gint64 first_ns = spur_stream_get_raw_ns (stream, 0), before_ns = first_ns;

      for (guint64 k = 0; k < n_events; k++)
        {
          gint64 now_ns = spur_stream_get_raw_ns (stream, k);

          g_assert_cmpint (now_ns, >=, before_ns);
          before_ns = now_ns;
        }
      g_assert_cmpint (before_ns - first_ns, <=, span_ns);
    }
}

static void
record_over_steps (const char *path, const char *clock)
{
  gint64 steps_ns[50], begin_us = g_get_monotonic_time (), span_ns;
  g_autoptr (SpurTrace) trace = NULL;
  SpurRecord *record;
  GThread *stepper;

  for (guint i = 0; i < G_N_ELEMENTS (steps_ns); i++)
    steps_ns[i] = (gint64) g_test_rand_int_range (-86400, 86400) * 1000000000;
  spur_record_set_option ("clock", clock);
  stepper = g_thread_new ("stepper", step_clock, steps_ns);
  record = spur_record_open (path);
  for (guint i = 0; i < 5; i++)
    spur_record_calibrate (record);
  recording_work_together (record, N_THREADS, 5000);
  spur_record_calibrate (record);
  spur_record_close (record);
  span_ns = (g_get_monotonic_time () - begin_us) * 1000;
  g_thread_join (stepper);
  spur_record_set_option ("clock", "auto");
  step_ns = 0;
  check_all (path, 5000);
  trace = recording_open (path, NULL);
  /* A counter is calibrated to one part in a thousand even over so short a time. */
  check_times (trace, span_ns + span_ns / 1000 + 1000);
  g_unlink (path);
}

static void
test_steps (void)
{
  g_autofree char *path = g_build_filename (folder, "steps.spurrec", NULL);

  g_test_summary ("A clock that is set by hours to and fro changes neither order nor durations.");

  for (guint i = 0; i < n_repetitions; i++)
    {
      record_over_steps (path, "monotonic");
      record_over_steps (path, "auto");
    }
}

int
main (int argc, char *argv[])
{
  const char *scale = g_getenv ("SPUR_RECORD_REPETITIONS");
  int result;

  g_test_init (&argc, &argv, NULL);
  n_repetitions = scale != NULL ? (guint) g_ascii_strtoull (scale, NULL, 10) : 4;
  folder = recording_make_folder ();
  g_test_add_func ("/record/system/slow-disk", test_slow_disk);
  g_test_add_func ("/record/system/kill-on-slow-disk", test_kill_on_slow_disk);
  g_test_add_func ("/record/system/full-disk", test_full_disk);
  g_test_add_func ("/record/system/steps", test_steps);
  result = g_test_run ();
  recording_remove_folder (folder);
  g_free (folder);
  return result;
}
