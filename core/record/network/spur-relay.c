/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/record/network/spur-relay.h"

#include <errno.h>
#include <gio/gunixsocketaddress.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/spur-error-internal.h"
#include "core/base/spur-object-internal.h"
#include "core/record/network/spur-relay-link-private.h"
#include "core/record/spur-record-wire-internal.h"

/**
 * SpurRelay:
 *
 * Carries what recorders of this computer send to a collector elsewhere, over TLS with
 * certificates, which `libspur-record-1.a` does not speak itself. Recorders connect to a Unix
 * socket that only this user can reach. Acknowledgements come from the collector and go through to
 * the recorders, so that these keep in their spools what was not acknowledged, and send it again
 * when a connection breaks: the relay itself keeps nothing.
 *
 * The collector's certificate must be for the name that was given, and be signed by one of the
 * authorities. Where it is not, recorders are refused for good. Where the collector cannot be
 * reached, it is tried again after a pause that grows from 0.2 to 5 s. A recorder that is faster
 * than the connection finds that its socket takes nothing, and does as its policy says.
 *
 * It has a thread of its own. `spur record --to tls:HOST:PORT` and #SpurRecordingSink use it.
 *
 * |[<!-- language="C" -->
 * SpurRelay *relay = spur_relay_new ("collector.example.org:14830", &error);
 *
 * spur_relay_set_tls (relay, NULL, authorities);
 * place = spur_relay_start (relay, &error);    // for the programs' SPUR_RECORD
 * ]|
 *
 * Since: 1.0
 */

#define FIRST_DELAY_MS 200
#define MAX_DELAY_MS 5000
#define MAX_LINKS 1024
#define STOP_US (5 * G_USEC_PER_SEC)
#define SOCKET_NAME "collector"

struct _SpurRelay
{
  GObject parent_instance;

  char *name;
  GSocketConnectable *address;
  GTlsCertificate *certificate;
  GTlsDatabase *authorities;

  char *folder;
  char *path;
  GThread *thread;
  GMainContext *context;

  /* Of the thread. */
  GMainLoop *loop;
  GSocketService *service;
  SpurRelayPlan plan;
  GPtrArray *links;
  guint delay_ms;

  GMutex mutex;
  GCond changed;
  guint n_connections;
  guint n_links;
  GError *problem;
};

SPUR_DEFINE_OBJECT (SpurRelay, spur_relay, 0)

static void
spur_relay_clear (SpurRelay *self)
{
  spur_relay_stop (self);
  g_clear_object (&self->service);
  g_ptr_array_unref (self->links);
  g_clear_pointer (&self->loop, g_main_loop_unref);
  g_clear_pointer (&self->context, g_main_context_unref);
  g_clear_object (&self->address);
  g_clear_object (&self->certificate);
  g_clear_object (&self->authorities);
  g_clear_error (&self->problem);
  g_cond_clear (&self->changed);
  g_mutex_clear (&self->mutex);
  g_free (self->name);
}

static void
spur_relay_init (SpurRelay *self)
{
  g_mutex_init (&self->mutex);
  g_cond_init (&self->changed);
  self->links = g_ptr_array_new ();
}

/**
 * spur_relay_new:
 * @address: the collector: `HOST:PORT`, `[HOST]:PORT` or `HOST`, whose port is 14830
 * @error: return location for an error
 *
 * Makes a relay to a collector, which is not started.
 *
 * Returns: (transfer full): a relay, or %NULL with %G_IO_ERROR_INVALID_ARGUMENT where @address is
 *   none
 *
 * Since: 1.0
 */
SpurRelay *
spur_relay_new (const char *address, GError **error)
{
  g_autoptr (GSocketConnectable) parsed = NULL;
  SpurRelay *self;

  g_return_val_if_fail (address != NULL, NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  parsed = *address != '\0' && *address != ':'
             ? g_network_address_parse (address, SPUR_COLLECTOR_PORT, NULL)
             : NULL;
  if (parsed == NULL)
    return spur_error_set_null (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                                "'%s' is no address of a collector; expected HOST:PORT", address);
  self = g_object_new (SPUR_TYPE_RELAY, NULL);
  self->name = g_strdup (address);
  self->address = g_steal_pointer (&parsed);
  return self;
}

/**
 * spur_relay_set_tls:
 * @self: a relay that is not started
 * @certificate: (nullable): by which the collector knows who sends, with its private key
 * @authorities: (nullable): who may have signed the collector's certificate; %NULL for those that
 *   this computer trusts
 *
 * Says how both ends know each other.
 *
 * Since: 1.0
 */
void
spur_relay_set_tls (SpurRelay *self, GTlsCertificate *certificate, GTlsDatabase *authorities)
{
  g_return_if_fail (SPUR_IS_RELAY (self));
  g_return_if_fail (certificate == NULL || G_IS_TLS_CERTIFICATE (certificate));
  g_return_if_fail (authorities == NULL || G_IS_TLS_DATABASE (authorities));
  g_return_if_fail (self->thread == NULL);

  g_set_object (&self->certificate, certificate);
  g_set_object (&self->authorities, authorities);
}

/* ---- In the thread ---- */

static void
keep_problem (gpointer data, const GError *error)
{
  SpurRelay *self = data;

  g_mutex_lock (&self->mutex);
  if (self->problem == NULL)
    self->problem = g_error_copy (error);
  g_mutex_unlock (&self->mutex);
}

static guint
get_delay_ms (gpointer data, gboolean has_answered)
{
  SpurRelay *self = data;

  if (has_answered)
    {
      self->delay_ms = 0;
      /* What could not be reached, and can by now, is no problem any more. */
      g_mutex_lock (&self->mutex);
      g_clear_error (&self->problem);
      g_mutex_unlock (&self->mutex);
      return 0;
    }
  self->delay_ms = CLAMP (self->delay_ms * 2, FIRST_DELAY_MS, MAX_DELAY_MS);
  return self->delay_ms;
}

static void
count_links (SpurRelay *self)
{
  g_mutex_lock (&self->mutex);
  self->n_links = self->links->len;
  g_cond_broadcast (&self->changed);
  g_mutex_unlock (&self->mutex);
}

static void
link_gone (gpointer data, SpurRelayLink *link)
{
  SpurRelay *self = data;

  g_ptr_array_remove_fast (self->links, link);
  count_links (self);
}

static gboolean
take_recorder (GSocketService *service,
               GSocketConnection *connection,
               GObject *source,
               gpointer data)
{
  SpurRelay *self = data;

  if (self->links->len >= MAX_LINKS)
    {
      g_io_stream_close (G_IO_STREAM (connection), NULL, NULL);
      return TRUE;
    }
  g_ptr_array_add (self->links,
                   spur_relay_link_new (&self->plan, G_IO_STREAM (connection), self->delay_ms));
  g_mutex_lock (&self->mutex);
  self->n_connections++;
  g_mutex_unlock (&self->mutex);
  count_links (self);
  return TRUE;
}

static gpointer
run_thread (gpointer data)
{
  SpurRelay *self = data;

  g_main_context_push_thread_default (self->context);
  g_socket_service_start (self->service);
  g_main_loop_run (self->loop);
  g_socket_service_stop (self->service);
  g_socket_listener_close (G_SOCKET_LISTENER (self->service));
  while (self->links->len > 0)
    spur_relay_link_close (g_ptr_array_index (self->links, self->links->len - 1));
  /* What was cancelled comes back, and streams are closed. */
  for (gint64 end_us = g_get_monotonic_time () + G_USEC_PER_SEC / 2;
       g_main_context_pending (self->context) && g_get_monotonic_time () < end_us;)
    g_main_context_iteration (self->context, FALSE);
  g_main_context_pop_thread_default (self->context);
  return NULL;
}

static gboolean
quit_loop (gpointer data)
{
  g_main_loop_quit (((SpurRelay *) data)->loop);
  return G_SOURCE_REMOVE;
}

/* ---- Starting and stopping ---- */

/* Sockets have short names. */
static gboolean
make_folder (SpurRelay *self, GError **error)
{
  const char *bases[] = { secure_getenv ("XDG_RUNTIME_DIR"), g_get_tmp_dir (), "/tmp" };

  for (guint i = 0; i < G_N_ELEMENTS (bases); i++)
    {
      g_autofree char *folder = NULL;

      if (bases[i] == NULL || !g_path_is_absolute (bases[i]) || strlen (bases[i]) > 70)
        continue;
      folder = g_build_filename (bases[i], "spur-relay-XXXXXX", NULL);
      if (g_mkdtemp_full (folder, 0700) == NULL)
        continue;
      self->folder = g_steal_pointer (&folder);
      self->path = g_build_filename (self->folder, SOCKET_NAME, NULL);
      return TRUE;
    }
  return spur_error_set (error, G_IO_ERROR, (int) g_io_error_from_errno (errno),
                         "a folder for the relay's socket cannot be made: %s", g_strerror (errno));
}

static void
remove_folder (SpurRelay *self)
{
  if (self->path != NULL)
    g_unlink (self->path);
  if (self->folder != NULL)
    g_rmdir (self->folder);
  g_clear_pointer (&self->path, g_free);
  g_clear_pointer (&self->folder, g_free);
}

static gboolean
listen_at_socket (SpurRelay *self, GError **error)
{
  g_autoptr (GSocketAddress) address = g_unix_socket_address_new (self->path);

  self->service = g_socket_service_new ();
  g_socket_service_stop (self->service);
  g_signal_connect (self->service, "incoming", G_CALLBACK (take_recorder), self);
  return g_socket_listener_add_address (G_SOCKET_LISTENER (self->service), address,
                                        G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_DEFAULT, NULL, NULL,
                                        error) &&
         g_chmod (self->path, 0600) == 0;
}

/**
 * spur_relay_start:
 * @self: a relay that was not started yet
 * @error: return location for an error
 *
 * Starts listening for recorders. It is no error if the collector cannot be reached yet.
 *
 * Returns: (transfer full): where recorders connect to, `unix:PATH`, as for the environment's
 *   `SPUR_RECORD`; or %NULL with an error of #GIOErrorEnum, %G_IO_ERROR_NOT_SUPPORTED where GLib
 * has no TLS here
 *
 * Since: 1.0
 */
char *
spur_relay_start (SpurRelay *self, GError **error)
{
  g_return_val_if_fail (SPUR_IS_RELAY (self), NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);
  g_return_val_if_fail (self->context == NULL, NULL);

  if (!g_tls_backend_supports_tls (g_tls_backend_get_default ()))
    return spur_error_set_null (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, "%s",
                                "GLib has no TLS here; install glib-networking");
  self->context = g_main_context_new ();
  self->loop = g_main_loop_new (self->context, FALSE);
  self->plan = (SpurRelayPlan){ .address = self->address,
                                .name = self->name,
                                .certificate = self->certificate,
                                .authorities = self->authorities,
                                .data = self,
                                .tell = keep_problem,
                                .get_delay_ms = get_delay_ms,
                                .gone = link_gone };
  g_main_context_push_thread_default (self->context);
  if (!make_folder (self, error) || !listen_at_socket (self, error))
    {
      g_main_context_pop_thread_default (self->context);
      remove_folder (self);
      return NULL;
    }
  g_main_context_pop_thread_default (self->context);
  self->thread = g_thread_new ("spur-relay", run_thread, self);
  return g_strconcat ("unix:", self->path, NULL);
}

/**
 * spur_relay_check:
 * @self: a relay
 * @error: return location for an error
 *
 * Asks whether the collector can be reached, as far as that was tried. By any thread.
 *
 * Returns: %FALSE where recorders wait or were refused; then @error says why, of %G_TLS_ERROR where
 *   the two ends do not accept each other
 *
 * Since: 1.0
 */
gboolean
spur_relay_check (SpurRelay *self, GError **error)
{
  gboolean is_well;

  g_return_val_if_fail (SPUR_IS_RELAY (self), FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  g_mutex_lock (&self->mutex);
  is_well = self->problem == NULL;
  if (!is_well)
    g_propagate_error (error, g_error_copy (self->problem));
  g_mutex_unlock (&self->mutex);
  return is_well;
}

/**
 * spur_relay_get_n_connections:
 * @self: a relay
 *
 * Gets how often recorders have connected so far, which they do again when a connection broke. By
 * any thread.
 *
 * Returns: how many connections there were
 *
 * Since: 1.0
 */
guint
spur_relay_get_n_connections (SpurRelay *self)
{
  guint n_connections;

  g_return_val_if_fail (SPUR_IS_RELAY (self), 0);

  g_mutex_lock (&self->mutex);
  n_connections = self->n_connections;
  g_mutex_unlock (&self->mutex);
  return n_connections;
}

/**
 * spur_relay_stop:
 * @self: a relay
 *
 * Ends it, when recorders have ended their connections, or after 5 s.
 *
 * Since: 1.0
 */
void
spur_relay_stop (SpurRelay *self)
{
  gint64 end_us = g_get_monotonic_time () + STOP_US;
  g_autoptr (GSource) source = NULL;

  g_return_if_fail (SPUR_IS_RELAY (self));

  if (self->thread == NULL)
    return;
  g_mutex_lock (&self->mutex);
  while (self->n_links > 0 && g_cond_wait_until (&self->changed, &self->mutex, end_us))
    continue;
  if (self->n_links > 0 && self->problem == NULL)
    self->problem = g_error_new (G_IO_ERROR, G_IO_ERROR_TIMED_OUT,
                                 "%s: recorders had not ended their connections", self->name);
  g_mutex_unlock (&self->mutex);
  source = g_idle_source_new ();
  g_source_set_callback (source, quit_loop, self, NULL);
  g_source_attach (source, self->context);
  g_thread_join (g_steal_pointer (&self->thread));
  remove_folder (self);
}
