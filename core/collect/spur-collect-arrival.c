/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Connections that were just accepted: whether there is a place for them, and their TLS handshake,
 * before a client or a listener takes them over. */
#include <netinet/in.h>
#include <netinet/tcp.h>

#include "core/collect/spur-collector-private.h"

/* A recorder whose computer has gone without a word is noticed after 30 + 3 * 10 s; one that does
 * not take answers, after 30 s. */
#define KEEPALIVE_S 30
#define KEEPALIVE_EACH_S 10
#define N_KEEPALIVES 3
#define UNTAKEN_MS 30000

static void
add_peer (SpurCollector *collector, GIOStream *stream, SpurCollectPeers peers)
{
  if (peers == SPUR_COLLECT_RECORDERS)
    spur_collect_client_new (collector, stream, NULL);
  else if (peers == SPUR_COLLECT_LISTENERS)
    spur_collect_listener_new (collector, stream);
  else
    spur_collect_listener_new_reader (collector, stream);
}

/* ---- The handshake ---- */

void
spur_collect_arrival_close (SpurCollectArrival *self)
{
  if (self->is_closed)
    return;
  self->is_closed = TRUE;
  g_ptr_array_remove_fast (self->collector->arrivals, self);
  g_cancellable_cancel (self->cancellable);
}

static void
handshake_done (GObject *source, GAsyncResult *result, gpointer data)
{
  SpurCollectArrival *self = data;
  SpurCollector *collector = self->collector;
  gboolean was_closed = self->is_closed;
  g_autoptr (GError) error = NULL;
  gboolean is_shaken =
    g_tls_connection_handshake_finish (G_TLS_CONNECTION (source), result, &error);

  if (!was_closed)
    spur_collect_arrival_close (self);
  if (!was_closed && is_shaken)
    add_peer (collector, self->stream, self->peers);
  else
    g_io_stream_close_async (self->stream, G_PRIORITY_DEFAULT, NULL, NULL, NULL);
  if (!was_closed && !is_shaken)
    {
      collector->counts.n_refused++;
      spur_collector_tell_problem (collector, "a TLS handshake failed: %s", error->message);
    }
  g_object_unref (self->stream);
  g_object_unref (self->cancellable);
  g_free (self);
}

static void
start_handshake (SpurCollector *collector, GIOStream *stream, SpurCollectPeers peers)
{
  SpurCollectArrival *self = g_new0 (SpurCollectArrival, 1);

  *self = (SpurCollectArrival){ .collector = collector,
                                .peers = peers,
                                .stream = g_object_ref (stream),
                                .cancellable = g_cancellable_new (),
                                .deadline_us = spur_collector_get_deadline_us (collector) };
  g_ptr_array_add (collector->arrivals, self);
  g_tls_connection_handshake_async (G_TLS_CONNECTION (stream), G_PRIORITY_DEFAULT,
                                    self->cancellable, handshake_done, self);
}

/* A server is asked about all certificates, those without a fault included. */
static gboolean
accept_certificate (GTlsConnection *connection,
                    GTlsCertificate *certificate,
                    GTlsCertificateFlags faults,
                    gpointer data)
{
  return faults == 0;
}

/* (transfer full): TLS on top where it is asked for. */
static GIOStream *
wrap_connection (SpurCollector *self, GSocketConnection *connection, GError **error)
{
  GIOStream *stream;

  if (self->certificate == NULL || G_IS_UNIX_CONNECTION (connection))
    return G_IO_STREAM (g_object_ref (connection));
  stream = g_tls_server_connection_new (G_IO_STREAM (connection), self->certificate, error);
  if (stream == NULL || self->authorities == NULL)
    return stream;
  g_signal_connect (stream, "accept-certificate", G_CALLBACK (accept_certificate), NULL);
  g_tls_connection_set_database (G_TLS_CONNECTION (stream), self->authorities);
  g_object_set (stream, "authentication-mode", G_TLS_AUTHENTICATION_REQUIRED, NULL);
  return stream;
}

/* ---- Places ---- */

/* The client that has been here longest without saying who it is, or else such a handshake. */
static gboolean
remove_stranger (SpurCollector *self)
{
  SpurCollectClient *oldest = NULL;

  for (guint i = 0; i < self->clients->len; i++)
    {
      SpurCollectClient *client = g_ptr_array_index (self->clients, i);

      /* It has not said yet who it is, or was refused. */
      if (client->known == NULL && client->source == NULL &&
          (oldest == NULL || client->number < oldest->number))
        oldest = client;
    }
  if (oldest != NULL)
    spur_collect_client_close (oldest);
  else if (self->arrivals->len > 0)
    spur_collect_arrival_close (g_ptr_array_index (self->arrivals, 0));
  else
    return FALSE;
  self->counts.n_refused++;
  return TRUE;
}

/* Listeners say nothing of themselves, so that a part of the places is not for them. */
static gboolean
has_place (SpurCollector *self, SpurCollectPeers peers)
{
  guint n_taken = self->clients->len + self->listeners->len + self->arrivals->len;

  if (peers != SPUR_COLLECT_RECORDERS && self->listeners->len >= MAX (1, self->n_places / 2))
    return FALSE;
  return n_taken < self->n_places || remove_stranger (self);
}

static void
set_up_socket (GSocketConnection *connection, SpurCollectPeers peers)
{
  GSocket *socket = g_socket_connection_get_socket (connection);

  if (g_socket_get_family (socket) == G_SOCKET_FAMILY_UNIX)
    return;
  g_socket_set_keepalive (socket, TRUE);
  g_socket_set_option (socket, IPPROTO_TCP, TCP_KEEPIDLE, KEEPALIVE_S, NULL);
  g_socket_set_option (socket, IPPROTO_TCP, TCP_KEEPINTVL, KEEPALIVE_EACH_S, NULL);
  g_socket_set_option (socket, IPPROTO_TCP, TCP_KEEPCNT, N_KEEPALIVES, NULL);

  /* Those who read the recording may be as slow as they like. */
  if (peers == SPUR_COLLECT_RECORDERS)
    g_socket_set_option (socket, IPPROTO_TCP, TCP_USER_TIMEOUT, UNTAKEN_MS, NULL);
}

void
spur_collect_arrive (SpurCollector *self, GSocketConnection *connection, SpurCollectPeers peers)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GIOStream) stream = NULL;

  if (self->is_stopped || !has_place (self, peers))
    {
      self->counts.n_refused++;
      g_io_stream_close (G_IO_STREAM (connection), NULL, NULL);
      return;
    }
  set_up_socket (connection, peers);
  stream = wrap_connection (self, connection, &error);
  if (stream == NULL)
    {
      self->counts.n_refused++;
      spur_collector_tell_problem (self, "%s", error->message);
    }
  else if (G_IS_TLS_CONNECTION (stream))
    start_handshake (self, stream, peers);
  else
    add_peer (self, stream, peers);
}
