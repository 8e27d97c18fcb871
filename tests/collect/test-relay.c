/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>

#include "core/collect/spur-collector.h"
#include "core/record/network/spur-relay.h"
#include "core/record/object/spur-recorder.h"
#include "core/record/object/spur-recording-sink.h"
#include "core/record/reading/spur-recording-reader.h"
#include "events/spur-events.h"

#define N_THREADS 2
#define N_EVENTS 60000
#define N_EVENTS_TEXT "60000"

/* A collector that wants certificates, and what recorders of the test have. */
typedef struct
{
  char *folder;
  char *address;
  SpurCollector *collector;
  GTlsCertificate *certificate;
  GTlsDatabase *authorities;
} Fixture;

static GTlsDatabase *
load_authorities (const char *name)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "collect", "data", name, NULL);
  g_autoptr (GError) error = NULL;
  GTlsDatabase *authorities = g_tls_file_database_new (path, &error);

  g_assert_no_error (error);
  return authorities;
}

static void
open_collector (Fixture *self, const char *address)
{
  g_autoptr (GError) error = NULL;

  self->collector = spur_collector_new (self->folder, &error);
  g_assert_no_error (error);
  spur_collector_set_tls (self->collector, self->certificate, self->authorities);
  g_free (self->address);
  self->address = spur_collector_listen (self->collector, address, &error);
  g_assert_no_error (error);
}

static gboolean
set_up (Fixture *self, const char *address)
{
  g_autofree char *path =
    g_test_build_filename (G_TEST_DIST, "collect", "data", "certificate.pem", NULL);
  g_autoptr (GError) error = NULL;

  *self = (Fixture){ NULL };
  if (!g_tls_backend_supports_tls (g_tls_backend_get_default ()))
    {
      g_test_skip ("GLib has no TLS here");
      return FALSE;
    }
  self->folder = g_dir_make_tmp ("spur-relay-XXXXXX", NULL);
  self->certificate = g_tls_certificate_new_from_file (path, &error);
  g_assert_no_error (error);
  self->authorities = load_authorities ("authority.pem");
  open_collector (self, address);
  return TRUE;
}

static void
tear_down (Fixture *self)
{
  g_autoptr (GDir) dir = self->folder != NULL ? g_dir_open (self->folder, 0, NULL) : NULL;
  const char *name;

  g_clear_object (&self->collector);
  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (self->folder, name, NULL);

      g_unlink (path);
    }
  if (self->folder != NULL)
    g_rmdir (self->folder);
  g_free (self->folder);
  g_free (self->address);
  g_clear_object (&self->certificate);
  g_clear_object (&self->authorities);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Fixture, tear_down)

static SpurRelay *
make_relay (const char *address, GTlsCertificate *certificate, GTlsDatabase *authorities)
{
  g_autoptr (GError) error = NULL;
  SpurRelay *relay = spur_relay_new (address, &error);

  g_assert_no_error (error);
  spur_relay_set_tls (relay, certificate, authorities);
  return relay;
}

static char *
start (SpurRelay *relay)
{
  g_autoptr (GError) error = NULL;
  char *place = spur_relay_start (relay, &error);

  g_assert_no_error (error);
  return place;
}

/* A program that records numbers. */
static GSubprocess *
start_program (const char *place, const char *pause_us)
{
  const char *program = g_getenv ("COLLECT_PROGRAM");
  g_autoptr (GSubprocessLauncher) launcher =
    g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE);
  g_autoptr (GError) error = NULL;
  GSubprocess *process;

  g_subprocess_launcher_setenv (launcher, "SPUR_RECORD_POLICY", "block", TRUE);
  process = g_subprocess_launcher_spawn (launcher, &error, program, place, G_STRINGIFY (N_THREADS),
                                         N_EVENTS_TEXT, pause_us, NULL);
  g_assert_no_error (error);
  return process;
}

static void
take_said (GObject *source, GAsyncResult *result, gpointer said)
{
  g_autoptr (GError) error = NULL;

  g_subprocess_communicate_utf8_finish (G_SUBPROCESS (source), result, said, NULL, &error);
  g_assert_no_error (error);
}

/* What the program says at its end. */
static char *
wait_for (GSubprocess *process)
{
  char *said = NULL;

  g_subprocess_communicate_utf8_async (process, NULL, NULL, take_said, &said);
  while (said == NULL)
    g_main_context_iteration (NULL, TRUE);
  return said;
}

static guint64
count_events (const Fixture *self)
{
  SpurCollectCounts counts;

  spur_collector_get_counts (self->collector, &counts);
  return counts.n_events;
}

static void
wait_for_events (const Fixture *self, guint64 n_events)
{
  gint64 end_us = g_get_monotonic_time () + 20 * G_USEC_PER_SEC;

  while (count_events (self) < n_events)
    {
      g_assert_cmpint (g_get_monotonic_time (), <, end_us);
      g_main_context_iteration (NULL, FALSE);
      g_usleep (100);
    }
}

/* Each stream that has events has all numbers, in order. */
static void
check_recording (const Fixture *self, guint n_streams, guint64 n_events)
{
  g_autoptr (GDir) dir = g_dir_open (self->folder, 0, NULL);
  guint n_full = 0;
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (self->folder, name, NULL);
      g_autoptr (GError) error = NULL;
      g_autoptr (SpurTrace) trace = NULL;

      if (!g_str_has_suffix (name, ".spurrec"))
        continue;
      trace = spur_recording_open (path, NULL, NULL, &error);
      g_assert_no_error (error);
      g_assert_cmpstr (spur_trace_get_fact (trace, "recording.end"), ==, "closed");
      for (guint i = 0; i < spur_trace_get_n_streams (trace); i++)
        {
          SpurStream *stream = spur_trace_get_stream (trace, i);
          guint64 n = spur_stream_get_n_events (stream);

          if (n == 0)
            continue;
          g_assert_cmpuint (n, ==, n_events);
          for (guint64 k = 0; k < n; k++)
            {
              const SpurEventLayout *layout;
              const guint8 *record = spur_stream_get_record (stream, k, &layout);

              g_assert_cmpuint (spur_event_layout_get_uint (layout, layout->n_fields - 1, record),
                                ==, k);
            }
          n_full++;
        }
    }
  g_assert_cmpuint (n_full, ==, n_streams);
}

static void
test_cut (void)
{
  g_auto (Fixture) self = { NULL };
  g_autoptr (SpurRelay) relay = NULL;
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *place = NULL;
  g_autofree char *said = NULL;
  g_autofree char *address = NULL;
  struct stat facts;

  g_test_summary ("A program in C reaches a collector by TLS; every event arrives once, though the "
                  "connection breaks twice.");

  if (!set_up (&self, "tcp:127.0.0.1:0"))
    return;
  relay = make_relay (self.address + 4, self.certificate, self.authorities);
  place = start (relay);
  g_assert_cmpint (stat (place + 5, &facts), ==, 0);
  g_assert_cmpint (facts.st_mode & 0777, ==, 0600);
  process = start_program (place, "10000");
  for (guint i = 1; i <= 2; i++)
    {
      wait_for_events (&self, i * N_EVENTS / 2);
      address = g_strdup (self.address);
      g_clear_object (&self.collector);
      open_collector (&self, address);
      g_clear_pointer (&address, g_free);
    }
  said = wait_for (process);
  g_assert_cmpstr (g_strstrip (said), ==, "120000 0");
  spur_relay_stop (relay);
  g_assert_true (spur_relay_check (relay, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (spur_relay_get_n_connections (relay), >=, 3);
  g_assert_false (g_file_test (place + 5, G_FILE_TEST_EXISTS));
  g_clear_object (&self.collector);
  check_recording (&self, N_THREADS, N_EVENTS);
}

/* One that the relay's other end does not accept, or that it does not accept itself. */
typedef struct
{
  const char *listen;
  const char *authority;
  gboolean has_certificate;
  const char *text;
} Refusal;

static const Refusal refusals[] = {
  { "tcp:127.0.0.1:0", "other-authority.pem", TRUE,
    "*:* its certificate is signed by none of the authorities that were given" },
  { "tcp:127.0.0.2:0", "authority.pem", TRUE, "*:* its certificate is for another name" },
  { "tcp:127.0.0.1:0", "authority.pem", FALSE,
    "*:* the collector ended the connection (*); it may want a certificate" },
};

static void
test_refused (gconstpointer data)
{
  const Refusal *refusal = data;
  g_auto (Fixture) self = { NULL };
  g_autoptr (SpurRelay) relay = NULL;
  g_autoptr (GTlsDatabase) authorities = NULL;
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *place = NULL;
  gint64 end_us = g_get_monotonic_time () + 20 * G_USEC_PER_SEC;

  g_test_summary ("Who is not who it should be gets nothing, and it is said why.");

  if (!set_up (&self, refusal->listen))
    return;
  authorities = load_authorities (refusal->authority);
  relay =
    make_relay (self.address + 4, refusal->has_certificate ? self.certificate : NULL, authorities);
  place = start (relay);
  process = start_program (place, "0");
  while (spur_relay_check (relay, NULL))
    {
      g_assert_cmpint (g_get_monotonic_time (), <, end_us);
      g_main_context_iteration (NULL, FALSE);
      g_usleep (100);
    }
  g_subprocess_force_exit (process);
  g_subprocess_wait (process, NULL, NULL);
  g_assert_false (spur_relay_check (relay, &error));
  g_assert_true (error->domain == G_TLS_ERROR);
  if (!g_pattern_match_simple (refusal->text, error->message))
    g_error ("not like '%s': %s", refusal->text, error->message);
  g_assert_cmpuint (count_events (&self), ==, 0);
}

static void
test_away (void)
{
  g_auto (Fixture) self = { NULL };
  g_autoptr (SpurRelay) relay = NULL;
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *place = NULL;
  g_autofree char *said = NULL;
  g_autofree char *address = NULL;

  g_test_summary ("A collector that comes later gets everything.");

  if (!set_up (&self, "tcp:127.0.0.1:0"))
    return;
  address = g_strdup (self.address);
  g_clear_object (&self.collector);
  relay = make_relay (address + 4, self.certificate, self.authorities);
  place = start (relay);
  process = start_program (place, "2000");
  while (spur_relay_check (relay, NULL))
    g_usleep (1000);
  open_collector (&self, address);
  said = wait_for (process);
  g_assert_cmpstr (g_strstrip (said), ==, "120000 0");
  spur_relay_stop (relay);
  g_assert_true (spur_relay_check (relay, &error));
  g_assert_no_error (error);
  g_clear_object (&self.collector);
  check_recording (&self, N_THREADS, N_EVENTS);
}

static void
test_addresses (void)
{
  static const char *const bad[] = { "", ":1", "host:99999", "[::1" };

  g_test_summary ("What is no address is refused at once.");

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (spur_relay_new (bad[i], &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT);
    }
}

/* Runs a program by "spur record", while the collector works; gives what both say. */
static int
run_command (const Fixture *self, const char *authority, char **said)
{
  g_autofree char *to = g_strconcat ("tls:", self->address + 4, NULL);
  g_autofree char *token = g_build_filename (self->folder, "token", NULL);
  g_autofree char *certificate =
    g_test_build_filename (G_TEST_DIST, "collect", "data", "certificate.pem", NULL);
  g_autofree char *authorities =
    g_test_build_filename (G_TEST_DIST, "collect", "data", authority, NULL);
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_true (g_file_set_contents (token, "twelve bytes\n", -1, NULL));
  process = g_subprocess_new (
    G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_MERGE, &error,
    g_getenv ("SPUR_BINARY"), "record", "--layer=none", "--to", to, "--tls-certificate",
    certificate, "--tls-authorities", authorities, "--token-file", token, "--", "sh", "-c",
    "\"$COLLECT_PROGRAM\" \"$SPUR_RECORD\" 1 " N_EVENTS_TEXT " > /dev/null", NULL);
  g_assert_no_error (error);
  *said = wait_for (process);
  return g_subprocess_get_exit_status (process);
}

static void
test_command (void)
{
  g_auto (Fixture) self = { NULL };
  g_autofree char *sent = NULL;
  g_autofree char *refused = NULL;
  int status;

  g_test_summary ("spur record sends to a collector that wants a certificate and a token.");

  if (g_getenv ("SPUR_BINARY") == NULL)
    {
      g_test_skip ("the command is not built");
      return;
    }
  if (!set_up (&self, "tcp:127.0.0.1:0"))
    return;
  g_assert_true (spur_collector_set_token (self.collector, "twelve bytes", NULL));
  status = run_command (&self, "authority.pem", &sent);
  g_assert_cmpint (status, ==, 0);
  g_assert_true (g_str_has_prefix (sent, "sent to tls:127.0.0.1:"));
  g_assert_cmpuint (count_events (&self), ==, N_EVENTS);
  status = run_command (&self, "other-authority.pem", &refused);
  g_assert_cmpint (status, ==, 1);
  g_assert_nonnull (strstr (refused, "its certificate is signed by none of the authorities"));
  g_assert_cmpuint (count_events (&self), ==, N_EVENTS);
}

/* The recorder of objects does the same within its own program. */
static gpointer
record_objects (gpointer data)
{
  const Fixture *self = data;
  g_autofree char *where = g_strconcat ("tls:", self->address + 4, NULL);
  g_autoptr (SpurSink) sink = spur_recording_sink_new (where);
  g_autoptr (SpurRecorder) recorder = spur_recorder_new ();
  g_autoptr (SpurEvent) event = NULL;
  GError *error = NULL;

  spur_recording_sink_set_tls (SPUR_RECORDING_SINK (sink), self->certificate, self->authorities);
  spur_recorder_add_sink (recorder, sink, &error);
  g_assert_no_error (error);
  event = spur_recorder_make_event (recorder, SPUR_TYPE_LO_MIGRATION_SEND_EVENT);
  for (guint64 i = 0; i < N_EVENTS; i++)
    {
      spur_event_set_uint (event, "migration", i);
      g_assert_true (spur_recorder_record (recorder, event, NULL));
    }
  spur_recorder_close (recorder, &error);
  return error;
}

static gboolean
nothing (gpointer data)
{
  return G_SOURCE_CONTINUE;
}

static void
test_objects (void)
{
  g_auto (Fixture) self = { NULL };
  SpurCollectRecording recording = { 0 };
  GThread *thread;
  GError *error;
  guint timer;

  g_test_summary ("The recorder of objects sends by TLS itself.");

  if (!set_up (&self, "tcp:127.0.0.1:0"))
    return;
  thread = g_thread_new ("objects", record_objects, &self);
  timer = g_timeout_add (10, nothing, NULL);
  while (!recording.has_ended)
    {
      g_main_context_iteration (NULL, TRUE);
      if (spur_collector_get_n_recordings (self.collector) > 0)
        spur_collector_get_recording (self.collector, 0, &recording);
    }
  while (recording.is_connected)
    {
      g_main_context_iteration (NULL, TRUE);
      spur_collector_get_recording (self.collector, 0, &recording);
    }
  error = g_thread_join (thread);
  g_source_remove (timer);
  g_assert_no_error (error);
  g_assert_cmpuint (recording.n_events, ==, N_EVENTS);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/relay/addresses", test_addresses);
  g_test_add_func ("/relay/cut", test_cut);
  g_test_add_func ("/relay/away", test_away);
  g_test_add_data_func ("/relay/wrong-authority", &refusals[0], test_refused);
  g_test_add_data_func ("/relay/wrong-name", &refusals[1], test_refused);
  g_test_add_data_func ("/relay/no-certificate", &refusals[2], test_refused);
  g_test_add_func ("/relay/objects", test_objects);
  g_test_add_func ("/relay/command", test_command);
  return g_test_run ();
}
