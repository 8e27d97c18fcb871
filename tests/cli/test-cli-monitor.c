/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include <gio/gio.h>
#include <gio/gunixsocketaddress.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>

#include "core/record/object/spur-recorder.h"
#include "core/record/object/spur-recording-sink.h"
#include "events/spur-events.h"
#include "tests/cli/cli-run.h"
#include "tests/test-corpus.h"

static char *
get_root (void)
{
  g_autofree char *set = spur_test_corpus ("host-vm-2");

  return g_build_filename (set, "first", NULL);
}

static gint64
count_events (const char *path)
{
  g_autoptr (JsonObject) info = run_json (0, "info", path, NULL);

  return get_int (info, "events");
}

static void
test_run (void)
{
  g_autoptr (Folder) folder = make_folder ();
  g_autofree char *path = g_build_filename (folder, "host.spur", NULL);
  g_autoptr (JsonObject) root = run_json (0, "monitor", "-o", path, "--for", "2s", NULL);
  JsonObject *figures = json_object_get_object_member (root, "figures");
  double cpu = json_object_get_double_member (figures, "cpu");

  g_test_summary ("Two seconds of this host: numbers that can be, and a trace of as many events.");
  g_assert_cmpint (get_int (root, "interval_ms"), ==, 100);
  g_assert_cmpint (get_int (root, "samples") + get_int (root, "missed"), >=, 20);
  g_assert_cmpint (get_int (root, "samples") + get_int (root, "missed"), <=, 24);
  g_assert_cmpint (get_int (root, "span_ns"), >, G_GINT64_CONSTANT (1800000000));
  g_assert_cmpint (get_int (root, "dropped"), ==, 0);
  g_assert_cmpfloat (cpu, >=, 0);
  g_assert_cmpfloat (cpu, <=, 1);
  g_assert_cmpint (get_int (figures, "memory_used"), >, 1 << 20);
  g_assert_cmpint (get_int (figures, "memory"), >, get_int (figures, "memory_used"));
  g_assert_cmpint (count_events (path), ==, get_int (root, "events"));
  g_assert_cmpint (get_int (root, "events"), >, 40);
}

static void
test_only (void)
{
  g_autoptr (Folder) folder = make_folder ();
  g_autofree char *path = g_build_filename (folder, "host.spur", NULL);
  g_autofree char *root = get_root ();
  g_auto (Run) run = { 0 };

  run_spur (&run, "monitor", "-o", path, "--for", "100ms", "--interval", "10ms", "--only", "mem",
            "--root", root, NULL);
  g_assert_cmpint (run.status, ==, 0);
  g_assert_cmpstr (run.err, ==, "");
  g_assert_nonnull (strstr (run.out, "wrote "));
  run_spur (&run, "events", path, "--limit", "1", NULL);
  g_assert_nonnull (strstr (run.out, "Host_Memory_Load_Event"));
  g_assert_nonnull (strstr (run.out, "total=25276502016 bytes available=24"));
  run_spur (&run, "info", path, NULL);
  g_assert_null (strstr (run.out, "Host_Core_Load_Event"));

  /* What is there is written over only where that is wanted. */
  run_spur (&run, "monitor", "-o", path, "--for", "10ms", NULL);
  g_assert_cmpint (run.status, ==, 2);
  g_assert_nonnull (strstr (run.err, "--force"));
  run_spur (&run, "monitor", "-o", path, "--for", "10ms", "--force", "--quiet", "--root", root,
            NULL);
  g_assert_cmpint (run.status, ==, 0);
  g_assert_cmpstr (run.out, ==, "");
  g_assert_cmpstr (run.err, ==, "");
}

static void
test_signals (void)
{
  static const char *const names[] = { "INT", "TERM", "HUP" };
  g_autoptr (Folder) folder = make_folder ();

  g_test_summary ("A signal is how it is meant to end: the trace is complete, the status 0.");
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_build_filename (folder, names[i], NULL);
      g_autofree char *command = g_strdup_printf (
        "\"$SPUR_BINARY\" monitor -o %s --interval 5ms & sleep 0.7; kill -%s $!; wait $!", path,
        names[i]);
      g_auto (Run) run = { 0 };

      /* In the background of a shell without job control SIGINT is ignored. */
      if (i == 0)
        {
          g_free (command);
          command = g_strdup_printf (
            "timeout --preserve-status -s INT 0.7 \"$SPUR_BINARY\" monitor -o %s --interval 5ms",
            path);
        }
      run_shell (&run, command);
      g_assert_cmpint (run.status, ==, 0);
      g_assert_cmpint (count_events (path), >, 30);
    }
  g_assert_cmpuint (count_files (folder), ==, G_N_ELEMENTS (names));
}

static void
test_twice (void)
{
  g_autoptr (Folder) folder = make_folder ();
  g_autofree char *path = g_build_filename (folder, "host.spur", NULL);
  g_autofree char *command = g_strdup_printf (
    "\"$SPUR_BINARY\" monitor -o %s --quiet & sleep 0.3; kill -TERM $!; sleep 0.02; kill -TERM $!;"
    " wait $!; test -f %s",
    path, path);
  g_auto (Run) run = { 0 };

  g_test_summary ("Two signals at once, as timeout(1) sends them, are one: the file is whole.");
  run_shell (&run, command);
  g_assert_cmpint (run.status, ==, 0);
  g_assert_cmpuint (count_files (folder), ==, 1);
  g_assert_cmpint (count_events (path), >, 0);
}

static void
test_recording (void)
{
  g_autoptr (Folder) folder = make_folder ();
  g_autofree char *path = g_build_filename (folder, "host.spurrec", NULL);
  g_autoptr (JsonObject) root =
    run_json (0, "monitor", "-o", path, "--for", "1s", "--interval", "20ms", NULL);
  g_autofree char *command = NULL;
  g_auto (Run) run = { 0 };

  g_test_summary ("A recording has as many events, and is there after SIGKILL, too.");
  g_assert_cmpint (get_int (root, "events"), >, 50);
  g_assert_cmpint (count_events (path), ==, get_int (root, "events"));
  run_spur (&run, "events", path, "--class", "LM_Target_Load_Event", "--limit", "1", NULL);
  g_assert_nonnull (strstr (run.out, "target="));
  run_spur (&run, "monitor", "-o", path, "--for", "1s", NULL);
  g_assert_cmpint (run.status, ==, 2);

  g_unlink (path);
  command = g_strdup_printf (
    "\"$SPUR_BINARY\" monitor -o %s --interval 20ms & sleep 3; kill -KILL $!; wait $!", path);
  run_shell (&run, command);
  g_assert_cmpint (run.status, ==, 128 + 9);
  g_assert_cmpint (count_events (path), >, 50);
  g_assert_cmpuint (count_files (folder), ==, 2);

  /* Instead of the recording and its blocks. */
  run_spur (&run, "monitor", "-o", path, "--for", "100ms", "--force", NULL);
  g_assert_cmpint (run.status, ==, 0);
  g_assert_null (strstr (run.err, "spur-record"));
  g_assert_cmpuint (count_files (folder), ==, 1);
}

static void
test_wrong (void)
{
  g_autoptr (Folder) folder = make_folder ();
  g_autofree char *path = g_build_filename (folder, "host.spur", NULL);
  const struct
  {
    const char *option;
    const char *value;
    const char *said;
  } wrong[] = {
    { "--interval", "0", "1ms" },       { "--interval", "1us", "1ms" },
    { "--interval", "3601s", "3600s" }, { "--interval", "1500us", "whole milliseconds" },
    { "--interval", "soon", "soon" },   { "--for", "0s", "above 0" },
    { "--for", "-1s", "above 0" },      { "--only", "cpu,weather", "weather" },
    { "--only", "", "cpu, memory" },
  };
  g_auto (Run) run = { 0 };

  run_spur (&run, "monitor", NULL);
  g_assert_cmpint (run.status, ==, 2);
  g_assert_nonnull (strstr (run.err, "-o"));
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      run_spur (&run, "monitor", "-o", path, wrong[i].option, wrong[i].value, NULL);
      g_assert_cmpint (run.status, ==, 2);
      g_assert_nonnull (strstr (run.err, wrong[i].said));
    }
  run_spur (&run, "monitor", "-o", path, "--monitor", "guest", NULL);
  g_assert_cmpint (run.status, ==, 1);
  g_assert_nonnull (strstr (run.err, "host"));
  run_spur (&run, "monitor", "-o", path, "--root", folder, "--only", "cpu", NULL);
  g_assert_cmpint (run.status, ==, 1);
  g_assert_nonnull (strstr (run.err, "nothing of the host can be watched"));
  run_spur (&run, "monitor", "-o", "/nowhere/host.spur", "--for", "1s", NULL);
  g_assert_cmpint (run.status, ==, 1);
  g_assert_nonnull (strstr (run.err, "/nowhere/host.spur"));
  g_assert_cmpuint (count_files (folder), ==, 0);
}

/* Where standard error is a terminal a line says how things stand, and goes away at the end. */
static void
test_line (void)
{
  g_autoptr (Folder) folder = make_folder ();
  g_autofree char *path = g_build_filename (folder, "host.spur", NULL);
  g_autofree char *script = NULL;
  g_autofree char *root = get_root ();
  g_autofree char *command = NULL;
  g_auto (Run) run = { 0 };

  script = g_find_program_in_path ("script");
  if (script == NULL)
    {
      g_test_skip ("there is no script(1) to make a terminal");
      return;
    }
  command = g_strdup_printf ("script -qec '\"$SPUR_BINARY\" monitor -o %s --for 1500ms --root %s' "
                             "/dev/null < /dev/null",
                             path, root);
  run_shell (&run, command);
  g_assert_cmpint (run.status, ==, 0);
  g_assert_nonnull (strstr (run.out, "\r00:00:01  mem 0.6 of 25.3 GB  net   0.0   0.0 MB/s"));
  g_assert_nonnull (strstr (run.out, "\r\033[K"));
}

/* ---- Rules that switch the monitor ---- */

/* What happens beside the monitor while a collector takes what it records. */
typedef enum
{
  BESIDE_NOTHING,
  BESIDE_LISTENER,
  BESIDE_LOAD_OBJECTS,
} Beside;

typedef struct
{
  char *recorders;
  char *listeners;
  char *trace;
} Places;

static void
wait_for (const char *path)
{
  gint64 end_us = g_get_monotonic_time () + 60 * G_USEC_PER_SEC;

  while (!g_file_test (path, G_FILE_TEST_EXISTS))
    {
      g_assert_cmpint (g_get_monotonic_time (), <, end_us);
      g_usleep (1000);
    }
}

static GSocketConnection *
listen_to (const char *path)
{
  g_autoptr (GSocketClient) client = g_socket_client_new ();
  g_autoptr (GSocketAddress) address = g_unix_socket_address_new (path);
  g_autoptr (GError) error = NULL;
  gint64 end_us = g_get_monotonic_time () + 60 * G_USEC_PER_SEC;
  GSocketConnection *connection =
    g_socket_client_connect (client, G_SOCKET_CONNECTABLE (address), NULL, &error);

  /* The socket has its name a moment before it takes connections. */
  while (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CONNECTION_REFUSED) &&
         g_get_monotonic_time () < end_us)
    {
      g_clear_error (&error);
      g_usleep (1000);
      connection = g_socket_client_connect (client, G_SOCKET_CONNECTABLE (address), NULL, &error);
    }
  g_assert_no_error (error);
  g_output_stream_write_all (g_io_stream_get_output_stream (G_IO_STREAM (connection)), "Host_*\n",
                             7, NULL, NULL, &error);
  g_assert_no_error (error);
  return connection;
}

/* Records events of a load object into a collector until @process ends. */
static void
record_load_objects (const char *path, GSubprocess *process)
{
  g_autofree char *address = g_strconcat ("unix:", path, NULL);
  g_autoptr (SpurRecorder) recorder = spur_recorder_new ();
  g_autoptr (SpurSink) sink = spur_recording_sink_new (address);
  g_autoptr (SpurActiveObject) object =
    spur_active_object_new (SPUR_TYPE_LOAD_OBJECT, "cell", "cell");
  g_autoptr (GError) error = NULL;

  g_assert_true (spur_recorder_add_sink (recorder, sink, &error));
  g_assert_no_error (error);
  spur_recorder_set_source (recorder, object);
  while (g_subprocess_get_identifier (process) != NULL)
    {
      g_autoptr (SpurEvent) event =
        spur_recorder_make_event (recorder, SPUR_TYPE_LO_CREATION_EVENT);

      spur_recorder_record (recorder, event, NULL);
      spur_recorder_flush (recorder, NULL);
      g_main_context_iteration (NULL, FALSE);
      g_usleep (5000);
    }
}

static GSubprocess *
start_collector (const Places *places, const char *option, const char *value)
{
  g_autofree char *listen = g_strconcat ("--listen=unix:", places->recorders, NULL);
  g_autofree char *serve = g_strconcat ("--serve=unix:", places->listeners, NULL);
  g_autofree char *rule = g_strdup_printf ("%s=%s", option, value);
  g_autoptr (GError) error = NULL;
  GSubprocess *process =
    g_subprocess_new (G_SUBPROCESS_FLAGS_STDOUT_SILENCE | G_SUBPROCESS_FLAGS_STDERR_SILENCE, &error,
                      g_getenv ("SPUR_BINARY"), "collect", "-o", places->trace, listen, serve, rule,
                      "--no-correct", NULL);

  g_assert_no_error (error);
  wait_for (places->recorders);
  wait_for (places->listeners);
  return process;
}

static GSubprocess *
start_monitor (const Places *places)
{
  g_autofree char *to = g_strconcat ("unix:", places->recorders, NULL);
  g_autoptr (GError) error = NULL;
  GSubprocess *process = g_subprocess_new (
    G_SUBPROCESS_FLAGS_STDOUT_SILENCE | G_SUBPROCESS_FLAGS_STDERR_SILENCE, &error,
    g_getenv ("SPUR_BINARY"), "monitor", "-o", to, "--interval=5ms", "--for=2s", "--quiet", NULL);

  g_assert_no_error (error);
  return process;
}

/* How many events of load the host monitor records into a collector with a rule. */
static gint64
count_load (const char *option, const char *value, Beside beside)
{
  g_autoptr (Folder) folder = make_folder ();
  g_autofree char *recorders = g_build_filename (folder, "recorders", NULL);
  g_autofree char *listeners = g_build_filename (folder, "listeners", NULL);
  g_autofree char *trace = g_build_filename (folder, "all.spur", NULL);
  const Places places = { recorders, listeners, trace };
  g_autoptr (GSubprocess) collector = start_collector (&places, option, value);
  g_autoptr (GSocketConnection) listener = NULL;
  g_autoptr (GSubprocess) monitor = NULL;
  g_autoptr (GError) error = NULL;
  g_auto (Run) run = { 0 };
  gint64 n_events = 0;

  if (beside == BESIDE_LISTENER)
    listener = listen_to (listeners);
  monitor = start_monitor (&places);
  if (beside == BESIDE_LOAD_OBJECTS)
    record_load_objects (recorders, monitor);
  g_subprocess_wait (monitor, NULL, &error);
  g_assert_no_error (error);
  g_subprocess_send_signal (collector, SIGTERM);
  g_subprocess_wait (collector, NULL, &error);
  g_assert_no_error (error);
  run_spur (&run, "events", trace, "--class", "LM_Target_Load_Event", NULL);
  g_assert_cmpint (run.status, ==, 0);
  for (const char *at = run.out; (at = strchr (at, '\n')) != NULL; at++)
    n_events++;
  g_test_message ("%s %s, %s: %" G_GINT64_FORMAT " events", option, value,
                  beside == BESIDE_NOTHING    ? "nothing beside"
                  : beside == BESIDE_LISTENER ? "a listener beside"
                                              : "load objects beside",
                  n_events);
  return n_events;
}

/* A rule of the documentation: with what makes it switch on there must be many times the events. */
static void
check_example (const char *option, const char *value)
{
  if (g_str_equal (option, "--off"))
    g_assert_cmpint (count_load (option, value, BESIDE_NOTHING) * 5, <,
                     count_load ("--on", "*", BESIDE_NOTHING));
  else if (g_str_equal (option, "--on-demand"))
    g_assert_cmpint (count_load (option, value, BESIDE_NOTHING) * 5, <,
                     count_load (option, value, BESIDE_LISTENER));
  else
    g_assert_cmpint (count_load (option, value, BESIDE_NOTHING) * 5, <,
                     count_load (option, value, BESIDE_LOAD_OBJECTS));
}

/* All "--off RULES" and so on of a text. Roff writes "\\-" for "-". */
static void
find_examples (const char *text, GHashTable *examples)
{
  g_autoptr (GString) plain = g_string_new (text);
  g_autoptr (GRegex) regex = g_regex_new (
    "spur collect [^\n`]*?(--off|--on-demand|--while)[ =]'([^'\n]+)'|`(--off|--on-demand|--while) "
    "'([^'\n]+)'`",
    0, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;

  g_string_replace (plain, "\\-", "-", 0);
  g_regex_match (regex, plain->str, 0, &match);
  for (; g_match_info_matches (match); g_match_info_next (match, NULL))
    {
      g_autofree char *whole = g_match_info_fetch (match, 0);
      guint first = *whole != '`' ? 1 : 3;
      g_autofree char *option = g_match_info_fetch (match, (int) first);
      g_autofree char *value = g_match_info_fetch (match, (int) first + 1);

      g_hash_table_add (examples, g_strdup_printf ("%s=%s", option, value));
    }
}

static void
test_documented_rules (void)
{
  static const char *const files[] = { "README.md",
                                       "doc/monitoring.md",
                                       "doc/collecting.md",
                                       "doc/recording-tutorial.md",
                                       "doc/man/spur-collect.1",
                                       "doc/man/spur-monitor.1" };
  g_autoptr (GHashTable) examples = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autofree char *root = g_path_get_dirname (g_test_get_dir (G_TEST_DIST));
  g_auto (Run) help = { 0 };
  GHashTableIter iter;
  gpointer key;

  g_test_summary ("Every rule that the documentation gives switches the host monitor.");

  for (gsize i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *path = g_build_filename (root, files[i], NULL);
      g_autofree char *text = NULL;
      g_autoptr (GError) error = NULL;

      g_file_get_contents (path, &text, NULL, &error);
      g_assert_no_error (error);
      find_examples (text, examples);
    }
  run_spur (&help, "collect", "--help", NULL);
  find_examples (help.out, examples);
  g_assert_true (g_hash_table_contains (examples, "--on-demand=LM_*"));
  g_assert_cmpuint (g_hash_table_size (examples), >=, 4);
  g_hash_table_iter_init (&iter, examples);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    {
      g_auto (GStrv) parts = g_strsplit (key, "=", 2);

      check_example (parts[0], parts[1]);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/monitor/run", test_run);
  g_test_add_func ("/cli/monitor/only", test_only);
  g_test_add_func ("/cli/monitor/signals", test_signals);
  g_test_add_func ("/cli/monitor/twice", test_twice);
  g_test_add_func ("/cli/monitor/recording", test_recording);
  g_test_add_func ("/cli/monitor/wrong", test_wrong);
  g_test_add_func ("/cli/monitor/line", test_line);
  g_test_add_func ("/cli/monitor/documented-rules", test_documented_rules);
  return g_test_run ();
}
