/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/record/network/spur-relay-link-private.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string.h>

#include "core/base/spur-bytes-private.h"
#include "core/record/spur-record-wire-internal.h"

#define BUFFER_BYTES 65536
/* For connecting and for the handshake, and for what was sent to be taken by the other computer. */
#define PATIENCE_S 10
#define UNTAKEN_MS 30000
/* How long a collector may take to read what a recorder sent that has gone. */
#define DRAIN_MS 4000

/* One direction. */
typedef struct
{
  SpurRelayLink *link;
  GInputStream *from;
  GOutputStream *to;
  guint8 *bytes;
} Pump;

struct _SpurRelayLink
{
  guint n_refs;
  const SpurRelayPlan *plan;
  GCancellable *cancellable;
  GIOStream *recorder;
  GIOStream *collector;
  guint timer;
  gboolean is_closed;
  gboolean has_answered;
  /* The recorder has gone, and the collector is to get the rest. */
  gboolean is_draining;
  GTlsCertificateFlags certificate_problems;
  Pump up;
  Pump down;
};

static void connect_collector (SpurRelayLink *self);

static SpurRelayLink *
link_ref (SpurRelayLink *self)
{
  self->n_refs++;
  return self;
}

static void
link_unref (SpurRelayLink *self)
{
  if (--self->n_refs > 0)
    return;
  g_free (self->up.bytes);
  g_free (self->down.bytes);
  g_clear_object (&self->collector);
  g_object_unref (self->recorder);
  g_object_unref (self->cancellable);
  g_free (self);
}

static void
close_done (GObject *source, GAsyncResult *result, gpointer data)
{
  g_io_stream_close_finish (G_IO_STREAM (source), result, NULL);
}

void
spur_relay_link_close (SpurRelayLink *self)
{
  if (self->is_closed)
    return;
  self->is_closed = TRUE;
  if (self->timer != 0)
    g_source_destroy (
      g_main_context_find_source_by_id (g_main_context_get_thread_default (), self->timer));
  self->timer = 0;
  g_cancellable_cancel (self->cancellable);
  g_io_stream_close_async (self->recorder, G_PRIORITY_DEFAULT, NULL, close_done, NULL);
  if (self->collector != NULL)
    g_io_stream_close_async (self->collector, G_PRIORITY_DEFAULT, NULL, close_done, NULL);
  self->plan->gone (self->plan->data, self);
  link_unref (self);
}

static void
set_timer (SpurRelayLink *self, guint delay_ms, GSourceFunc function)
{
  g_autoptr (GSource) source = g_timeout_source_new (delay_ms);

  g_source_set_callback (source, function, self, NULL);
  self->timer = g_source_attach (source, g_main_context_get_thread_default ());
}

static void
tell_problem (SpurRelayLink *self, const GError *problem)
{
  g_autoptr (GError) error =
    g_error_new (problem->domain, problem->code, "%s: %s", self->plan->name, problem->message);

  if (!self->is_closed)
    self->plan->tell (self->plan->data, error);
}

/* ---- Carrying ---- */

static void pump_read (Pump *pump);

static gboolean
end_draining (gpointer data)
{
  SpurRelayLink *self = data;

  self->timer = 0;
  spur_relay_link_close (self);
  return G_SOURCE_REMOVE;
}

/* All that the recorder sent is on its way. A socket that is closed while there are unread
 * answers in it would take that back. */
static void
drain_answers (SpurRelayLink *self)
{
  g_autoptr (GIOStream) base = NULL;

  self->is_draining = TRUE;
  g_object_get (self->collector, "base-io-stream", &base, NULL);
  g_socket_shutdown (g_socket_connection_get_socket (G_SOCKET_CONNECTION (base)), FALSE, TRUE,
                     NULL);
  set_timer (self, DRAIN_MS, end_draining);
}

/* A connection that broke is the recorder's to make again, which has all that was not acknowledged.
 */
static void
end_pump (Pump *pump, const GError *error)
{
  SpurRelayLink *self = pump->link;

  if (!self->is_closed && error != NULL && error->domain == G_TLS_ERROR && !self->has_answered)
    {
      g_autoptr (GError) said = g_error_new (
        error->domain, error->code, "the collector ended the connection (%s)%s", error->message,
        self->plan->certificate == NULL ? "; it may want a certificate" : "");

      tell_problem (self, said);
    }
  spur_relay_link_close (self);
}

static void
write_done (GObject *source, GAsyncResult *result, gpointer data)
{
  Pump *pump = data;
  SpurRelayLink *self = pump->link;
  g_autoptr (GError) error = NULL;

  if (!g_output_stream_write_all_finish (G_OUTPUT_STREAM (source), result, NULL, &error) &&
      !self->is_draining)
    end_pump (pump, error);
  else if (!self->is_closed)
    pump_read (pump);
  link_unref (self);
}

static void
read_done (GObject *source, GAsyncResult *result, gpointer data)
{
  Pump *pump = data;
  SpurRelayLink *self = pump->link;
  g_autoptr (GError) error = NULL;
  gssize n_bytes = g_input_stream_read_finish (G_INPUT_STREAM (source), result, &error);

  if (n_bytes == 0 && pump == &self->up && !self->is_closed)
    drain_answers (self);
  else if (n_bytes <= 0)
    end_pump (pump, error);
  else if (self->is_draining)
    pump_read (pump);
  else if (!self->is_closed)
    {
      if (pump == &self->down && !self->has_answered)
        {
          self->has_answered = TRUE;
          self->plan->get_delay_ms (self->plan->data, TRUE);
        }
      g_output_stream_write_all_async (pump->to, pump->bytes, (gsize) n_bytes, G_PRIORITY_DEFAULT,
                                       self->cancellable, write_done, pump);
      link_ref (self);
    }
  link_unref (self);
}

static void
pump_read (Pump *pump)
{
  link_ref (pump->link);
  g_input_stream_read_async (pump->from, pump->bytes, BUFFER_BYTES, G_PRIORITY_DEFAULT,
                             pump->link->cancellable, read_done, pump);
}

static void
start_pump (Pump *pump, SpurRelayLink *self, GIOStream *from, GIOStream *to)
{
  *pump = (Pump){ self, g_io_stream_get_input_stream (from), g_io_stream_get_output_stream (to),
                  g_malloc (BUFFER_BYTES) };
  pump_read (pump);
}

/* ---- Connecting ---- */

static gboolean
retry_connect (gpointer data)
{
  SpurRelayLink *self = data;

  self->timer = 0;
  connect_collector (self);
  return G_SOURCE_REMOVE;
}

static void
refusal_written (GObject *source, GAsyncResult *result, gpointer data)
{
  SpurRelayLink *self = data;

  g_output_stream_write_all_finish (G_OUTPUT_STREAM (source), result, NULL, NULL);
  spur_relay_link_close (self);
  link_unref (self);
}

/* It is of no use to try again. */
static void
refuse_recorder (SpurRelayLink *self, const char *text)
{
  guint32 n_text = (guint32) MIN (strlen (text), 1000);
  guint32 n_body = (8 + n_text + 7) & ~7u;
  guint8 *message = self->down.bytes = g_malloc0 (SPUR_ANSWER_HEADER_BYTES + n_body);

  spur_put_le32 (message, SPUR_ANSWER_REFUSED);
  spur_put_le32 (message + 4, n_body);
  spur_put_le32 (message + 8, SPUR_REFUSAL_NEVER);
  spur_put_le32 (message + 12, n_text);
  memcpy (message + 16, text, n_text);
  g_output_stream_write_all_async (g_io_stream_get_output_stream (self->recorder), message,
                                   8 + n_body, G_PRIORITY_DEFAULT, self->cancellable,
                                   refusal_written, link_ref (self));
}

/* What is wrong with the collector's certificate. */
static const char *
describe_problems (GTlsCertificateFlags problems)
{
  if ((problems & G_TLS_CERTIFICATE_BAD_IDENTITY) != 0)
    return "its certificate is for another name";
  if ((problems & G_TLS_CERTIFICATE_UNKNOWN_CA) != 0)
    return "its certificate is signed by none of the authorities that were given";
  if ((problems & G_TLS_CERTIFICATE_EXPIRED) != 0)
    return "its certificate has expired";
  if ((problems & G_TLS_CERTIFICATE_NOT_ACTIVATED) != 0)
    return "its certificate is not valid yet";
  if ((problems & G_TLS_CERTIFICATE_REVOKED) != 0)
    return "its certificate was revoked";
  return "its certificate is not good enough";
}

static gboolean
take_certificate (GTlsConnection *connection,
                  GTlsCertificate *certificate,
                  GTlsCertificateFlags problems,
                  gpointer data)
{
  SpurRelayLink *self = data;

  self->certificate_problems = problems;
  return FALSE;
}

static void
fail_connection (SpurRelayLink *self, const GError *problem)
{
  g_clear_object (&self->collector);
  if (self->certificate_problems != 0)
    {
      g_autoptr (GError) error = g_error_new_literal (
        G_TLS_ERROR, G_TLS_ERROR_BAD_CERTIFICATE, describe_problems (self->certificate_problems));

      tell_problem (self, error);
      refuse_recorder (self, error->message);
      return;
    }
  tell_problem (self, problem);
  set_timer (self, self->plan->get_delay_ms (self->plan->data, FALSE), retry_connect);
}

static void
handshake_done (GObject *source, GAsyncResult *result, gpointer data)
{
  SpurRelayLink *self = data;
  g_autoptr (GError) error = NULL;
  gboolean is_done = g_tls_connection_handshake_finish (G_TLS_CONNECTION (source), result, &error);

  if (self->is_closed)
    {
      link_unref (self);
      return;
    }
  if (!is_done)
    fail_connection (self, error);
  else
    {
      g_autoptr (GIOStream) base = NULL;

      g_object_get (source, "base-io-stream", &base, NULL);
      g_socket_set_timeout (g_socket_connection_get_socket (G_SOCKET_CONNECTION (base)), 0);
      start_pump (&self->up, self, self->recorder, self->collector);
      start_pump (&self->down, self, self->collector, self->recorder);
    }
  link_unref (self);
}

static void
start_handshake (SpurRelayLink *self, GSocketConnection *connection)
{
  GSocket *socket = g_socket_connection_get_socket (connection);
  g_autoptr (GError) error = NULL;
  GTlsConnection *tls;

  g_socket_set_keepalive (socket, TRUE);
  g_socket_set_option (socket, IPPROTO_TCP, TCP_USER_TIMEOUT, UNTAKEN_MS, NULL);
  g_socket_set_option (socket, IPPROTO_TCP, TCP_NODELAY, TRUE, NULL);
  self->collector =
    g_tls_client_connection_new (G_IO_STREAM (connection), self->plan->address, &error);
  if (self->collector == NULL)
    {
      fail_connection (self, error);
      return;
    }
  tls = G_TLS_CONNECTION (self->collector);
  g_signal_connect (tls, "accept-certificate", G_CALLBACK (take_certificate), self);
  if (self->plan->authorities != NULL)
    g_tls_connection_set_database (tls, self->plan->authorities);
  if (self->plan->certificate != NULL)
    g_tls_connection_set_certificate (tls, self->plan->certificate);
  /* A connection that breaks is noticed by what is missing: packets are numbered and have
   * checksums.
   */
  g_tls_connection_set_require_close_notify (tls, FALSE);
  self->certificate_problems = 0;
  g_tls_connection_handshake_async (tls, G_PRIORITY_DEFAULT, self->cancellable, handshake_done,
                                    link_ref (self));
}

static void
connect_done (GObject *source, GAsyncResult *result, gpointer data)
{
  SpurRelayLink *self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GSocketConnection) connection =
    g_socket_client_connect_finish (G_SOCKET_CLIENT (source), result, &error);

  if (!self->is_closed)
    {
      if (connection == NULL)
        fail_connection (self, error);
      else
        start_handshake (self, connection);
    }
  link_unref (self);
}

static void
connect_collector (SpurRelayLink *self)
{
  g_autoptr (GSocketClient) client = g_socket_client_new ();

  g_socket_client_set_timeout (client, PATIENCE_S);
  g_socket_client_connect_async (client, self->plan->address, self->cancellable, connect_done,
                                 link_ref (self));
}

SpurRelayLink *
spur_relay_link_new (const SpurRelayPlan *plan, GIOStream *recorder, guint delay_ms)
{
  SpurRelayLink *self = g_new0 (SpurRelayLink, 1);

  self->n_refs = 1;
  self->plan = plan;
  self->recorder = g_object_ref (recorder);
  self->cancellable = g_cancellable_new ();
  if (delay_ms > 0)
    set_timer (self, delay_ms, retry_connect);
  else
    connect_collector (self);
  return self;
}
