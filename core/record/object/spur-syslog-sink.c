/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/record/object/spur-syslog-sink.h"

#include <string.h>
#include <syslog.h>
#include <time.h>
#include <unistd.h>

#include "core/model/events/spur-event-internal.h"

#define SYSLOG_PATH "/dev/log"

/**
 * SpurSyslogSink:
 *
 * Writes a line for each event to the system's log: the class, the time in ns, the source and the
 * fields. The priority is that of the event's level; an event without one is "info".
 *
 * The program's own syslog() and openlog() are not touched: lines go to the daemon's socket itself,
 * so that errors are known.
 *
 * Since: 1.0
 */

struct _SpurSyslogSink
{
  SpurLogSink parent_instance;
};

G_DEFINE_TYPE (SpurSyslogSink, spur_syslog_sink, SPUR_TYPE_LOG_SINK)

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
make_message (
  SpurLogSink *self, const char *identifier, const char *source, guint priority, SpurEvent *event)
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

static void
spur_syslog_sink_class_init (SpurSyslogSinkClass *klass)
{
  SPUR_LOG_SINK_CLASS (klass)->make_message = make_message;
}

static void
spur_syslog_sink_init (SpurSyslogSink *self)
{
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
 * @path: (type filename): the Unix socket of a daemon that understands the same
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
  g_return_val_if_fail (path != NULL, NULL);

  return g_object_new (SPUR_TYPE_SYSLOG_SINK, "identifier", identifier, "path", path, NULL);
}
