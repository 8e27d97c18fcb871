/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "cli/run/spur-receiving.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "core/base/spur-error-internal.h"
#include "core/collect/spur-collector.h"
#include "core/record/reading/spur-recording-reader.h"

#define CONNECT_SECONDS 10
#define FIRST_US (CONNECT_SECONDS * G_USEC_PER_SEC)
#define TRY_US 50000
#define COPY_BYTES 262144

gboolean
spur_receiving_is_address (const char *input)
{
  return (g_str_has_prefix (input, "unix:") || g_str_has_prefix (input, "tcp:")) &&
         !g_file_test (input, G_FILE_TEST_EXISTS);
}

static gboolean
write_all (int descriptor, const guint8 *bytes, gsize n_bytes, GError **error)
{
  while (n_bytes > 0)
    {
      gssize n_written = write (descriptor, bytes, n_bytes);

      if (n_written < 0 && errno == EINTR)
        continue;
      if (n_written <= 0)
        return spur_error_set (error, G_IO_ERROR, (int) g_io_error_from_errno (errno),
                               "cannot be kept in %s: %s", g_get_tmp_dir (), g_strerror (errno));
      bytes += n_written;
      n_bytes -= (gsize) n_written;
    }
  return TRUE;
}

/* Until the recording or the command ends, or something goes wrong. */
static gpointer
copy_recording (gpointer data)
{
  SpurReceiving *self = data;
  GInputStream *input = g_io_stream_get_input_stream (self->connection);
  g_autofree guint8 *bytes = g_malloc (COPY_BYTES);
  GError *error = NULL;
  gssize n_bytes;

  while ((n_bytes = g_input_stream_read (input, bytes, COPY_BYTES, self->cancellable, &error)) >
           0 &&
         write_all (self->descriptor, bytes, (gsize) n_bytes, &error))
    continue;
  g_atomic_pointer_set (&self->error, error);
  return NULL;
}

GError *
spur_receiving_take_error (SpurReceiving *self)
{
  GError *error = g_atomic_pointer_get (&self->error);

  return error != NULL && g_atomic_pointer_compare_and_exchange (&self->error, error, NULL) ? error
                                                                                            : NULL;
}

static gboolean
open_file (SpurReceiving *self, GError **error)
{
  g_autofree char *name = g_build_filename (g_get_tmp_dir (), "spur-XXXXXX.spurrec", NULL);

  self->descriptor = g_mkstemp_full (name, O_RDWR | O_APPEND | O_CLOEXEC, 0600);
  if (self->descriptor < 0)
    {
      return spur_error_set (error, G_IO_ERROR, (int) g_io_error_from_errno (errno), "%s: %s", name,
                             g_strerror (errno));
    }
  unlink (name);
  self->path = g_strdup_printf ("/proc/self/fd/%d", self->descriptor);
  return TRUE;
}

static gboolean
connect_to (SpurReceiving *self, const char *address, GError **error)
{
  g_autoptr (GSocketConnectable) place = spur_collector_parse_address (address, error);
  g_autoptr (GSocketClient) client = g_socket_client_new ();
  GSocketConnection *connection;

  if (place == NULL)
    return FALSE;
  g_socket_client_set_timeout (client, CONNECT_SECONDS);
  connection = g_socket_client_connect (client, place, self->cancellable, error);
  if (connection == NULL)
    return FALSE;
  /* A recording may be silent for long. */
  g_socket_set_timeout (g_socket_connection_get_socket (connection), 0);
  self->connection = G_IO_STREAM (connection);
  return TRUE;
}

static gboolean
wait_for_packets (SpurReceiving *self, GError **error)
{
  gint64 begin_us = g_get_monotonic_time ();
  g_autoptr (GError) last = NULL;

  while (g_get_monotonic_time () - begin_us < FIRST_US)
    {
      g_autoptr (SpurTrace) trace = NULL;

      g_clear_error (&last);
      trace = spur_recording_open (self->path, NULL, NULL, &last);
      if (trace != NULL)
        return TRUE;
      g_usleep (TRY_US);
    }
  g_propagate_error (error, g_steal_pointer (&last));
  return FALSE;
}

gboolean
spur_receiving_begin (SpurReceiving *self, SpurCli *cli, const char *address)
{
  *self = (SpurReceiving){ .descriptor = -1, .cancellable = g_cancellable_new () };
  if (!connect_to (self, address, &cli->error) || !open_file (self, &cli->error))
    return FALSE;
  self->thread = g_thread_new ("spur-receiving", copy_recording, self);
  return wait_for_packets (self, &cli->error);
}

void
spur_receiving_clear (SpurReceiving *self)
{
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_pointer (&self->thread, g_thread_join);
  g_clear_error (&self->error);
  g_clear_object (&self->connection);
  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->path, g_free);
  if (self->descriptor >= 0)
    close (self->descriptor);
}
