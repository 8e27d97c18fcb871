/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* What an event of four 64-bit fields and its time costs whoever records it into a file, beside
 * libotf2's event writer and LTTng-UST: user CPU time of all threads of the process with handing
 * over the rest, on one thread and on two. New pages of a file cost a virtual machine microseconds,
 * and hide everything else, so that is system time and told apart; all files are new ones.
 *
 *   build/bench/record [EVENTS [ROUNDS [FOLDER]]]
 *
 * Each measurement is a process of its own; the recorders take turns, and medians are shown. */
#include "config.h"

#include <spur-record-events.h>

#include <errno.h>
#include <gio/gio.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench/record.h"
#include "core/record/spur-recorder.h"
#include "core/record/spur-recording-sink.h"
#include "events/spur-events.h"

#define MAX_THREADS 2
#define MAX_ROUNDS 101

static const char xml[] =
  "<event-class name=\"Bench_Event\" extends=\"Event\"><field name=\"a\" type=\"uint64\"/><field "
  "name=\"b\" type=\"uint64\"/><field name=\"c\" type=\"uint64\"/><field name=\"d\" "
  "type=\"uint64\"/></event-class>";

static SpurRecordClass bench_class = {
  SPUR_RECORD_UNKNOWN, 4, "Bench_Event", "", "Bench", xml, NULL, 0, 0
};
static SpurRecord *record;

/* As spur-record-header would write it. */
SPUR_RECORD_INLINE_ void
record_bench (SpurRecord *self, uint64_t a, uint64_t b, uint64_t c, uint64_t d)
{
  uint32_t live = spur_record_test_ (&bench_class);
  SpurRecordWriter *writer;

  if (live == 0)
    return;
  writer = spur_record_begin_ (self, 4);
  if (SPUR_RECORD_SELDOM_ (writer == NULL))
    return;
  writer->at[2] = a;
  writer->at[3] = b;
  writer->at[4] = c;
  writer->at[5] = d;
  spur_record_commit_ (writer, live, 4, spur_record_read_clock_ (writer));
}

static gboolean
begin_spur (const char *folder, guint n_threads)
{
  g_autofree char *path = g_build_filename (folder, "spur.spurrec", NULL);

  record = spur_record_open (path);
  return spur_record_get_problem (record) == NULL;
}

static gboolean
begin_monotonic (const char *folder, guint n_threads)
{
  spur_record_set_option ("clock", "monotonic");
  return begin_spur (folder, n_threads);
}

static void
record_spur (guint thread, guint64 n_events)
{
  SpurRecord *self = record;

  for (guint64 k = 0; k < n_events; k++)
    record_bench (self, k & 7, thread, k & 0xfff, k * 3);
}

static guint64
end_spur (void)
{
  SpurRecordCounts counts;

  spur_record_close (record);
  spur_record_get_counts (record, &counts);
  return counts.n_dropped == 0 ? counts.n_bytes : 0;
}

static gboolean
begin_off (const char *folder, guint n_threads)
{
  return begin_spur (folder, n_threads) && spur_record_switch ("-*") == 0;
}

static gboolean
begin_nothing (const char *folder, guint n_threads)
{
  return TRUE;
}

static void
read_clock (guint thread, guint64 n_events)
{
#if defined(__x86_64__) || defined(__i386__)
  for (guint64 k = 0; k < n_events; k++)
    {
      guint64 ticks = __builtin_ia32_rdtsc ();

      __asm__ volatile("" : : "r"(ticks));
    }
#endif
}

static void
count_only (guint thread, guint64 n_events)
{
  for (guint64 k = 0; k < n_events; k++)
    __asm__ volatile("" : : "r"(k));
}

static guint64
end_nothing (void)
{
  return 0;
}

/* ---- The object path ---- */

static SpurRecorder *recorder;

static gboolean
begin_objects (const char *folder, guint n_threads)
{
  recorder = spur_recorder_new ();
  return n_threads == 1;
}

static gboolean
begin_objects_file (const char *folder, guint n_threads)
{
  g_autofree char *path = g_build_filename (folder, "objects.spurrec", NULL);
  g_autoptr (SpurSink) sink = spur_recording_sink_new (path);

  recorder = spur_recorder_new ();
  return n_threads == 1 && spur_recorder_add_sink (recorder, sink, NULL);
}

/* One object that is filled and recorded again and again, as a program would that is in a hurry. */
static void
record_objects (guint thread, guint64 n_events)
{
  g_autoptr (SpurEvent) event =
    spur_recorder_make_event (recorder, SPUR_TYPE_LO_MIGRATION_SEND_EVENT);

  for (guint64 k = 0; k < n_events / 16; k++)
    {
      spur_event_set_uint (event, "migration", k);
      spur_recorder_record (recorder, event, NULL);
    }
}

static guint64
end_objects (void)
{
  g_autoptr (SpurTrace) trace = spur_recorder_finish (recorder, NULL);

  g_clear_object (&recorder);
  return 0;
}

static guint64
end_objects_file (void)
{
  spur_recorder_close (recorder, NULL);
  g_clear_object (&recorder);
  return 0;
}

static const BenchRecorder recorders[] = {
  { "loop", begin_nothing, count_only, end_nothing },
  { "rdtsc", begin_nothing, read_clock, end_nothing },
  { "spur-off", begin_off, record_spur, end_nothing },
  { "spur", begin_spur, record_spur, end_spur },
  { "spur-monotonic", begin_monotonic, record_spur, end_spur },
  { "objects", begin_objects, record_objects, end_objects },
  { "objects-file", begin_objects_file, record_objects, end_objects_file },
};

static const BenchRecorder *
find_recorder (const char *name)
{
#ifdef HAVE_OTF2
  if (g_str_equal (name, "otf2"))
    return &bench_otf2;
#endif
#ifdef HAVE_LTTNG
  if (g_str_equal (name, "lttng"))
    return &bench_lttng;
#endif
  for (gsize i = 0; i < G_N_ELEMENTS (recorders); i++)
    {
      if (g_str_equal (recorders[i].name, name))
        return &recorders[i];
    }
  return NULL;
}

guint64
bench_get_folder_bytes (const char *folder)
{
  GDir *dir = g_dir_open (folder, 0, NULL);
  guint64 n_bytes = 0;
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      GStatBuf facts;

      if (g_lstat (path, &facts) != 0)
        continue;
      n_bytes += S_ISDIR (facts.st_mode) ? bench_get_folder_bytes (path) : (guint64) facts.st_size;
    }
  g_clear_pointer (&dir, g_dir_close);
  return n_bytes;
}

static void
remove_all (const char *path)
{
  GDir *dir = g_dir_open (path, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *inner = g_build_filename (path, name, NULL);

      remove_all (inner);
    }
  g_clear_pointer (&dir, g_dir_close);
  g_remove (path);
}

/* ---- One measurement, in a process of its own ---- */

typedef struct
{
  const BenchRecorder *recorder;
  guint index;
  guint64 n_events;
} Thread;

static gpointer
run_thread (gpointer data)
{
  const Thread *self = data;

  self->recorder->record (self->index, self->n_events);
  return NULL;
}

static double
to_ns (struct timeval time)
{
  return (double) time.tv_sec * 1e9 + (double) time.tv_usec * 1e3;
}

static int
measure (const char *name, guint n_threads, guint64 n_events, const char *folder)
{
  const BenchRecorder *what = find_recorder (name);
  struct rusage before, after;
  GThread *threads[MAX_THREADS];
  Thread works[MAX_THREADS];
  guint64 n_bytes;
  double n_all;

  if (what == NULL || !what->begin (folder, n_threads))
    return EXIT_FAILURE;
  getrusage (RUSAGE_SELF, &before);
  for (guint i = 0; i < n_threads; i++)
    {
      works[i] = (Thread){ what, i, n_events };
      threads[i] = g_thread_new ("bench", run_thread, &works[i]);
    }
  for (guint i = 0; i < n_threads; i++)
    g_thread_join (threads[i]);
  n_bytes = what->end ();
  getrusage (RUSAGE_SELF, &after);
  n_all = (double) n_events * n_threads / (g_str_has_prefix (name, "objects") ? 16 : 1);
  g_print ("%.4f %.4f %.4f\n", (to_ns (after.ru_utime) - to_ns (before.ru_utime)) / n_all,
           (to_ns (after.ru_stime) - to_ns (before.ru_stime)) / n_all, (double) n_bytes / n_all);
  return EXIT_SUCCESS;
}

/* ---- All of them ---- */

typedef struct
{
  double user_ns;
  double system_ns;
  double n_bytes;
} Result;

static gboolean
run_once (const char *name, guint n_threads, guint64 n_events, const char *folder, Result *result)
{
  g_autofree char *threads = g_strdup_printf ("%u", n_threads);
  g_autofree char *events = g_strdup_printf ("%" G_GUINT64_FORMAT, n_events);
  char *argv[] = { "/proc/self/exe", "--measure",     (char *) name, threads,
                   events,           (char *) folder, NULL };
  g_autofree char *output = NULL;
  int status;

  if (!g_spawn_sync (NULL, argv, NULL, G_SPAWN_DEFAULT, NULL, NULL, &output, NULL, &status, NULL) ||
      status != 0)
    return FALSE;
  return sscanf (output, "%lf %lf %lf", &result->user_ns, &result->system_ns, &result->n_bytes) ==
         3;
}

static int
compare_doubles (const void *a, const void *b)
{
  const double *first = a, *second = b;

  return *first < *second ? -1 : *first > *second;
}

static double
get_median (const Result *results, guint n_results, gsize offset)
{
  double values[MAX_ROUNDS];

  for (guint i = 0; i < n_results; i++)
    memcpy (&values[i], (const char *) &results[i] + offset, sizeof values[i]);
  qsort (values, n_results, sizeof *values, compare_doubles);
  return values[n_results / 2];
}

static const char *const names[] = { "loop",         "rdtsc",          "spur-off",
                                     "spur",         "spur-monotonic", "objects",
                                     "objects-file", "otf2",           "lttng" };
static Result results[G_N_ELEMENTS (names)][MAX_THREADS][MAX_ROUNDS];
static guint n_results[G_N_ELEMENTS (names)][MAX_THREADS];

static void
print_results (void)
{
  g_print ("%-16s %8s %10s %10s %10s %8s\n", "recorder", "threads", "user ns", "system ns", "bytes",
           "rounds");
  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      for (guint k = 0; k < MAX_THREADS; k++)
        {
          guint n = n_results[i][k];

          if (n == 0)
            continue;
          g_print ("%-16s %8u %10.2f %10.2f %10.2f %8u\n", names[i], k + 1,
                   get_median (results[i][k], n, G_STRUCT_OFFSET (Result, user_ns)),
                   get_median (results[i][k], n, G_STRUCT_OFFSET (Result, system_ns)),
                   get_median (results[i][k], n, G_STRUCT_OFFSET (Result, n_bytes)), n);
        }
    }
}

/* Median of one recorder's user time by that of another one. */
static void
print_ratio (const char *what, gsize first, guint first_threads, gsize second, guint second_threads)
{
  guint n = n_results[first][first_threads - 1], m = n_results[second][second_threads - 1];

  if (n == 0 || m == 0)
    return;
  g_print (
    "%-44s %6.3f\n", what,
    get_median (results[first][first_threads - 1], n, G_STRUCT_OFFSET (Result, user_ns)) /
      get_median (results[second][second_threads - 1], m, G_STRUCT_OFFSET (Result, user_ns)));
}

/* A session daemon of our own, in @folder; whether there is one now. */
static gboolean
begin_lttng (const char *folder)
{
#ifdef HAVE_LTTNG
  g_autofree char *output = g_build_filename (folder, "lttng", NULL);
  g_autofree char *script =
    g_strdup_printf ("lttng-sessiond --no-kernel --daemonize --pidfile='%s/pid' && lttng create "
                     "spur-bench --output='%s' && "
                     "lttng enable-channel -u --buffers-pid --subbuf-size=16M --num-subbuf=8 ch && "
                     "lttng enable-event -u -c ch spur_bench:event && lttng start",
                     folder, output);
  char *argv[] = { "/bin/sh", "-c", script, NULL };
  int status = 1;

  g_setenv ("LTTNG_HOME", folder, TRUE);
  g_setenv ("LTTNG_UST_REGISTER_TIMEOUT", "-1", TRUE);
  if (!g_spawn_sync (NULL, argv, NULL, G_SPAWN_STDOUT_TO_DEV_NULL | G_SPAWN_STDERR_TO_DEV_NULL,
                     NULL, NULL, NULL, NULL, &status, NULL) ||
      status != 0)
    return FALSE;
  g_setenv ("SPUR_BENCH_LTTNG", "1", TRUE);
  return TRUE;
#else
  return FALSE;
#endif
}

static void
end_lttng (const char *folder)
{
  char *argv[] = { "lttng", "destroy", "spur-bench", NULL };
  g_autofree char *path = g_build_filename (folder, "pid", NULL);
  g_autofree char *text = NULL;
  pid_t daemon;

  g_spawn_sync (NULL, argv, NULL,
                G_SPAWN_SEARCH_PATH | G_SPAWN_STDOUT_TO_DEV_NULL | G_SPAWN_STDERR_TO_DEV_NULL, NULL,
                NULL, NULL, NULL, NULL, NULL);
  if (!g_file_get_contents (path, &text, NULL, NULL))
    return;
  daemon = (pid_t) g_ascii_strtoll (text, NULL, 10);
  if (daemon > 1)
    kill (daemon, SIGTERM);
}

int
main (int argc, char *argv[])
{
  guint64 n_events = argc > 1 ? g_ascii_strtoull (argv[1], NULL, 10) : 4000000;
  guint n_rounds = argc > 2 ? (guint) g_ascii_strtoull (argv[2], NULL, 10) : 7;
  g_autofree char *folder = NULL;
  gboolean has_lttng;

  if (argc == 6 && g_str_equal (argv[1], "--measure"))
    return measure (argv[2], (guint) g_ascii_strtoull (argv[3], NULL, 10),
                    g_ascii_strtoull (argv[4], NULL, 10), argv[5]);
  if (n_events == 0)
    {
      g_printerr ("usage: record [EVENTS [ROUNDS [FOLDER]]]\n");
      return 2;
    }
  n_rounds = CLAMP (n_rounds, 1, MAX_ROUNDS);
  folder = argc > 3 ? g_strdup (argv[3]) : g_dir_make_tmp ("spur-bench-XXXXXX", NULL);
  has_lttng = begin_lttng (folder);
  g_print ("%" G_GUINT64_FORMAT " events a thread, %u rounds, new files in %s%s\n", n_events,
           n_rounds, folder, has_lttng ? "" : "; no lttng-sessiond here");
  for (guint round = 0; round < n_rounds; round++)
    {
      for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
        {
          g_autofree char *own = g_build_filename (folder, "run", NULL);

          for (guint k = 0; k < MAX_THREADS; k++)
            {
              g_mkdir_with_parents (own, 0700);
              if (run_once (names[i], k + 1, n_events, own, &results[i][k][n_results[i][k]]))
                n_results[i][k]++;
              remove_all (own);
            }
        }
    }
  if (has_lttng)
    end_lttng (folder);
  print_results ();
  print_ratio ("spur / otf2, 1 thread", 3, 1, 6, 1);
  print_ratio ("spur / otf2, 2 threads", 3, 2, 6, 2);
  print_ratio ("spur / lttng, 1 thread", 3, 1, 7, 1);
  print_ratio ("spur / lttng, 2 threads", 3, 2, 7, 2);
  print_ratio ("spur, 2 threads / 1", 3, 2, 3, 1);
  remove_all (folder);
  return EXIT_SUCCESS;
}
