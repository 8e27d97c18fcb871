/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "tests/collect/collect-peer.h"

#include <gio/gunixsocketaddress.h>

#include "core/base/spur-bytes-private.h"

void
peer_turn (void)
{
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

Peer *
peer_connect (const char *path)
{
  Peer *peer = g_new0 (Peer, 1);
  g_autoptr (GSocketAddress) address = g_unix_socket_address_new (path);
  g_autoptr (GError) error = NULL;

  peer->socket =
    g_socket_new (G_SOCKET_FAMILY_UNIX, G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_DEFAULT, &error);
  g_assert_no_error (error);
  g_socket_connect (peer->socket, address, NULL, &error);
  g_assert_no_error (error);
  g_socket_set_blocking (peer->socket, FALSE);
  peer->in = g_byte_array_new ();
  return peer;
}

void
peer_free (Peer *peer)
{
  g_socket_close (peer->socket, NULL);
  g_object_unref (peer->socket);
  g_byte_array_unref (peer->in);
  g_free (peer);
  peer_turn ();
}

/* FALSE when the other end was closed. */
gboolean
peer_take (Peer *peer)
{
  guint8 bytes[4096];
  g_autoptr (GError) error = NULL;
  gssize n = g_socket_receive (peer->socket, (char *) bytes, sizeof bytes, NULL, &error);

  if (n > 0)
    g_byte_array_append (peer->in, bytes, (guint) n);
  return n > 0 || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_WOULD_BLOCK);
}

/* Sends as long as the other end takes it. */
gboolean
peer_send (Peer *peer, const guint8 *bytes, gsize n_bytes)
{
  gint64 end_us = g_get_monotonic_time () + 30 * G_USEC_PER_SEC;

  while (n_bytes > 0 && g_get_monotonic_time () < end_us)
    {
      g_autoptr (GError) error = NULL;
      gssize n = g_socket_send (peer->socket, (const char *) bytes, n_bytes, NULL, &error);

      if (n < 0 && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_WOULD_BLOCK))
        return FALSE;
      if (n > 0)
        {
          bytes += n;
          n_bytes -= (gsize) n;
        }
      peer_turn ();
      if (!peer_take (peer))
        return FALSE;
    }
  return n_bytes == 0;
}

/* The bytes behind the header of the @index-th message of a kind, or NULL. */
const guint8 *
peer_find_message (Peer *peer, SpurAnswerKind kind, guint index)
{
  for (gsize at = 0; at + SPUR_ANSWER_HEADER_BYTES <= peer->in->len;)
    {
      guint32 n_bytes = spur_get_le32 (peer->in->data + at + 4);

      if (at + SPUR_ANSWER_HEADER_BYTES + n_bytes > peer->in->len)
        return NULL;
      if (spur_get_le32 (peer->in->data + at) == (guint32) kind && index-- == 0)
        return peer->in->data + at + SPUR_ANSWER_HEADER_BYTES;
      at += SPUR_ANSWER_HEADER_BYTES + n_bytes;
    }
  return NULL;
}

static guint64
peer_get_acknowledged (Peer *peer)
{
  guint64 n = 0;
  const guint8 *body;

  for (guint i = 0; (body = peer_find_message (peer, SPUR_ANSWER_ACKNOWLEDGED, i)) != NULL; i++)
    {
      g_assert_cmpuint (spur_get_le64 (body), >, n);
      n = spur_get_le64 (body);
    }
  return n;
}

/* Waits until @n_packets packets are acknowledged. */
void
peer_await (Peer *peer, const Kit *kit, guint n_packets)
{
  guint64 n_bytes = SPUR_RECORDING_PREAMBLE_BYTES + g_array_index (kit->ends, gsize, n_packets - 1);
  gint64 end_us = g_get_monotonic_time () + 30 * G_USEC_PER_SEC;

  while (peer_get_acknowledged (peer) < n_bytes && g_get_monotonic_time () < end_us)
    {
      peer_turn ();
      g_assert_true (peer_take (peer));
      g_usleep (100);
    }
  g_assert_cmpuint (peer_get_acknowledged (peer), ==, n_bytes);
}

void
peer_await_close (Peer *peer)
{
  gint64 end_us = g_get_monotonic_time () + 30 * G_USEC_PER_SEC;

  while (peer_take (peer))
    {
      g_assert_cmpint (g_get_monotonic_time (), <, end_us);
      peer_turn ();
      g_usleep (100);
    }
}
