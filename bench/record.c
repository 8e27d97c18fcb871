/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* What an event of four 64-bit fields and its time costs a program that records it into a file,
 * beside libotf2's event writer and LTTng-UST: user CPU time of all threads of the process with
 * handing over the rest, on one thread and on two, each on a processor of its own. New pages of a
 * file cost a virtual machine microseconds, and hide everything else, so that is system time and
 * told apart; all files are new ones. Beside that what two processes cost each that run at the same
 * time.
 *
 *   build/bench/record [EVENTS [ROUNDS [FOLDER]]]
 *
 * Each measurement is a process of its own; the recorders take turns, and medians are shown. */
#include "config.h"

#include <spur-record-events.h>

#include <gio/gio.h>
#include <glib/gstdio.h>
#include <gmodule.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench/record.h"
#include "core/record/object/spur-recorder.h"
#include "core/record/object/spur-recording-sink.h"
#include "events/spur-events.h"

#define MAX_THREADS 2
#define MAX_ROUNDS 101
/* Half a second: some hundred looks of the kernel. */
#define MIN_MEASURED_NS 5e8

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

static guint64
end_off (void)
{
  spur_record_close (record);
  return 0;
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

  for (guint64 k = 0; k < n_events; k++)
    {
      spur_event_set_uint (event, "migration", k);
      spur_recorder_record (recorder, event, NULL);
    }
}

static guint64
end_objects (void)
{
  SpurTrace *trace = spur_recorder_finish (recorder, NULL);

  g_clear_object (&trace);
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
  { "loop", begin_nothing, count_only, end_nothing, 256 },
  { "rdtsc", begin_nothing, read_clock, end_nothing, 4 },
  { "spur-off", begin_off, record_spur, end_off, 256 },
  { "spur", begin_spur, record_spur, end_spur, 1 },
  { "spur-monotonic", begin_monotonic, record_spur, end_spur, 1 },
  { "objects", begin_objects, record_objects, end_objects, 0.0625 },
  { "objects-file", begin_objects_file, record_objects, end_objects_file, 0.0625 },
};

#ifdef LTTNG_MODULE
/* Loaded only by whom it measures: it begins threads and buffers in every process that has it. */
static const BenchRecorder *
find_lttng (void)
{
  GModule *module = g_module_open (LTTNG_MODULE, G_MODULE_BIND_LOCAL);
  gpointer found = NULL;

  return module != NULL && g_module_symbol (module, "bench_lttng", &found) ? found : NULL;
}
#endif

static const BenchRecorder *
find_recorder (const char *name)
{
#ifdef HAVE_OTF2
  if (g_str_equal (name, "otf2"))
    return &bench_otf2;
#endif
#ifdef LTTNG_MODULE
  if (g_str_equal (name, "lttng"))
    return find_lttng ();
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
  guint processor;
  guint64 n_events;
} Thread;

/* Each thread runs on a processor of its own, as long as there are enough. */
static void
stay_on (guint processor)
{
  cpu_set_t all, one;
  guint n_left;

  if (sched_getaffinity (0, sizeof all, &all) != 0 || CPU_COUNT (&all) == 0)
    return;
  n_left = processor % (guint) CPU_COUNT (&all);
  for (guint i = 0; i < CPU_SETSIZE; i++)
    {
      if (!CPU_ISSET (i, &all) || n_left-- > 0)
        continue;
      CPU_ZERO (&one);
      CPU_SET (i, &one);
      sched_setaffinity (0, sizeof one, &one);
      return;
    }
}

static gpointer
run_thread (gpointer data)
{
  const Thread *self = data;

  stay_on (self->processor);
  self->recorder->record (self->index, self->n_events);
  return NULL;
}

static double
to_ns (struct timeval time)
{
  return (double) time.tv_sec * 1e9 + (double) time.tv_usec * 1e3;
}

typedef struct
{
  const BenchRecorder *recorder;
  guint n_threads;
  guint64 n_events;
  const char *folder;
  /* That of the first thread. */
  guint processor;
} Measurement;

/* The recorder from beginning to end, with new files; how many bytes they have. */
static gboolean
measure_once (const Measurement *self, guint round, guint64 *n_bytes)
{
  g_autofree char *folder = g_strdup_printf ("%s/%u", self->folder, round);
  GThread *threads[MAX_THREADS];
  Thread works[MAX_THREADS];

  g_mkdir (folder, 0700);
  if (!self->recorder->begin (folder, self->n_threads))
    return FALSE;
  for (guint i = 0; i < self->n_threads; i++)
    {
      works[i] = (Thread){ self->recorder, i, self->processor + i,
                           (guint64) ((double) self->n_events * self->recorder->factor) };
      threads[i] = g_thread_new ("bench", run_thread, &works[i]);
    }
  for (guint i = 0; i < self->n_threads; i++)
    g_thread_join (threads[i]);
  *n_bytes += self->recorder->end ();
  return TRUE;
}

/* The kernel knows exactly how long a process ran, but tells the user's time from its own by
 * looking every few ms. So this goes on until that has become a good estimate. */
static int
measure (const Measurement *self)
{
  struct rusage before, after;
  guint64 n_bytes = 0;
  guint n_rounds = 0;
  double user_ns, system_ns, n_all;

  getrusage (RUSAGE_SELF, &before);
  do
    {
      if (self->recorder == NULL || !measure_once (self, n_rounds++, &n_bytes))
        return EXIT_FAILURE;
      getrusage (RUSAGE_SELF, &after);
      user_ns = to_ns (after.ru_utime) - to_ns (before.ru_utime);
      system_ns = to_ns (after.ru_stime) - to_ns (before.ru_stime);
    }
  while (user_ns + system_ns < MIN_MEASURED_NS && n_rounds < MAX_ROUNDS);
  n_all = (double) self->n_events * self->n_threads * n_rounds * self->recorder->factor;
  g_print ("%.4f %.4f %.4f\n", user_ns / n_all, system_ns / n_all, (double) n_bytes / n_all);
  return EXIT_SUCCESS;
}

/* ---- All of them ---- */

typedef struct
{
  double user_ns;
  double system_ns;
  double n_bytes;
} Result;

static GSubprocess *
start (const char *name, guint n_threads, guint64 n_events, const char *folder, guint processor)
{
  g_autofree char *threads = g_strdup_printf ("%u", n_threads);
  g_autofree char *events = g_strdup_printf ("%" G_GUINT64_FORMAT, n_events);
  g_autofree char *first = g_strdup_printf ("%u", processor);

  g_mkdir_with_parents (folder, 0700);
  return g_subprocess_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE, NULL, "/proc/self/exe", "--measure",
                           name, threads, events, folder, first, NULL);
}

static gboolean
finish (GSubprocess *process, Result *result)
{
  g_autofree char *output = NULL;

  return process != NULL &&
         g_subprocess_communicate_utf8 (process, NULL, NULL, &output, NULL, NULL) &&
         g_subprocess_get_successful (process) &&
         sscanf (output, "%lf %lf %lf", &result->user_ns, &result->system_ns, &result->n_bytes) ==
           3;
}

/* One process with @n_threads threads. */
static gboolean
run_threads (
  const char *name, guint n_threads, guint64 n_events, const char *folder, Result *result)
{
  g_autoptr (GSubprocess) process = start (name, n_threads, n_events, folder, 0);
  gboolean is_good = finish (process, result);

  remove_all (folder);
  return is_good;
}

/* Two processes of one thread each, which share nothing but the machine: whatever these cost more
 * than one alone is no fault of the recorder. */
static gboolean
run_pair (const char *name, guint64 n_events, const char *folder, Result *result)
{
  g_autofree char *beside = g_strconcat (folder, "-2", NULL);
  g_autoptr (GSubprocess) first = start (name, 1, n_events, folder, 0);
  g_autoptr (GSubprocess) second = start (name, 1, n_events, beside, 1);
  Result one, two;
  gboolean is_good = finish (first, &one);

  is_good = finish (second, &two) && is_good;
  remove_all (folder);
  remove_all (beside);
  if (is_good)
    *result = (Result){ (one.user_ns + two.user_ns) / 2, (one.system_ns + two.system_ns) / 2,
                        (one.n_bytes + two.n_bytes) / 2 };
  return is_good;
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

enum
{
  ONE_THREAD,
  TWO_THREADS,
  TWO_PROCESSES,
  N_WAYS,
};

static const char *const ways[N_WAYS] = { "1 thread", "2 threads", "2 processes" };

enum
{
  LOOP,
  RDTSC,
  SPUR_OFF,
  SPUR,
  SPUR_MONOTONIC,
  OBJECTS,
  OBJECTS_FILE,
  OTF2,
  LTTNG,
  N_NAMES,
};

static const char *const names[N_NAMES] = { "loop",         "rdtsc",          "spur-off",
                                            "spur",         "spur-monotonic", "objects",
                                            "objects-file", "otf2",           "lttng" };
static Result results[N_NAMES][N_WAYS][MAX_ROUNDS];
static guint n_results[N_NAMES][N_WAYS];

static void
run_round (guint64 n_events, const char *folder)
{
  g_autofree char *own = g_build_filename (folder, "run", NULL);

  for (guint i = 0; i < N_NAMES; i++)
    {
      for (guint k = 0; k < N_WAYS; k++)
        {
          Result *result = &results[i][k][n_results[i][k]];

          if (k < TWO_PROCESSES ? run_threads (names[i], k + 1, n_events, own, result)
                                : i == SPUR && run_pair (names[i], n_events, own, result))
            n_results[i][k]++;
        }
    }
}

static double
get_median_user_ns (guint name, guint way)
{
  return get_median (results[name][way], n_results[name][way], G_STRUCT_OFFSET (Result, user_ns));
}

static void
print_results (void)
{
  g_print ("%-16s %-12s %10s %10s %10s %8s\n", "recorder", "", "user ns", "system ns", "bytes",
           "rounds");
  for (guint i = 0; i < N_NAMES; i++)
    {
      for (guint k = 0; k < N_WAYS; k++)
        {
          guint n = n_results[i][k];

          if (n == 0)
            continue;
          g_print ("%-16s %-12s %10.2f %10.2f %10.2f %8u\n", names[i], ways[k],
                   get_median_user_ns (i, k),
                   get_median (results[i][k], n, G_STRUCT_OFFSET (Result, system_ns)),
                   get_median (results[i][k], n, G_STRUCT_OFFSET (Result, n_bytes)), n);
        }
    }
}

/* Median of one recorder's user time by that of another one. */
static void
print_ratio (guint first, guint first_way, guint second, guint second_way)
{
  g_autofree char *what = g_strdup_printf ("%s, %s / %s, %s", names[first], ways[first_way],
                                           names[second], ways[second_way]);

  if (n_results[first][first_way] > 0 && n_results[second][second_way] > 0)
    g_print ("%-44s %6.3f\n", what,
             get_median_user_ns (first, first_way) / get_median_user_ns (second, second_way));
}

/* A session daemon of our own, in @folder; whether there is one now. */
static gboolean
begin_lttng (const char *folder)
{
#ifdef LTTNG_MODULE
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

static int
measure_as_told (char *argv[])
{
  Measurement one = { .recorder = find_recorder (argv[2]),
                      .n_threads = (guint) g_ascii_strtoull (argv[3], NULL, 10),
                      .n_events = g_ascii_strtoull (argv[4], NULL, 10),
                      .folder = argv[5],
                      .processor = (guint) g_ascii_strtoull (argv[6], NULL, 10) };

  return measure (&one);
}

int
main (int argc, char *argv[])
{
  guint64 n_events = argc > 1 ? g_ascii_strtoull (argv[1], NULL, 10) : 4000000;
  guint n_rounds = argc > 2 ? (guint) g_ascii_strtoull (argv[2], NULL, 10) : 7;
  g_autofree char *folder = NULL;
  gboolean has_lttng;

  if (argc == 7 && g_str_equal (argv[1], "--measure"))
    return measure_as_told (argv);
  if (n_events == 0)
    {
      g_printerr ("usage: record [EVENTS [ROUNDS [FOLDER]]]\n");
      return 2;
    }
  n_rounds = CLAMP (n_rounds, 1, MAX_ROUNDS);
  folder = g_build_filename (argc > 3 ? argv[3] : g_get_tmp_dir (), "spur-bench-XXXXXX", NULL);
  if (g_mkdtemp (folder) == NULL)
    {
      g_printerr ("record: no folder can be made in %s\n", argc > 3 ? argv[3] : g_get_tmp_dir ());
      return EXIT_FAILURE;
    }
  has_lttng = begin_lttng (folder);
  g_print ("%" G_GUINT64_FORMAT " events a thread, %u rounds, new files in %s%s\n", n_events,
           n_rounds, folder, has_lttng ? "" : "; no lttng-sessiond here");
  for (guint round = 0; round < n_rounds; round++)
    run_round (n_events, folder);
  if (has_lttng)
    end_lttng (folder);
  print_results ();
  print_ratio (SPUR, ONE_THREAD, OTF2, ONE_THREAD);
  print_ratio (SPUR, TWO_THREADS, OTF2, TWO_THREADS);
  print_ratio (SPUR, ONE_THREAD, LTTNG, ONE_THREAD);
  print_ratio (SPUR, TWO_THREADS, LTTNG, TWO_THREADS);
  print_ratio (SPUR, TWO_THREADS, SPUR, ONE_THREAD);
  print_ratio (SPUR, TWO_PROCESSES, SPUR, ONE_THREAD);
  remove_all (folder);
  return EXIT_SUCCESS;
}
