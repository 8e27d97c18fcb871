/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

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

struct _SpurDatagrams
{
  SpurSink *sink;
  char *path;
  GThread *thread;

  GMutex mutex;
  GCond changed;
  GQueue queue;
  /* Taken out of the queue, and not sent yet. */
  gboolean is_sending;
  gboolean is_ending;

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
send_message (SpurDatagrams *self, GBytes *message)
{
  g_autoptr (GError) error = NULL;

  if (send_once (self, message) ||
      ((errno == ECONNREFUSED || errno == ENOTCONN || errno == EPIPE || errno == ECONNRESET) &&
       send_once (self, message)))
    return;
  g_set_error (&error, G_IO_ERROR, (int) g_io_error_from_errno (errno), "%s: %s", self->path,
               errno == EAGAIN ? "nobody takes anything there" : g_strerror (errno));
  spur_sink_drop (self->sink, 1, error);
}

static gpointer
run_thread (gpointer data)
{
  SpurDatagrams *self = data;

  g_mutex_lock (&self->mutex);
  while (!self->is_ending || self->queue.length > 0)
    {
      GBytes *message = g_queue_pop_head (&self->queue);

      if (message == NULL)
        {
          g_cond_wait (&self->changed, &self->mutex);
          continue;
        }
      self->is_sending = TRUE;
      g_mutex_unlock (&self->mutex);
      send_message (self, message);
      g_bytes_unref (message);
      g_mutex_lock (&self->mutex);
      self->is_sending = FALSE;
      g_cond_broadcast (&self->changed);
    }
  g_mutex_unlock (&self->mutex);
  return NULL;
}

SpurDatagrams *
spur_datagrams_new (SpurSink *sink, const char *path, GError **error)
{
  SpurDatagrams *self;

  if (*path == '\0' || strlen (path) >= sizeof ((struct sockaddr_un *) NULL)->sun_path)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                   "'%s': the path of a socket has 1 to 107 bytes", path);
      return NULL;
    }
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
  g_mutex_init (&self->mutex);
  g_cond_init (&self->changed);
  g_queue_init (&self->queue);
  self->thread = g_thread_new ("spur-log", run_thread, self);
  return self;
}

gboolean
spur_datagrams_put (SpurDatagrams *self, GBytes *message, GError **error)
{
  gboolean has_room;

  g_mutex_lock (&self->mutex);
  has_room = self->queue.length < MAX_MESSAGES;
  if (has_room)
    {
      g_queue_push_tail (&self->queue, g_bytes_ref (message));
      g_cond_broadcast (&self->changed);
    }
  g_mutex_unlock (&self->mutex);
  if (!has_room)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_WOULD_BLOCK,
                 "%s: takes events too slowly; %d of them wait already", self->path, MAX_MESSAGES);
  return has_room;
}

/* Under the lock. As long as something goes on it is waited for. */
static void
send_queued (SpurDatagrams *self)
{
  gint64 end_us = g_get_monotonic_time () + FLUSH_US;
  guint n_left = self->queue.length;

  while (self->queue.length > 0 || self->is_sending)
    {
      if (self->queue.length < n_left)
        end_us = g_get_monotonic_time () + FLUSH_US;
      n_left = self->queue.length;
      if (!g_cond_wait_until (&self->changed, &self->mutex, end_us))
        return;
    }
}

void
spur_datagrams_flush (SpurDatagrams *self)
{
  g_mutex_lock (&self->mutex);
  send_queued (self);
  g_mutex_unlock (&self->mutex);
}

void
spur_datagrams_free (SpurDatagrams *self)
{
  g_autoptr (GError) error = NULL;

  g_mutex_lock (&self->mutex);
  send_queued (self);
  if (self->queue.length > 0)
    {
      g_set_error (&error, G_IO_ERROR, G_IO_ERROR_TIMED_OUT,
                   "%s: nobody took the last events before the end", self->path);
      spur_sink_drop (self->sink, self->queue.length, error);
      g_queue_clear_full (&self->queue, (GDestroyNotify) g_bytes_unref);
    }
  self->is_ending = TRUE;
  g_cond_broadcast (&self->changed);
  g_mutex_unlock (&self->mutex);
  g_thread_join (self->thread);
  close_socket (self);
  g_object_unref (self->sink);
  g_cond_clear (&self->changed);
  g_mutex_clear (&self->mutex);
  g_free (self->path);
  g_free (self);
}
