/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/record/spur-syslog-sink.h"

#include <gio/gio.h>
#include <string.h>
#include <syslog.h>
#include <time.h>
#include <unistd.h>

#include "core/model/spur-event-private.h"
#include "core/record/spur-datagrams-private.h"
#include "core/record/spur-log-priority-private.h"

#define SYSLOG_PATH "/dev/log"

/**
 * SpurSyslogSink:
 *
 * Writes a line for each event to the system's log: the class, the time in ns, the source and the
 * fields. The priority is that of the event's level; an event without one is "info".
 *
 * A log is for few events: give the sink rules, as `level:warning` (spur_sink_set_rules()). The
 * program's own syslog() and openlog() are not touched, as lines are sent by a thread to the
 * daemon's socket itself, so that errors are known and a daemon that stands still holds nobody up:
 * up to 4,096 lines wait for it, more are dropped and counted.
 *
 * Since: 1.0
 */

struct _SpurSyslogSink
{
  SpurSink parent_instance;

  char *identifier;
  char *path;
  SpurDatagrams *datagrams;
  GPtrArray *sources;
};

G_DEFINE_TYPE (SpurSyslogSink, spur_syslog_sink, SPUR_TYPE_SINK)

static void
spur_syslog_sink_finalize (GObject *object)
{
  SpurSyslogSink *self = SPUR_SYSLOG_SINK (object);

  g_ptr_array_unref (self->sources);
  g_free (self->identifier);
  g_free (self->path);
  G_OBJECT_CLASS (spur_syslog_sink_parent_class)->finalize (object);
}

static gboolean
open_socket (SpurSink *sink, const char *clock, GError **error)
{
  SpurSyslogSink *self = SPUR_SYSLOG_SINK (sink);

  self->datagrams = spur_datagrams_new (sink, self->path, error);
  return self->datagrams != NULL;
}

static void
add_source (SpurSink *sink, guint source, SpurActiveObject *object)
{
  g_ptr_array_add (SPUR_SYSLOG_SINK (sink)->sources,
                   g_strdup (spur_active_object_get_name (object)));
}

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
make_line (SpurSyslogSink *self, guint source, SpurEvent *event, GLogLevelFlags level)
{
  static const char *const months[] = { "Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                        "Jul", "Aug", "Sep", "Oct", "Nov", "Dec" };
  g_autofree char *text = spur_event_to_string (event);
  GString *line = g_string_new (NULL);
  time_t now = time (NULL);
  struct tm date;

  localtime_r (&now, &date);
  g_string_append_printf (line, "<%d>%s %2d %02d:%02d:%02d ",
                          LOG_USER | (int) spur_log_priority_of_level (level), months[date.tm_mon],
                          date.tm_mday, date.tm_hour, date.tm_min, date.tm_sec);
  put_safely (line, self->identifier);
  g_string_append_printf (line, "[%d]: ", (int) getpid ());
  put_safely (line, g_ptr_array_index (self->sources, source));
  g_string_append (line, ": ");
  put_safely (line, text);
  return g_string_free_to_bytes (line);
}

static gboolean
write_event (SpurSink *sink,
             guint source,
             guint64 number,
             SpurEvent *event,
             GLogLevelFlags level,
             GError **error)
{
  SpurSyslogSink *self = SPUR_SYSLOG_SINK (sink);
  g_autoptr (GBytes) line = make_line (self, source, event, level);

  return spur_datagrams_put (self->datagrams, line, error);
}

static gboolean
flush (SpurSink *sink, GError **error)
{
  spur_datagrams_flush (SPUR_SYSLOG_SINK (sink)->datagrams);
  return TRUE;
}

static gboolean
close_socket (SpurSink *sink, GError **error)
{
  g_clear_pointer (&SPUR_SYSLOG_SINK (sink)->datagrams, spur_datagrams_free);
  return TRUE;
}

static void
spur_syslog_sink_class_init (SpurSyslogSinkClass *klass)
{
  SpurSinkClass *sink_class = SPUR_SINK_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = spur_syslog_sink_finalize;
  sink_class->open = open_socket;
  sink_class->add_source = add_source;
  sink_class->write = write_event;
  sink_class->flush = flush;
  sink_class->close = close_socket;
}

static void
spur_syslog_sink_init (SpurSyslogSink *self)
{
  self->sources = g_ptr_array_new_with_free_func (g_free);
}

/**
 * spur_syslog_sink_new:
 * @identifier: (nullable): what the program is called there; %NULL for its name
 *
 * Makes a sink for the system's log, at `/dev/log`.
 *
 * Returns: (transfer full) (type SpurSyslogSink): a sink
 *
 * Since: 1.0
 */
SpurSink *
spur_syslog_sink_new (const char *identifier)
{
  return spur_syslog_sink_new_at (identifier, SYSLOG_PATH);
}

/**
 * spur_syslog_sink_new_at:
 * @identifier: (nullable): what the program is called there; %NULL for its name
 * @path: (type filename): the Unix socket at which somebody listens who understands the same
 *
 * Makes a sink for another place than the usual one, as in a container.
 *
 * Returns: (transfer full) (type SpurSyslogSink): a sink
 *
 * Since: 1.0
 */
SpurSink *
spur_syslog_sink_new_at (const char *identifier, const char *path)
{
  SpurSyslogSink *self;

  g_return_val_if_fail (path != NULL, NULL);

  self = g_object_new (SPUR_TYPE_SYSLOG_SINK, NULL);
  if (identifier == NULL)
    identifier = g_get_prgname ();
  self->identifier = g_strdup (identifier != NULL ? identifier : "spur");
  self->path = g_strdup (path);
  return SPUR_SINK (self);
}
