/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/record/object/spur-journal-sink.h"

#include <string.h>

#include "core/model/events/spur-event-internal.h"

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
 * Since: 1.0
 */

struct _SpurJournalSink
{
  SpurLogSink parent_instance;
};

G_DEFINE_TYPE (SpurJournalSink, spur_journal_sink, SPUR_TYPE_LOG_SINK)

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
make_message (
  SpurLogSink *self, const char *identifier, const char *source, guint priority, SpurEvent *event)
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

static void
spur_journal_sink_class_init (SpurJournalSinkClass *klass)
{
  SPUR_LOG_SINK_CLASS (klass)->make_message = make_message;
}

static void
spur_journal_sink_init (SpurJournalSink *self)
{
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
 * @path: (type filename): the Unix socket of a daemon that understands the same
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
  g_return_val_if_fail (path != NULL, NULL);

  return g_object_new (SPUR_TYPE_JOURNAL_SINK, "identifier", identifier, "path", path, NULL);
}
