/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "core/base/spur-bytes-private.h"
#include "tests/collect/collect-kit.h"

/* A recorder that speaks TLS. */
typedef struct
{
  GTlsCertificate *certificate;
  GIOStream *stream;
  guint8 bytes[4096];
  gsize n_bytes;
  gboolean is_done;
  gboolean has_failed;
} Peer;

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

static gboolean
accept_it (GTlsConnection *connection,
           GTlsCertificate *certificate,
           GTlsCertificateFlags problems,
           gpointer data)
{
  return TRUE;
}

static void
written (GObject *source, GAsyncResult *result, gpointer data)
{
  Peer *peer = data;
  g_autoptr (GError) error = NULL;

  if (!g_output_stream_write_all_finish (G_OUTPUT_STREAM (source), result, NULL, &error))
    {
      g_test_message ("writing: %s", error->message);
      peer->has_failed = TRUE;
    }
  peer->is_done = TRUE;
}

static void
read_some (GObject *source, GAsyncResult *result, gpointer data)
{
  Peer *peer = data;
  g_autoptr (GError) error = NULL;
  gssize n = g_input_stream_read_finish (G_INPUT_STREAM (source), result, &error);

  if (n <= 0)
    {
      g_test_message ("reading: %s", error != NULL ? error->message : "the end");
      peer->has_failed = TRUE;
    }
  else
    peer->n_bytes += (gsize) n;
  peer->is_done = TRUE;
}

static void
wait_for (Peer *peer)
{
  gint64 end_us = g_get_monotonic_time () + 20 * G_USEC_PER_SEC;

  while (!peer->is_done)
    {
      g_assert_cmpint (g_get_monotonic_time (), <, end_us);
      g_main_context_iteration (NULL, FALSE);
      g_usleep (100);
    }
  peer->is_done = FALSE;
}

/* Sends all, and reads until so much is acknowledged or the connection has gone. */
static gboolean
send_over_tls (const char *address, GTlsCertificate *certificate, const Kit *kit)
{
  g_autoptr (GSocketClient) client = g_socket_client_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (GSocketConnection) connection =
    g_socket_client_connect_to_host (client, address + 4, 0, NULL, &error);
  g_autoptr (GByteArray) all = g_byte_array_new ();
  guint8 hello[SPUR_HELLO_BYTES];
  Peer peer = { .certificate = certificate };
  guint64 n_wanted = SPUR_RECORDING_PREAMBLE_BYTES + kit->bytes->len;
  gboolean is_kept = FALSE;

  g_assert_no_error (error);
  peer.stream = g_tls_client_connection_new (G_IO_STREAM (connection), NULL, &error);
  g_assert_no_error (error);
  g_signal_connect (peer.stream, "accept-certificate", G_CALLBACK (accept_it), NULL);
  if (certificate != NULL)
    g_tls_connection_set_certificate (G_TLS_CONNECTION (peer.stream), certificate);
  kit_make_hello (kit, NULL, hello);
  g_byte_array_append (all, hello, sizeof hello);
  g_byte_array_append (all, kit->head, sizeof kit->head);
  g_byte_array_append (all, kit->bytes->data, kit->bytes->len);
  g_output_stream_write_all_async (g_io_stream_get_output_stream (peer.stream), all->data, all->len,
                                   0, NULL, written, &peer);
  wait_for (&peer);
  while (!peer.has_failed && !is_kept)
    {
      g_input_stream_read_async (g_io_stream_get_input_stream (peer.stream),
                                 peer.bytes + peer.n_bytes, sizeof peer.bytes - peer.n_bytes, 0,
                                 NULL, read_some, &peer);
      wait_for (&peer);
      is_kept = peer.n_bytes >= 16 && spur_get_le64 (peer.bytes + peer.n_bytes - 8) == n_wanted;
    }
  g_io_stream_close (peer.stream, NULL, NULL);
  g_object_unref (peer.stream);
  return is_kept;
}

static void
make_kit (Kit *kit, guint64 origin)
{
  kit_init (kit, origin);
  kit_define (kit, 2);
  kit_put_stream (kit, 0, "main");
  kit_put_events (kit, 1, 0, KIT_STATE, 100, kit_now (), 10, NULL);
  kit_put_status (kit, TRUE);
}

static void
remove_folder (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      g_unlink (path);
    }
  g_rmdir (folder);
}

static void
test_tls (gconstpointer data)
{
  gboolean needs_certificate = GPOINTER_TO_INT (data);
  g_autofree char *folder = g_dir_make_tmp ("spur-collect-XXXXXX", NULL);
  g_autofree char *authorities_path =
    g_test_build_filename (G_TEST_DIST, "collect", "data", "authority.pem", NULL);
  g_autoptr (SpurCollector) collector = NULL;
  g_autoptr (GTlsCertificate) certificate = NULL;
  g_autoptr (GTlsDatabase) authorities = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *address = NULL;
  g_auto (Kit) kit = { 0 };
  SpurCollectCounts counts;

  g_test_summary ("Over TLS, with and without a certificate of the recorder.");

  if (!g_tls_backend_supports_tls (g_tls_backend_get_default ()))
    {
      g_test_skip ("GLib has no TLS here");
      g_rmdir (folder);
      return;
    }
  certificate = load_certificate ();
  collector = spur_collector_new (folder, &error);
  g_assert_no_error (error);
  if (needs_certificate)
    {
      authorities = g_tls_file_database_new (authorities_path, &error);
      g_assert_no_error (error);
    }
  spur_collector_set_tls (collector, certificate, authorities);
  address = spur_collector_listen (collector, "tcp:0", &error);
  g_assert_no_error (error);
  make_kit (&kit, 77);
  g_assert_true (send_over_tls (address, NULL, &kit) == !needs_certificate);
  if (needs_certificate)
    g_assert_true (send_over_tls (address, certificate, &kit));
  spur_collector_get_counts (collector, &counts);
  g_assert_cmpuint (counts.n_events, ==, 100);
  g_assert_cmpuint (counts.n_recordings, ==, 1);
  g_clear_object (&collector);
  remove_folder (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_data_func ("/collect-tls/server", GINT_TO_POINTER (FALSE), test_tls);
  g_test_add_data_func ("/collect-tls/both", GINT_TO_POINTER (TRUE), test_tls);
  return g_test_run ();
}
