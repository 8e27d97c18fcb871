/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Another collector whose recording is taken, as that of a recorder which does not come by itself.
 */
#include <gio/gunixsocketaddress.h>
#include <string.h>

#include "core/base/spur-error-internal.h"
#include "core/collect/spur-collector-private.h"

#define RETRY_MS 500
#define CONNECT_SECONDS 10

struct _SpurCollectSource
{
  guint n_refs;
  SpurCollector *collector;
  char *address;
  gboolean is_unix;
  GSocketConnectable *place;
  GCancellable *cancellable;
  guint timer;

  /* One that is away for a day is one problem, and so is one that sends nonsense all day. */
  gboolean is_away;
  gboolean is_refused;
};

static gboolean connect_again (gpointer data);

static void
source_unref (SpurCollectSource *self)
{
  if (--self->n_refs > 0)
    return;
  g_free (self->address);
  g_clear_object (&self->place);
  g_clear_object (&self->cancellable);
  g_free (self);
}

void
spur_collect_source_free (SpurCollectSource *self)
{
  g_clear_handle_id (&self->timer, g_source_remove);
  g_cancellable_cancel (self->cancellable);
  source_unref (self);
}

/**
 * spur_collector_parse_address: (skip)
 * @address: `unix:PATH` or `tcp:HOST:PORT`; without a port it is 14830
 * @error: return location for an error
 *
 * Says where a collector is.
 *
 * Returns: (transfer full): the place, or %NULL with %G_IO_ERROR_INVALID_ARGUMENT or an error of
 *   g_network_address_parse()
 *
 * Since: 1.0
 */
GSocketConnectable *
spur_collector_parse_address (const char *address, GError **error)
{
  g_return_val_if_fail (address != NULL, NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  if (g_str_has_prefix (address, "unix:") && strlen (address) > 5)
    return G_SOCKET_CONNECTABLE (g_unix_socket_address_new (address + 5));
  if (g_str_has_prefix (address, "tcp:") && strlen (address) > 4)
    return g_network_address_parse (address + 4, SPUR_COLLECTOR_PORT, error);
  return spur_error_set_null (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                              "'%s' is no address; expected unix:PATH or tcp:HOST:PORT", address);
}

static void
retry_later (SpurCollectSource *self, const GError *error)
{
  if (!self->is_away && error != NULL)
    spur_collector_tell_problem (self->collector, "%s: %s; tried again until it is there",
                                 self->address, error->message);
  self->is_away = TRUE;
  if (self->timer == 0)
    self->timer = g_timeout_add (RETRY_MS, connect_again, self);
}

/* (transfer full): TLS on top where the collector speaks it itself. */
static GIOStream *
wrap_connection (SpurCollectSource *self, GSocketConnection *connection, GError **error)
{
  SpurCollector *collector = self->collector;
  GIOStream *stream;

  if (collector->certificate == NULL || self->is_unix)
    return G_IO_STREAM (g_object_ref (connection));
  stream = g_tls_client_connection_new (G_IO_STREAM (connection), self->place, error);
  if (stream == NULL)
    return NULL;
  g_tls_connection_set_certificate (G_TLS_CONNECTION (stream), collector->certificate);
  if (collector->authorities != NULL)
    g_tls_connection_set_database (G_TLS_CONNECTION (stream), collector->authorities);
  return stream;
}

static void
connect_done (GObject *source, GAsyncResult *result, gpointer data)
{
  SpurCollectSource *self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GSocketConnection) connection =
    g_socket_client_connect_finish (G_SOCKET_CLIENT (source), result, &error);
  g_autoptr (GIOStream) stream = NULL;

  if (!g_cancellable_is_cancelled (self->cancellable))
    {
      if (connection != NULL)
        stream = wrap_connection (self, connection, &error);
      if (stream != NULL)
        spur_collect_client_new (self->collector, stream, self);
      else
        retry_later (self, error);
    }
  source_unref (self);
}

static gboolean
connect_again (gpointer data)
{
  SpurCollectSource *self = data;
  g_autoptr (GSocketClient) client = g_socket_client_new ();

  self->timer = 0;
  self->n_refs++;
  g_socket_client_set_timeout (client, CONNECT_SECONDS);
  g_socket_client_connect_async (client, self->place, self->cancellable, connect_done, self);
  return G_SOURCE_REMOVE;
}

SpurCollectSource *
spur_collect_source_new (SpurCollector *collector, const char *address, GError **error)
{
  GSocketConnectable *place = spur_collector_parse_address (address, error);
  SpurCollectSource *self;

  if (place == NULL)
    return NULL;
  self = g_new0 (SpurCollectSource, 1);
  self->n_refs = 1;
  self->collector = collector;
  self->address = g_strdup (address);
  self->is_unix = g_str_has_prefix (address, "unix:");
  self->place = place;
  self->cancellable = g_cancellable_new ();
  connect_again (self);
  return self;
}

gboolean
spur_collect_source_note_problem (SpurCollectSource *self)
{
  gboolean is_new = !self->is_refused;

  self->is_refused = TRUE;
  return is_new;
}

void
spur_collect_source_lost (SpurCollectSource *self, const SpurCollectKnown *known)
{
  if (self->collector->is_stopped || (known != NULL && known->counts.status.has_ended))
    return;
  if (known != NULL)
    self->is_away = FALSE;
  retry_later (self, NULL);
}
