/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/record/object/spur-log-sink.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <syslog.h>
#include <time.h>
#include <unistd.h>

#include "core/base/spur-error-internal.h"
#include "core/model/events/spur-event-internal.h"

#define MAX_MESSAGES 4096
/* How long the daemon may take nothing before a message is dropped. */
#define PATIENCE_S 2
#define FLUSH_US (5 * G_USEC_PER_SEC)
#define POLL_US 1000

/* Sends messages to a socket of the system, by a thread of its own: the daemon there may be
 * slow or stand still, and the recorder goes on. What does not fit into the queue is dropped. */
typedef struct
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
} SpurDatagrams;

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
close_connection (SpurDatagrams *self)
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
  close_connection (self);
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

/* What it drops is counted at @sink, which is held. */
static SpurDatagrams *
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

/* Takes a message; FALSE where the queue is full. */
static gboolean
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

/* Waits until all is sent that was put by now, or nothing was for a while. */
static void
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

/* The same, then ends; what is left is dropped. */
static void
spur_datagrams_free (SpurDatagrams *self)
{
  spur_datagrams_flush (self);
  g_atomic_int_set (&self->is_ending, TRUE);
  g_thread_pool_free (self->pool, FALSE, TRUE);
  close_connection (self);
  g_object_unref (self->sink);
  g_free (self->path);
  g_free (self);
}

#define SYSLOG_PATH "/dev/log"
#define JOURNAL_PATH "/run/systemd/journal/socket"

/**
 * SpurLogSink:
 *
 * Sends a message for each event to a log of the system, at the Unix socket of its daemon: a line
 * to syslog, or an entry to systemd's journal. The priority is that of the event's level; an event
 * without one is "info".
 *
 * A log is for few events: give the sink rules, as `level:warning` (spur_sink_set_rules()).
 * Messages are sent by a thread, so that a daemon that stands still does not hold it up: up to
 * 4,096 wait for it, more are dropped and counted.
 *
 * The program's own syslog() and openlog() are not touched: lines go to the daemon's socket itself,
 * so that errors are known.
 *
 * Since: 1.0
 */

/* What is sent for an event, one datagram: @source is the name of that on whose behalf it was
 * recorded, @priority that of syslog(3). */
typedef GBytes *(*MessageFunc) (const char *identifier,
                                const char *source,
                                guint priority,
                                SpurEvent *event);

struct _SpurLogSink
{
  SpurSink parent_instance;

  MessageFunc make_message;
  char *identifier;
  char *path;
  SpurDatagrams *datagrams;
  GPtrArray *sources;
};

G_DEFINE_TYPE (SpurLogSink, spur_log_sink, SPUR_TYPE_SINK)

static void
spur_log_sink_finalize (GObject *object)
{
  SpurLogSink *self = SPUR_LOG_SINK (object);

  g_ptr_array_unref (self->sources);
  g_free (self->identifier);
  g_free (self->path);
  G_OBJECT_CLASS (spur_log_sink_parent_class)->finalize (object);
}

static gboolean
open_socket (SpurSink *sink, const char *clock, GError **error)
{
  SpurLogSink *self = SPUR_LOG_SINK (sink);

  self->datagrams = spur_datagrams_new (sink, self->path, error);
  return self->datagrams != NULL;
}

static void
add_source (SpurSink *sink, guint source, SpurActiveObject *object)
{
  g_ptr_array_add (SPUR_LOG_SINK (sink)->sources, g_strdup (spur_active_object_get_name (object)));
}

/* As GLib itself has it; 0 is no level. */
static guint
find_priority (GLogLevelFlags level)
{
  if ((level & G_LOG_LEVEL_ERROR) != 0)
    return LOG_ERR;
  if ((level & (G_LOG_LEVEL_CRITICAL | G_LOG_LEVEL_WARNING)) != 0)
    return LOG_WARNING;
  if ((level & G_LOG_LEVEL_MESSAGE) != 0)
    return LOG_NOTICE;
  return (level & G_LOG_LEVEL_DEBUG) != 0 ? LOG_DEBUG : LOG_INFO;
}

static gboolean
write_event (SpurSink *sink,
             guint source,
             guint64 number,
             SpurEvent *event,
             GLogLevelFlags level,
             GError **error)
{
  SpurLogSink *self = SPUR_LOG_SINK (sink);
  g_autoptr (GBytes) message = self->make_message (
    self->identifier, g_ptr_array_index (self->sources, source), find_priority (level), event);

  return spur_datagrams_put (self->datagrams, message, error);
}

static gboolean
flush_messages (SpurSink *sink, GError **error)
{
  spur_datagrams_flush (SPUR_LOG_SINK (sink)->datagrams);
  return TRUE;
}

static gboolean
close_socket (SpurSink *sink, GError **error)
{
  g_clear_pointer (&SPUR_LOG_SINK (sink)->datagrams, spur_datagrams_free);
  return TRUE;
}

static void
spur_log_sink_class_init (SpurLogSinkClass *klass)
{
  SpurSinkClass *sink_class = SPUR_SINK_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = spur_log_sink_finalize;
  sink_class->open = open_socket;
  sink_class->add_source = add_source;
  sink_class->write = write_event;
  sink_class->flush = flush_messages;
  sink_class->close = close_socket;
}

static void
spur_log_sink_init (SpurLogSink *self)
{
  self->sources = g_ptr_array_new_with_free_func (g_free);
}

static SpurSink *
make_sink (MessageFunc make_message, const char *identifier, const char *path)
{
  SpurLogSink *self = g_object_new (SPUR_TYPE_LOG_SINK, NULL);

  if (identifier == NULL)
    identifier = g_get_prgname () != NULL ? g_get_prgname () : "spur";
  self->make_message = make_message;
  self->identifier = g_strdup (identifier);
  self->path = g_strdup (path);
  return SPUR_SINK (self);
}

/* ---- Syslog ---- */

/* Whatever a field holds, it stays one line. */
static void
put_safely (GString *line, const char *text)
{
  for (; *text != '\0'; text++)
    {
      if ((guchar) *text < ' ' || *text == 0x7f)
        g_string_append_printf (line, "#%03o", (guint) (guchar) *text);
      else
        g_string_append_c (line, *text);
    }
}

static GBytes *
make_line (const char *identifier, const char *source, guint priority, SpurEvent *event)
{
  static const char *const months[] = { "Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                        "Jul", "Aug", "Sep", "Oct", "Nov", "Dec" };
  g_autofree char *text = spur_event_to_string (event);
  GString *line = g_string_new (NULL);
  time_t now = time (NULL);
  struct tm date;

  localtime_r (&now, &date);
  g_string_append_printf (line, "<%u>%s %2d %02d:%02d:%02d ", LOG_USER | priority,
                          months[date.tm_mon], date.tm_mday, date.tm_hour, date.tm_min,
                          date.tm_sec);
  put_safely (line, identifier);
  g_string_append_printf (line, "[%d]: ", (int) getpid ());
  put_safely (line, source);
  g_string_append (line, ": ");
  put_safely (line, text);
  return g_string_free_to_bytes (line);
}

/**
 * spur_log_sink_new_for_syslog:
 * @identifier: (nullable): what the program is called there; %NULL for its name
 * @path: (nullable) (type filename): the Unix socket of a daemon that understands the same, as in a
 *   container; %NULL for `/dev/log`
 *
 * Makes a sink that writes a line for each event to the system's log: the class, the time in ns,
 * the source and the fields.
 *
 * Returns: (transfer full) (type SpurLogSink): a sink
 *
 * Since: 1.0
 */
SpurSink *
spur_log_sink_new_for_syslog (const char *identifier, const char *path)
{
  return make_sink (make_line, identifier, path != NULL ? path : SYSLOG_PATH);
}

/* ---- Journal ---- */

/* As the journal's own protocol has it: texts of several lines come with their number of bytes. */
static void
put_field (GString *entry, const char *name, const char *value)
{
  guint64 n_bytes = GUINT64_TO_LE ((guint64) strlen (value));

  g_string_append (entry, name);
  if (strchr (value, '\n') == NULL)
    {
      g_string_append_c (entry, '=');
    }
  else
    {
      g_string_append_c (entry, '\n');
      g_string_append_len (entry, (const char *) &n_bytes, sizeof n_bytes);
    }
  g_string_append (entry, value);
  g_string_append_c (entry, '\n');
}

/* The journal takes capitals, digits and "_" only, at most 64 of them. */
static char *
name_field (const char *name)
{
  GString *made = g_string_new ("SPUR_FIELD_");

  for (; *name != '\0' && made->len < 64; name++)
    g_string_append_c (made, g_ascii_isalnum (*name) ? g_ascii_toupper (*name) : '_');
  return g_string_free (made, FALSE);
}

static void
put_event (GString *entry, SpurEvent *event)
{
  const SpurEventLayout *layout = spur_event_get_layout (event);
  const SpurEventSlot *slots = spur_event_get_slots (event);
  g_autofree char *time_text =
    g_strdup_printf ("%" G_GINT64_FORMAT, spur_event_get_time_ns (event));
  g_autoptr (GString) value = g_string_new (NULL);

  put_field (entry, "SPUR_CLASS", layout->name);
  put_field (entry, "SPUR_TIME_NS", time_text);
  for (guint i = 0; i < layout->n_fields; i++)
    {
      g_autofree char *name = name_field (layout->fields[i].name);

      g_string_truncate (value, 0);
      spur_event_append_value (value, &layout->fields[i], &slots[i]);
      put_field (entry, name, value->str);
    }
}

static GBytes *
make_entry (const char *identifier, const char *source, guint priority, SpurEvent *event)
{
  g_autofree char *message = spur_event_to_string (event);
  const char digit[] = { (char) ('0' + priority), '\0' };
  GString *entry = g_string_new (NULL);

  put_field (entry, "MESSAGE", message);
  put_field (entry, "PRIORITY", digit);
  put_field (entry, "SYSLOG_IDENTIFIER", identifier);
  put_field (entry, "SPUR_SOURCE", source);
  put_event (entry, event);
  return g_string_free_to_bytes (entry);
}

/**
 * spur_log_sink_new_for_journal:
 * @identifier: (nullable): what the program is called there; %NULL for its name
 * @path: (nullable) (type filename): the Unix socket of a daemon that understands the same, as in a
 *   container; %NULL for `/run/systemd/journal/socket`
 *
 * Makes a sink that writes an entry for each event to systemd's journal: a line in MESSAGE for
 * people, and everything in fields of its own: SPUR_CLASS, SPUR_TIME_NS, SPUR_SOURCE, and
 * SPUR_FIELD_ with the name of each of the event's fields in capitals.
 *
 *     journalctl SPUR_CLASS=LO_Migration_Event SPUR_SOURCE=worker
 *
 * Returns: (transfer full) (type SpurLogSink): a sink
 *
 * Since: 1.0
 */
SpurSink *
spur_log_sink_new_for_journal (const char *identifier, const char *path)
{
  return make_sink (make_entry, identifier, path != NULL ? path : JOURNAL_PATH);
}
