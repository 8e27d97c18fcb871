/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Measures the index of a trace: how long it takes to build, how large it is, and what cells cost.
 *
 *   index make FILE EVENTS STREAMS    makes a trace of nested calls of 24 functions
 *   index make FILE EVENTS STREAMS N  the same with a target for each stream, whose load is
 * measured at every Nth event index FILE [INDEX]                builds its index and measures: in
 * memory, or in a file index read FILE INDEX             measures with an index that is there
 *
 * Times are medians of 7 rounds. Those of CPU are of one thread, so that other work does not count;
 * wall time is that of all processors, among which pictures and the server of pages share rows out.
 * Windows lie at the same places in each run. Cold rounds begin without a page of the files mapped,
 * as the first picture does; warm ones have what the round before mapped.
 */
#include "config.h"

#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "core/index/spur-index.h"
#include "core/store/container/spur-container.h"
#include "events/spur-lm-events.h"
#include "events/spur-region-events.h"

#define N_FUNCTIONS 24
#define MAX_DEPTH 8
#define N_ROUNDS 7
#define N_COLUMNS 1920
#define N_PIXELS 1080u
#define SEED 20260101
/* The least that may be mapped; and more than there is, so that nothing is unmapped. */
#define MIN_MAPPED_BYTES ((guint64) 1 << 20)
#define MAX_MAPPED_BYTES ((guint64) 1 << 40)

/* The load that is measured of a stream's target. */
static void
append_load (SpurTrace *trace, SpurStream *stream, gint64 time_ns, double load)
{
  const SpurEventLayout *layout = spur_event_type_get_layout (SPUR_TYPE_LM_TARGET_LOAD_EVENT);
  guint8 record[64] = { 0 };
  guint64 bits;

  memcpy (&bits, &load, sizeof bits);
  spur_event_layout_set_uint (layout, (guint) layout->field_of_use[SPUR_USE_SUBJECT], record,
                              spur_stream_get_target (stream));
  spur_event_layout_set_uint (layout, (guint) layout->field_of_use[SPUR_USE_LOAD], record, bits);
  spur_event_layout_set_uint (layout, (guint) layout->field_of_use[SPUR_USE_VALUES], record,
                              SPUR_NONE);
  spur_stream_append (stream, time_ns,
                      spur_trace_add_event_type (trace, SPUR_TYPE_LM_TARGET_LOAD_EVENT), record);
}

static void
make_stream (
  SpurTrace *trace, GRand *rand, SpurStream *stream, guint64 n_events, guint64 load_distance)
{
  GType types[2] = { SPUR_TYPE_REGION_ENTER_EVENT, SPUR_TYPE_REGION_EXIT_EVENT };
  guint8 records[2][64] = { { 0 }, { 0 } };
  guint classes[2];
  guint depth = 0;
  gint64 now_ns = 0;

  for (guint k = 0; k < 2; k++)
    {
      const SpurEventLayout *layout = spur_event_type_get_layout (types[k]);

      classes[k] = spur_trace_add_event_type (trace, types[k]);
      for (guint i = 0; i < layout->n_fields; i++)
        {
          if (layout->fields[i].type >= SPUR_FIELD_STRING)
            spur_event_layout_set_uint (layout, i, records[k], SPUR_NONE);
        }
    }
  for (guint64 i = 0; i < n_events; i++)
    {
      guint32 random = g_rand_int (rand);
      const SpurEventLayout *layout = spur_event_type_get_layout (types[0]);
      gboolean enters = depth == 0 || (depth < MAX_DEPTH && (random & 1));

      now_ns += 100 + (random >> 8) % 2000;
      if (load_distance > 0 && (i + 1) % load_distance == 0)
        {
          append_load (trace, stream, now_ns, random / (double) G_MAXUINT32);
          continue;
        }
      if (enters)
        spur_event_layout_set_uint (layout, (guint) layout->field_of_use[SPUR_USE_STATE],
                                    records[0], (random >> 1) % N_FUNCTIONS);
      depth = enters ? depth + 1 : depth - 1;
      spur_stream_append (stream, now_ns, classes[!enters], records[!enters]);
    }
}

static void
make_trace (const char *path, guint64 n_events, guint n_streams, guint64 load_distance)
{
  g_autoptr (SpurTrace) trace = spur_trace_new ();
  SpurDefinitions *definitions = spur_trace_get_definitions (trace);
  g_autoptr (GRand) rand = g_rand_new_with_seed (SEED);
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < N_FUNCTIONS; i++)
    {
      g_autofree char *name = g_strdup_printf ("function %u", i);

      spur_definitions_add_state (definitions, name, SPUR_STATE_WORK);
    }
  spur_trace_add_event_type (trace, SPUR_TYPE_REGION_ENTER_EVENT);
  spur_trace_add_event_type (trace, SPUR_TYPE_REGION_EXIT_EVENT);
  for (guint i = 0; i < n_streams; i++)
    {
      g_autofree char *name = g_strdup_printf ("rank %u", i);
      SpurClock clock = { "clock", "monotonic", 1000000000, 0, i };
      guint32 target =
        load_distance > 0
          ? spur_definitions_add_object (definitions, SPUR_TYPE_TARGET, name, "node", SPUR_NONE)
          : SPUR_NONE;

      spur_trace_add_stream (trace, name, spur_definitions_add_clock (definitions, &clock), target);
    }
  if (load_distance > 0)
    spur_trace_add_event_type (trace, SPUR_TYPE_LM_TARGET_LOAD_EVENT);
  if (!spur_container_begin (trace, path, &error))
    g_error ("%s", error->message);
  for (guint i = 0; i < n_streams; i++)
    make_stream (trace, rand, spur_trace_get_stream (trace, i), n_events / n_streams,
                 load_distance);
  if (!spur_trace_seal (trace, &error) || !spur_container_save (trace, path, NULL, &error))
    g_error ("%s", error->message);
}

static int
compare_doubles (const void *a, const void *b)
{
  const double *p = a, *q = b;

  return (*p > *q) - (*p < *q);
}

static double
get_cpu_s (void)
{
  struct rusage usage;

  getrusage (RUSAGE_SELF, &usage);
  return (double) (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
         1e-6 * (double) (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

static long
get_peak_kib (void)
{
  struct rusage usage;

  getrusage (RUSAGE_SELF, &usage);
  return usage.ru_maxrss;
}

/* Bounds what is mapped of a trace and its index, of which nothing is mapped then. */
static void
unmap_files (SpurIndex *index, guint64 max_bytes)
{
  spur_trace_set_max_mapped_bytes (spur_index_get_trace (index), MIN_MAPPED_BYTES);
  spur_index_set_max_mapped_bytes (index, MIN_MAPPED_BYTES);
  spur_trace_set_max_mapped_bytes (spur_index_get_trace (index), max_bytes);
  spur_index_set_max_mapped_bytes (index, max_bytes);
}

static double
measure_rounds (SpurIndex *index, guint n_rows, const SpurIndexWindow *window, gboolean is_cold)
{
  g_autofree SpurCell *cells = g_new (SpurCell, window->n_columns);
  double times_ms[N_ROUNDS];

  for (guint i = 0; i < N_ROUNDS; i++)
    {
      double begin_s;

      if (is_cold)
        unmap_files (index, MAX_MAPPED_BYTES);
      begin_s = get_cpu_s ();
      for (guint k = 0; k < n_rows; k++)
        spur_index_get_cells (index, k, window, cells);
      times_ms[i] = (get_cpu_s () - begin_s) * 1000.0;
    }
  qsort (times_ms, N_ROUNDS, sizeof *times_ms, compare_doubles);
  return times_ms[N_ROUNDS / 2];
}

/* Cells of rows, each of which is a task of its own. */
typedef struct
{
  SpurIndex *index;
  const SpurIndexWindow *window;
  SpurCell *cells;
} Rows;

static void
measure_row (guint row, gpointer user_data)
{
  const Rows *self = user_data;

  spur_index_get_cells (self->index, row, self->window,
                        self->cells + (gsize) row * self->window->n_columns);
}

static double
measure_jobs (SpurIndex *index, guint n_rows, const SpurIndexWindow *window)
{
  g_autofree SpurCell *cells = g_new0 (SpurCell, (gsize) n_rows * window->n_columns);
  Rows rows = { index, window, cells };
  double times_ms[N_ROUNDS];

  for (guint i = 0; i < N_ROUNDS; i++)
    {
      gint64 begin_us = g_get_monotonic_time ();

      spur_job_run (NULL, n_rows, measure_row, &rows);
      times_ms[i] = (double) (g_get_monotonic_time () - begin_us) / 1000.0;
    }
  qsort (times_ms, N_ROUNDS, sizeof *times_ms, compare_doubles);
  return times_ms[N_ROUNDS / 2];
}

/* Cells of the first @n_rows streams in a part of the trace. */
static void
measure_cells (SpurIndex *index, guint n_rows, double from, double part, gint64 end_ns)
{
  SpurIndexWindow window = { .n_columns = N_COLUMNS, .raw = TRUE };
  double cold_ms, warm_ms, wall_ms;

  window.from_ns = (gint64) ((double) end_ns * from);
  window.to_ns = window.from_ns + (gint64) ((double) end_ns * part);
  cold_ms = measure_rounds (index, n_rows, &window, TRUE);
  warm_ms = measure_rounds (index, n_rows, &window, FALSE);
  wall_ms = measure_jobs (index, n_rows, &window);
  g_print (
    "%5u rows of %u columns, %8.6f of the trace: %8.2f ms of CPU cold, %8.2f warm; %8.2f ms of "
    "wall time with all processors\n",
    n_rows, N_COLUMNS, part, cold_ms, warm_ms, wall_ms);
}

/* Shares of all streams, of which several lie in each row of pixels, in a part of the trace. */
static void
measure_pixels (SpurIndex *index, guint n_rows, double from, double part, gint64 end_ns)
{
  SpurIndexWindow window = { .n_columns = N_COLUMNS, .raw = TRUE };
  g_autofree float *shares = g_new (float, (gsize) N_COLUMNS *N_FUNCTIONS);
  g_autofree guint *streams = g_new (guint, n_rows);
  guint32 groups[N_FUNCTIONS];
  const SpurIndexShares to = { groups, N_FUNCTIONS, shares };
  double times_ms[N_ROUNDS];

  window.from_ns = (gint64) ((double) end_ns * from);
  window.to_ns = window.from_ns + (gint64) ((double) end_ns * part);
  for (guint32 i = 0; i < N_FUNCTIONS; i++)
    groups[i] = i;
  for (guint i = 0; i < n_rows; i++)
    streams[i] = i;
  for (guint i = 0; i < N_ROUNDS; i++)
    {
      double begin_s = get_cpu_s ();

      for (guint k = 0; k < N_PIXELS; k++)
        {
          guint first = k * n_rows / N_PIXELS, end = (k + 1) * n_rows / N_PIXELS;

          memset (shares, 0, (gsize) N_COLUMNS * N_FUNCTIONS * sizeof *shares);
          spur_index_add_shares (index, streams + first, end - first, &window, &to);
        }
      times_ms[i] = (get_cpu_s () - begin_s) * 1000.0;
    }
  qsort (times_ms, N_ROUNDS, sizeof *times_ms, compare_doubles);
  g_print ("%5u rows on %u pixels, %u columns, %8.6f of the trace: %8.2f ms\n", n_rows, N_PIXELS,
           N_COLUMNS, part, times_ms[N_ROUNDS / 2]);
}

static void
measure_index (const char *path, const char *index_path, gboolean is_there)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SpurTrace) trace = spur_container_open (path, NULL, &error);
  SpurJob job = { .n_threads = 1 };
  g_autoptr (SpurIndex) index = NULL;
  guint n_streams;
  gint64 end_ns = 0;
  double begin_s = get_cpu_s ();

  if (trace == NULL)
    g_error ("%s", error->message);
  g_print ("opened: %.2f s of CPU, at most %ld KiB\n", begin_s, get_peak_kib ());
  if (index_path != NULL)
    {
      if (!is_there)
        g_remove (index_path);
      index = spur_index_open (trace, index_path, &job, &error);
    }
  else
    index = spur_index_new (trace, &job, &error);
  if (index == NULL)
    g_error ("%s", error->message);
  n_streams = spur_trace_get_n_streams (trace);
  for (guint i = 0; i < n_streams; i++)
    {
      SpurStream *stream = spur_trace_get_stream (trace, i);
      guint64 n_events = spur_stream_get_n_events (stream);

      if (n_events > 0)
        end_ns = MAX (end_ns, spur_stream_get_raw_ns (stream, n_events - 1));
    }
  g_print ("built: %.2f s of CPU, %.3f bytes an event, at most %ld KiB\n", get_cpu_s () - begin_s,
           (double) spur_index_get_n_bytes (index) / (double) spur_trace_get_n_events (trace),
           get_peak_kib ());
  for (double part = 1.0; part > 1e-6; part /= 10.0)
    {
      measure_cells (index, MIN (n_streams, 64), 0.43 * (1.0 - part), part, end_ns);
      if (n_streams >= 1024)
        measure_cells (index, 1024, 0.43 * (1.0 - part), part, end_ns);
      if (n_streams > N_PIXELS)
        measure_pixels (index, n_streams, 0.43 * (1.0 - part), part, end_ns);
    }
  g_print ("measured: at most %ld KiB\n", get_peak_kib ());
}

int
main (int argc, char *argv[])
{
  if ((argc == 5 || argc == 6) && strcmp (argv[1], "make") == 0)
    make_trace (argv[2], g_ascii_strtoull (argv[3], NULL, 10),
                (guint) g_ascii_strtoull (argv[4], NULL, 10),
                argc == 6 ? g_ascii_strtoull (argv[5], NULL, 10) : 0);
  else if (argc == 4 && strcmp (argv[1], "read") == 0)
    measure_index (argv[2], argv[3], TRUE);
  else if (argc == 2 || argc == 3)
    measure_index (argv[1], argv[2], FALSE);
  else
    {
      g_printerr (
        "Usage: index make FILE EVENTS STREAMS [N] | index FILE [INDEX] | index read FILE INDEX\n");
      return 2;
    }
  return 0;
}
