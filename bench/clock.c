/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* What correcting the clocks of a trace takes: finding the edges, checking them, ECLC, checking
 * again; on one thread and on several. Each round reads the trace in a process of its own, all in
 * turn, medians of them. Reading is not counted; beside it stands a bare pass through the column of
 * times, which is as fast as anything can be that looks at every event.
 *
 *   clock TRACE...                          of traces of any format
 *   clock --synthetic STREAMS,EVENTS,PPM    of one that is made up, see bench/clock.h;
 *                                           6 neighbours each, or as a fourth number says
 *   clock --synthetic ... --write OUT.spur  only writes that one, with hardly any memory
 *   clock --flat EDGES                      a table of what an edge costs, from 8 to 16,384 streams
 *                                           and from 10^5 edges to that many; 10^8 need 13 GB
 */
#include "config.h"

#include "bench/clock.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "core/causality/spur-check.h"
#include "core/clock/logical/spur-causal-clock.h"
#include "core/plugin/spur-registry.h"
#include "core/store/container/spur-container.h"
#include "core/store/trace/spur-chunk-walk.h"

typedef enum
{
  PHASE_COLUMN,
  PHASE_MATCH,
  PHASE_CHECK_BEFORE,
  PHASE_CORRECT,
  PHASE_CHECK_AFTER,
  N_PHASES,
} Phase;

static const char *const phase_names[N_PHASES] = {
  "column of times", "matching", "check before", "eclc", "check after",
};

typedef struct
{
  double cpu_s;
  double wall_s;
  double least_cpu_s;
} Cost;

/* Where the trace comes from: a file, or made up. */
typedef struct
{
  const char *path;
  ClockSynthetic synthetic;
} Source;

/* What a run took and found. The hash is that of all time maps. */
typedef struct
{
  Cost phases[N_PHASES];
  guint n_streams;
  guint64 n_events;
  guint64 n_edges;
  guint64 n_violations_before;
  guint64 n_violations_after;
  guint64 hash;
  double peak_mb;
} Result;

static int n_rounds = 7;
static char *threads_text;
static char *synthetic_text;
static char *write_path;
static gint64 n_flat_edges;

static double
get_s (clockid_t clock)
{
  struct timespec time;

  clock_gettime (clock, &time);
  return (double) time.tv_sec + (double) time.tv_nsec * 1e-9;
}

static void
begin (Cost *cost)
{
  cost->cpu_s = -get_s (CLOCK_PROCESS_CPUTIME_ID);
  cost->wall_s = -get_s (CLOCK_MONOTONIC);
}

static void
end (Cost *cost)
{
  cost->cpu_s += get_s (CLOCK_PROCESS_CPUTIME_ID);
  cost->wall_s += get_s (CLOCK_MONOTONIC);
}

typedef struct
{
  SpurTrace *trace;
  guint64 sums[1];
} Pass;

static void
pass_stream (guint index, gpointer user_data)
{
  Pass *pass = user_data;
  g_autoptr (SpurChunkWalk) walk =
    spur_chunk_walk_new (spur_trace_get_stream (pass->trace, index), SPUR_CHUNK_TICKS);
  const SpurChunk *chunk;
  guint64 sum = 0;

  while ((chunk = spur_chunk_walk_next (walk)) != NULL)
    {
      for (guint32 i = 0; i < chunk->n_events; i++)
        sum += chunk->ticks[i];
    }
  g_atomic_pointer_add (&pass->sums[0], (gssize) sum);
}

static void
add_to_hash (guint64 *hash, guint64 value)
{
  *hash = (*hash ^ value) * G_GUINT64_CONSTANT (0x100000001b3);
}

static guint64
hash_maps (SpurCorrection *correction)
{
  guint64 hash = G_GUINT64_CONSTANT (0xcbf29ce484222325);

  for (guint s = 0; s < spur_correction_get_n_streams (correction); s++)
    {
      for (guint m = 0; m < spur_correction_get_n_maps (correction, s); m++)
        {
          gsize n_knots;
          const SpurKnot *knots =
            spur_time_map_get_knots (spur_correction_get_map (correction, s, m), &n_knots);

          add_to_hash (&hash, n_knots);
          for (gsize i = 0; i < n_knots; i++)
            {
              add_to_hash (&hash, knots[i].event);
              add_to_hash (&hash, (guint64) knots[i].from_ns);
              add_to_hash (&hash, (guint64) knots[i].to_ns);
            }
        }
    }
  return hash;
}

static guint64
count_violations (const SpurCheck *check)
{
  return check->n_below_mu + check->n_collective_below_mu + check->n_order_inversions;
}

/* What a run may need: streams that are short have an object, columns, channels and a time map
 * each, for which a process with 16,384 of them takes 5 KB more than for their events. */
#define MAX_MEMORY_BYTES ((gsize) 3 << 30)
#define EVENT_BYTES 64
#define STREAM_BYTES 8192

typedef struct
{
  guint64 n_events;
  guint64 n_streams;
} Need;

/* Memory that the machine has at hand: where a virtual machine gives back what is free, a page that
 * comes anew costs many times what is done with it. New pages still have to be cleared. */
static void
fetch_memory (const Need *need)
{
  gsize n_bytes =
    (gsize) MIN (need->n_events * EVENT_BYTES + need->n_streams * STREAM_BYTES, MAX_MEMORY_BYTES);
  guint8 *bytes;

  if (n_bytes == 0)
    return;
  bytes = mmap (NULL, n_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (bytes == MAP_FAILED)
    return;
  madvise (bytes, n_bytes, MADV_HUGEPAGE);
  for (gsize i = 0; i < n_bytes; i += 4096)
    ((volatile guint8 *) bytes)[i] = 1;
  munmap (bytes, n_bytes);
}

/* What is free is given back after seconds, so that in long runs it is fetched before each phase
 * that needs much; by the parent, as it is no memory of the run. Short runs are not made to wait,
 * as it takes a while until threads are on processors of their own again: the parent fetches memory
 * before them. */
#define MIN_LONG_EVENTS 40000000

static void
ask_for_memory (SpurTrace *trace, int parent)
{
  Need need = { spur_trace_get_n_events (trace), spur_trace_get_n_streams (trace) };

  if (need.n_events >= MIN_LONG_EVENTS &&
      write (parent, &need, sizeof need) == (gssize) sizeof need)
    (void) !read (parent, &need, sizeof need);
}

static gboolean
run (SpurTrace *trace, guint n_threads, int parent, Result *result, GError **error)
{
  SpurJob job = { NULL, NULL, NULL, n_threads };
  g_autoptr (SpurCorrection) correction = spur_correction_new (spur_trace_get_n_streams (trace));
  g_autoptr (SpurClockCorrector) eclc = spur_clock_corrector_make ("eclc", NULL);
  g_autoptr (SpurEdges) edges = NULL;
  Pass pass = { trace, { 0 } };
  struct rusage usage;
  SpurCheck before, after;
  gboolean is_done;

  begin (&result->phases[PHASE_COLUMN]);
  spur_job_run (&job, spur_trace_get_n_streams (trace), pass_stream, &pass);
  end (&result->phases[PHASE_COLUMN]);
  ask_for_memory (trace, parent);
  begin (&result->phases[PHASE_MATCH]);
  edges = spur_edges_new_for_trace (trace, &job, error);
  end (&result->phases[PHASE_MATCH]);
  if (edges == NULL)
    return FALSE;
  begin (&result->phases[PHASE_CHECK_BEFORE]);
  spur_check_run (&before, trace, edges, NULL, 1, &job);
  end (&result->phases[PHASE_CHECK_BEFORE]);
  ask_for_memory (trace, parent);
  begin (&result->phases[PHASE_CORRECT]);
  is_done = spur_clock_corrector_correct (eclc, trace, edges, correction, &job, error);
  end (&result->phases[PHASE_CORRECT]);
  if (!is_done)
    return FALSE;
  begin (&result->phases[PHASE_CHECK_AFTER]);
  spur_check_run (&after, trace, edges, correction, 1, &job);
  end (&result->phases[PHASE_CHECK_AFTER]);
  getrusage (RUSAGE_SELF, &usage);
  result->peak_mb = (double) usage.ru_maxrss / 1024;
  result->n_streams = spur_trace_get_n_streams (trace);
  result->n_events = spur_trace_get_n_events (trace);
  result->n_edges = before.n_edges + before.n_collective_receives;
  result->n_violations_before = count_violations (&before);
  result->n_violations_after = count_violations (&after);
  result->hash = hash_maps (correction);
  return TRUE;
}

static SpurTrace *
open_source (const Source *source, GError **error)
{
  g_autoptr (SpurTrace) trace = NULL;

  if (source->path != NULL)
    return spur_registry_open_trace (spur_registry_get_default (), source->path, NULL, error);
  trace = spur_trace_new ();
  return clock_synthetic_fill (&source->synthetic, trace, error) ? g_steal_pointer (&trace) : NULL;
}

static gboolean
read_and_run (const Source *source, guint n_threads, int parent, Result *result)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SpurTrace) trace = open_source (source, &error);

  if (trace != NULL && run (trace, n_threads, parent, result, &error))
    return TRUE;
  g_printerr ("clock: %s\n", error->message);
  return FALSE;
}

/* In a child that shares nothing with others: where memory is shared with a parent every first
 * write to a page copies it, and interrupts all threads. */
static gboolean
run_apart (const Source *source, guint n_threads, Result *result)
{
  int ends[2];
  gssize n_bytes;
  pid_t child;

  memset (result, 0, sizeof *result);
  if (socketpair (AF_UNIX, SOCK_SEQPACKET, 0, ends) != 0)
    return FALSE;
  child = fork ();
  if (child == 0)
    {
      close (ends[0]);
      if (read_and_run (source, n_threads, ends[1], result) &&
          write (ends[1], result, sizeof *result) == (gssize) sizeof *result)
        _exit (EXIT_SUCCESS);
      _exit (EXIT_FAILURE);
    }
  close (ends[1]);
  while ((n_bytes = read (ends[0], result, sizeof *result)) == (gssize) sizeof (Need))
    {
      Need need;

      memcpy (&need, result, sizeof need);
      fetch_memory (&need);
      if (write (ends[0], &need, sizeof need) < 0)
        break;
    }
  close (ends[0]);
  waitpid (child, NULL, 0);
  return n_bytes == (gssize) sizeof *result;
}

/* Up to and with a phase, without the bare pass. */
static Cost
get_total (const Result *result, Phase last)
{
  Cost total = { 0, 0, 0 };

  for (Phase phase = PHASE_MATCH; phase <= last; phase++)
    {
      total.cpu_s += result->phases[phase].cpu_s;
      total.wall_s += result->phases[phase].wall_s;
    }
  return total;
}

static int
compare_doubles (gconstpointer a, gconstpointer b)
{
  double first = *(const double *) a, second = *(const double *) b;

  return (first > second) - (first < second);
}

static double
get_median (double *values, guint n_values)
{
  qsort (values, n_values, sizeof *values, compare_doubles);
  return values[n_values / 2];
}

/* The medians of a phase, or with @is_sum of all up to it but the bare pass. */
static Cost
get_medians (const Result *results, guint n_results, Phase phase, gboolean is_sum)
{
  g_autofree double *cpu = g_new (double, n_results);
  g_autofree double *wall = g_new (double, n_results);
  Cost medians;

  for (guint i = 0; i < n_results; i++)
    {
      Cost cost = is_sum ? get_total (&results[i], phase) : results[i].phases[phase];

      cpu[i] = cost.cpu_s;
      wall[i] = cost.wall_s;
    }
  medians = (Cost){ get_median (cpu, n_results), get_median (wall, n_results), 0 };
  medians.least_cpu_s = cpu[0];
  return medians;
}

static void
print_row (const char *name, guint n_threads, Cost cost, guint64 n_events, guint64 n_edges)
{
  g_print ("  %-16s %7u %9.1f %9.1f %9.1f %11.1f %11.1f %8.1f\n", name, n_threads, cost.cpu_s * 1e3,
           cost.least_cpu_s * 1e3, cost.wall_s * 1e3, (double) n_events / cost.cpu_s / 1e6,
           (double) n_events / cost.wall_s / 1e6,
           n_edges > 0 ? cost.cpu_s * 1e9 / (double) n_edges : 0.0);
}

static gboolean
print_results (GArray **results, const guint *threads, guint n_kinds)
{
  const Result *first = &g_array_index (results[0], Result, 0);
  guint64 n_events = first->n_events;
  Cost alone = { 0, 0, 0 };

  g_print ("  %u streams, %" G_GUINT64_FORMAT " events, %" G_GUINT64_FORMAT
           " edges and receiving members, violated %" G_GUINT64_FORMAT " before, %" G_GUINT64_FORMAT
           " after; maps %016" G_GINT64_MODIFIER "x\n\n",
           first->n_streams, n_events, first->n_edges, first->n_violations_before,
           first->n_violations_after, first->hash);
  g_print ("  %-16s %7s %9s %9s %9s %11s %11s %8s\n", "", "threads", "CPU ms", "least", "wall ms",
           "M ev/CPU s", "M ev/s", "ns/edge");
  for (guint k = 0; k < n_kinds; k++)
    {
      const Result *all = (const Result *) (gpointer) results[k]->data;
      guint n_results = results[k]->len;
      Cost sum = get_medians (all, n_results, PHASE_CORRECT, TRUE);

      for (Phase phase = 0; phase < N_PHASES; phase++)
        print_row (phase_names[phase], threads[k], get_medians (all, n_results, phase, FALSE),
                   n_events, first->n_edges);
      print_row ("match+check+eclc", threads[k], sum, n_events, first->n_edges);
      print_row ("and check after", threads[k],
                 get_medians (all, n_results, PHASE_CHECK_AFTER, TRUE), n_events, first->n_edges);
      if (k == 0)
        alone = sum;
      g_print ("  match+check+eclc %.2f times as fast as with %u thread%s (wall), peak %.0f MB\n\n",
               alone.wall_s / sum.wall_s, threads[0], threads[0] == 1 ? "" : "s", all[0].peak_mb);
      for (guint i = 0; i < results[k]->len; i++)
        {
          if (all[i].hash == first->hash &&
              all[i].n_violations_before == first->n_violations_before)
            continue;
          g_printerr ("clock: the result depends on the threads\n");
          return FALSE;
        }
    }
  return first->n_violations_after == 0;
}

/* The first round fills the caches and is thrown away. */
static gboolean
run_rounds (const Source *source, const guint *threads, guint n_kinds, GArray **results)
{
  Need need = { 0, 0 };
  gboolean is_good = TRUE;

  for (int round = 0; round <= n_rounds && is_good; round++)
    {
      for (guint k = 0; k < n_kinds && is_good; k++)
        {
          Result result;

          fetch_memory (&need);
          is_good = run_apart (source, threads[k], &result);
          need = (Need){ result.n_events, result.n_streams };
          if (is_good && (round > 0 || n_rounds == 1))
            g_array_append_val (results[k], result);
        }
    }
  return is_good;
}

static gboolean
measure (const Source *source, const guint *threads, guint n_kinds)
{
  g_autofree GArray **results = g_new (GArray *, n_kinds);
  gboolean is_good;

  for (guint k = 0; k < n_kinds; k++)
    results[k] = g_array_new (FALSE, FALSE, sizeof (Result));
  is_good =
    run_rounds (source, threads, n_kinds, results) && print_results (results, threads, n_kinds);
  for (guint k = 0; k < n_kinds; k++)
    g_array_unref (results[k]);
  return is_good;
}

/* Matching, check and ECLC on one thread, in ns an edge; negative where they failed. */
static double
measure_cell (guint n_streams, guint64 n_edges)
{
  const Source source = { NULL, { n_streams, 2 * n_edges, 1000000, 6 } };
  const guint n_threads = 1;
  GArray *results = g_array_new (FALSE, FALSE, sizeof (Result));
  double ns = -1;

  if (run_rounds (&source, &n_threads, 1, &results))
    {
      const Result *all = (const Result *) (gpointer) results->data;

      ns =
        get_medians (all, results->len, PHASE_CORRECT, TRUE).cpu_s * 1e9 / (double) all[0].n_edges;
    }
  g_array_unref (results);
  return ns;
}

static gboolean
measure_flat (void)
{
  static const guint n_streams[] = { 8, 64, 512, 4096, 16384 };
  double least = G_MAXDOUBLE, most = 0;

  g_print ("match+check+eclc, CPU ns an edge, one thread, every event an end of a message\n\n");
  g_print ("  %12s", "edges");
  for (guint i = 0; i < G_N_ELEMENTS (n_streams); i++)
    g_print (" %9u", n_streams[i]);
  g_print (" streams\n");
  for (gint64 n_edges = 100000; n_edges <= MAX (n_flat_edges, 100000); n_edges *= 10)
    {
      g_print ("  %12" G_GINT64_FORMAT, n_edges);
      for (guint i = 0; i < G_N_ELEMENTS (n_streams); i++)
        {
          double ns = measure_cell (n_streams[i], (guint64) n_edges);

          if (ns < 0)
            return FALSE;
          g_print (" %9.1f", ns);
          least = MIN (least, ns);
          most = MAX (most, ns);
        }
      g_print ("\n");
    }
  g_print ("\n  the most is %.2f times the least\n", most / least);
  return TRUE;
}

static gboolean
write_synthetic (const ClockSynthetic *synthetic, GError **error)
{
  g_autoptr (SpurTrace) trace = spur_trace_new ();
  struct rusage usage;

  if (!spur_container_begin (trace, write_path, error) ||
      !clock_synthetic_fill (synthetic, trace, error) ||
      !spur_container_save (trace, write_path, NULL, error))
    return FALSE;
  getrusage (RUSAGE_SELF, &usage);
  g_print ("%s: %" G_GUINT64_FORMAT " events, peak %.0f MB\n", write_path,
           spur_trace_get_n_events (trace), (double) usage.ru_maxrss / 1024);
  return TRUE;
}

static gboolean
parse_synthetic (ClockSynthetic *synthetic)
{
  g_auto (GStrv) words = g_strsplit (synthetic_text, ",", -1);

  if (g_strv_length (words) < 3 || g_strv_length (words) > 4)
    return FALSE;
  synthetic->n_neighbours = 6;
  if (words[3] != NULL)
    synthetic->n_neighbours = (guint) g_ascii_strtoull (words[3], NULL, 10);
  synthetic->n_streams = (guint) g_ascii_strtoull (words[0], NULL, 10);
  synthetic->n_events = g_ascii_strtoull (words[1], NULL, 10);
  synthetic->share_ppm = (guint32) g_ascii_strtoull (words[2], NULL, 10);
  return synthetic->n_streams > 1 && synthetic->n_streams <= 1 << 20 &&
         synthetic->n_events >= synthetic->n_streams && synthetic->share_ppm > 0 &&
         synthetic->share_ppm <= 1000000;
}

static gboolean
measure_synthetic (const guint *threads, guint n_kinds, GError **error)
{
  Source source = { NULL };

  if (!parse_synthetic (&source.synthetic))
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                   "--synthetic: expected STREAMS,EVENTS,PPM or STREAMS,EVENTS,PPM,NEIGHBOURS, as "
                   "8,1000000,10000");
      return FALSE;
    }
  if (write_path != NULL)
    return write_synthetic (&source.synthetic, error);
  g_print ("synthetic, %.2f %% ends of messages\n", source.synthetic.share_ppm / 1e4);
  return measure (&source, threads, n_kinds);
}

static gboolean
measure_file (const char *path, const guint *threads, guint n_kinds)
{
  const Source source = { .path = path };

  g_print ("%s\n", path);
  return measure (&source, threads, n_kinds);
}

static guint
parse_threads (guint *threads, guint n_room)
{
  g_auto (GStrv) words = g_strsplit (threads_text != NULL ? threads_text : "1,2", ",", -1);
  guint n_kinds = MIN (g_strv_length (words), n_room);

  for (guint i = 0; i < n_kinds; i++)
    threads[i] = CLAMP ((guint) g_ascii_strtoull (words[i], NULL, 10), 1, 1024);
  return n_kinds;
}

int
main (int argc, char **argv)
{
  const GOptionEntry entries[] = {
    { "rounds", 'n', 0, G_OPTION_ARG_INT, &n_rounds, "How often each is measured (7)", "N" },
    { "threads", 't', 0, G_OPTION_ARG_STRING, &threads_text, "Numbers of threads (1,2)", "LIST" },
    { "synthetic", 0, 0, G_OPTION_ARG_STRING, &synthetic_text, "Make a trace up",
      "STREAMS,EVENTS,PPM[,NEIGHBOURS]" },
    { "write", 0, 0, G_OPTION_ARG_FILENAME, &write_path, "Only write it", "OUT.spur" },
    { "flat", 0, 0, G_OPTION_ARG_INT64, &n_flat_edges, "Table of what an edge costs", "EDGES" },
    { NULL },
  };
  g_autoptr (GOptionContext) context = g_option_context_new ("[TRACE...]");
  g_autoptr (GError) error = NULL;
  guint threads[8];
  guint n_kinds;
  gboolean is_good = TRUE;

  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error) || n_rounds < 1 ||
      (argc < 2) == (synthetic_text == NULL && n_flat_edges == 0))
    {
      g_printerr ("clock: %s\n",
                  error != NULL ? error->message : "name a trace, --synthetic or --flat");
      return 2;
    }
  g_setenv ("SPUR_PLUGIN_PATH", BENCH_BUILD "/plugins", FALSE);
  g_setenv ("SPUR_SCHEMA_PATH", BENCH_BUILD "/schemas", FALSE);
  n_kinds = parse_threads (threads, G_N_ELEMENTS (threads));
  if (n_flat_edges > 0)
    is_good = measure_flat ();
  if (synthetic_text != NULL)
    is_good = measure_synthetic (threads, n_kinds, &error);
  for (int i = 1; i < argc && error == NULL; i++)
    is_good = measure_file (argv[i], threads, n_kinds) && is_good;
  if (error == NULL)
    return is_good ? EXIT_SUCCESS : EXIT_FAILURE;
  g_printerr ("clock: %s\n", error->message);
  return 2;
}
