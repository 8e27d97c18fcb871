/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>

#include "core/base/spur-bytes-private.h"
#include "core/base/spur-job.h"
#include "core/store/container/spur-container.h"
#include "core/store/trace/spur-spool-private.h"
#include "events/spur-events.h"
#include "tests/store/container-files.h"
#include "tests/store/sample-trace.h"
#include "tests/test-corpus.h"

/* The same events and definitions as those of @trace, written to @path while they are added. */
static SpurTrace *
spool_copy (SpurTrace *trace, const char *path)
{
  SpurTrace *copy = spur_trace_new_with_chunks (100);
  const SpurClock *clock = spur_definitions_get_clock (spur_trace_get_definitions (trace), 0);
  g_autoptr (GError) error = NULL;

  g_assert_true (spur_container_begin (copy, path, &error));
  g_assert_no_error (error);
  for (guint i = 0; i < spur_trace_get_n_classes (trace); i++)
    spur_trace_add_class (copy, spur_trace_get_class (trace, i));
  spur_definitions_add_clock (spur_trace_get_definitions (copy), clock);
  for (guint s = 0; s < spur_trace_get_n_streams (trace); s++)
    spur_trace_add_stream (copy, "a stream", 0, SPUR_NONE);
  for (guint64 i = 0; i < spur_stream_get_n_events (spur_trace_get_stream (trace, 0)); i++)
    {
      for (guint s = 0; s < spur_trace_get_n_streams (trace); s += 2)
        {
          SpurStream *from = spur_trace_get_stream (trace, s);
          const SpurEventLayout *layout;
          const guint8 *record = spur_stream_get_record (from, i, &layout);

          spur_stream_append (spur_trace_get_stream (copy, s), spur_stream_get_ticks (from, i),
                              spur_stream_get_class_index (from, i), record);
        }
    }
  return copy;
}

/* Tables may be filled after the events that refer to them. */
static void
add_tables (SpurTrace *copy, SpurTrace *trace)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (trace);
  SpurDefinitions *to = spur_trace_get_definitions (copy);

  for (guint i = 0; i < spur_definitions_get_n_strings (definitions); i++)
    {
      spur_definitions_add_string (to, spur_definitions_get_string (definitions, i));
      spur_definitions_add_state (to, spur_definitions_get_state (definitions, i)->name,
                                  SPUR_STATE_IDLE);
    }
  for (guint i = 0; i < spur_definitions_get_n_lists (definitions); i++)
    spur_definitions_add_list (to, spur_definitions_get_list (definitions, i));
  for (guint i = 0; i < spur_definitions_get_n_objects (definitions); i++)
    spur_definitions_add_object (to, SPUR_TYPE_TARGET, "object", NULL, SPUR_NONE);
  for (guint i = 0; i < spur_definitions_get_n_groups (definitions); i++)
    spur_definitions_add_group (to, "group", NULL, 0);
}

static void
assert_equal_events (SpurTrace *trace, SpurTrace *copy)
{
  for (guint s = 0; s < spur_trace_get_n_streams (trace); s += 2)
    {
      SpurStream *a = spur_trace_get_stream (trace, s);
      SpurStream *b = spur_trace_get_stream (copy, s);

      g_assert_cmpuint (spur_stream_get_n_events (a), ==, spur_stream_get_n_events (b));
      g_assert_cmpuint (spur_stream_get_n_steps_back (a), ==, spur_stream_get_n_steps_back (b));
      for (guint64 i = 0; i < spur_stream_get_n_events (a); i++)
        {
          const SpurEventLayout *layout, *other;
          const guint8 *record = spur_stream_get_record (a, i, &layout);

          g_assert_cmpmem (record, layout->n_bytes, spur_stream_get_record (b, i, &other),
                           other->n_bytes);
          g_assert_cmpint (spur_stream_get_ticks (a, i), ==, spur_stream_get_ticks (b, i));
        }
    }
}

static void
test_begun (void)
{
  g_autofree char *path = path_of ("begun.spur");
  g_autofree char *other = path_of ("other.spur");
  g_autofree char *again = path_of ("again.spur");
  g_autoptr (SpurTrace) trace = sample_trace_new (2, 4, 1000, 64);
  g_autoptr (SpurTrace) spooled = spool_copy (trace, path);
  g_autoptr (GError) error = NULL;
  g_autoptr (SpurTrace) copy = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GBytes) bytes_elsewhere = NULL;
  g_autoptr (GBytes) bytes_again = NULL;
  guint n_files = count_files ();

  g_test_summary ("A trace that is written while it is filled has the same events.");

  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
  add_tables (spooled, trace);
  g_assert_true (spur_trace_seal (spooled, &error));
  g_assert_no_error (error);
  assert_equal_events (trace, spooled);
  bytes_elsewhere = save (spooled, other);
  g_assert_cmpuint (count_files (), ==, n_files + 1);
  bytes = save (spooled, path);
  g_assert_cmpuint (count_files (), ==, n_files + 1);
  assert_equal_events (trace, spooled);
  copy = reopen (path);
  sample_trace_assert_equal (spooled, copy);
  assert_equal_events (trace, copy);
  bytes_again = save (copy, again);
  g_assert_true (g_bytes_equal (bytes, bytes_again));
  g_assert_true (g_bytes_equal (bytes, bytes_elsewhere));
}

static void
test_and_dropped (void)
{
  g_autofree char *path = path_of ("dropped.spur");
  g_autofree char *in_missing = g_build_filename (folder, "missing", "a.spur", NULL);
  g_autoptr (SpurTrace) trace = sample_trace_new (2, 4, 1000, 64);
  g_autoptr (SpurTrace) empty = spur_trace_new ();
  g_autoptr (GError) error = NULL;
  guint n_files = count_files ();
  SpurTrace *spooled;

  g_test_summary ("What is not saved goes away, and what is wrong is refused.");

  spooled = spool_copy (trace, path);
  g_assert_cmpuint (count_files (), ==, n_files + 1);
  g_object_unref (spooled);
  g_assert_cmpuint (count_files (), ==, n_files);

  spooled = spool_copy (trace, path);
  g_assert_true (spur_trace_seal (spooled, NULL));
  g_assert_false (spur_container_save (spooled, path, NULL, &error));
  g_assert_error (error, SPUR_STORE_ERROR, SPUR_STORE_ERROR_RANGE);
  g_assert_nonnull (strstr (error->message, "is not defined, there are 0"));
  g_clear_error (&error);
  g_object_unref (spooled);
  g_assert_cmpuint (count_files (), ==, n_files);

  spooled = spool_copy (trace, path);
  spur_stream_append (spur_trace_get_stream (spooled, 0), SPUR_TIME_LIMIT_NS + 1, 2, "");
  g_assert_false (spur_trace_seal (spooled, &error));
  g_assert_error (error, SPUR_STORE_ERROR, SPUR_STORE_ERROR_RANGE);
  g_assert_nonnull (strstr (error->message, "event 1000: time 2305843009213693953 ticks"));
  g_clear_error (&error);
  g_object_unref (spooled);

  g_assert_false (spur_container_begin (empty, in_missing, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  g_assert_cmpuint (count_files (), ==, n_files);
}

static void
test_without_room (void)
{
  g_autofree char *path = path_of ("big.spur");
  g_autoptr (SpurTrace) trace = sample_trace_new (2, 4, 1000, 64);
  g_autoptr (SpurTrace) spooled = NULL;
  g_autoptr (GError) error = NULL;
  guint n_files = count_files ();
  struct rlimit old, limit;

  g_test_summary ("Where there is no room for events, sealing tells.");

  signal (SIGXFSZ, SIG_IGN);
  g_assert_cmpint (getrlimit (RLIMIT_FSIZE, &old), ==, 0);
  limit = (struct rlimit){ 10000, old.rlim_max };
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &limit), ==, 0);
  spooled = spool_copy (trace, path);
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &old), ==, 0);
  g_assert_false (spur_trace_seal (spooled, &error));
  g_assert_true (error->domain == G_IO_ERROR);
  g_assert_nonnull (strstr (error->message, "big.spur: cannot be written: "));
  g_clear_object (&spooled);
  g_assert_cmpuint (count_files (), ==, n_files);
}

static gpointer
fill_stream (gpointer data)
{
  SpurStream *stream = data;
  guint8 record[64] = { 0 };

  for (guint i = 0; i < 5000; i++)
    {
      spur_put_le32 (record, i % 3);
      spur_stream_append (stream, 7 * (gint64) i, 0, record);
    }
  return NULL;
}

static void
test_by_threads (void)
{
  g_autofree char *path = path_of ("threads.spur");
  g_autoptr (SpurTrace) trace = spur_trace_new_with_chunks (64);
  SpurDefinitions *definitions = spur_trace_get_definitions (trace);
  g_autoptr (SpurTrace) copy = NULL;
  const SpurClock clock = { "clock", "tsc", 1000000000, 0, 0 };
  GThread *threads[4];

  g_test_summary ("Many threads may fill their streams at the same time.");

  g_assert_true (spur_container_begin (trace, path, NULL));
  spur_trace_add_event_type (trace, SPUR_TYPE_LO_EVENT);
  spur_definitions_add_clock (definitions, &clock);
  for (guint i = 0; i < 3; i++)
    spur_definitions_add_object (definitions, SPUR_TYPE_LOAD_OBJECT, "o", NULL, SPUR_NONE);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] =
      g_thread_new ("filler", fill_stream, spur_trace_add_stream (trace, "s", 0, SPUR_NONE));
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    g_thread_join (threads[i]);
  g_assert_true (spur_trace_seal (trace, NULL));
  g_bytes_unref (save (trace, path));
  copy = reopen (path);
  sample_trace_assert_equal (trace, copy);
  for (guint s = 0; s < G_N_ELEMENTS (threads); s++)
    {
      SpurStream *stream = spur_trace_get_stream (copy, s);

      g_assert_cmpuint (spur_stream_get_n_events (stream), ==, 5000);
      for (guint64 i = 0; i < 5000; i++)
        g_assert_cmpint (spur_stream_get_ticks (stream, i), ==, 7 * (gint64) i);
    }
}

#define MANY_STREAMS 500
/* Under valgrind a fifth, which still is more than buffers may hold. */
#define EVENTS_OF_MANY MAX (140, spur_test_scale (700))
#define MANY_BYTES ((gsize) 512 << 10)

static SpurTrace *
new_of_many_streams (void)
{
  SpurTrace *trace = spur_trace_new ();
  SpurDefinitions *definitions = spur_trace_get_definitions (trace);
  const SpurClock clock = { "clock", "program", 1000000000, 0, 0 };

  spur_trace_add_event_type (trace, SPUR_TYPE_REGION_ENTER_EVENT);
  spur_definitions_add_state (definitions, "main", SPUR_STATE_WORK);
  spur_definitions_add_object (definitions, SPUR_TYPE_LOAD_OBJECT, "o", NULL, SPUR_NONE);
  spur_definitions_add_clock (definitions, &clock);
  for (guint s = 0; s < MANY_STREAMS; s++)
    spur_trace_add_stream (trace, "one of many", 0, SPUR_NONE);
  return trace;
}

static void
add_to_many (SpurTrace *trace, guint s, guint i)
{
  const guint8 nothing[SPUR_MAX_RECORD_BYTES] = { 0 };

  spur_stream_append (spur_trace_get_stream (trace, s), (gint64) s * 1000000 + i * 10 + i % 7, 0,
                      nothing);
}

static void
fill_one_of_many (guint s, gpointer trace)
{
  const guint n_events = EVENTS_OF_MANY;

  for (guint i = 0; i < n_events; i++)
    add_to_many (trace, s, i);
}

static void
fill_in_turns (SpurTrace *trace)
{
  const guint n_events = EVENTS_OF_MANY;

  for (guint i = 0; i < n_events; i++)
    {
      for (guint s = 0; s < MANY_STREAMS; s++)
        add_to_many (trace, s, i);
    }
}

static void
assert_many (SpurTrace *trace)
{
  const guint n_events = EVENTS_OF_MANY;

  for (guint s = 0; s < MANY_STREAMS; s++)
    {
      SpurStream *stream = spur_trace_get_stream (trace, s);

      g_assert_cmpuint (spur_stream_get_n_events (stream), ==, n_events);
      for (guint i = 0; i < n_events; i++)
        g_assert_cmpint (spur_stream_get_ticks (stream, i), ==,
                         (gint64) s * 1000000 + i * 10 + i % 7);
    }
}

/* One after the other on @n_threads threads, or with none all in turns. Returns the most that they
 * had in memory. */
static gsize
spool_many (guint n_threads)
{
  g_autofree char *path = path_of ("many.spur");
  g_autoptr (SpurTrace) trace = new_of_many_streams ();
  g_autoptr (SpurTrace) copy = NULL;
  g_autoptr (GError) error = NULL;
  const SpurJob job = { NULL, NULL, NULL, n_threads };
  gsize most_bytes;

  spur_container_begin (trace, path, &error);
  g_assert_no_error (error);
  if (n_threads > 0)
    spur_job_run (&job, MANY_STREAMS, fill_one_of_many, trace);
  else
    fill_in_turns (trace);
  most_bytes =
    spur_buffers_get_most (spur_spool_get_buffers (spur_trace_get_class_table (trace)->spool));
  spur_trace_seal (trace, &error);
  g_assert_no_error (error);
  assert_many (trace);
  spur_container_save (trace, path, NULL, &error);
  g_assert_no_error (error);
  copy = reopen (path);
  assert_many (copy);
  return most_bytes;
}

static void
test_many_streams (void)
{
  gsize usual = spur_buffers_max_bytes, most_bytes;

  g_test_summary ("What streams did not write yet is bounded, however many they are.");

  g_assert_cmpuint (spool_many (1), >, MANY_BYTES);
  spur_buffers_max_bytes = MANY_BYTES;
  g_assert_cmpuint (spool_many (1), <=, MANY_BYTES);
  g_assert_cmpuint (spool_many (0), <=, MANY_BYTES);
  most_bytes = spool_many (2);
  /* Two at a time may each find room for one. */
  g_assert_cmpuint (most_bytes, <=, MANY_BYTES + MANY_BYTES / 2);
  spur_buffers_max_bytes = usual;
}

int
main (int argc, char **argv)
{
  int result;

  g_test_init (&argc, &argv, NULL);
  make_folder ();
  g_test_add_func ("/spool/begun", test_begun);
  g_test_add_func ("/spool/dropped", test_and_dropped);
  g_test_add_func ("/spool/without-room", test_without_room);
  g_test_add_func ("/spool/by-threads", test_by_threads);
  g_test_add_func ("/spool/many-streams", test_many_streams);
  result = g_test_run ();
  remove_folder ();
  return result;
}
