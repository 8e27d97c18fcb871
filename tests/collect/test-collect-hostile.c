/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Other ends that are not what they should be: a server that a collector follows, clients of a TLS
 * port that do not shake hands, and a collector behind a relay that does not. */
#include "config.h"

#include <gio/gunixsocketaddress.h>
#include <string.h>

#include "core/base/spur-bytes-private.h"
#include "core/record/network/spur-relay.h"
#include "tests/collect/collect-place.h"

#define END_S 30

/* ---- A server that sends what it likes ---- */

typedef enum
{
  THEN_CLOSE,
  THEN_STALL,
  THEN_REPEAT,
} Then;

typedef struct
{
  GSocketService *service;
  GByteArray *bytes;
  Then then;
  guint n_connections;
  GPtrArray *streams;
} Server;

static void server_write (Server *self, GIOStream *stream);

static void
server_wrote (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;
  GIOStream *stream = g_object_get_data (source, "stream");
  Server *self = data;

  if (!g_output_stream_write_all_finish (G_OUTPUT_STREAM (source), result, NULL, &error))
    return;
  if (self->then == THEN_REPEAT)
    server_write (self, stream);
  else if (self->then == THEN_CLOSE)
    g_io_stream_close (stream, NULL, NULL);
}

static void
server_write (Server *self, GIOStream *stream)
{
  GOutputStream *out = g_io_stream_get_output_stream (stream);

  g_object_set_data (G_OBJECT (out), "stream", stream);
  g_output_stream_write_all_async (out, self->bytes->data, self->bytes->len, 0, NULL, server_wrote,
                                   self);
}

static gboolean
server_accept (GSocketService *service,
               GSocketConnection *connection,
               GObject *source,
               gpointer data)
{
  Server *self = data;

  self->n_connections++;
  g_ptr_array_add (self->streams, g_object_ref (connection));
  server_write (self, G_IO_STREAM (connection));
  return TRUE;
}

/* (transfer full): the address, at a TCP port. */
static char *
server_init (Server *self)
{
  g_autoptr (GError) error = NULL;
  guint16 port;

  *self = (Server){ .service = g_socket_service_new (),
                    .bytes = g_byte_array_new (),
                    .streams = g_ptr_array_new_with_free_func (g_object_unref) };
  port = g_socket_listener_add_any_inet_port (G_SOCKET_LISTENER (self->service), NULL, &error);
  g_assert_no_error (error);
  g_signal_connect (self->service, "incoming", G_CALLBACK (server_accept), self);
  return g_strdup_printf ("127.0.0.1:%u", port);
}

static void
server_clear (Server *self)
{
  if (self->service == NULL)
    return;
  g_socket_service_stop (self->service);
  g_socket_listener_close (G_SOCKET_LISTENER (self->service));
  for (guint i = 0; i < self->streams->len; i++)
    g_io_stream_close (g_ptr_array_index (self->streams, i), NULL, NULL);
  for (guint i = 0; i < 100; i++)
    peer_turn ();
  g_object_unref (self->service);
  g_byte_array_unref (self->bytes);
  g_ptr_array_unref (self->streams);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Server, server_clear)

/* ---- What it sends ---- */

static void
send_nothing (GByteArray *bytes)
{
}

static void
send_garbage (GByteArray *bytes)
{
  for (guint i = 0; i < 100000; i++)
    {
      guint8 byte = (guint8) (i * 0x9E3779B1u >> 13);

      g_byte_array_append (bytes, &byte, 1);
    }
}

static void
send_preamble (GByteArray *bytes)
{
  g_auto (Kit) kit = { 0 };

  kit_init (&kit, 0x99);
  g_byte_array_append (bytes, kit.head, sizeof kit.head);
}

static void
send_half_preamble (GByteArray *bytes)
{
  send_preamble (bytes);
  g_byte_array_set_size (bytes, 50);
}

static void
send_definitions (GByteArray *bytes)
{
  g_auto (Kit) kit = { 0 };

  place_fill (&kit, 0x99, 1, 10);
  g_byte_array_append (bytes, kit.head, sizeof kit.head);
  g_byte_array_append (bytes, kit.bytes->data, g_array_index (kit.ends, gsize, 2) + 30);
}

static void
send_bad_status (GByteArray *bytes)
{
  g_auto (Kit) kit = { 0 };
  g_autoptr (GByteArray) body = g_byte_array_new ();

  kit_init (&kit, 0x99);
  kit_define (&kit, 1);
  kit_put (&kit, SPUR_PACKET_STATUS, 0, SPUR_NONE, 0, body);
  g_byte_array_append (bytes, kit.head, sizeof kit.head);
  g_byte_array_append (bytes, kit.bytes->data, kit.bytes->len);
}

/* 16 MiB are claimed by its header, and never come. */
static void
send_long_claim (GByteArray *bytes)
{
  g_autofree guint8 *body = g_malloc0 (SPUR_PACKET_MAX_BODY_BYTES);
  SpurPacket packet = { .kind = 99, .n_bytes = SPUR_PACKET_MAX_BODY_BYTES, .body = body };
  guint8 header[SPUR_PACKET_HEADER_BYTES];

  send_preamble (bytes);
  spur_packet_put_header (&packet, header);
  g_byte_array_append (bytes, header, sizeof header);
}

/* Longer than any may be. */
static void
send_longer_claim (GByteArray *bytes)
{
  const guint8 body[8] = { 0 };
  SpurPacket packet = { .kind = 99, .n_bytes = 8, .body = body };
  guint8 header[SPUR_PACKET_HEADER_BYTES];

  send_preamble (bytes);
  spur_packet_put_header (&packet, header);
  spur_put_le32 (header + 8, G_MAXUINT32 - 7);
  g_byte_array_append (bytes, header, sizeof header);
}

typedef struct
{
  const char *name;
  void (*send) (GByteArray *bytes);
  Then then;
} Hostile;

static const Hostile hostiles[] = {
  { "closes", send_nothing, THEN_CLOSE },
  { "silent", send_nothing, THEN_STALL },
  { "garbage", send_garbage, THEN_CLOSE },
  { "endless-garbage", send_garbage, THEN_REPEAT },
  { "half-preamble", send_half_preamble, THEN_STALL },
  { "preamble", send_preamble, THEN_STALL },
  { "preamble-closes", send_preamble, THEN_CLOSE },
  { "endless-preambles", send_preamble, THEN_REPEAT },
  { "half-packet", send_definitions, THEN_STALL },
  { "half-packet-closes", send_definitions, THEN_CLOSE },
  { "bad-status", send_bad_status, THEN_STALL },
  { "long-claim", send_long_claim, THEN_STALL },
  { "longer-claim", send_longer_claim, THEN_STALL },
};

static void
set_patience (Place *place, guint patience_ms)
{
  SpurCollectOptions *options;

  options = spur_collector_get_options (place->collector);
  options->patience_ms = patience_ms;
  options->n_connections = 4;
}

static guint64
count_events (const Place *place)
{
  SpurCollectCounts counts;

  spur_collector_get_counts (place->collector, &counts);
  return counts.n_events;
}

static void
await_connections (const Server *server, guint n_connections)
{
  gint64 end_us = g_get_monotonic_time () + END_S * G_USEC_PER_SEC;

  while (server->n_connections < n_connections)
    {
      g_assert_cmpint (g_get_monotonic_time (), <, end_us);
      g_main_context_iteration (NULL, FALSE);
      g_usleep (100);
    }
}

static void
await_events (const Place *place, guint64 n_events)
{
  gint64 end_us = g_get_monotonic_time () + END_S * G_USEC_PER_SEC;

  while (count_events (place) < n_events)
    {
      g_assert_cmpint (g_get_monotonic_time (), <, end_us);
      g_main_context_iteration (NULL, FALSE);
      g_usleep (100);
    }
}

static void
test_from (gconstpointer data)
{
  const Hostile *hostile = data;
  g_auto (Place) place = { 0 };
  g_auto (Server) server = { 0 };
  g_auto (Kit) honest = { 0 };
  g_auto (Kit) good = { 0 };
  g_autoptr (Peer) peer = NULL;
  g_autoptr (SpurTrace) trace = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *host = NULL;
  g_autofree char *address = NULL;

  g_test_summary (
    "A server that is no collector is said once, tried again and harms nothing; where "
    "it serves a recording later, that is taken.");

  place_init (&place);
  set_patience (&place, 100);
  place_listen (&place);
  host = server_init (&server);
  address = g_strconcat ("tcp:", host, NULL);
  hostile->send (server.bytes);
  server.then = hostile->then;
  g_assert_true (spur_collector_follow (place.collector, address, &error));
  g_assert_no_error (error);
  await_connections (&server, 3);
  g_assert_cmpuint (place.n_problems, <=, 1);
  g_assert_cmpuint (place.collector->n_unparsed_bytes, <, 1048576);
  place_fill (&honest, 1, 2, 50);
  peer = peer_connect (place.path);
  place_send_all (peer, &honest, NULL);
  peer_await (peer, &honest, honest.ends->len);
  place_fill (&good, 0x100, 2, 50);
  g_byte_array_set_size (server.bytes, 0);
  g_byte_array_append (server.bytes, good.head, sizeof good.head);
  g_byte_array_append (server.bytes, good.bytes->data, good.bytes->len);
  server.then = THEN_CLOSE;
  await_events (&place, 200);
  g_clear_pointer (&peer, peer_free);
  g_clear_object (&place.collector);
  trace = place_read (&place, 1);
  g_assert_cmpuint (spur_trace_get_n_events (trace), ==, 100);
  g_clear_object (&trace);
  trace = place_read (&place, 0x100);
  g_assert_cmpuint (spur_trace_get_n_events (trace), ==, 100);
}

/* ---- TLS ---- */

static GTlsCertificate *
load_certificate (void)
{
  g_autofree char *path =
    g_test_build_filename (G_TEST_DIST, "collect", "data", "certificate.pem", NULL);
  g_autoptr (GError) error = NULL;
  GTlsCertificate *certificate = g_tls_certificate_new_from_file (path, &error);

  g_assert_no_error (error);
  return certificate;
}

static GTlsDatabase *
load_authorities (void)
{
  g_autofree char *path =
    g_test_build_filename (G_TEST_DIST, "collect", "data", "authority.pem", NULL);
  g_autoptr (GError) error = NULL;
  GTlsDatabase *authorities = g_tls_file_database_new (path, &error);

  g_assert_no_error (error);
  return authorities;
}

static gboolean
has_tls (void)
{
  if (g_tls_backend_supports_tls (g_tls_backend_get_default ()))
    return TRUE;
  g_test_skip ("GLib has no TLS here");
  return FALSE;
}

/* The beginning of a TLS 1.2 ClientHello, which claims more than comes. */
static const guint8 half_hello[] = { 22, 3, 1, 0x02, 0x00, 1, 0, 0x01, 0xfc, 3, 3, 1, 2, 3 };

typedef struct
{
  const char *name;
  const guint8 *bytes;
  gsize n_bytes;
} Shake;

static const Shake shakes[] = {
  { "silent", NULL, 0 },
  { "half-hello", half_hello, sizeof half_hello },
  { "half-record", half_hello, 3 },
  { "garbage", (const guint8 *) "GET / HTTP/1.1\r\n\r\n", 18 },
  { "plain", (const guint8 *) "\211SNET\r\n\n\1\0\0\0\0\0\0\0", 16 },
};

static gboolean
is_closed (GSocket *socket)
{
  char bytes[512];
  g_autoptr (GError) error = NULL;
  gssize n = g_socket_receive (socket, bytes, sizeof bytes, NULL, &error);

  return n == 0 || (n < 0 && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_WOULD_BLOCK));
}

static void
test_tls (gconstpointer data)
{
  const Shake *shake = data;
  g_auto (Place) place = { 0 };
  g_autoptr (GTlsCertificate) certificate = NULL;
  g_autoptr (GSocketClient) client = g_socket_client_new ();
  g_autoptr (GPtrArray) connections = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GError) error = NULL;
  g_autofree char *address = NULL;
  gint64 end_us = g_get_monotonic_time () + END_S * G_USEC_PER_SEC;

  g_test_summary ("Connections that do not shake hands are cut off, and keep no recorder out.");

  if (!has_tls ())
    return;
  place_init (&place);
  set_patience (&place, 200);
  certificate = load_certificate ();
  spur_collector_set_tls (place.collector, certificate, NULL);
  address = spur_collector_listen (place.collector, "tcp:0", &error);
  g_assert_no_error (error);
  place_listen (&place);
  for (guint i = 0; i < 8; i++)
    {
      GSocketConnection *connection =
        g_socket_client_connect_to_host (client, address + 4, 0, NULL, &error);
      GSocket *socket;

      g_assert_no_error (error);
      g_ptr_array_add (connections, connection);
      socket = g_socket_connection_get_socket (connection);
      g_socket_set_blocking (socket, FALSE);
      if (shake->n_bytes > 0)
        g_socket_send (socket, (const char *) shake->bytes, shake->n_bytes, NULL, NULL);
      peer_turn ();
    }
  {
    g_auto (Kit) kit = { 0 };
    g_autoptr (Peer) peer = peer_connect (place.path);

    place_fill (&kit, 1, 1, 10);
    place_send_all (peer, &kit, NULL);
    peer_await (peer, &kit, kit.ends->len);
  }
  for (guint i = 0; i < connections->len;)
    {
      i += is_closed (g_socket_connection_get_socket (g_ptr_array_index (connections, i)));
      g_assert_cmpint (g_get_monotonic_time (), <, end_us);
      g_main_context_iteration (NULL, FALSE);
      g_usleep (100);
    }
  g_assert_cmpuint (place.collector->arrivals->len, ==, 0);
}

/* ---- A relay whose collector is none ---- */

static void
wait_process (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;

  g_subprocess_communicate_utf8_finish (G_SUBPROCESS (source), result, data, NULL, &error);
  g_assert_no_error (error);
}

static void
test_relay (gconstpointer data)
{
  const Shake *shake = data;
  g_auto (Place) place = { 0 };
  g_auto (Server) server = { 0 };
  g_autoptr (GTlsCertificate) certificate = NULL;
  g_autoptr (GTlsDatabase) authorities = NULL;
  g_autoptr (SpurRelay) relay = NULL;
  g_autoptr (GSubprocessLauncher) launcher =
    g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE);
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *host = NULL;
  g_autofree char *where = NULL;
  g_autofree char *address = NULL;
  g_autofree char *actual = NULL;
  char *said = NULL;

  g_test_summary ("A relay that meets no TLS says so and tries again; the program loses nothing.");

  if (!has_tls ())
    return;
  place_init (&place);
  certificate = load_certificate ();
  authorities = load_authorities ();
  host = server_init (&server);
  g_byte_array_append (server.bytes, shake->bytes, (guint) shake->n_bytes);
  server.then = THEN_CLOSE;
  relay = spur_relay_new (host, &error);
  g_assert_no_error (error);
  spur_relay_set_tls (relay, certificate, authorities);
  where = spur_relay_start (relay, &error);
  g_assert_no_error (error);
  g_subprocess_launcher_setenv (launcher, "SPUR_RECORD_POLICY", "block", TRUE);
  process = g_subprocess_launcher_spawn (launcher, &error, g_getenv ("COLLECT_PROGRAM"), where, "2",
                                         "5000", NULL);
  g_assert_no_error (error);
  await_connections (&server, 2);
  g_assert_false (spur_relay_check (relay, NULL));
  g_socket_service_stop (server.service);
  g_socket_listener_close (G_SOCKET_LISTENER (server.service));
  spur_collector_set_tls (place.collector, certificate, authorities);
  address = g_strconcat ("tcp:", host, NULL);
  actual = spur_collector_listen (place.collector, address, &error);
  g_assert_no_error (error);
  g_subprocess_communicate_utf8_async (process, NULL, NULL, wait_process, &said);
  while (said == NULL)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpstr (g_strstrip (said), ==, "10000 0");
  g_free (said);
  spur_relay_stop (relay);
  g_assert_cmpuint (count_events (&place), ==, 10000);
}

/* ---- A collector that is slow ---- */

#define N_SLOW_PROGRAMS 8
#define N_SLOW_EVENTS 60000

static void
run_beside_slow (const Place *place, GSubprocessLauncher *launcher)
{
  g_autofree char *where = g_strconcat ("unix:", place->path, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (GSubprocess) process = g_subprocess_launcher_spawn (
    launcher, &error, g_getenv ("COLLECT_PROGRAM"), where, "1", G_STRINGIFY (N_SLOW_EVENTS), NULL);
  char *said = NULL;

  g_assert_no_error (error);
  g_subprocess_communicate_utf8_async (process, NULL, NULL, wait_process, &said);
  while (said == NULL)
    {
      g_main_context_iteration (NULL, FALSE);
      g_usleep (3000);
    }
  g_assert_cmpstr (g_strstrip (said), ==, G_STRINGIFY (N_SLOW_EVENTS) " 0");
  g_free (said);
}

static void
test_slow (void)
{
  static const char *const options[] = { "POLICY", "block", "SPOOL", "64K", "BLOCK", "4K" };
  g_auto (Place) place = { 0 };
  g_autoptr (GSubprocessLauncher) launcher =
    g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE);
  g_autoptr (GError) error = NULL;
  g_autofree char *served = NULL;
  SpurCollectRecording recording;

  g_test_summary ("What a recording tells at its end waits for room in the spool, as events do.");

  place_init (&place);
  place_listen (&place);
  /* It takes a little at a time, since others are to have their turn. */
  served = spur_collector_serve (place.collector, "tcp:0", &error);
  g_assert_no_error (error);
  for (guint i = 0; i < G_N_ELEMENTS (options); i += 2)
    {
      g_autofree char *name = g_strconcat ("SPUR_RECORD_", options[i], NULL);

      g_subprocess_launcher_setenv (launcher, name, options[i + 1], TRUE);
    }
  for (guint i = 0; i < N_SLOW_PROGRAMS; i++)
    {
      run_beside_slow (&place, launcher);
      spur_collector_get_recording (place.collector, i, &recording);
      g_assert_true (recording.has_ended);
    }
  g_assert_cmpuint (count_events (&place), ==, N_SLOW_PROGRAMS * N_SLOW_EVENTS);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/collect-hostile/slow", test_slow);

  for (guint i = 0; i < G_N_ELEMENTS (hostiles); i++)
    {
      g_autofree char *name = g_strconcat ("/collect-hostile/from/", hostiles[i].name, NULL);

      g_test_add_data_func (name, &hostiles[i], test_from);
    }
  for (guint i = 0; i < G_N_ELEMENTS (shakes); i++)
    {
      g_autofree char *name = g_strconcat ("/collect-hostile/tls/", shakes[i].name, NULL);
      g_autofree char *relay = g_strconcat ("/collect-hostile/relay/", shakes[i].name, NULL);

      g_test_add_data_func (name, &shakes[i], test_tls);
      g_test_add_data_func (relay, &shakes[i], test_relay);
    }
  return g_test_run ();
}
