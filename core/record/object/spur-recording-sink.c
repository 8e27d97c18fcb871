/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/record/object/spur-recording-sink.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/base/spur-error-internal.h"
#include "core/model/events/spur-event-internal.h"
#include "core/model/objects/spur-location-internal.h"
#include "core/record/network/spur-relay.h"
#include "core/record/object/spur-sink-private.h"
#include "core/record/plain/spur-record-private.h"
#include "core/record/reading/spur-recording-reader.h"
#include "core/record/reading/spur-recording-tables-internal.h"

/**
 * SpurRecordingSink:
 *
 * Writes a recording as programs in C do by `libspur-record-1.a`, whose sinks it has: a file, which
 * can be opened whenever the program is killed, a collector at a Unix or a TCP socket, the last so
 * many bytes in memory, a flight recorder, or several of these.
 *
 * |[<!-- language="C" -->
 * SpurSink *sink = spur_recording_sink_new ("file:run.spurrec;tcp:collector:14830");
 *
 * if (!spur_recorder_add_sink (recorder, sink, &error))
 *   ...
 * ]|
 *
 * The environment's `SPUR_RECORD_...` mean here what they mean there, but for the clock. A
 * recording has no predecessors of events: those that are messages are found again in its trace,
 * those that a program named are counted among its losses.
 *
 * Since: 1.0
 */

#define TLS_SCHEME "tls:"
#define N_HINTS 64
/* After how many events the recorder is asked whether all is well. */
#define N_EVENTS_UNCHECKED 1024

/* An event class that was written. The layout is held. */
typedef struct
{
  const SpurEventLayout *layout;
  SpurRecordClass *declared;
} Class;

/* An active object that is in the recording. */
typedef struct
{
  guint64 origin;
  guint64 number;
  SpurRecordObject entry;
} Object;

struct _SpurRecordingSink
{
  SpurSink parent_instance;

  char *where;
  SpurRecord *record;
  gboolean is_closed;
  gboolean has_problem;
  guint64 n_told_dropped;
  guint n_unchecked;

  /* Of places that are reached by TLS. */
  GTlsCertificate *certificate;
  GTlsDatabase *authorities;
  GPtrArray *relays;

  Class last;
  GHashTable *classes;
  /* Of sources: their streams. */
  GArray *streams;
  Object hints[N_HINTS];
  GHashTable *state_kinds;
};

G_DEFINE_TYPE (SpurRecordingSink, spur_recording_sink, SPUR_TYPE_SINK)

static void
spur_recording_sink_finalize (GObject *object)
{
  SpurRecordingSink *self = SPUR_RECORDING_SINK (object);

  if (self->record != NULL && !self->is_closed)
    spur_record_close (self->record);
  g_ptr_array_unref (self->relays);
  g_clear_object (&self->certificate);
  g_clear_object (&self->authorities);
  g_hash_table_unref (self->classes);
  g_hash_table_unref (self->state_kinds);
  g_array_unref (self->streams);
  g_free (self->where);
  G_OBJECT_CLASS (spur_recording_sink_parent_class)->finalize (object);
}

gboolean
spur_recording_check (SpurRecord *record, GError **error)
{
  const char *problem = spur_record_get_problem (record);

  if (problem == NULL)
    return TRUE;
  return spur_error_set (error, G_IO_ERROR, G_IO_ERROR_FAILED, "%s", problem);
}

/* What the recorder found is said once; relays say it better. */
static gboolean
check_problem (SpurRecordingSink *self, GError **error)
{
  gboolean is_well = TRUE;

  if (self->has_problem)
    return TRUE;
  for (guint i = 0; i < self->relays->len && is_well; i++)
    is_well = spur_relay_check (self->relays->pdata[i], error);
  is_well = is_well && spur_recording_check (self->record, error);
  self->has_problem = !is_well;
  return is_well;
}

/* Where the plain recorder is to connect to instead of a place that wants TLS. */
static char *
start_relay (SpurRecordingSink *self, const char *address, GError **error)
{
  g_autoptr (SpurRelay) relay = spur_relay_new (address, error);
  char *place;

  if (relay == NULL)
    return NULL;
  spur_relay_set_tls (relay, self->certificate, self->authorities);
  place = spur_relay_start (relay, error);
  if (place != NULL)
    g_ptr_array_add (self->relays, g_steal_pointer (&relay));
  return place;
}

static char *
make_where (SpurRecordingSink *self, GError **error)
{
  g_auto (GStrv) places = g_strsplit (self->where, ";", -1);

  for (guint i = 0; places[i] != NULL; i++)
    {
      char *place;

      if (!g_str_has_prefix (places[i], TLS_SCHEME))
        continue;
      place = start_relay (self, places[i] + strlen (TLS_SCHEME), error);
      if (place == NULL)
        return NULL;
      g_free (places[i]);
      places[i] = place;
    }
  return g_strjoinv (";", places);
}

static gboolean
open_record (SpurSink *sink, const char *clock, GError **error)
{
  SpurRecordingSink *self = SPUR_RECORDING_SINK (sink);
  g_autofree char *where = make_where (self, error);

  if (where == NULL)
    return FALSE;
  self->record = spur_rec_open_monotonic (where);
  if (!check_problem (self, error))
    {
      spur_record_close (self->record);
      self->is_closed = TRUE;
      return FALSE;
    }
  if (!g_str_equal (clock, "monotonic"))
    spur_record_fact (self->record, "clock", clock);
  return TRUE;
}

static void
set_fact (SpurSink *sink, const char *key, const char *value)
{
  spur_record_fact (SPUR_RECORDING_SINK (sink)->record, key, value);
}

static void
add_state (SpurSink *sink, const char *name, SpurStateKind kind)
{
  SpurRecordingSink *self = SPUR_RECORDING_SINK (sink);

  g_hash_table_insert (self->state_kinds, g_strdup (name), GINT_TO_POINTER (kind));
}

/* ---- Definitions ---- */

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

SpurRecordList
spur_recording_add_list (SpurRecord *record, SpurEntryList *list)
{
  SpurRecordListType type = { spur_recording_get_type_names (G_OBJECT_TYPE (list),
                                                             SPUR_TYPE_ENTRY_LIST) };
  guint n_entries = spur_entry_list_get_n_entries (list);
  g_autofree SpurRecordEntry *entries = g_new (SpurRecordEntry, n_entries + 1);

  for (guint i = 0; i < n_entries; i++)
    entries[i] = make_entry (spur_entry_list_get_entry (list, i));
  return spur_record_list (record, type, entries, n_entries);
}

/* The recorder knows the same row again, and gives the same number. */
static SpurRecordObject
add_object (SpurRecordingSink *self, SpurActiveObject *object)
{
  SpurIdentifier *identifier = spur_active_object_get_identifier (object);
  guint64 origin = spur_identifier_get_origin (identifier);
  guint64 number = spur_identifier_get_number (identifier);
  Object *hint = &self->hints[number % N_HINTS];
  SpurRecordObjectType type = { spur_recording_get_type_names (G_OBJECT_TYPE (object),
                                                               SPUR_TYPE_ACTIVE_OBJECT) };
  g_autoptr (SpurEntryList) resources = NULL;
  SpurRecordObject entry;

  if (hint->entry.id != SPUR_RECORD_NONE && hint->origin == origin && hint->number == number)
    return hint->entry;
  entry = spur_record_known_object (self->record, type, spur_active_object_get_name (object),
                                    spur_active_object_get_kind (object), SPUR_RECORD_NO_OBJECT,
                                    origin, number);
  resources = spur_location_keep (object);
  if (resources != NULL && entry.id != SPUR_RECORD_NONE)
    spur_record_set_attributes (self->record, entry,
                                spur_recording_add_list (self->record, resources));
  *hint = (Object){ origin, number, entry };
  return entry;
}

static SpurRecordGroup
add_group (SpurRecordingSink *self, const char *name, GPtrArray *members)
{
  guint n_members = members != NULL ? members->len : 0;
  g_autofree SpurRecordObject *entries = g_new (SpurRecordObject, n_members + 1);

  for (guint i = 0; i < n_members; i++)
    entries[i] = add_object (self, g_ptr_array_index (members, i));
  return spur_record_group (self->record, name, entries, n_members);
}

static void
add_source (SpurSink *sink, guint source, SpurActiveObject *object)
{
  SpurRecordingSink *self = SPUR_RECORDING_SINK (sink);
  SpurRecordStream stream = spur_record_add_stream (
    self->record, spur_active_object_get_name (object), add_object (self, object));

  g_array_append_val (self->streams, stream);
}

SpurRecordClass *
spur_recording_declare_class (const SpurEventLayout *layout)
{
  g_autofree char *xml = spur_recording_make_class_xml (layout);

  return spur_record_declare (layout->name, xml, layout->n_fields);
}

static SpurRecordClass *
find_class (SpurRecordingSink *self, const SpurEventLayout *layout)
{
  SpurRecordClass *declared;

  if (layout == self->last.layout)
    return self->last.declared;
  declared = g_hash_table_lookup (self->classes, layout);
  if (declared == NULL)
    {
      declared = spur_recording_declare_class (layout);
      if (declared == NULL)
        return NULL;
      g_hash_table_insert (self->classes, spur_event_layout_ref (layout), declared);
    }
  self->last = (Class){ layout, declared };
  return declared;
}

/* ---- Events ---- */

static guint32
pack_text (SpurRecordingSink *self,
           SpurEvent *event,
           const SpurField *field,
           const SpurEventSlot *slot)
{
  SpurRecordStateKind kind;

  if (slot->text == NULL)
    return SPUR_RECORD_NONE;
  if (field->type == SPUR_FIELD_STRING)
    return spur_record_string (self->record, slot->text).id;
  if (field->type == SPUR_FIELD_GROUP)
    return add_group (self, slot->text, spur_event_get_slot_members (event, slot)).id;
  kind =
    (SpurRecordStateKind) GPOINTER_TO_INT (g_hash_table_lookup (self->state_kinds, slot->text));
  return spur_record_state (self->record, slot->text, kind).id;
}

static guint64
pack_field (SpurRecordingSink *self,
            SpurEvent *event,
            const SpurField *field,
            const SpurEventSlot *slot)
{
  switch (field->type)
    {
    case SPUR_FIELD_LIST:
      return spur_record_entry (slot->list != NULL
                                  ? spur_recording_add_list (self->record, slot->list).id
                                  : SPUR_RECORD_NONE);
    case SPUR_FIELD_OBJECT:
      return spur_record_entry (slot->object != NULL ? add_object (self, slot->object).id
                                                     : SPUR_RECORD_NONE);
    case SPUR_FIELD_STRING:
    case SPUR_FIELD_STATE:
    case SPUR_FIELD_GROUP:
      return spur_record_entry (pack_text (self, event, field, slot));
    case SPUR_FIELD_DOUBLE:
      return spur_record_real (slot->real);
    default:
      return slot->number;
    }
}

/* How many events were dropped is known when they are handed over. */
static void
check_counts (SpurRecordingSink *self)
{
  g_autoptr (GError) problem = NULL;
  SpurRecordCounts counts;
  guint64 n_more;

  self->n_unchecked = 0;
  spur_record_get_counts (self->record, &counts);
  n_more = counts.n_dropped - self->n_told_dropped;
  if (check_problem (self, &problem) && n_more == 0)
    return;
  if (problem == NULL)
    problem = g_error_new (G_IO_ERROR, G_IO_ERROR_FAILED, "%s: events were dropped", self->where);
  spur_sink_drop (SPUR_SINK (self), n_more, problem);
  self->n_told_dropped = counts.n_dropped;
}

static gboolean
write_event (SpurSink *sink,
             guint source,
             guint64 number,
             SpurEvent *event,
             GLogLevelFlags level,
             GError **error)
{
  SpurRecordingSink *self = SPUR_RECORDING_SINK (sink);
  const SpurEventLayout *layout = spur_event_get_layout (event);
  const SpurEventSlot *slots = spur_event_get_slots (event);
  SpurRecordClass *event_class = find_class (self, layout);
  SpurRecordStream stream = g_array_index (self->streams, SpurRecordStream, source);
  guint64 words[SPUR_LAYOUT_MAX_FIELDS];

  if (*self->where == '\0')
    return TRUE;
  if (event_class == NULL || (spur_rec_peek_stream (self->record).id != stream.id &&
                              spur_record_use_stream (self->record, stream) != 0))
    return spur_error_set (error, G_IO_ERROR, G_IO_ERROR_FAILED, "%s: %s cannot be recorded",
                           self->where, layout->name);
  for (guint i = 0; i < layout->n_fields; i++)
    words[i] = pack_field (self, event, &layout->fields[i], &slots[i]);
  spur_record_put_at (self->record, event_class, (guint64) spur_event_get_time_ns (event), words);
  if (++self->n_unchecked == N_EVENTS_UNCHECKED)
    check_counts (self);
  return TRUE;
}

static gboolean
flush_record (SpurSink *sink, GError **error)
{
  SpurRecordingSink *self = SPUR_RECORDING_SINK (sink);

  spur_record_flush (self->record);
  check_counts (self);
  return TRUE;
}

static gboolean
close_record (SpurSink *sink, GError **error)
{
  SpurRecordingSink *self = SPUR_RECORDING_SINK (sink);

  spur_record_close (self->record);
  self->is_closed = TRUE;
  for (guint i = 0; i < self->relays->len; i++)
    spur_relay_stop (self->relays->pdata[i]);
  check_counts (self);
  return TRUE;
}

static gboolean
set_dump_error (SpurRecordingSink *self, const char *path, GError **error)
{
  int problem = errno;

  if (problem == ENOTSUP || problem == EINVAL || problem == EBADF)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, "%s: has no events in memory%s",
                 self->where, problem == EINVAL ? " that belong to a file" : "");
  else
    g_set_error (error, G_IO_ERROR, (int) g_io_error_from_errno (problem), "%s: %s",
                 path != NULL ? path : self->where, g_strerror (problem));
  return FALSE;
}

static SpurTrace *
make_snapshot (SpurSink *sink, GError **error)
{
  SpurRecordingSink *self = SPUR_RECORDING_SINK (sink);
  g_autofree char *folder = g_dir_make_tmp ("spur-snapshot-XXXXXX", error);
  g_autofree char *path = NULL;
  SpurTrace *trace = NULL;

  if (folder == NULL)
    return NULL;
  path = g_build_filename (folder, "snapshot.spurrec", NULL);
  if (spur_recording_sink_dump (self, path, error))
    trace = spur_recording_open (path, NULL, NULL, error);
  g_unlink (path);
  g_rmdir (folder);
  return trace;
}

static void
spur_recording_sink_class_init (SpurRecordingSinkClass *klass)
{
  SpurSinkClass *sink_class = SPUR_SINK_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = spur_recording_sink_finalize;
  sink_class->open = open_record;
  sink_class->add_source = add_source;
  sink_class->add_state = add_state;
  sink_class->set_fact = set_fact;
  sink_class->write = write_event;
  sink_class->flush = flush_record;
  sink_class->close = close_record;
  sink_class->snapshot = make_snapshot;
}

static void
spur_recording_sink_init (SpurRecordingSink *self)
{
  /* The plain recorder does. */
  spur_sink_set_tells_user (SPUR_SINK (self));
  self->classes =
    g_hash_table_new_full (NULL, NULL, (GDestroyNotify) spur_event_layout_unref, NULL);
  self->state_kinds = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->streams = g_array_new (FALSE, FALSE, sizeof (SpurRecordStream));
  self->relays = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; i < N_HINTS; i++)
    self->hints[i].entry = SPUR_RECORD_NO_OBJECT;
}

/**
 * spur_recording_sink_new:
 * @where: (nullable): one place or several with ";" between, as the environment's `SPUR_RECORD` has
 *   them: `file:NAME` (or just a NAME without a colon), `unix:PATH`, `tcp:HOST:PORT`,
 *   `memory:BYTES`, `flight:BYTES,NAME`; or `tls:HOST:PORT`, see spur_recording_sink_set_tls();
 * %NULL for what `SPUR_RECORD` says, which is nothing where it is not set, or where the program has
 * other rights than its user
 *
 * Makes a sink that writes a recording, when a recorder gets it. A recording that is there already
 * is kept, and the new one is called `run.2.spurrec`; a file that is no recording is refused.
 *
 * Returns: (transfer full) (type SpurRecordingSink): a sink
 *
 * Since: 1.0
 */
SpurSink *
spur_recording_sink_new (const char *where)
{
  SpurRecordingSink *self = g_object_new (SPUR_TYPE_RECORDING_SINK, NULL);

  if (where == NULL)
    where = secure_getenv ("SPUR_RECORD");
  self->where = g_strdup (where != NULL ? where : "");
  return SPUR_SINK (self);
}

/**
 * spur_recording_sink_set_tls:
 * @self: a sink that no recorder has yet
 * @certificate: (nullable): by which collectors know who sends, with its private key
 * @authorities: (nullable): who may have signed the certificates of collectors; %NULL for those
 * that this computer trusts
 *
 * Says how both ends know each other at places `tls:HOST:PORT`, which are reached by a #SpurRelay
 * in this program.
 *
 * Since: 1.0
 */
void
spur_recording_sink_set_tls (SpurRecordingSink *self,
                             GTlsCertificate *certificate,
                             GTlsDatabase *authorities)
{
  g_return_if_fail (SPUR_IS_RECORDING_SINK (self));
  g_return_if_fail (certificate == NULL || G_IS_TLS_CERTIFICATE (certificate));
  g_return_if_fail (authorities == NULL || G_IS_TLS_DATABASE (authorities));
  g_return_if_fail (self->record == NULL);

  g_set_object (&self->certificate, certificate);
  g_set_object (&self->authorities, authorities);
}

/**
 * spur_recording_sink_set_option:
 * @name: `block`, `shared`, `policy`, `spool`, `token`, `crash`, `flush`, `events`, `watch` or
 *   `control`, as for spur_record_set_option() of the plain recorder
 * @value: what is to be so
 * @error: return location for an error
 *
 * Says what is to be so for all sinks of this kind that recorders of this program get later, as
 * that a collector that is slow is to hold the program up (`policy`, `block`), or that what was
 * recorded is to be handed over every second (`flush`, `1000`). The environment's
 * `SPUR_RECORD_NAME` wins.
 *
 * Returns: whether there is such an option and such a value; else @error is
 *   %G_IO_ERROR_INVALID_ARGUMENT
 *
 * Since: 1.0
 */
gboolean
spur_recording_sink_set_option (const char *name, const char *value, GError **error)
{
  g_return_val_if_fail (name != NULL && value != NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  if (spur_record_set_option (name, value) == 0)
    return TRUE;
  return spur_error_set (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                         "'%s' is no value for the option '%s' of recordings", value, name);
}

/**
 * spur_recording_sink_dump:
 * @self: a sink that a recorder has, whose place is `memory:` or `flight:`
 * @path: (nullable) (type filename): the file to write; %NULL for the one that `flight:` names
 * @error: return location for an error
 *
 * Writes what is in memory to a file, which appears complete or not at all. A file at @path that
 * this sink has not written is an error, %G_IO_ERROR_EXISTS; beside one at the place that `flight:`
 * names another one is written, `last.2.spurrec`. A flight recorder also
 * does so when the program gets SIGUSR2, and when it crashes. By any thread.
 *
 * Returns: whether it was written; else @error says why not
 *
 * Since: 1.0
 */
gboolean
spur_recording_sink_dump (SpurRecordingSink *self, const char *path, GError **error)
{
  g_return_val_if_fail (SPUR_IS_RECORDING_SINK (self), FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);
  g_return_val_if_fail (self->record != NULL, FALSE);

  errno = EBADF;
  return !self->is_closed && spur_record_dump (self->record, path) == 0
           ? TRUE
           : set_dump_error (self, path, error);
}
