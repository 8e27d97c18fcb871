/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "core/model/events/spur-event-internal.h"
#include "core/model/identifiers/spur-identifier-internal.h"
#include "core/model/identifiers/spur-ordered-event-id.h"
#include "core/model/objects/spur-entry-list.h"
#include "core/record/object/spur-log-sink.h"
#include "core/record/object/spur-memory-sink.h"
#include "core/record/object/spur-recorder.h"
#include "core/record/object/spur-recording-sink.h"
#include "core/record/reading/spur-recording-reader.h"
#include "events/spur-events.h"

static char *folder;

static char *
make_path (const char *name)
{
  return g_build_filename (folder, name, NULL);
}

/* A clock that goes on by 10 ns with each reading. */
static gint64
tick (gpointer user_data)
{
  gint64 *now_ns = user_data;

  *now_ns += 10;
  return *now_ns;
}

static void
record_number (SpurRecorder *recorder, guint64 number)
{
  g_autoptr (SpurEvent) event =
    spur_recorder_make_event (recorder, SPUR_TYPE_LO_MIGRATION_SEND_EVENT);
  g_autoptr (GError) error = NULL;

  spur_event_set_uint (event, "migration", number);
  g_assert_true (spur_recorder_record (recorder, event, &error));
  g_assert_no_error (error);
}

static guint64
get_number (SpurTrace *trace, guint stream, guint64 event)
{
  g_autoptr (SpurEvent) view = spur_trace_get_event (trace, stream, event);

  return spur_event_get_uint (view, "migration");
}

static void
add (SpurRecorder *recorder, SpurSink *sink)
{
  g_autoptr (GError) error = NULL;

  spur_recorder_add_sink (recorder, sink, &error);
  g_assert_no_error (error);
}

static SpurTrace *
snapshot (SpurSink *sink)
{
  g_autoptr (GError) error = NULL;
  SpurTrace *trace = spur_sink_snapshot (sink, &error);

  g_assert_no_error (error);
  return trace;
}

static SpurTrace *
open_recording (const char *path)
{
  g_autoptr (GError) error = NULL;
  SpurTrace *trace = spur_recording_open (path, NULL, NULL, &error);

  g_assert_no_error (error);
  return trace;
}

static void
record_all_types (SpurRecorder *recorder, SpurActiveObject *task, SpurActiveObject *host)
{
  g_autoptr (SpurEvent) change =
    spur_recorder_make_event (recorder, SPUR_TYPE_LO_STATE_CHANGE_EVENT);
  g_autoptr (SpurEvent) custom = spur_recorder_make_event (recorder, SPUR_TYPE_CUSTOM_EVENT);
  g_autoptr (SpurEvent) move =
    spur_recorder_make_event (recorder, SPUR_TYPE_LO_MIGRATION_SEND_EVENT);
  g_autoptr (SpurEntryList) list = spur_state_list_new ();

  spur_event_set_object (change, "object", task);
  spur_event_set_string (change, "state", "waiting");
  g_assert_true (spur_recorder_record (recorder, change, NULL));
  spur_entry_list_add_string (list, "name", NULL, "value");
  spur_entry_list_add_double (list, "load", "%", 0.5);
  spur_event_set_list (custom, "values", list);
  g_assert_true (spur_recorder_record (recorder, custom, NULL));
  spur_event_set_object (move, "object", task);
  spur_event_set_object (move, "destination", host);
  spur_event_set_uint (move, "migration", G_MAXUINT64);
  g_assert_true (spur_recorder_record (recorder, move, NULL));
}

/* The same events in another trace. Entries of tables may have other numbers there. */
static void
assert_same (SpurTrace *a, SpurTrace *b)
{
  g_assert_cmpuint (spur_trace_get_n_streams (a), ==, spur_trace_get_n_streams (b));
  for (guint i = 0; i < spur_trace_get_n_streams (a); i++)
    {
      SpurStream *first = spur_trace_get_stream (a, i);
      SpurStream *second = spur_trace_get_stream (b, i);

      g_assert_cmpstr (spur_stream_get_name (first), ==, spur_stream_get_name (second));
      g_assert_cmpuint (spur_stream_get_n_events (first), ==, spur_stream_get_n_events (second));
      for (guint64 k = 0; k < spur_stream_get_n_events (first); k++)
        {
          g_autoptr (SpurEvent) event = spur_trace_get_event (a, i, k);
          g_autoptr (SpurEvent) other = spur_trace_get_event (b, i, k);
          g_autofree char *text = spur_event_to_string (event);
          g_autofree char *other_text = spur_event_to_string (other);

          g_assert_cmpstr (text, ==, other_text);
        }
    }
}

static void
test_same (void)
{
  g_autofree char *path = make_path ("same.spurrec");
  g_autoptr (SpurRecorder) recorder = spur_recorder_new ();
  g_autoptr (SpurSink) memory = spur_memory_sink_new ();
  g_autoptr (SpurSink) file = spur_recording_sink_new (path);
  g_autoptr (SpurActiveObject) a = spur_active_object_new (SPUR_TYPE_LOAD_OBJECT, "a", "task");
  g_autoptr (SpurActiveObject) b = spur_active_object_new (SPUR_TYPE_LOAD_OBJECT, "b", "task");
  g_autoptr (SpurActiveObject) host = spur_active_object_new (SPUR_TYPE_TARGET, "h", "host");
  g_autoptr (SpurTrace) trace = NULL;
  g_autoptr (SpurTrace) read = NULL;
  g_autoptr (GError) error = NULL;

  g_test_summary ("Memory and a file get the same events, of fields of all types.");

  spur_recorder_set_fact (recorder, "experiment", "7");
  spur_recorder_add_state (recorder, "waiting", SPUR_STATE_IDLE);
  add (recorder, memory);
  add (recorder, file);
  for (guint i = 0; i < 100; i++)
    {
      spur_recorder_set_source (recorder, i % 3 == 0 ? a : b);
      record_all_types (recorder, i % 2 == 0 ? a : b, host);
    }
  trace = spur_recorder_finish (recorder, &error);
  g_assert_no_error (error);
  read = open_recording (path);
  assert_same (trace, read);
  g_assert_cmpuint (spur_trace_get_n_events (read), ==, 300);
  g_assert_cmpstr (spur_trace_get_fact (read, "experiment"), ==, "7");
  g_assert_cmpstr (spur_trace_get_fact (trace, "experiment"), ==, "7");
  g_assert_cmpint (spur_definitions_get_state (spur_trace_get_definitions (read), 0)->kind, ==,
                   SPUR_STATE_IDLE);
  g_assert_cmpint (spur_definitions_get_state (spur_trace_get_definitions (trace), 0)->kind, ==,
                   SPUR_STATE_IDLE);
  g_assert_cmpuint (spur_sink_get_n_events (file), ==, 300);
  g_assert_cmpuint (spur_sink_get_n_dropped (file), ==, 0);
}

static void
test_program_clock (void)
{
  g_autofree char *path = make_path ("clock.spurrec");
  g_autoptr (SpurRecorder) recorder = spur_recorder_new ();
  g_autoptr (SpurSink) file = spur_recording_sink_new (path);
  g_autoptr (SpurTrace) trace = NULL;
  gint64 now_ns = -25;

  g_test_summary ("Times of a program's own clock are in the file as they are.");

  spur_recorder_set_clock (recorder, tick, &now_ns, NULL);
  add (recorder, file);
  for (guint i = 0; i < 5; i++)
    record_number (recorder, i);
  g_assert_true (spur_recorder_close (recorder, NULL));
  trace = open_recording (path);
  for (guint i = 0; i < 5; i++)
    {
      g_autoptr (SpurEvent) event = spur_trace_get_event (trace, 0, i);

      g_assert_cmpint (spur_event_get_time_ns (event), ==, 10 * (gint64) i - 15);
    }
  g_assert_cmpstr (spur_trace_get_fact (trace, "clock"), ==, "program");
}

static gpointer
record_many (gpointer data)
{
  for (guint64 i = 0; i < 20000; i++)
    record_number (data, i);
  return NULL;
}

static void
test_snapshot (void)
{
  g_autoptr (SpurRecorder) recorder = spur_recorder_new ();
  g_autoptr (SpurSink) memory = spur_memory_sink_new ();
  g_autoptr (SpurTrace) first = NULL;
  g_autoptr (SpurTrace) last = NULL;
  GThread *threads[2];
  guint64 n_before = 0;

  g_test_summary ("What is in memory can be read while two threads record.");

  add (recorder, memory);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new ("records", record_many, recorder);
  for (guint i = 0; i < 20; i++)
    {
      g_autoptr (SpurTrace) trace = snapshot (memory);
      guint64 n_events = spur_trace_get_n_events (trace);

      g_assert_cmpuint (n_events, >=, n_before);
      for (guint k = 0; k < spur_trace_get_n_streams (trace); k++)
        {
          SpurStream *stream = spur_trace_get_stream (trace, k);

          for (guint64 j = 0; j < spur_stream_get_n_events (stream); j += 97)
            g_assert_cmpuint (get_number (trace, k, j), ==, j);
        }
      n_before = n_events;
      g_usleep (1000);
    }
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    g_thread_join (threads[i]);
  first = snapshot (memory);
  record_number (recorder, 0);
  last = spur_recorder_finish (recorder, NULL);
  g_clear_object (&recorder);
  g_assert_cmpuint (spur_trace_get_n_events (first), ==, 40000);
  g_assert_cmpuint (spur_trace_get_n_events (last), ==, 40001);
  g_clear_object (&last);
  g_clear_object (&memory);
  g_assert_cmpuint (get_number (first, 1, 19999), ==, 19999);
}

static void
test_ring (void)
{
  g_autoptr (SpurRecorder) recorder = spur_recorder_new ();
  g_autoptr (SpurSink) ring = spur_recording_sink_new ("memory:64K");
  g_autoptr (SpurTrace) trace = NULL;
  g_autoptr (SpurTrace) dumped = NULL;
  g_autofree char *path = make_path ("ring.spurrec");
  g_autoptr (GError) error = NULL;
  guint64 n_events;

  g_test_summary ("A ring has the last events, and can be read while others are recorded.");

  add (recorder, ring);
  for (guint64 i = 0; i < 100000; i++)
    record_number (recorder, i * 0x9E3779B97F4A7C15);
  trace = snapshot (ring);
  n_events = spur_stream_get_n_events (spur_trace_get_stream (trace, 0));
  g_assert_cmpuint (n_events, >, 1000);
  g_assert_cmpuint (n_events, <, 100000);
  g_assert_cmpuint (get_number (trace, 0, n_events - 1), ==, 99999 * 0x9E3779B97F4A7C15);
  record_number (recorder, 5);
  g_assert_true (spur_recording_sink_dump (SPUR_RECORDING_SINK (ring), path, &error));
  g_assert_no_error (error);
  dumped = open_recording (path);
  n_events = spur_stream_get_n_events (spur_trace_get_stream (dumped, 0));
  g_assert_cmpuint (get_number (dumped, 0, n_events - 1), ==, 5);
  g_assert_false (spur_recording_sink_dump (SPUR_RECORDING_SINK (ring), NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED);
}

static void
count_problem (SpurRecorder *recorder, SpurSink *sink, const char *text, gpointer n_problems)
{
  g_assert_nonnull (strstr (text, "full.spurrec: File too large"));
  (*(guint *) n_problems)++;
}

/* As if the disk was full. */
static void
limit_files (rlim_t n_bytes)
{
  struct rlimit limit;

  signal (SIGXFSZ, SIG_IGN);
  getrlimit (RLIMIT_FSIZE, &limit);
  limit.rlim_cur = MIN (n_bytes, limit.rlim_max);
  setrlimit (RLIMIT_FSIZE, &limit);
}

static void
test_failing (void)
{
  g_autofree char *path = make_path ("full.spurrec");
  g_autoptr (SpurRecorder) recorder = spur_recorder_new ();
  g_autoptr (SpurSink) full = spur_recording_sink_new (path);
  g_autoptr (SpurSink) memory = spur_memory_sink_new ();
  g_autoptr (SpurSink) none = spur_recording_sink_new ("file:/nowhere/at-all.spurrec");
  g_autoptr (SpurTrace) trace = NULL;
  g_autoptr (GError) error = NULL;
  guint n_problems = 0;

  g_test_summary ("A sink that fails says so once and counts; others go on.");

  g_signal_connect (recorder, "problem", G_CALLBACK (count_problem), &n_problems);
  g_assert_false (spur_recorder_add_sink (recorder, none, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_FAILED);
  g_assert_nonnull (strstr (error->message, "/nowhere/at-all.spurrec: No such file"));
  g_clear_error (&error);
  add (recorder, full);
  add (recorder, memory);
  limit_files (65536);
  for (guint64 i = 0; i < 50000; i++)
    record_number (recorder, i * 0x9E3779B97F4A7C15);
  g_assert_cmpuint (n_problems, ==, 1);
  g_assert_false (spur_recorder_close (recorder, &error));
  limit_files (RLIM_INFINITY);
  g_assert_nonnull (strstr (error->message, "full.spurrec: File too large"));
  g_assert_cmpuint (n_problems, ==, 1);
  g_assert_cmpuint (spur_sink_get_n_dropped (full), >, 20000);
  g_assert_cmpuint (spur_sink_get_n_dropped (full), <, 50000);
  g_assert_cmpuint (spur_sink_get_n_dropped (memory), ==, 0);
  trace = snapshot (memory);
  g_assert_cmpuint (spur_trace_get_n_events (trace), ==, 50000);
  g_clear_object (&trace);
  trace = open_recording (path);
  g_assert_cmpuint (spur_trace_get_n_events (trace), >=, 50000 - spur_sink_get_n_dropped (full));
}

/* ---- Rules ---- */

static guint64
count_recorded (const char *rules, const char *source, GLogLevelFlags level)
{
  const GType types[] = { SPUR_TYPE_LO_CREATION_EVENT, SPUR_TYPE_LO_MIGRATION_SEND_EVENT,
                          SPUR_TYPE_LM_TARGET_LOAD_EVENT, SPUR_TYPE_CUSTOM_EVENT };
  g_autoptr (SpurRecorder) recorder = spur_recorder_new ();
  g_autoptr (SpurActiveObject) object =
    spur_active_object_new (SPUR_TYPE_LOAD_OBJECT, source, "task");
  g_autoptr (SpurTrace) trace = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_true (spur_recorder_set_rules (recorder, rules, &error));
  g_assert_no_error (error);
  spur_recorder_set_source (recorder, object);
  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    {
      g_autoptr (SpurEvent) event = spur_recorder_make_event (recorder, types[i]);

      g_assert_true (spur_recorder_record_at_level (recorder, event, level, NULL));
    }
  trace = spur_recorder_finish (recorder, NULL);
  return spur_trace_get_n_events (trace);
}

static void
test_rules (void)
{
  static const char *const bad[] = { "-", "@", "LO_*,level:loud", "source:", "+" };
  g_autoptr (SpurRecorder) recorder = spur_recorder_new ();

  g_test_summary ("Classes, heirs, categories, sources and levels are switched by one grammar.");

  g_assert_cmpuint (count_recorded (NULL, "a", 0), ==, 4);
  g_assert_cmpuint (count_recorded ("LO_*", "a", 0), ==, 2);
  g_assert_cmpuint (count_recorded ("-LO_*", "a", 0), ==, 2);
  g_assert_cmpuint (count_recorded ("-LO_Migration_Event+", "a", 0), ==, 3);
  /* A class is also what it is derived from, with "+" and without. */
  g_assert_cmpuint (count_recorded ("-LO_Migration_Event", "a", 0), ==, 3);
  g_assert_cmpuint (count_recorded ("LO_Event", "a", 0), ==, 2);
  g_assert_cmpuint (count_recorded ("LO_*,-LO_Migration_Send_Event", "a", 0), ==, 1);
  g_assert_cmpuint (count_recorded ("-Event", "a", 0), ==, 0);
  g_assert_cmpuint (count_recorded ("-E*", "a", 0), ==, 4);
  g_assert_cmpuint (count_recorded ("@LM, @Custom", "a", 0), ==, 2);
  g_assert_cmpuint (count_recorded ("-@LO,LO_Creation*", "a", 0), ==, 3);
  g_assert_cmpuint (count_recorded ("-source:idle*", "idle 7", 0), ==, 0);
  g_assert_cmpuint (count_recorded ("-source:idle*", "busy", 0), ==, 4);
  g_assert_cmpuint (count_recorded ("source:rank*", "busy", 0), ==, 0);
  g_assert_cmpuint (count_recorded ("-level:info", "a", G_LOG_LEVEL_DEBUG), ==, 0);
  g_assert_cmpuint (count_recorded ("-level:info", "a", G_LOG_LEVEL_MESSAGE), ==, 4);
  g_assert_cmpuint (count_recorded ("-level:info", "a", 0), ==, 4);
  g_assert_cmpuint (count_recorded ("level:Warning", "a", G_LOG_LEVEL_MESSAGE), ==, 0);
  g_assert_cmpuint (count_recorded ("level:Warning,@LO", "a", G_LOG_LEVEL_ERROR), ==, 2);

  g_assert_true (spur_recorder_set_rules (recorder, "-@LM", NULL));
  g_assert_false (spur_recorder_wants (recorder, SPUR_TYPE_LM_TARGET_LOAD_EVENT));
  g_assert_true (spur_recorder_wants (recorder, SPUR_TYPE_LO_CREATION_EVENT));
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_false (spur_recorder_set_rules (recorder, bad[i], &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT);
    }
  g_assert_false (spur_recorder_wants (recorder, SPUR_TYPE_LM_TARGET_LOAD_EVENT));
}

static void
send_message (SpurRecorder *recorder, GType type, SpurActiveObject *object, SpurActiveObject *peer)
{
  g_autoptr (SpurEvent) event = spur_recorder_make_event (recorder, type);

  spur_recorder_set_source (recorder, object);
  spur_event_set_object (event, "object", object);
  spur_event_set_object (event, "peer", peer);
  g_assert_true (spur_recorder_record (recorder, event, NULL));
}

static void
test_sink_rules (void)
{
  g_autoptr (SpurRecorder) recorder = spur_recorder_new ();
  g_autoptr (SpurFactories) factories = spur_factories_new ();
  g_autoptr (SpurSink) all = spur_memory_sink_new ();
  g_autoptr (SpurSink) some = spur_memory_sink_new ();
  g_autoptr (SpurActiveObject) a = spur_active_object_new (SPUR_TYPE_LOAD_OBJECT, "a", "task");
  g_autoptr (SpurActiveObject) b = spur_active_object_new (SPUR_TYPE_LOAD_OBJECT, "b", "task");
  g_autoptr (SpurTrace) full = NULL;
  g_autoptr (SpurTrace) part = NULL;
  const SpurPredecessor *rows;
  gsize n_rows;

  g_test_summary ("A sink that gets a part has the right predecessors among what it has.");

  spur_factories_set_identifier_type (factories, SPUR_TYPE_ORDERED_EVENT_ID);
  spur_recorder_set_factories (recorder, factories);
  g_assert_true (spur_sink_set_rules (some, "-LO_Migration_Event+", NULL));
  add (recorder, all);
  add (recorder, some);
  for (guint64 i = 0; i < 50; i++)
    {
      spur_recorder_set_source (recorder, a);
      for (guint64 k = 0; k < i % 3; k++)
        record_number (recorder, k);
      send_message (recorder, SPUR_TYPE_LO_MESSAGE_SEND_EVENT, a, b);
      spur_recorder_set_source (recorder, b);
      record_number (recorder, i);
      send_message (recorder, SPUR_TYPE_LO_MESSAGE_RECEIVE_EVENT, b, a);
    }
  part = snapshot (some);
  rows = spur_trace_get_all_predecessors (part, &n_rows);
  g_assert_cmpuint (n_rows, ==, 50);
  for (guint64 i = 0; i < n_rows; i++)
    {
      g_assert_cmpuint (rows[i].event, ==, i);
      g_assert_cmpuint (rows[i].predecessor_event, ==, i);
    }
  full = spur_recorder_finish (recorder, NULL);
  rows = spur_trace_get_all_predecessors (full, &n_rows);
  g_assert_cmpuint (n_rows, ==, 50);
  g_assert_cmpuint (rows[49].event, ==, 99);
  g_assert_cmpuint (spur_trace_get_n_events (part), ==, 100);
}

static void
test_named_predecessors (void)
{
  g_autoptr (SpurRecorder) recorder = spur_recorder_new ();
  g_autoptr (SpurFactories) factories = spur_factories_new ();
  g_autofree char *path = make_path ("named.spurrec");
  g_autoptr (SpurSink) sink = spur_recording_sink_new (path);
  g_autoptr (SpurActiveObject) a = spur_active_object_new (SPUR_TYPE_LOAD_OBJECT, "a", "task");
  g_autoptr (SpurActiveObject) b = spur_active_object_new (SPUR_TYPE_LOAD_OBJECT, "b", "task");
  g_autoptr (SpurEvent) first = spur_event_new (SPUR_TYPE_LO_MIGRATION_SEND_EVENT);
  g_autoptr (SpurEvent) second = spur_event_new (SPUR_TYPE_LO_MIGRATION_SEND_EVENT);
  g_autoptr (SpurEventId) given =
    spur_event_id_new_of_type (SPUR_TYPE_ORDERED_EVENT_ID, "", SPUR_NONE, 0, 0, 0);
  g_autoptr (SpurTrace) trace = NULL;
  SpurEventId *predecessor;

  g_test_summary ("What a recording cannot say of predecessors is counted in its trace.");

  spur_factories_set_identifier_type (factories, SPUR_TYPE_ORDERED_EVENT_ID);
  spur_recorder_set_factories (recorder, factories);
  add (recorder, sink);
  spur_recorder_set_source (recorder, a);
  g_assert_true (spur_recorder_record (recorder, first, NULL));
  predecessor = spur_event_get_id (first);
  spur_event_id_set_predecessors (given, &predecessor, 1);
  spur_event_set_id (second, given);
  spur_recorder_set_source (recorder, b);
  g_assert_true (spur_recorder_record (recorder, second, NULL));
  g_assert_true (spur_recorder_close (recorder, NULL));
  trace = open_recording (path);
  g_assert_cmpuint (spur_trace_get_n_events (trace), ==, 2);
  g_assert_cmpuint (spur_trace_get_n_losses (trace), ==, 1);
  g_assert_cmpstr (spur_trace_get_loss (trace, 0)->what, ==, "predecessors that events named");
  g_assert_cmpuint (spur_trace_get_loss (trace, 0)->count, ==, 1);
}

/* ---- The system's logs ---- */

static int
listen_at (const char *path)
{
  struct sockaddr_un address = { .sun_family = AF_UNIX };
  struct timeval patience = { 10, 0 };
  int fd = socket (AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);

  g_assert_cmpuint (strlen (path), <, sizeof address.sun_path);
  strcpy (address.sun_path, path);
  g_assert_cmpint (bind (fd, (struct sockaddr *) &address, sizeof address), ==, 0);
  setsockopt (fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  return fd;
}

static char *
take (int fd, gsize *n_bytes)
{
  char *message = g_malloc0 (65536);
  ssize_t n = recv (fd, message, 65535, 0);

  g_assert_cmpint (n, >, 0);
  *n_bytes = (gsize) n;
  return message;
}

static void
record_warning (SpurSink *sink, const char *value)
{
  g_autoptr (SpurRecorder) recorder = spur_recorder_new ();
  g_autoptr (SpurActiveObject) source =
    spur_active_object_new (SPUR_TYPE_LOAD_OBJECT, "worker", "task");
  g_autoptr (SpurEvent) event = NULL;
  g_autoptr (GError) error = NULL;
  gint64 now_ns = 0;

  spur_recorder_set_clock (recorder, tick, &now_ns, NULL);
  add (recorder, sink);
  spur_recorder_set_source (recorder, source);
  event = spur_recorder_make_event (recorder, SPUR_TYPE_LO_STATE_CHANGE_EVENT);
  spur_event_set_string (event, "state", value);
  g_assert_true (spur_recorder_record_at_level (recorder, event, G_LOG_LEVEL_WARNING, &error));
  g_assert_true (spur_recorder_close (recorder, &error));
  g_assert_no_error (error);
}

static void
test_syslog (void)
{
  g_autofree char *path = make_path ("log");
  g_autoptr (SpurSink) sink = spur_log_sink_new_for_syslog ("prog", path);
  g_autofree char *line = NULL;
  int fd = listen_at (path);
  gsize n_bytes;

  g_test_summary ("An event is a line in the system's log, whatever its texts hold.");

  record_warning (sink, "of\ntwo lines");
  line = take (fd, &n_bytes);
  if (!g_pattern_match_simple ("<12>??? ?? ??:??:?? prog[*]: worker: 10 LO_State_Change_Event *"
                               "state=of#012two lines*",
                               line))
    g_error ("got: %s", line);
  g_assert_null (strchr (line, '\n'));
  close (fd);
}

static void
test_journal (void)
{
  static const char tail[] = "SPUR_FIELD_STATE\n\014\0\0\0\0\0\0\0of\ntwo lines\n";
  g_autofree char *path = make_path ("journal");
  g_autoptr (SpurSink) sink = spur_log_sink_new_for_journal ("prog", path);
  g_autofree char *entry = NULL;
  int fd = listen_at (path);
  gsize n_bytes;

  g_test_summary ("An event is an entry of the journal, with fields of its own.");

  record_warning (sink, "of\ntwo lines");
  entry = take (fd, &n_bytes);
  g_assert_true (g_str_has_prefix (entry, "MESSAGE\n"));
  g_assert_nonnull (memmem (entry, n_bytes, "\nPRIORITY=4\n", 12));
  g_assert_nonnull (memmem (entry, n_bytes, "\nSYSLOG_IDENTIFIER=prog\n", 24));
  g_assert_nonnull (memmem (entry, n_bytes, "\nSPUR_SOURCE=worker\n", 20));
  g_assert_nonnull (memmem (entry, n_bytes, "\nSPUR_CLASS=LO_State_Change_Event\n", 34));
  g_assert_nonnull (memmem (entry, n_bytes, "\nSPUR_TIME_NS=10\n", 17));
  g_assert_nonnull (memmem (entry, n_bytes, tail, sizeof tail - 1));
  close (fd);
}

static void
test_slow_log (void)
{
  g_autofree char *path = make_path ("slow");
  g_autofree char *file_path = make_path ("beside-slow.spurrec");
  g_autoptr (SpurRecorder) recorder = spur_recorder_new ();
  g_autoptr (SpurSink) slow = spur_log_sink_new_for_syslog (NULL, path);
  g_autoptr (SpurSink) file = spur_recording_sink_new (file_path);
  g_autoptr (SpurSink) none = spur_log_sink_new_for_journal (NULL, "/nowhere/at/all");
  g_autoptr (SpurTrace) trace = NULL;
  g_autoptr (GError) error = NULL;
  int fd = listen_at (path);
  gint64 begin_us;

  g_test_summary ("A log that takes nothing delays no other log; what it lost is counted.");

  g_assert_false (spur_recorder_add_sink (recorder, none, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  g_clear_error (&error);
  add (recorder, slow);
  add (recorder, file);
  begin_us = g_get_monotonic_time ();
  for (guint64 i = 0; i < 20000; i++)
    record_number (recorder, i);
  g_assert_cmpint (g_get_monotonic_time () - begin_us, <, 10 * G_USEC_PER_SEC);
  g_assert_cmpuint (spur_sink_get_n_dropped (slow), >, 10000);
  close (fd);
  g_assert_false (spur_recorder_close (recorder, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_WOULD_BLOCK);
  g_assert_cmpuint (spur_sink_get_n_events (slow), ==, 20000);
  trace = open_recording (file_path);
  g_assert_cmpuint (spur_trace_get_n_events (trace), ==, 20000);
}

static void
take_problem (SpurRecorder *recorder, SpurSink *sink, const char *text, gpointer n_problems)
{
  (*(guint *) n_problems)++;
}

/* The daemon goes away while the program runs. */
static void
lose_log (gboolean has_handler)
{
  g_autofree char *path = make_path (has_handler ? "lost-told" : "lost");
  g_autoptr (SpurRecorder) recorder = spur_recorder_new ();
  g_autoptr (SpurSink) sink = spur_log_sink_new_for_syslog ("prog", path);
  int fd = listen_at (path);
  guint n_problems = 0;

  if (has_handler)
    g_signal_connect (recorder, "problem", G_CALLBACK (take_problem), &n_problems);
  add (recorder, sink);
  close (fd);
  g_unlink (path);
  for (guint64 i = 0; i < 10; i++)
    record_number (recorder, i);
  g_assert_false (spur_recorder_flush (recorder, NULL));
  g_assert_false (spur_recorder_close (recorder, NULL));
  g_assert_cmpuint (n_problems, ==, has_handler);
}

static void
test_untold (gconstpointer data)
{
  gboolean has_handler = GPOINTER_TO_INT (data);

  g_test_summary ("What goes wrong with a sink is a line on the standard error, where the program "
                  "does not ask for it.");

  if (g_test_subprocess ())
    {
      lose_log (has_handler);
      return;
    }
  g_test_trap_subprocess (NULL, 0, 0);
  g_test_trap_assert_passed ();
  if (has_handler)
    g_test_trap_assert_stderr_unmatched ("*spur: *");
  else
    {
      g_test_trap_assert_stderr ("*spur: */lost: *\n");
      g_test_trap_assert_stderr_unmatched ("*spur: *spur: *");
    }
}

int
main (int argc, char **argv)
{
  int result;

  g_test_init (&argc, &argv, NULL);
  folder = g_dir_make_tmp ("spur-sinks-XXXXXX", NULL);

  g_test_add_func ("/record/sinks/same", test_same);
  g_test_add_func ("/record/sinks/program-clock", test_program_clock);
  g_test_add_func ("/record/sinks/snapshot", test_snapshot);
  g_test_add_func ("/record/sinks/ring", test_ring);
  g_test_add_func ("/record/sinks/failing", test_failing);
  g_test_add_func ("/record/sinks/rules", test_rules);
  g_test_add_func ("/record/sinks/sink-rules", test_sink_rules);
  g_test_add_func ("/record/sinks/named-predecessors", test_named_predecessors);
  g_test_add_func ("/record/sinks/syslog", test_syslog);
  g_test_add_func ("/record/sinks/journal", test_journal);
  g_test_add_func ("/record/sinks/slow-log", test_slow_log);
  g_test_add_data_func ("/record/sinks/untold", GINT_TO_POINTER (FALSE), test_untold);
  g_test_add_data_func ("/record/sinks/told", GINT_TO_POINTER (TRUE), test_untold);
  result = g_test_run ();
  {
    g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
    const char *name;

    while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
      {
        g_autofree char *path = make_path (name);

        g_unlink (path);
      }
    g_rmdir (folder);
    g_free (folder);
  }
  return result;
}
