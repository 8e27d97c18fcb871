/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/record/object/spur-log-sink.h"

#include <gio/gio.h>
#include <string.h>
#include <syslog.h>
#include <time.h>
#include <unistd.h>

#include "core/model/events/spur-event-internal.h"
#include "core/record/object/spur-datagrams-private.h"

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
