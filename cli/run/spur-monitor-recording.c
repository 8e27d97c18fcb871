/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "cli/run/spur-monitor-recording.h"

#include <gio/gio.h>
#include <string.h>

#include "core/model/events/spur-event-type.h"
#include "core/model/events/spur-event.h"
#include "core/record/spur-record.h"

/* So that what is not in a file or at a collector yet is no more than that, also where little
 * happens. */
#define FLUSH_MS "1000"

typedef struct
{
  GType type;
  const SpurEventLayout *layout;
  SpurRecordClass *declared;
} Class;

struct _SpurMonitorRecording
{
  SpurRecord *record;
  GArray *classes;
  SpurRecordStream stream;
  /* Of the first object, which is the host. */
  char *source;
  gboolean is_closed;
};

gboolean
spur_monitor_recording_is_place (const char *where)
{
  static const char *const schemes[] = { "file:", "unix:", "tcp:", "memory:", "flight:" };

  for (guint i = 0; i < G_N_ELEMENTS (schemes); i++)
    {
      if (g_str_has_prefix (where, schemes[i]))
        return TRUE;
    }
  return g_str_has_suffix (where, ".spurrec");
}

static gboolean
check_status (SpurMonitorRecording *self, GError **error)
{
  const char *problem = spur_record_get_problem (self->record);

  if (problem == NULL)
    return TRUE;
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "%s", problem);
  return FALSE;
}

SpurMonitorRecording *
spur_monitor_recording_new (const char *where, GError **error)
{
  g_autoptr (SpurMonitorRecording) self = g_new0 (SpurMonitorRecording, 1);

  self->classes = g_array_new (FALSE, FALSE, sizeof (Class));
  self->stream = SPUR_RECORD_NO_STREAM;
  /* That of the times that monitors give. */
  spur_record_set_option ("clock", "monotonic");
  spur_record_set_option ("flush", FLUSH_MS);
  self->record = spur_record_open (where);
  return check_status (self, error) ? g_steal_pointer (&self) : NULL;
}

gboolean
spur_monitor_recording_close (SpurMonitorRecording *self,
                              SpurMonitorRecordingCounts *counts,
                              GError **error)
{
  SpurRecordCounts all;

  self->is_closed = TRUE;
  spur_record_close (self->record);
  spur_record_get_counts (self->record, &all);
  *counts = (SpurMonitorRecordingCounts){ all.n_events, all.n_dropped };
  return check_status (self, error);
}

void
spur_monitor_recording_free (SpurMonitorRecording *self)
{
  if (self->record != NULL && !self->is_closed)
    spur_record_close (self->record);
  g_array_unref (self->classes);
  g_free (self->source);
  g_free (self);
}

static SpurRecordEntry
make_entry (const SpurEntry *entry)
{
  SpurRecordEntry made = { .name = entry->name, .unit = entry->unit };

  if (entry->text != NULL)
    {
      made.type = SPUR_RECORD_TEXT;
      made.value.text = entry->text;
      return made;
    }
  made.type = entry->type == SPUR_FIELD_DOUBLE  ? SPUR_RECORD_DOUBLE
              : entry->type == SPUR_FIELD_INT64 ? SPUR_RECORD_INT64
                                                : SPUR_RECORD_UINT64;
  memcpy (&made.value, &entry->bits, sizeof entry->bits);
  return made;
}

/* A class derived from @base, and its ancestors below that. */
static char *
list_type_names (GType type, GType base)
{
  GString *names = g_string_new (g_type_name (type));

  for (GType at = type; at != base && g_type_parent (at) != base; at = g_type_parent (at))
    g_string_append_printf (names, " %s", g_type_name (g_type_parent (at)));
  return g_string_free (names, FALSE);
}

static void
set_attributes (SpurMonitorRecording *self, SpurRecordObject object, SpurEntryList *attributes)
{
  guint n_entries = attributes != NULL ? spur_entry_list_get_n_entries (attributes) : 0;
  g_autofree SpurRecordEntry *entries = g_new (SpurRecordEntry, n_entries + 1);
  g_autofree char *names = NULL;

  if (n_entries == 0)
    return;
  names = list_type_names (G_OBJECT_TYPE (attributes), SPUR_TYPE_ENTRY_LIST);
  for (guint i = 0; i < n_entries; i++)
    entries[i] = make_entry (spur_entry_list_get_entry (attributes, i));
  spur_record_set_attributes (
    self->record, object,
    spur_record_list (self->record, (SpurRecordListType){ names }, entries, n_entries));
}

static guint32
add_object (gpointer data,
            GType type,
            const char *name,
            const char *kind,
            guint32 parent,
            SpurEntryList *attributes)
{
  SpurMonitorRecording *self = data;
  g_autofree char *names = list_type_names (type, SPUR_TYPE_ACTIVE_OBJECT);
  SpurRecordObject object = spur_record_object (self->record, (SpurRecordObjectType){ names }, name,
                                                kind, (SpurRecordObject){ parent });

  if (self->source == NULL)
    self->source = g_strdup (name);
  set_attributes (self, object, attributes);
  return object.id;
}

static guint32
add_string (gpointer data, const char *text)
{
  return spur_record_string (((SpurMonitorRecording *) data)->record, text).id;
}

static guint32
add_state (gpointer data, const char *name, SpurStateKind kind)
{
  return spur_record_state (((SpurMonitorRecording *) data)->record, name,
                            (SpurRecordStateKind) kind)
    .id;
}

static void
set_source (gpointer data, guint32 object)
{
  SpurMonitorRecording *self = data;

  self->stream = spur_record_add_stream (self->record, self->source, (SpurRecordObject){ object });
}

static void
set_fact (gpointer data, const char *key, const char *value)
{
  spur_record_fact (((SpurMonitorRecording *) data)->record, key, value);
}

/* The class with its ancestors before it, the furthest first. */
static SpurRecordClass *
declare_class (GType type)
{
  const SpurEventLayout *layout = spur_event_type_get_layout (type);
  g_autoptr (GString) xml = g_string_new (NULL);

  for (GType at = type; at != SPUR_TYPE_EVENT && at != G_TYPE_INVALID; at = g_type_parent (at))
    {
      g_autofree char *one = spur_event_layout_to_xml (spur_event_type_get_layout (at));

      g_string_prepend (xml, one);
    }
  return spur_record_declare (layout->name, xml->str, layout->n_fields);
}

static const Class *
find_class (SpurMonitorRecording *self, GType type)
{
  Class made = { .type = type };

  for (guint i = 0; i < self->classes->len; i++)
    {
      const Class *known = &g_array_index (self->classes, Class, i);

      if (known->type == type)
        return known;
    }
  made.layout = spur_event_type_get_layout (type);
  made.declared = declare_class (type);
  g_array_append_val (self->classes, made);
  return &g_array_index (self->classes, Class, self->classes->len - 1);
}

static gboolean
put_event (gpointer data, GType event_type, gint64 time_ns, const guint64 *fields)
{
  SpurMonitorRecording *self = data;
  const Class *event_class = find_class (self, event_type);
  const SpurEventLayout *layout = event_class->layout;
  guint64 words[SPUR_LAYOUT_MAX_FIELDS];

  if (event_class->declared == NULL)
    return FALSE;
  for (guint i = 0; i < layout->n_fields; i++)
    words[i] = layout->fields[i].type >= SPUR_FIELD_STRING ? spur_record_entry ((guint32) fields[i])
                                                           : fields[i];
  if (spur_record_get_stream (self->record).id != self->stream.id)
    spur_record_use_stream (self->record, self->stream);
  spur_record_put_at (self->record, event_class->declared, (guint64) time_ns, words);
  return TRUE;
}

const SpurMonitorWriter spur_monitor_recording_writer = {
  .add_object = add_object,
  .add_string = add_string,
  .add_state = add_state,
  .set_source = set_source,
  .set_fact = set_fact,
  .put = put_event,
};
