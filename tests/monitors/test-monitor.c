/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The host monitor as a program embeds it: by its plugin, on the real /proc. */
#include "config.h"

#include <gio/gio.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "core/model/objects/spur-active-object.h"
#include "core/plugin/spur-registry.h"
#include "core/store/container/spur-container.h"
#include "core/store/trace/spur-cursor.h"
#include "events/spur-events.h"
#include "tests/test-corpus.h"

#define NS_PER_MS G_GINT64_CONSTANT (1000000)

static SpurMonitor *
make_monitor (guint interval_ms)
{
  g_autoptr (GError) error = NULL;
  SpurMonitor *monitor = spur_registry_make_monitor (spur_registry_get_default (), "host", &error);

  g_assert_no_error (error);
  spur_monitor_set_interval_ms (monitor, interval_ms);
  return monitor;
}

static void
start (SpurMonitor *monitor)
{
  g_autoptr (GError) error = NULL;

  spur_monitor_start (monitor, &error);
  g_assert_no_error (error);
}

static void
stop (SpurMonitor *monitor)
{
  g_autoptr (GError) error = NULL;

  spur_monitor_stop (monitor, &error);
  g_assert_no_error (error);
}

static guint
find_class (SpurTrace *trace, const char *name)
{
  for (guint i = 0; i < spur_trace_get_n_classes (trace); i++)
    {
      if (g_str_equal (spur_trace_get_class (trace, i)->name, name))
        return i;
    }
  return SPUR_NONE;
}

/* Waits for samples: on a busy host the thread of the monitor may not run for a while. */
static void
await_samples (SpurMonitor *monitor, guint64 n_samples)
{
  gint64 end_us = g_get_monotonic_time () + 60 * G_USEC_PER_SEC;

  while (spur_monitor_get_n_samples (monitor) < n_samples)
    {
      g_assert_cmpint (g_get_monotonic_time (), <, end_us);
      g_usleep (1000);
    }
}

/* What the events of a class have in a field, one after the other, and when they were. */
static GArray *
collect (
  SpurTrace *trace, guint stream_index, const char *name, const char *field, GArray *times_ns)
{
  SpurStream *stream = spur_trace_get_stream (trace, stream_index);
  guint class_index = find_class (trace, name);
  GArray *values = g_array_new (FALSE, FALSE, sizeof (guint64));

  for (guint64 i = 0; i < spur_stream_get_n_events (stream); i++)
    {
      const SpurEventLayout *layout;
      const guint8 *record;
      guint64 value;
      gint64 time_ns;

      if (spur_stream_get_class_index (stream, i) != class_index)
        continue;
      record = spur_stream_get_record (stream, i, &layout);
      value = spur_event_layout_get_uint (
        layout, (guint) spur_event_layout_find_field (layout, field), record);
      time_ns = spur_stream_get_raw_ns (stream, i);
      g_array_append_val (values, value);
      if (times_ns != NULL)
        g_array_append_val (times_ns, time_ns);
    }
  return values;
}

static guint64
add_up (SpurTrace *trace, const char *name, const char *field)
{
  g_autoptr (GArray) values = collect (trace, 0, name, field, NULL);
  guint64 sum = 0;

  for (guint i = 0; i < values->len; i++)
    sum += g_array_index (values, guint64, i);
  return sum;
}

static gint64
get_thread_us (void)
{
  struct timespec used;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &used);
  return (gint64) used.tv_sec * 1000000 + used.tv_nsec / 1000;
}

/* Until the thread has used that many ms of a processor, which takes longer on a busy host. */
static gpointer
be_busy (gpointer data)
{
  gint64 enough_us = (gint64) GPOINTER_TO_INT (data) * 1000;
  volatile guint64 place;

  while (get_thread_us () < enough_us)
    for (guint i = 0; i < 10000; i++)
      place = i;
  (void) place;
  return GSIZE_TO_POINTER ((gsize) get_thread_us ());
}

static void
test_busy (void)
{
  g_autoptr (SpurMonitor) monitor = make_monitor (50);
  g_autoptr (SpurTrace) trace = spur_trace_new ();
  g_autoptr (GError) error = NULL;
  GThread *thread;
  guint64 used_us, seen_us;
  gint64 begin_us, elapsed_us;

  g_test_summary ("What a thread takes of the processors is in the events.");
  spur_monitor_set_trace (monitor, trace);
  start (monitor);
  await_samples (monitor, 1);
  begin_us = g_get_monotonic_time ();
  thread = g_thread_new ("busy", be_busy, GINT_TO_POINTER (1000));
  used_us = GPOINTER_TO_SIZE (g_thread_join (thread));
  stop (monitor);
  elapsed_us = g_get_monotonic_time () - begin_us;
  g_assert_true (spur_trace_seal (trace, &error));

  seen_us = add_up (trace, "Host_Processor_Load_Event", "user") +
            add_up (trace, "Host_Processor_Load_Event", "nice") +
            add_up (trace, "Host_Processor_Load_Event", "system");
  g_test_message ("the thread took %" G_GUINT64_FORMAT " us, the monitor saw %" G_GUINT64_FORMAT,
                  used_us, seen_us);
  g_assert_cmpuint (seen_us, >=, used_us * 9 / 10 - 50000);
  /* All cores together give no more than time times cores, but for some ticks and what passes
   * between samples. */
  g_assert_cmpuint (seen_us, <=, g_get_num_processors () * (guint64) (elapsed_us + 600000));
}

/* How many times lie within 5 ms of a multiple of the interval after or before that of one. Which
 * one was in time itself is not known on a busy host. */
static guint
count_near (GArray *times_ns, guint reference, gint64 interval_ns)
{
  guint n_near = 0;

  for (guint i = 0; i < times_ns->len; i++)
    {
      gint64 late_ns =
        ABS (g_array_index (times_ns, gint64, i) - g_array_index (times_ns, gint64, reference)) %
        interval_ns;

      n_near += MIN (late_ns, interval_ns - late_ns) < 5 * NS_PER_MS;
    }
  return n_near;
}

static void
test_intervals (void)
{
  const gint64 interval_ns = 20 * NS_PER_MS;
  g_autoptr (SpurMonitor) monitor = make_monitor (20);
  g_autoptr (SpurTrace) trace = spur_trace_new ();
  g_autoptr (GArray) times_ns = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_autoptr (GArray) intervals = NULL;
  g_autoptr (GError) error = NULL;
  const char *const only[] = { "memory", NULL };
  gint64 begin_us, n_intervals;
  guint n_near = 0;

  g_test_summary ("Looks come at multiples of the interval and do not drift.");
  g_assert_true (spur_monitor_set_categories (monitor, only, &error));
  spur_monitor_set_trace (monitor, trace);
  begin_us = g_get_monotonic_time ();
  start (monitor);
  g_usleep (2 * G_USEC_PER_SEC);
  stop (monitor);
  n_intervals = (g_get_monotonic_time () - begin_us) * 1000 / interval_ns;
  g_assert_true (spur_trace_seal (trace, &error));
  intervals = collect (trace, 0, "Host_Memory_Load_Event", "interval", times_ns);
  /* The first look is no event, the last one comes when it is stopped. */
  g_assert_cmpuint (spur_monitor_get_n_samples (monitor), ==, intervals->len + 1);
  g_assert_cmpint (intervals->len + spur_monitor_get_n_missed (monitor), <=, n_intervals + 2);
  g_assert_cmpint (intervals->len + spur_monitor_get_n_missed (monitor), >=, 98);
  for (guint i = 1; i < intervals->len; i++)
    g_assert_cmpint (g_array_index (intervals, gint64, i), ==,
                     g_array_index (times_ns, gint64, i) - g_array_index (times_ns, gint64, i - 1));
  for (guint i = 0; i < intervals->len; i++)
    n_near = MAX (n_near, count_near (times_ns, i, interval_ns));
  g_test_message ("%u of %u looks near, %" G_GUINT64_FORMAT " missed", n_near, intervals->len,
                  spur_monitor_get_n_missed (monitor));
  g_assert_cmpuint (n_near, >, intervals->len / 2);
}

static void
test_recorder (void)
{
  g_autoptr (SpurMonitor) monitor = make_monitor (10);
  g_autoptr (SpurRecorder) recorder = spur_recorder_new ();
  g_autoptr (SpurActiveObject) task =
    spur_active_object_new (SPUR_TYPE_LOAD_OBJECT, "my task", "task");
  g_autoptr (SpurTrace) trace = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) values = NULL;
  guint memory;

  g_test_summary ("The program's events and the host's in one trace, each in its own stream.");
  spur_monitor_set_recorder (monitor, recorder);
  start (monitor);
  spur_recorder_set_source (recorder, task);
  for (guint i = 0; i < 30; i++)
    {
      g_autoptr (SpurEvent) event =
        spur_recorder_make_event (recorder, SPUR_TYPE_LO_STATE_CHANGE_EVENT);

      spur_event_set_object (event, "object", task);
      spur_recorder_record (recorder, event, &error);
      g_assert_no_error (error);
    }
  await_samples (monitor, 13);
  stop (monitor);
  trace = spur_recorder_finish (recorder, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (spur_trace_get_n_streams (trace), ==, 2);
  for (guint i = 0; i < 2; i++)
    {
      SpurStream *stream = spur_trace_get_stream (trace, i);

      if (g_str_equal (spur_stream_get_name (stream), "my task"))
        {
          g_assert_cmpuint (spur_stream_get_n_events (stream), ==, 30);
          continue;
        }
      g_assert_cmpuint (spur_stream_get_n_events (stream), ==, spur_monitor_get_n_events (monitor));
      values = collect (trace, i, "Host_Memory_Load_Event", "total", NULL);
    }
  g_assert_nonnull (values);
  g_assert_cmpuint (values->len, >, 10);
  g_assert_cmpuint (g_array_index (values, guint64, 5), >, 1 << 20);

  /* A program that knows no host monitor sees loads of targets. */
  memory = find_class (trace, "Host_Memory_Load_Event");
  g_assert_true (
    g_type_is_a (spur_trace_get_class (trace, memory)->type, SPUR_TYPE_LM_TARGET_LOAD_EVENT));
  g_assert_cmpstr (spur_trace_get_class (trace, memory)->parent_name, ==, "LM_Target_Load_Event");
}

static gboolean
quit (gpointer loop)
{
  g_main_loop_quit (loop);
  return G_SOURCE_REMOVE;
}

static gboolean
block (gpointer unused)
{
  g_usleep (400000);
  return G_SOURCE_REMOVE;
}

static void
test_context (void)
{
  g_autoptr (SpurMonitor) monitor = make_monitor (20);
  g_autoptr (SpurRecorder) recorder = spur_recorder_new ();
  g_autoptr (GMainContext) context = g_main_context_new ();
  g_autoptr (GMainLoop) loop = g_main_loop_new (context, FALSE);
  g_autoptr (GSource) end = g_timeout_source_new (1000);
  g_autoptr (GSource) blocking = g_timeout_source_new (300);
  g_autoptr (SpurActiveObject) task =
    spur_active_object_new (SPUR_TYPE_LOAD_OBJECT, "my task", "task");
  g_autoptr (SpurEvent) event = NULL;
  g_autoptr (SpurTrace) trace = NULL;
  g_autoptr (GError) error = NULL;
  SpurStream *last;
  gint64 begin_us, n_intervals;
  guint64 n_looks;

  g_test_summary ("In a main context: the program's source stays, what comes too late is missed.");
  spur_recorder_set_source (recorder, task);
  spur_monitor_set_recorder (monitor, recorder);
  g_source_set_callback (end, quit, loop, NULL);
  g_source_attach (end, context);
  g_source_set_callback (blocking, block, NULL, NULL);
  g_source_attach (blocking, context);
  begin_us = g_get_monotonic_time ();
  g_assert_true (spur_monitor_start_in (monitor, context, &error));
  g_main_loop_run (loop);
  stop (monitor);
  n_intervals = (g_get_monotonic_time () - begin_us) / (20 * 1000);
  event = spur_recorder_make_event (recorder, SPUR_TYPE_CUSTOM_EVENT);
  g_assert_true (spur_recorder_record (recorder, event, &error));
  trace = spur_recorder_finish (recorder, &error);
  g_assert_no_error (error);
  last = spur_trace_get_stream (trace, spur_trace_get_n_streams (trace) - 1);
  g_assert_cmpstr (spur_stream_get_name (last), ==, "my task");
  g_assert_cmpuint (spur_stream_get_n_events (last), ==, 1);
  n_looks = spur_monitor_get_n_samples (monitor) + spur_monitor_get_n_missed (monitor);
  g_assert_cmpuint (spur_monitor_get_n_missed (monitor), >=, 18);
  g_assert_cmpuint (spur_monitor_get_n_samples (monitor), >=, 10);
  g_assert_cmpint (n_looks, >=, 48);
  g_assert_cmpint (n_looks, <=, n_intervals + 2);
}

static void
test_missed_end (void)
{
  g_autoptr (SpurMonitor) monitor = make_monitor (20);
  g_autoptr (GMainContext) context = g_main_context_new ();
  g_autoptr (SpurTrace) trace = spur_trace_new ();
  g_autoptr (GError) error = NULL;
  gint64 begin_us, n_intervals;

  g_test_summary ("Looks that were due before the end and never came are missed, too.");
  spur_monitor_set_trace (monitor, trace);
  begin_us = g_get_monotonic_time ();
  g_assert_true (spur_monitor_start_in (monitor, context, &error));
  g_usleep (200000);
  stop (monitor);
  n_intervals = (g_get_monotonic_time () - begin_us) / (20 * 1000);
  g_assert_cmpuint (spur_monitor_get_n_samples (monitor), ==, 1);
  g_assert_cmpint (spur_monitor_get_n_missed (monitor), >=, 10);
  g_assert_cmpint (spur_monitor_get_n_missed (monitor), <=, n_intervals);
}

static void
test_container (void)
{
  g_autoptr (SpurMonitor) monitor = make_monitor (5);
  g_autofree char *folder = g_dir_make_tmp ("spur-monitor-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "host.spur", NULL);
  g_autoptr (SpurTrace) trace = spur_trace_new_with_chunks (256);
  g_autoptr (SpurTrace) again = NULL;
  g_autoptr (GError) error = NULL;
  const SpurClock *clock;
  const SpurObject *host;

  g_test_summary ("A trace that is written while it is filled, and opened again.");
  g_assert_true (spur_container_begin (trace, path, &error));
  spur_monitor_set_trace (monitor, trace);
  start (monitor);
  await_samples (monitor, 60);
  stop (monitor);
  g_assert_true (spur_trace_seal (trace, &error));
  g_assert_true (spur_container_save (trace, path, NULL, &error));
  g_assert_no_error (error);
  again = spur_container_open (path, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (spur_trace_get_n_events (again), ==, spur_monitor_get_n_events (monitor));
  g_assert_cmpuint (spur_trace_get_n_events (again), >, 100);
  g_assert_cmpuint (spur_stream_get_n_steps_back (spur_trace_get_stream (again, 0)), ==, 0);
  clock = spur_definitions_get_clock (spur_trace_get_definitions (again), 0);
  g_assert_true (g_str_has_prefix (clock->name, "monotonic "));
  g_assert_cmpuint (clock->resolution_hz, ==, 1000000000);
  g_assert_cmpuint (clock->epoch_ticks, >, 0);
  g_assert_nonnull (spur_trace_get_fact (again, "epoch-unix-ns"));
  g_assert_nonnull (spur_trace_get_fact (again, "clock at the beginning"));
  g_assert_nonnull (spur_trace_get_fact (again, "clock at the end"));
  host = spur_definitions_get_object (spur_trace_get_definitions (again),
                                      spur_stream_get_target (spur_trace_get_stream (again, 0)));
  g_assert_cmpstr (host->kind, ==, "host");
  g_assert_cmpuint (host->attributes, !=, SPUR_NONE);
  g_unlink (path);
  g_rmdir (folder);
}

/* Files of another host, which is one that has only some of them. */
static void
test_root (void)
{
  g_autofree char *root = spur_test_corpus ("host-vm-2");
  g_autofree char *look = g_build_filename (root, "first", NULL);
  g_autoptr (SpurMonitor) monitor = make_monitor (5);
  g_autoptr (SpurTrace) trace = spur_trace_new ();
  g_autoptr (SpurEntryList) figures = NULL;
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) notes = NULL;
  const SpurEntry *entry;

  g_object_set (monitor, "root", look, NULL);
  spur_monitor_set_trace (monitor, trace);
  start (monitor);
  await_samples (monitor, 2);
  figures = spur_monitor_dup_figures (monitor);
  stop (monitor);
  notes = spur_monitor_dup_notes (monitor);
  /* No logins, and no /sys/block. */
  g_assert_cmpuint (g_strv_length (notes), ==, 2);
  entry = spur_entry_list_get_entry (figures, (guint) spur_entry_list_find (figures, "memory"));
  g_assert_cmpuint (entry->bits, ==, G_GUINT64_CONSTANT (24684084) * 1024);
  g_assert_true (spur_trace_seal (trace, &error));
  g_assert_cmpstr (spur_stream_get_name (spur_trace_get_stream (trace, 0)), ==, "host");
}

static void
test_errors (void)
{
  g_autoptr (SpurMonitor) monitor = make_monitor (10);
  g_autoptr (SpurMonitor) other = NULL;
  g_autoptr (SpurRecorder) recorder = spur_recorder_new ();
  g_autoptr (SpurTrace) trace = NULL;
  g_autoptr (GError) error = NULL;
  const char *const unknown[] = { "cpu", "weather", NULL };

  g_assert_false (spur_monitor_start (monitor, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_INITIALIZED);
  g_clear_error (&error);
  g_assert_false (spur_monitor_set_categories (monitor, unknown, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT);
  g_assert_nonnull (strstr (error->message, "weather"));
  g_clear_error (&error);
  g_assert_true (spur_monitor_stop (monitor, &error));

  g_object_set (monitor, "root", "/nowhere", NULL);
  spur_monitor_set_recorder (monitor, recorder);
  {
    const char *const logins[] = { "logins", NULL };

    g_assert_true (spur_monitor_set_categories (monitor, logins, &error));
  }
  g_assert_false (spur_monitor_start (monitor, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  g_clear_error (&error);

  g_object_set (monitor, "root", "", NULL);
  g_assert_true (spur_monitor_set_categories (monitor, NULL, &error));
  start (monitor);
  g_assert_false (spur_monitor_start (monitor, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_PENDING);
  g_clear_error (&error);

  /* What comes after the recorder's end is refused, and counted. */
  await_samples (monitor, 2);
  trace = spur_recorder_finish (recorder, &error);
  g_assert_no_error (error);
  await_samples (monitor, spur_monitor_get_n_samples (monitor) + 2);
  g_assert_false (spur_monitor_stop (monitor, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_FAILED);
  g_assert_cmpuint (spur_monitor_get_n_dropped (monitor), >, 0);
  g_assert_cmpuint (spur_monitor_get_n_events (monitor), ==, spur_trace_get_n_events (trace));
  g_clear_error (&error);

  other = spur_registry_make_monitor (spur_registry_get_default (), "guest", &error);
  g_assert_null (other);
  g_assert_error (error, SPUR_PLUGIN_ERROR, SPUR_PLUGIN_ERROR_MISSING);
  g_assert_nonnull (strstr (error->message, "host"));
}

/* One that is dropped while it runs ends by itself; one can be used again and again. */
static void
test_again (void)
{
  SpurMonitor *monitor = make_monitor (1);

  for (guint i = 0; i < 20; i++)
    {
      g_autoptr (SpurTrace) trace = spur_trace_new ();
      g_autoptr (GError) error = NULL;

      spur_monitor_set_trace (monitor, trace);
      start (monitor);
      g_usleep (i * 500);
      stop (monitor);
      g_assert_cmpuint (spur_monitor_get_n_samples (monitor), >=, 1);
      g_assert_true (spur_trace_seal (trace, &error));
      g_assert_cmpuint (spur_trace_get_n_streams (trace), ==, 1);
    }
  {
    g_autoptr (SpurTrace) trace = spur_trace_new ();

    spur_monitor_set_trace (monitor, trace);
    start (monitor);
    g_object_unref (monitor);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/monitor/busy", test_busy);
  g_test_add_func ("/monitor/intervals", test_intervals);
  g_test_add_func ("/monitor/recorder", test_recorder);
  g_test_add_func ("/monitor/context", test_context);
  g_test_add_func ("/monitor/missed-end", test_missed_end);
  g_test_add_func ("/monitor/container", test_container);
  g_test_add_func ("/monitor/root", test_root);
  g_test_add_func ("/monitor/errors", test_errors);
  g_test_add_func ("/monitor/again", test_again);
  return g_test_run ();
}
