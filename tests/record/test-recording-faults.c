/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Programs that are killed, fork, are interrupted, run out of disk: what they handed over is there,
 * once and in order. */
#include "tests/record/recording-run.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>

#define N_THREADS 64

static char *folder;
static guint n_repetitions;

static char *
make_path (const char *name)
{
  return g_build_filename (folder, name, NULL);
}

static void
test_threads (void)
{
  const guint64 n_events = g_test_slow () ? 1562500 : 20000;
  g_autofree char *path = make_path ("threads.spurrec");
  SpurRecord *record = spur_record_open (path);
  g_autoptr (SpurTrace) trace = NULL;
  guint64 n_of[N_THREADS] = { 0 };

  g_test_summary ("64 threads record at the same time; every event is there once, in order.");

  recording_work_together (record, N_THREADS, n_events);
  spur_record_close (record);
  trace = recording_open (path, NULL);
  g_assert_cmpuint (spur_trace_get_n_streams (trace), ==, N_THREADS);
  recording_check (trace, n_of, N_THREADS);
  for (guint i = 0; i < N_THREADS; i++)
    g_assert_cmpuint (n_of[i], ==, n_events);
  g_unlink (path);
}

static void
test_short_threads (void)
{
  g_autofree char *path = make_path ("short.spurrec");
  SpurRecord *record = spur_record_open (path);
  g_autoptr (SpurTrace) trace = NULL;
  guint64 n_of[500] = { 0 };

  g_test_summary ("Threads that come and go have a stream each.");

  for (guint i = 0; i < G_N_ELEMENTS (n_of); i++)
    {
      RecordingWork one = { record, i, 3 };

      g_thread_join (g_thread_new ("short", recording_work, &one));
    }
  spur_record_close (record);
  trace = recording_open (path, NULL);
  g_assert_cmpuint (spur_trace_get_n_streams (trace), ==, G_N_ELEMENTS (n_of));
  recording_check (trace, n_of, G_N_ELEMENTS (n_of));
  g_assert_cmpuint (spur_trace_get_n_events (trace), ==, 3 * G_N_ELEMENTS (n_of));
}

/* More than there are rounds of destructors; but ThreadSanitizer gives up a thread in the last. */
#ifdef __SANITIZE_THREAD__
#define LATE_CALLS 2
#else
#define LATE_CALLS 9
#endif

static SpurRecord *late_record;

static void
record_late (void *data)
{
  guint *n_left = data;

  recording_put (late_record, 0, LATE_CALLS + 1 - *n_left);
  if (--*n_left > 0)
    pthread_setspecific (*(pthread_key_t *) (n_left + 2), data);
}

static gpointer
end_slowly (gpointer data)
{
  recording_put (late_record, 0, 0);
  pthread_setspecific (*(pthread_key_t *) ((guint *) data + 2), data);
  return NULL;
}

static void
test_destructors (void)
{
  g_autofree char *path = make_path ("late.spurrec");
  union
  {
    guint words[2];
    struct
    {
      guint n_left;
      guint nothing;
      pthread_key_t key;
    } all;
  } data = { .all = { .n_left = LATE_CALLS } };
  g_autoptr (SpurTrace) trace = NULL;
  guint64 n_of[1] = { 0 };

  g_test_summary ("Destructors of a thread may record, also after the recorder's own.");

  late_record = spur_record_open (path);
  g_assert_cmpint (pthread_key_create (&data.all.key, record_late), ==, 0);
  g_thread_join (g_thread_new ("late", end_slowly, &data));
  spur_record_close (late_record);
  pthread_key_delete (data.all.key);
  trace = recording_open (path, NULL);
  recording_check (trace, n_of, 1);
  g_assert_cmpuint (n_of[0], ==, LATE_CALLS + 1 - data.all.n_left);
  g_assert_cmpuint (n_of[0], >, 1);
  g_assert_cmpuint (spur_trace_get_n_streams (trace), ==, 1);
}

static SpurRecord *signal_record;
static volatile guint64 n_signals;

static void
on_signal (int number)
{
  int error = errno;

  recording_put (signal_record, 1, n_signals);
  n_signals++;
  errno = error;
}

static void
record_with_signals (void)
{
  g_autofree char *path = make_path ("signals.spurrec");
  struct sigaction action = { .sa_handler = on_signal, .sa_flags = SA_RESTART }, before;
  glong pause_us = g_test_rand_int_range (20, 90);
  struct itimerval often = { { 0, pause_us }, { 0, pause_us } }, never = { { 0, 0 }, { 0, 0 } };
  g_autoptr (SpurTrace) trace = NULL;
  guint64 n_of[2] = { 0 }, n_events = 0;
  gint64 until = g_get_monotonic_time () + 70000;

  signal_record = spur_record_open (path);
  n_signals = 0;
  sigaction (SIGALRM, &action, &before);
  setitimer (ITIMER_REAL, &often, NULL);
  while (g_get_monotonic_time () < until || n_signals < 100)
    {
      for (guint i = 0; i < 1000; i++)
        recording_put (signal_record, 0, n_events++);
    }
  setitimer (ITIMER_REAL, &never, NULL);
  sigaction (SIGALRM, &before, NULL);
  spur_record_close (signal_record);
  trace = recording_open (path, NULL);
  g_assert_cmpuint (spur_trace_get_n_streams (trace), ==, 1);
  recording_check (trace, n_of, 2);
  g_assert_cmpuint (n_of[0], ==, n_events);
  g_assert_cmpuint (n_of[1], ==, n_signals);
  g_unlink (path);
}

static void
test_signals (void)
{
  g_test_summary ("Events in signal handlers, in the middle of others, are neither lost nor torn.");

  for (guint i = 0; i < n_repetitions; i++)
    record_with_signals ();
}

static void
wait_for (pid_t child, int expected)
{
  int status;

  g_assert_cmpint (waitpid (child, &status, 0), ==, child);
  if (expected == 0)
    g_assert_cmpint (status, ==, 0);
  else
    g_assert_cmpint (WTERMSIG (status), ==, expected);
}

static void
test_fork (void)
{
  g_autofree char *path = make_path ("fork.spurrec");
  SpurRecord *record = spur_record_open (path);
  g_autofree char *child_path = NULL;
  g_autoptr (SpurTrace) trace = NULL;
  g_autoptr (SpurTrace) child_trace = NULL;
  SpurRecordObject object = spur_record_object (record, SPUR_RECORD_LOAD_OBJECT, "known before",
                                                "task", SPUR_RECORD_NO_OBJECT);
  guint64 n_of[2] = { 0 }, n_of_child[2] = { 0 };
  pid_t child;

  g_test_summary ("A child has a file of its own, in which nothing of its parent is.");

  for (guint i = 0; i < 1000; i++)
    recording_put (record, 0, i);
  child = fork ();
  if (child == 0)
    {
      spur_record_lo_termination (record, object);
      for (guint i = 0; i < 5000; i++)
        recording_put (record, 1, i);
      spur_record_close (record);
      _exit (0);
    }
  for (guint i = 1000; i < 9000; i++)
    recording_put (record, 0, i);
  wait_for (child, 0);
  spur_record_close (record);
  trace = recording_open (path, NULL);
  g_assert_cmpuint (recording_check (trace, n_of, 2), ==, 0);
  g_assert_cmpuint (n_of[0], ==, 9000);
  child_path = g_strdup_printf ("%s/fork.%d.spurrec", folder, (int) child);
  child_trace = recording_open (child_path, NULL);
  g_assert_cmpuint (recording_check (child_trace, n_of_child, 2), ==, 1);
  g_assert_cmpuint (n_of_child[0], ==, 0);
  g_assert_cmpuint (n_of_child[1], ==, 5000);
  g_assert_cmpuint (spur_trace_get_n_losses (child_trace), ==, 0);
}

/* In a handler that interrupts an event, as some crash reporters do. */
static volatile pid_t forked;
static SpurRecord *fork_record;

static void
fork_now (int number)
{
  int error = errno;

  if (forked == 0)
    forked = fork ();
  errno = error;
}

static void
fork_in_event (guint round, gboolean is_shared)
{
  g_autofree char *path = g_strdup_printf ("%s/mid-%u.spurrec", folder, round);
  struct sigaction action = { .sa_handler = fork_now, .sa_flags = SA_RESTART }, before;
  struct itimerval soon = { { 0, 0 }, { 0, 0 } };
  pid_t parent = getpid ();
  g_autofree char *child_path = NULL;
  g_autoptr (SpurTrace) trace = NULL;
  g_autoptr (SpurTrace) child_trace = NULL;
  guint64 n_of[1] = { 0 }, n_events = 0, n_after = 0, n_child;

  forked = 0;
  spur_record_set_option ("shared", is_shared ? "1" : "0");
  fork_record = spur_record_open (path);
  g_assert_null (spur_record_get_problem (fork_record));
  soon.it_value.tv_usec = g_test_rand_int_range (100, 3000);
  sigaction (SIGALRM, &action, &before);
  setitimer (ITIMER_REAL, &soon, NULL);
  while (n_after < 5000)
    {
      pid_t now = forked;

      recording_put (fork_record, 0, n_events++);
      if (now != 0 || getpid () != parent)
        n_after++;
    }
  spur_record_close (fork_record);
  if (getpid () != parent)
    _exit (0);
  sigaction (SIGALRM, &before, NULL);
  wait_for (forked, 0);
  trace = recording_open (path, NULL);
  recording_check (trace, n_of, 1);
  g_assert_cmpuint (n_of[0], ==, n_events);
  child_path = g_strdup_printf ("%s/mid-%u.%d.spurrec", folder, round, (int) forked);
  child_trace = recording_open (child_path, NULL);
  g_assert_true (recording_is_whole (child_trace));
  n_child = recording_check_run (child_trace);
  g_assert_cmpuint (n_child, ==, spur_trace_get_n_events (child_trace));
  /* Nothing of its parent's: the 5,000 behind the fork, the first of which may have been committed
   * before it. */
  g_assert_cmpuint (n_child, >=, 4999);
  g_assert_cmpuint (n_child, <=, 5000);
  g_unlink (path);
  g_unlink (child_path);
}

static void
test_fork_in_event (void)
{
  g_test_summary ("Forked in the middle of an event, parent and child both go on well.");

  for (guint i = 0; i < n_repetitions; i++)
    {
      fork_in_event (i, TRUE);
      fork_in_event (i, FALSE);
    }
  spur_record_set_option ("shared", "1");
}

/* Shared with the child: how many events each of its threads has recorded. */
typedef struct
{
  volatile guint64 n_done[4];
} Progress;

typedef struct
{
  SpurRecord *record;
  Progress *progress;
  guint who;
} Victim;

static gpointer
record_for_ever (gpointer data)
{
  Victim *self = data;

  for (guint64 i = 0;; i++)
    {
      recording_put (self->record, self->who, i);
      self->progress->n_done[self->who] = i + 1;
      if (i % 64 == 0)
        spur_record_lo_termination (
          self->record, spur_record_new_object (self->record, SPUR_RECORD_LOAD_OBJECT,
                                                "one of many", "task", SPUR_RECORD_NO_OBJECT));
    }
  return NULL;
}

static void
kill_once (guint round, gboolean is_shared)
{
  g_autofree char *path = g_strdup_printf ("%s/kill-%u.spurrec", folder, round);
  g_autofree char *blocks = g_strconcat (path, ".blocks", NULL);
  Progress *progress =
    mmap (NULL, sizeof *progress, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  g_autoptr (SpurTrace) trace = NULL;
  SpurRecordingCounts counts;
  guint64 n_of[4] = { 0 };
  pid_t child;

  spur_record_set_option ("shared", is_shared ? "1" : "0");
  child = fork ();
  if (child == 0)
    {
      SpurRecord *record = spur_record_open (path);
      Victim victims[4];

      for (guint i = 0; i < 4; i++)
        victims[i] = (Victim){ record, progress, i };
      for (guint i = 1; i < 4; i++)
        g_thread_new ("victim", record_for_ever, &victims[i]);
      record_for_ever (&victims[0]);
    }
  while (progress->n_done[0] == 0)
    g_usleep (200);
  g_usleep ((gulong) g_test_rand_int_range (0, 30000));
  kill (child, SIGKILL);
  wait_for (child, SIGKILL);
  spur_record_set_option ("shared", "1");
  trace = recording_open (path, &counts);
  g_assert_false (counts.is_closed);
  g_assert_true (recording_is_whole (trace));
  recording_check (trace, n_of, 4);
  for (guint i = 0; i < 4; i++)
    {
      /* One may have been committed and not been counted here yet. Without shared blocks a block
       * may be missing, which has room for no more than 1,365 of these events. */
      g_assert_cmpuint (n_of[i], <=, progress->n_done[i] + 1);
      g_assert_cmpuint (n_of[i] + (is_shared ? 0 : 1366), >=, progress->n_done[i]);
    }
  munmap (progress, sizeof *progress);
  g_unlink (path);
  g_unlink (blocks);
}

static void
test_kill (void)
{
  g_test_summary ("After SIGKILL every full block is there.");

  for (guint i = 0; i < n_repetitions; i++)
    kill_once (i, FALSE);
}

static void
test_kill_shared (void)
{
  g_test_summary ("After SIGKILL every event that was committed is there, with shared blocks.");

  for (guint i = 0; i < n_repetitions; i++)
    kill_once (i, TRUE);
}

static void
record_into_full (const char *path, guint64 n_bytes, guint64 n_events)
{
  struct rlimit limit = { n_bytes, RLIM_INFINITY };
  SpurRecordCounts counts;
  SpurRecord *record;

  setrlimit (RLIMIT_FSIZE, &limit);
  record = spur_record_open (path);
  for (guint64 i = 0; i < n_events; i++)
    {
      recording_put (record, 0, i);
      /* The disk gets room in the middle. */
      if (i == n_events / 2)
        {
          limit.rlim_cur = 2 * n_bytes;
          setrlimit (RLIMIT_FSIZE, &limit);
        }
    }
  spur_record_close (record);
  spur_record_get_counts (record, &counts);
  if (counts.n_events != n_events || counts.n_dropped == 0 ||
      spur_record_get_problem (record) == NULL)
    _exit (1);
  _exit (0);
}

static void
test_full (void)
{
  g_test_summary (
    "On a full disk what does not fit is dropped and counted, and the rest is there.");

  for (guint i = 0; i < n_repetitions; i++)
    {
      g_autofree char *path = make_path ("full.spurrec");
      g_autoptr (SpurTrace) trace = NULL;
      SpurRecordingCounts counts;
      guint64 n_bytes = (guint64) g_test_rand_int_range (20000, 60000), n_events = 100000;
      pid_t child = fork ();

      if (child == 0)
        record_into_full (path, n_bytes, n_events);
      wait_for (child, 0);
      trace = recording_open (path, &counts);
      g_assert_true (counts.is_closed);
      g_assert_cmpuint (counts.n_events, >, 0);
      g_assert_cmpuint (counts.n_events, <, n_events);
      g_assert_cmpuint (counts.n_dropped, >, 0);
      g_assert_cmpuint (counts.n_handed_over, ==, n_events);
      g_assert_cmpuint (counts.n_events + counts.n_dropped + counts.n_lost, ==, n_events);
      g_unlink (path);
    }
}

static void
test_close_while_recording (void)
{
  g_test_summary ("A recording that ends while threads record has all that came before, in order.");

  for (guint i = 0; i < n_repetitions; i++)
    {
      g_autofree char *path = make_path ("closing.spurrec");
      SpurRecord *record = spur_record_open (path);
      g_autoptr (SpurTrace) trace = NULL;
      SpurRecordCounts before, after;
      GThread *threads[3];
      RecordingWork works[3];
      guint64 n_of[3] = { 0 };

      for (guint k = 0; k < 3; k++)
        {
          works[k] = (RecordingWork){ record, k, 300000 };
          threads[k] = g_thread_new ("closing", recording_work, &works[k]);
        }
      g_usleep ((gulong) g_test_rand_int_range (100, 5000));
      spur_record_close (record);
      spur_record_get_counts (record, &before);
      for (guint k = 0; k < 3; k++)
        g_thread_join (threads[k]);
      spur_record_get_counts (record, &after);
      trace = recording_open (path, NULL);
      recording_check (trace, n_of, 3);
      g_assert_cmpuint (after.n_events - after.n_dropped, ==, n_of[0] + n_of[1] + n_of[2]);
      g_unlink (path);
    }
}

static void
test_exec (void)
{
  g_autofree char *path = make_path ("exec.spurrec");
  g_autofree char *second = make_path ("exec.2.spurrec");
  g_autoptr (SpurTrace) trace = NULL;
  pid_t child = fork ();

  g_test_summary ("A program that replaces itself does not write over what it recorded before.");

  if (child == 0)
    {
      SpurRecord *record = spur_record_open (path);

      recording_put (record, 0, 0);
      spur_record_flush (record);
      g_setenv ("SPUR_TEST_AGAIN", path, TRUE);
      execl ("/proc/self/exe", "test-recording-faults", "again", NULL);
      _exit (1);
    }
  wait_for (child, 0);
  trace = recording_open (path, NULL);
  g_assert_cmpuint (spur_trace_get_n_events (trace), ==, 1);
  g_clear_object (&trace);
  trace = recording_open (second, NULL);
  g_assert_cmpuint (spur_trace_get_n_events (trace), ==, 2);
}

static int
record_again (const char *path)
{
  SpurRecord *record = spur_record_open (path);

  recording_put (record, 0, 0);
  recording_put (record, 0, 1);
  /* Closed by the end of the program. */
  return 0;
}

int
main (int argc, char *argv[])
{
  const char *scale = g_getenv ("SPUR_RECORD_REPETITIONS");
  int result;

  if (argc == 2 && g_str_equal (argv[1], "again"))
    return record_again (g_getenv ("SPUR_TEST_AGAIN"));
  g_test_init (&argc, &argv, NULL);
  n_repetitions = scale != NULL ? (guint) g_ascii_strtoull (scale, NULL, 10) : 4;
  folder = recording_make_folder ();
  g_test_add_func ("/record/faults/threads", test_threads);
  g_test_add_func ("/record/faults/short-threads", test_short_threads);
  g_test_add_func ("/record/faults/destructors", test_destructors);
  g_test_add_func ("/record/faults/signals", test_signals);
  g_test_add_func ("/record/faults/fork", test_fork);
  g_test_add_func ("/record/faults/fork-in-event", test_fork_in_event);
  g_test_add_func ("/record/faults/kill", test_kill);
  g_test_add_func ("/record/faults/kill-shared", test_kill_shared);
  g_test_add_func ("/record/faults/full", test_full);
  g_test_add_func ("/record/faults/close", test_close_while_recording);
  g_test_add_func ("/record/faults/exec", test_exec);
  result = g_test_run ();
  recording_remove_folder (folder);
  g_free (folder);
  return result;
}
