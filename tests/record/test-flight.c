/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* What a flight recorder leaves behind when its program is asked for it, and when it crashes. */
#include "tests/record/recording-run.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>

#define N_EVENTS 200000

static char *folder;

static char *
make_path (const char *name)
{
  return g_build_filename (folder, name, NULL);
}

static SpurRecord *
open_flight (const char *path)
{
  g_autofree char *where = g_strconcat ("flight:64K,", path, NULL);

  return spur_record_open (where);
}

static void
put_many (SpurRecord *record, uint64_t who, uint64_t first)
{
  for (uint64_t i = 0; i < N_EVENTS; i++)
    recording_put (record, who, first + i);
}

/* What is to be printed is not printed twice. A child that waits does not outlive a failed test. */
static pid_t
start_child (void)
{
  pid_t child;

  fflush (NULL);
  child = fork ();
  if (child == 0)
    prctl (PR_SET_PDEATHSIG, SIGKILL);
  return child;
}

/* Children say that they are so far. */
static int ready[2];

static void
say_ready (void)
{
  g_assert_cmpint (write (ready[1], "", 1), ==, 1);
}

static void
wait_ready (void)
{
  char byte;

  g_assert_cmpint (read (ready[0], &byte, 1), ==, 1);
}

static void
await_file (const char *path)
{
  gint64 end_us = g_get_monotonic_time () + 20 * G_USEC_PER_SEC;

  while (!g_file_test (path, G_FILE_TEST_EXISTS))
    {
      g_assert_cmpint (g_get_monotonic_time (), <, end_us);
      g_usleep (1000);
    }
}

/* The events of @who that are there are the last ones up to @last, without a gap. */
static void
check_last (const char *path, guint64 who, guint64 last)
{
  g_autoptr (SpurTrace) trace = recording_open (path, NULL);
  guint64 expected = last + 1;

  for (guint i = 0; i < spur_trace_get_n_streams (trace); i++)
    {
      SpurStream *stream = spur_trace_get_stream (trace, i);

      for (guint64 k = spur_stream_get_n_events (stream); k-- > 0;)
        {
          const SpurEventLayout *layout;
          const guint8 *bytes = spur_stream_get_record (stream, k, &layout);
          int field = spur_event_layout_find_field (layout, "migration");
          guint64 value =
            field >= 0 ? spur_event_layout_get_uint (layout, (guint) field, bytes) : 0;

          if (field >= 0 && value >> 40 == who)
            g_assert_cmpuint (value & ((G_GUINT64_CONSTANT (1) << 40) - 1), ==, --expected);
        }
    }
  g_assert_cmpuint (expected, <=, last);
  g_assert_cmpuint (expected, >, 0);
  g_test_message ("%" G_GUINT64_FORMAT " events", last + 1 - expected);
}

/* ---- Asked by a signal ---- */

static void
be_asked (const char *path)
{
  SpurRecord *record = open_flight (path);

  for (guint round = 0;; round++)
    {
      put_many (record, 0, (uint64_t) round * N_EVENTS);
      say_ready ();
      /* The signal comes in between, to whichever thread. */
      while (g_file_test (path, G_FILE_TEST_EXISTS) == (round % 2 == 1))
        g_usleep (1000);
    }
}

static void
test_signal (void)
{
  g_autofree char *path = make_path ("asked.spurrec");
  pid_t child = start_child ();

  g_test_summary ("At SIGUSR2 it writes what it has by then, each time anew, and goes on.");

  if (child == 0)
    be_asked (path);
  wait_ready ();
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
  g_assert_cmpint (kill (child, SIGUSR2), ==, 0);
  await_file (path);
  check_last (path, 0, N_EVENTS - 1);
  wait_ready ();
  g_assert_cmpint (g_unlink (path), ==, 0);
  wait_ready ();
  g_assert_cmpint (kill (child, SIGUSR2), ==, 0);
  await_file (path);
  check_last (path, 0, 3 * N_EVENTS - 1);
  kill (child, SIGKILL);
  waitpid (child, NULL, 0);
}

static volatile sig_atomic_t n_own;

static void
on_own_signal (int number)
{
  n_own++;
}

static void
test_own_handler (void)
{
  g_autofree char *path = make_path ("own.spurrec");
  pid_t child = start_child ();
  int status;

  g_test_summary ("A program that uses SIGUSR2 itself keeps it.");

  if (child == 0)
    {
      SpurRecord *record;

      signal (SIGUSR2, on_own_signal);
      record = open_flight (path);
      recording_put (record, 0, 0);
      raise (SIGUSR2);
      g_usleep (100000);
      _exit (n_own == 1 && !g_file_test (path, G_FILE_TEST_EXISTS) ? 0 : 1);
    }
  g_assert_cmpint (waitpid (child, &status, 0), ==, child);
  g_assert_true (WIFEXITED (status));
  g_assert_cmpint (WEXITSTATUS (status), ==, 0);
}

/* ---- Crashes ---- */

static void
touch_nothing (void)
{
  volatile char *page = mmap (NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

  *page = 1;
}

static void
crash (int number)
{
  if (number == SIGSEGV)
    touch_nothing ();
  if (number == SIGABRT)
    abort ();
  raise (number);
  _exit (1);
}

typedef struct
{
  SpurRecord *record;
  int number;
} Crash;

/* Another thread than the first crashes. */
static void *
record_and_crash (void *data)
{
  const Crash *self = data;

  put_many (self->record, 1, 0);
  crash (self->number);
  return NULL;
}

static pid_t
start_crash (const char *path, int number, gboolean in_thread)
{
  pid_t child = start_child ();
  Crash data = { NULL, number };
  pthread_t thread;

  if (child != 0)
    return child;
  data.record = open_flight (path);
  put_many (data.record, 0, 0);
  if (!in_thread)
    crash (number);
  pthread_create (&thread, NULL, record_and_crash, &data);
  pthread_join (thread, NULL);
  _exit (1);
}

static void
test_crash (gconstpointer data)
{
  int number = GPOINTER_TO_INT (data);

  g_test_summary ("After a crash, of whichever thread, the last events are in the file, and the "
                  "program ends as it would have.");

  for (guint round = 0; round < 2; round++)
    {
      g_autofree char *name = g_strdup_printf ("crash-%d-%u.spurrec", number, round);
      g_autofree char *path = make_path (name);
      pid_t child = start_crash (path, number, round == 1);
      int status;

      g_assert_cmpint (waitpid (child, &status, 0), ==, child);
      g_assert_true (WIFSIGNALED (status));
      g_assert_cmpint (WTERMSIG (status), ==, number);
      check_last (path, round, N_EVENTS - 1);
    }
}

static void
on_own_crash (int number)
{
  _exit (42);
}

static void
test_crash_handler (void)
{
  g_autofree char *path = make_path ("handler.spurrec");
  pid_t child = start_child ();
  int status;

  g_test_summary ("A handler that the program had is called after that.");

  if (child == 0)
    {
      signal (SIGSEGV, on_own_crash);
      put_many (open_flight (path), 0, 0);
      touch_nothing ();
    }
  g_assert_cmpint (waitpid (child, &status, 0), ==, child);
  g_assert_true (WIFEXITED (status));
  g_assert_cmpint (WEXITSTATUS (status), ==, 42);
  check_last (path, 0, N_EVENTS - 1);
}

static void
test_crash_file (void)
{
  g_autofree char *path = make_path ("handed-over.spurrec");
  pid_t child = start_child ();
  g_autoptr (SpurTrace) trace = NULL;
  guint64 n_of[1] = { 0 };
  int status;

  g_test_summary ("With the option a file has every event, too.");

  if (child == 0)
    {
      spur_record_set_option ("crash", "1");
      put_many (spur_record_open (path), 0, 0);
      touch_nothing ();
    }
  g_assert_cmpint (waitpid (child, &status, 0), ==, child);
  g_assert_true (WIFSIGNALED (status));
  trace = recording_open (path, NULL);
  recording_check (trace, n_of, 1);
  g_assert_cmpuint (n_of[0], ==, N_EVENTS);
}

/* ---- Seconds ---- */

static void
test_seconds (void)
{
  g_autofree char *path = make_path ("seconds.spurrec");
  g_autofree char *where = g_strconcat ("flight:16M/1s,", path, NULL);
  SpurRecord *record = spur_record_open (where);
  g_autoptr (SpurTrace) trace = NULL;

  g_test_summary (
    "What is older than the seconds that are kept is left out, what is younger is there.");

  put_many (record, 0, 0);
  g_assert_cmpint (spur_record_flush (record), ==, 0);
  g_usleep (1200000);
  put_many (record, 0, N_EVENTS);
  g_assert_cmpint (spur_record_dump (record, NULL), ==, 0);
  spur_record_close (record);
  trace = recording_open (path, NULL);
  g_assert_cmpuint (spur_trace_get_n_events (trace), ==, N_EVENTS);
  check_last (path, 0, 2 * N_EVENTS - 1);
  g_remove (path);
}

int
main (int argc, char *argv[])
{
  static const int numbers[] = { SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL };
  int result;

  g_test_init (&argc, &argv, NULL);
  /* The recorder leaves alone what the caller of this program had ignored. */
  signal (SIGUSR2, SIG_DFL);
  folder = recording_make_folder ();
  g_assert_cmpint (pipe (ready), ==, 0);
  g_test_add_func ("/record/flight/signal", test_signal);
  g_test_add_func ("/record/flight/own-handler", test_own_handler);
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    {
      g_autofree char *name = g_strdup_printf ("/record/flight/crash-%d", numbers[i]);

      g_test_add_data_func (name, GINT_TO_POINTER (numbers[i]), test_crash);
    }
  g_test_add_func ("/record/flight/crash-handler", test_crash_handler);
  g_test_add_func ("/record/flight/crash-file", test_crash_file);
  /* Last, since it leaves handlers behind in this process. */
  g_test_add_func ("/record/flight/seconds", test_seconds);
  result = g_test_run ();
  recording_remove_folder (folder);
  g_free (folder);
  return result;
}
