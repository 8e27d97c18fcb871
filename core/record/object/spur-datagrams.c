/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/base/spur-error-internal.h"
#include "core/record/object/spur-datagrams-private.h"

#include <errno.h>
#include <gio/gio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#define MAX_MESSAGES 4096
/* How long the daemon may take nothing before a message is dropped. */
#define PATIENCE_S 2
#define FLUSH_US (5 * G_USEC_PER_SEC)
#define POLL_US 1000

struct _SpurDatagrams
{
  SpurSink *sink;
  char *path;
  /* Of one thread. */
  GThreadPool *pool;
  /* Put and neither sent nor dropped yet. */
  gint n_unsent;
  gint is_ending;

  /* Of the thread. */
  int socket;
  gboolean is_stream;
};

static gboolean
connect_as (SpurDatagrams *self, int type)
{
  struct sockaddr_un address = { .sun_family = AF_UNIX };
  struct timeval patience = { PATIENCE_S, 0 };
  int fd = socket (AF_UNIX, type | SOCK_CLOEXEC, 0);

  if (fd < 0)
    return FALSE;
  memcpy (address.sun_path, self->path, strlen (self->path));
  setsockopt (fd, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
  if (connect (fd, (struct sockaddr *) &address, sizeof address) != 0)
    {
      int problem = errno;

      close (fd);
      errno = problem;
      return FALSE;
    }
  self->socket = fd;
  self->is_stream = type == SOCK_STREAM;
  return TRUE;
}

/* Some daemons listen at a stream; there a NUL ends each message. */
static gboolean
need_socket (SpurDatagrams *self)
{
  return self->socket >= 0 || connect_as (self, SOCK_DGRAM) ||
         (errno == EPROTOTYPE && connect_as (self, SOCK_STREAM));
}

static void
close_socket (SpurDatagrams *self)
{
  if (self->socket >= 0)
    close (self->socket);
  self->socket = -1;
}

static gboolean
send_once (SpurDatagrams *self, GBytes *message)
{
  gsize n_bytes;
  const char *bytes = g_bytes_get_data (message, &n_bytes);
  gboolean is_sent;
  int problem;

  if (!need_socket (self))
    return FALSE;
  is_sent = send (self->socket, bytes, n_bytes, MSG_NOSIGNAL) == (gssize) n_bytes &&
            (!self->is_stream || send (self->socket, "", 1, MSG_NOSIGNAL) == 1);
  if (is_sent)
    return TRUE;
  problem = errno;
  close_socket (self);
  errno = problem;
  return FALSE;
}

/* The daemon may have been started anew in between. */
static void
send_message (gpointer data, gpointer user_data)
{
  SpurDatagrams *self = user_data;
  g_autoptr (GBytes) message = data;
  g_autoptr (GError) error = NULL;

  if (g_atomic_int_get (&self->is_ending))
    g_set_error (&error, G_IO_ERROR, G_IO_ERROR_TIMED_OUT,
                 "%s: the last events were not taken before the end", self->path);
  else if (!send_once (self, message) && !((errno == ECONNREFUSED || errno == ENOTCONN ||
                                            errno == EPIPE || errno == ECONNRESET) &&
                                           send_once (self, message)))
    g_set_error (&error, G_IO_ERROR, (int) g_io_error_from_errno (errno), "%s: %s", self->path,
                 errno == EAGAIN ? "its reader takes nothing" : g_strerror (errno));
  if (error != NULL)
    spur_sink_drop (self->sink, 1, error);
  g_atomic_int_add (&self->n_unsent, -1);
}

SpurDatagrams *
spur_datagrams_new (SpurSink *sink, const char *path, GError **error)
{
  SpurDatagrams *self;

  if (*path == '\0' || strlen (path) >= sizeof ((struct sockaddr_un *) NULL)->sun_path)
    return spur_error_set_null (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                                "'%s': the path of a socket has 1 to 107 bytes", path);
  self = g_new0 (SpurDatagrams, 1);
  self->path = g_strdup (path);
  self->socket = -1;
  if (!need_socket (self))
    {
      g_set_error (error, G_IO_ERROR, (int) g_io_error_from_errno (errno), "%s: %s", path,
                   g_strerror (errno));
      g_free (self->path);
      g_free (self);
      return NULL;
    }
  self->sink = g_object_ref (sink);
  self->pool = g_thread_pool_new (send_message, self, 1, TRUE, NULL);
  return self;
}

gboolean
spur_datagrams_put (SpurDatagrams *self, GBytes *message, GError **error)
{
  if (g_thread_pool_unprocessed (self->pool) < MAX_MESSAGES)
    {
      g_atomic_int_inc (&self->n_unsent);
      g_thread_pool_push (self->pool, g_bytes_ref (message), NULL);
      return TRUE;
    }
  return spur_error_set (error, G_IO_ERROR, G_IO_ERROR_WOULD_BLOCK,
                         "%s: takes events too slowly; %d of them wait already", self->path,
                         MAX_MESSAGES);
}

/* As long as something goes on it is waited for. */
void
spur_datagrams_flush (SpurDatagrams *self)
{
  gint64 end_us = g_get_monotonic_time () + FLUSH_US;
  gint n_before = G_MAXINT;

  for (gint n_left; (n_left = g_atomic_int_get (&self->n_unsent)) > 0; n_before = n_left)
    {
      if (n_left < n_before)
        end_us = g_get_monotonic_time () + FLUSH_US;
      if (g_get_monotonic_time () >= end_us)
        return;
      g_usleep (POLL_US);
    }
}

void
spur_datagrams_free (SpurDatagrams *self)
{
  spur_datagrams_flush (self);
  g_atomic_int_set (&self->is_ending, TRUE);
  g_thread_pool_free (self->pool, FALSE, TRUE);
  close_socket (self);
  g_object_unref (self->sink);
  g_free (self->path);
  g_free (self);
}
