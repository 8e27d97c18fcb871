/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/record/spur-journal-sink.h"

#include <gio/gio.h>
#include <string.h>
#include <syslog.h>
#include <time.h>
#include <unistd.h>

#include "core/model/spur-event-private.h"
#include "core/record/spur-datagrams-private.h"
#include "core/record/spur-log-priority-private.h"

#define JOURNAL_PATH "/run/systemd/journal/socket"

/**
 * SpurJournalSink:
 *
 * Writes an entry for each event to systemd's journal: a line in MESSAGE for people, and everything
 * in fields of its own: SPUR_CLASS, SPUR_TIME_NS, SPUR_SOURCE, and SPUR_FIELD_ with the name of
 * each of the event's fields in capitals. The priority is that of the event's level; an event
 * without one is "info".
 *
 *     journalctl SPUR_CLASS=LO_Migration_Event SPUR_SOURCE=worker
 *
 * A log is for few events: give the sink rules, as `level:warning` (spur_sink_set_rules()). Entries
 * are sent by a thread; up to 4,096 wait for a journal that is slow, more are dropped and counted.
 *
 * Since: 1.0
 */

struct _SpurJournalSink
{
  SpurSink parent_instance;

  char *identifier;
  char *path;
  SpurDatagrams *datagrams;
  GPtrArray *sources;
};

G_DEFINE_TYPE (SpurJournalSink, spur_journal_sink, SPUR_TYPE_SINK)

static void
spur_journal_sink_finalize (GObject *object)
{
  SpurJournalSink *self = SPUR_JOURNAL_SINK (object);

  g_ptr_array_unref (self->sources);
  g_free (self->identifier);
  g_free (self->path);
  G_OBJECT_CLASS (spur_journal_sink_parent_class)->finalize (object);
}

static gboolean
open_socket (SpurSink *sink, const char *clock, GError **error)
{
  SpurJournalSink *self = SPUR_JOURNAL_SINK (sink);

  self->datagrams = spur_datagrams_new (sink, self->path, error);
  return self->datagrams != NULL;
}

static void
add_source (SpurSink *sink, guint source, SpurActiveObject *object)
{
  g_ptr_array_add (SPUR_JOURNAL_SINK (sink)->sources,
                   g_strdup (spur_active_object_get_name (object)));
}

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

static gboolean
write_event (SpurSink *sink,
             guint source,
             guint64 number,
             SpurEvent *event,
             GLogLevelFlags level,
             GError **error)
{
  SpurJournalSink *self = SPUR_JOURNAL_SINK (sink);
  g_autofree char *message = spur_event_to_string (event);
  const char priority[] = { (char) ('0' + spur_log_priority_of_level (level)), '\0' };
  GString *entry = g_string_new (NULL);
  g_autoptr (GBytes) bytes = NULL;

  put_field (entry, "MESSAGE", message);
  put_field (entry, "PRIORITY", priority);
  put_field (entry, "SYSLOG_IDENTIFIER", self->identifier);
  put_field (entry, "SPUR_SOURCE", g_ptr_array_index (self->sources, source));
  put_event (entry, event);
  bytes = g_string_free_to_bytes (entry);
  return spur_datagrams_put (self->datagrams, bytes, error);
}

static gboolean
flush (SpurSink *sink, GError **error)
{
  spur_datagrams_flush (SPUR_JOURNAL_SINK (sink)->datagrams);
  return TRUE;
}

static gboolean
close_socket (SpurSink *sink, GError **error)
{
  g_clear_pointer (&SPUR_JOURNAL_SINK (sink)->datagrams, spur_datagrams_free);
  return TRUE;
}

static void
spur_journal_sink_class_init (SpurJournalSinkClass *klass)
{
  SpurSinkClass *sink_class = SPUR_SINK_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = spur_journal_sink_finalize;
  sink_class->open = open_socket;
  sink_class->add_source = add_source;
  sink_class->write = write_event;
  sink_class->flush = flush;
  sink_class->close = close_socket;
}

static void
spur_journal_sink_init (SpurJournalSink *self)
{
  self->sources = g_ptr_array_new_with_free_func (g_free);
}

/**
 * spur_journal_sink_new:
 * @identifier: (nullable): what the program is called there; %NULL for its name
 *
 * Makes a sink for systemd's journal, at `/run/systemd/journal/socket`.
 *
 * Returns: (transfer full) (type SpurJournalSink): a sink
 *
 * Since: 1.0
 */
SpurSink *
spur_journal_sink_new (const char *identifier)
{
  return spur_journal_sink_new_at (identifier, JOURNAL_PATH);
}

/**
 * spur_journal_sink_new_at:
 * @identifier: (nullable): what the program is called there; %NULL for its name
 * @path: (type filename): the Unix socket at which somebody listens who understands the same
 *
 * Makes a sink for another place than the usual one, as in a container.
 *
 * Returns: (transfer full) (type SpurJournalSink): a sink
 *
 * Since: 1.0
 */
SpurSink *
spur_journal_sink_new_at (const char *identifier, const char *path)
{
  SpurJournalSink *self;

  g_return_val_if_fail (path != NULL, NULL);

  self = g_object_new (SPUR_TYPE_JOURNAL_SINK, NULL);
  if (identifier == NULL)
    identifier = g_get_prgname ();
  self->identifier = g_strdup (identifier != NULL ? identifier : "spur");
  self->path = g_strdup (path);
  return SPUR_SINK (self);
}
