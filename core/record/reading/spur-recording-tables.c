/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The definitions of recordings in a trace. */
#include "core/record/reading/spur-recording-tables-internal.h"

#include "core/base/spur-error-internal.h"
#include "core/format/spur-codec.h"
#include "core/model/events/spur-event-layout-internal.h"
#include "core/model/events/spur-event-type.h"
#include "core/record/reading/spur-recording-private.h"
#include "core/store/trace/spur-trace-internal.h"

/* What a field of a type refers to, or 0. */
static const guint8 table_of_type[] = {
  [SPUR_FIELD_STRING] = SPUR_RECORDING_STRINGS, [SPUR_FIELD_OBJECT] = SPUR_RECORDING_OBJECTS,
  [SPUR_FIELD_STATE] = SPUR_RECORDING_STATES,   [SPUR_FIELD_GROUP] = SPUR_RECORDING_GROUPS,
  [SPUR_FIELD_LIST] = SPUR_RECORDING_LISTS,
};

static const SpurFieldType entry_types[] = { SPUR_FIELD_UINT64, SPUR_FIELD_INT64, SPUR_FIELD_DOUBLE,
                                             SPUR_FIELD_STRING };

/* Rows may come in another order than they are numbered in, with that many between. */
#define MAX_GAP 4096

void
spur_recording_index_init (SpurRecordingIndex *self, SpurTrace *trace, guint64 max_bytes)
{
  g_type_ensure (SPUR_TYPE_LOAD_OBJECT);
  g_type_ensure (SPUR_TYPE_TARGET);
  g_type_ensure (SPUR_TYPE_STATE_LIST);
  g_type_ensure (SPUR_TYPE_RESOURCE_LIST);
  *self = (SpurRecordingIndex){
    .trace = g_object_ref (trace),
    .objects = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL),
    .groups = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL),
    .max_bytes = max_bytes,
  };
}

void
spur_recording_index_clear (SpurRecordingIndex *self)
{
  g_clear_object (&self->trace);
  g_clear_pointer (&self->objects, g_hash_table_unref);
  g_clear_pointer (&self->groups, g_hash_table_unref);
}

void
spur_recording_tables_init (SpurRecordingTables *self, SpurRecordingIndex *index)
{
  *self = (SpurRecordingTables){ .index = index };
  self->classes = g_array_new (FALSE, TRUE, sizeof (SpurRecordingClass));
  for (guint i = 1; i < SPUR_RECORDING_N_TABLES; i++)
    self->entries[i] = g_array_new (FALSE, FALSE, sizeof (guint32));
}

void
spur_recording_tables_clear (SpurRecordingTables *self)
{
  g_clear_pointer (&self->classes, g_array_unref);
  for (guint i = 1; i < SPUR_RECORDING_N_TABLES; i++)
    g_clear_pointer (&self->entries[i], g_array_unref);
}

static guint32
find_entry (const SpurRecordingTables *self, SpurRecordingTable table, guint32 number)
{
  const GArray *entries = self->entries[table];

  return number < entries->len ? g_array_index (entries, guint32, number) : SPUR_NONE;
}

guint32
spur_recording_tables_get_object (const SpurRecordingTables *self, guint32 number)
{
  return find_entry (self, SPUR_RECORDING_OBJECTS, number);
}

/* A class of equal name in the trace has to be the same. */
static gboolean
check_conflict (SpurTrace *trace, const SpurEventLayout *layout, GError **error)
{
  for (guint i = 0; i < spur_trace_get_n_classes (trace); i++)
    {
      const SpurEventLayout *known = spur_trace_get_class (trace, i);
      g_autofree char *text = NULL;

      if (!g_str_equal (known->name, layout->name) || spur_event_layout_equal (known, layout))
        continue;
      text = spur_event_layout_describe_difference (layout, "the recording", known,
                                                    "the recordings before it");
      g_set_error_literal (error, SPUR_MODEL_ERROR, SPUR_MODEL_ERROR_CONFLICT, text);
      return FALSE;
    }
  if (spur_trace_get_n_classes (trace) < SPUR_MAX_CLASSES)
    return TRUE;
  return spur_error_set (error, SPUR_STORE_ERROR, SPUR_STORE_ERROR_RANGE,
                         "event class %.80s is one too many, there may be %d", layout->name,
                         SPUR_MAX_CLASSES);
}

static gboolean
add_layout (SpurRecordingTables *self,
            SpurRecordingClass *known,
            guint32 n_fields,
            const char *name,
            const char *xml,
            GError **error)
{
  g_autoptr (SpurEventLayout) layout = spur_recording_parse_class (name, xml, error);

  if (layout == NULL || !check_conflict (self->index->trace, layout, error))
    return FALSE;
  if (layout->n_fields != n_fields)
    return spur_error_set (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_DATA,
                           "event class %.80s has %u fields, %u are described", name, n_fields,
                           layout->n_fields);
  known->index = spur_trace_add_class (self->index->trace, layout);
  known->layout = spur_trace_get_class (self->index->trace, known->index);
  return TRUE;
}

static gboolean
add_class (SpurRecordingTables *self,
           guint32 number,
           guint32 n_fields,
           const char *name,
           const char *xml,
           const SpurPacket *packet,
           GError **error)
{
  g_autoptr (GError) problem = NULL;
  SpurRecordingClass *known;

  if (number == 0 || number >= SPUR_MAX_CLASSES)
    return spur_packet_refuse (packet, error,
                               "event class %.80s is number %u, it must be from 1 to %d", name,
                               number, SPUR_MAX_CLASSES - 1);
  if (number >= self->classes->len)
    g_array_set_size (self->classes, number + 1);
  known = &g_array_index (self->classes, SpurRecordingClass, number);
  if (known->layout != NULL)
    return g_str_equal (known->layout->name, name) ||
           spur_packet_refuse (packet, error, "event class %u is %.80s, and %.80s before", number,
                               name, known->layout->name);
  if (add_layout (self, known, n_fields, name, xml, &problem))
    return TRUE;
  if (self->leaves_out && !g_error_matches (problem, SPUR_MODEL_ERROR, SPUR_MODEL_ERROR_CONFLICT))
    {
      self->n_left_out++;
      return TRUE;
    }
  return spur_error_pass (error, g_steal_pointer (&problem));
}

static gboolean
put_classes (SpurRecordingTables *self, const SpurPacket *packet, GError **error)
{
  SpurPacketInput body;
  guint32 n_rows;

  spur_packet_input_init (&body, packet);
  n_rows = spur_packet_input_u32 (&body);
  for (guint32 i = 0; i < n_rows && !body.is_bad; i++)
    {
      guint32 number = spur_packet_input_u32 (&body);
      guint32 n_fields = spur_packet_input_u32 (&body);
      g_autofree char *name = spur_packet_input_text (&body);
      g_autofree char *xml = spur_packet_input_text (&body);

      if (body.is_bad)
        break;
      if (!add_class (self, number, n_fields, name, xml, packet, error))
        return FALSE;
    }
  return spur_packet_input_check (&body, packet, error);
}

const char *
spur_recording_get_type_names (GType type, GType base)
{
  GQuark quark = g_quark_from_static_string ("spur-recording-type-names");
  const char *known = g_type_get_qdata (type, quark);
  g_autoptr (GString) names = NULL;

  if (known != NULL)
    return known;
  names = g_string_new (g_type_name (type));
  for (GType at = type; at != base && g_type_parent (at) != base; at = g_type_parent (at))
    g_string_append_printf (names, " %s", g_type_name (g_type_parent (at)));
  known = g_intern_string (names->str);
  g_type_set_qdata (type, quark, (gpointer) known);
  return known;
}

/* The first of the names that this program knows. */
static GType
find_named_type (GType base, GType otherwise, char **names)
{
  for (guint i = 0; names[i] != NULL; i++)
    {
      GType type = g_type_from_name (names[i]);

      if (type != 0 && g_type_is_a (type, base) && !G_TYPE_IS_ABSTRACT (type))
        return type;
    }
  return otherwise;
}

/* A class and its ancestors; without any name an empty one. */
static char **
read_names (SpurPacketInput *body)
{
  g_autofree char *text = spur_packet_input_text (body);

  return g_strsplit (*text != '\0' ? text : " ", " ", -1);
}

static guint32
read_string (SpurRecordingTables *self, SpurPacketInput *body, guint32 number)
{
  g_autofree char *text = spur_packet_input_text (body);

  return body->is_bad
           ? SPUR_NONE
           : spur_definitions_add_string (spur_trace_get_definitions (self->index->trace), text);
}

static guint32
read_state (SpurRecordingTables *self, SpurPacketInput *body, guint32 number)
{
  g_autofree char *name = spur_packet_input_text (body);
  guint32 kind = spur_packet_input_u32 (body);

  return body->is_bad ? SPUR_NONE
                      : spur_definitions_add_state (
                          spur_trace_get_definitions (self->index->trace), name,
                          kind <= SPUR_STATE_IDLE ? (SpurStateKind) kind : SPUR_STATE_WORK);
}

static guint32
read_object (SpurRecordingTables *self, SpurPacketInput *body, guint32 number)
{
  SpurTrace *trace = self->index->trace;
  SpurDefinitions *definitions = spur_trace_get_definitions (trace);
  g_auto (GStrv) types = read_names (body);
  g_autofree char *name = spur_packet_input_text (body);
  g_autofree char *kind = spur_packet_input_text (body);
  guint32 parent = find_entry (self, SPUR_RECORDING_OBJECTS, spur_packet_input_u32 (body));
  guint64 origin = spur_packet_input_u64 (body);
  guint64 identifier = spur_packet_input_u64 (body);
  g_autofree char *key = NULL;
  gpointer known;
  guint32 object;

  if (body->is_bad)
    return SPUR_NONE;
  key = origin != 0
          ? g_strdup_printf ("%" G_GINT64_MODIFIER "x:%" G_GINT64_MODIFIER "x", origin, identifier)
          : g_strdup_printf ("%s\037%s\037%s\037%x", types[0], kind, name, parent);
  if (g_hash_table_lookup_extended (self->index->objects, key, NULL, &known))
    return GPOINTER_TO_UINT (known);
  object = spur_definitions_add_object (
    definitions, find_named_type (SPUR_TYPE_ACTIVE_OBJECT, SPUR_TYPE_LOAD_OBJECT, types), name,
    kind, parent);
  if (origin != 0)
    spur_definitions_set_object_identifier (definitions, object, origin, identifier);
  g_hash_table_insert (self->index->objects, g_steal_pointer (&key), GUINT_TO_POINTER (object));
  return object;
}

static guint32
read_group (SpurRecordingTables *self, SpurPacketInput *body, guint32 number)
{
  g_autofree char *name = spur_packet_input_text (body);
  guint32 n_members = spur_packet_input_u32 (body);
  g_autofree guint32 *members = NULL;
  g_autoptr (GString) key = NULL;
  gpointer known;
  guint32 group;

  if (body->is_bad || (gsize) (body->end - body->at) / 4 < n_members)
    {
      body->is_bad = TRUE;
      return SPUR_NONE;
    }
  members = g_new (guint32, (gsize) n_members + 1);
  key = g_string_new (name);
  for (guint32 i = 0; i < n_members; i++)
    {
      members[i] = find_entry (self, SPUR_RECORDING_OBJECTS, spur_packet_input_u32 (body));
      g_string_append_printf (key, "\037%x", members[i]);
    }
  if (g_hash_table_lookup_extended (self->index->groups, key->str, NULL, &known))
    return GPOINTER_TO_UINT (known);
  group = spur_definitions_add_group (spur_trace_get_definitions (self->index->trace), name,
                                      members, n_members);
  g_hash_table_insert (self->index->groups, g_strdup (key->str), GUINT_TO_POINTER (group));
  return group;
}

static gboolean
read_entry (SpurDefinitions *definitions, SpurPacketInput *body, SpurEntry *entry)
{
  g_autofree char *name = spur_packet_input_text (body);
  g_autofree char *unit = spur_packet_input_unit (body);
  g_autofree char *text = NULL;
  guint32 type = spur_packet_input_u32 (body);

  if (type >= G_N_ELEMENTS (entry_types))
    body->is_bad = TRUE;
  else if (entry_types[type] == SPUR_FIELD_STRING)
    text = spur_packet_input_text (body);
  else
    entry->bits = spur_packet_input_u64 (body);
  if (body->is_bad)
    return FALSE;
  entry->type = entry_types[type];
  entry->name = spur_definitions_keep_text (definitions, name);
  entry->unit = unit != NULL ? spur_definitions_keep_text (definitions, unit) : NULL;
  entry->text = text != NULL ? spur_definitions_keep_text (definitions, text) : NULL;
  return TRUE;
}

static guint32
read_list (SpurRecordingTables *self, SpurPacketInput *body, guint32 number)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (self->index->trace);
  g_autoptr (GArray) entries = g_array_new (FALSE, FALSE, sizeof (SpurEntry));
  g_auto (GStrv) names = read_names (body);
  guint32 n_entries = spur_packet_input_u32 (body);
  SpurList list;

  for (guint32 i = 0; i < n_entries && !body->is_bad; i++)
    {
      SpurEntry entry = { .name = NULL };

      if (!read_entry (definitions, body, &entry))
        return SPUR_NONE;
      g_array_append_val (entries, entry);
    }
  if (body->is_bad)
    return SPUR_NONE;
  list = (SpurList){ find_named_type (SPUR_TYPE_ENTRY_LIST, SPUR_TYPE_ENTRY_LIST, names), names[0],
                     n_entries, (const SpurEntry *) (gconstpointer) entries->data };
  return spur_definitions_add_list (definitions, &list);
}

/* The first one counts, as it does where traces are merged. */
static guint32
read_attributes (SpurRecordingTables *self, SpurPacketInput *body, guint32 number)
{
  SpurTrace *trace = self->index->trace;
  SpurDefinitions *definitions = spur_trace_get_definitions (trace);
  guint32 list = find_entry (self, SPUR_RECORDING_LISTS, spur_packet_input_u32 (body));
  guint32 object = find_entry (self, SPUR_RECORDING_OBJECTS, number);

  if (list != SPUR_NONE && object != SPUR_NONE &&
      spur_definitions_get_object (definitions, object)->attributes == SPUR_NONE)
    spur_definitions_set_object_attributes (definitions, object, list);
  return list;
}

/* By table: what reads a row with this number in it, and gives its entry in the trace. */
static guint32 (*const read_row[SPUR_RECORDING_N_TABLES]) (SpurRecordingTables *self,
                                                           SpurPacketInput *body,
                                                           guint32 number) = {
  [SPUR_RECORDING_STRINGS] = read_string, [SPUR_RECORDING_STATES] = read_state,
  [SPUR_RECORDING_OBJECTS] = read_object, [SPUR_RECORDING_GROUPS] = read_group,
  [SPUR_RECORDING_LISTS] = read_list,     [SPUR_RECORDING_ATTRIBUTES] = read_attributes,
};

/* Memory follows the rows that came, not the numbers that they claim. */
static gboolean
keep_entry (SpurRecordingTables *self, SpurRecordingTable table, guint32 number, guint32 entry)
{
  GArray *entries = self->entries[table];
  const guint32 none = SPUR_NONE;

  if (number > self->n_rows + MAX_GAP)
    return FALSE;
  while (entries->len <= number)
    g_array_append_val (entries, none);
  if (entry != SPUR_NONE)
    g_array_index (entries, guint32, number) = entry;
  return TRUE;
}

static gboolean
put_definitions (SpurRecordingTables *self, const SpurPacket *packet, GError **error)
{
  SpurPacketInput body;
  guint32 n_rows;

  spur_packet_input_init (&body, packet);
  n_rows = spur_packet_input_u32 (&body);
  for (guint32 i = 0; i < n_rows && !body.is_bad; i++)
    {
      guint32 table = spur_packet_input_u32 (&body);
      guint32 number = spur_packet_input_u32 (&body);
      guint32 entry;

      if (body.is_bad)
        break;
      /* The length of rows of a newer version's tables is unknown. */
      if (table == 0 || table >= SPUR_RECORDING_N_TABLES)
        return TRUE;
      entry = read_row[table](self, &body, number);
      self->n_rows++;
      if (!body.is_bad && !keep_entry (self, (SpurRecordingTable) table, number, entry))
        return spur_packet_refuse (packet, error,
                                   "row %u of table %u is there after %" G_GUINT64_FORMAT
                                   " rows of all tables",
                                   number, table, self->n_rows);
    }
  return spur_packet_input_check (&body, packet, error);
}

gboolean
spur_recording_tables_put (SpurRecordingTables *self, const SpurPacket *packet, GError **error)
{
  SpurRecordingIndex *index = self->index;

  if (index->max_bytes - index->n_bytes < packet->n_bytes)
    return spur_error_set (error, SPUR_STORE_ERROR, SPUR_STORE_ERROR_RANGE,
                           "there are more than %" G_GUINT64_FORMAT " bytes of definitions",
                           index->max_bytes);
  index->n_bytes += packet->n_bytes;
  return packet->kind == SPUR_PACKET_CLASSES ? put_classes (self, packet, error)
                                             : put_definitions (self, packet, error);
}

gboolean
spur_recording_tables_check_events (const SpurRecordingTables *self,
                                    const SpurPacketEvents *events,
                                    GError **error)
{
  for (guint32 i = 0; i < events->n_classes; i++)
    {
      const SpurPacketClass *event_class = &events->classes[i];

      if (spur_recording_tables_find_class (self, event_class->number, event_class->n_fields) !=
          NULL)
        continue;
      return spur_error_set (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_DATA,
                             "there are events of class %u with %u fields, which is not defined",
                             event_class->number, event_class->n_fields);
    }
  return TRUE;
}

guint32
spur_recording_tables_count_same (const SpurRecordingTables *self, SpurFieldType type)
{
  const GArray *entries = self->entries[table_of_type[type]];
  guint32 n_same = 0;

  while (n_same < entries->len && g_array_index (entries, guint32, n_same) == n_same)
    n_same++;
  return n_same;
}

/* Words have the lower bits of numbers as they are; an entry is signed, and none is -1. */
guint64
spur_recording_tables_translate (SpurRecordingTables *self, SpurFieldType type, guint64 word)
{
  guint32 number = (guint32) word;
  guint32 entry;

  if (type >= G_N_ELEMENTS (table_of_type) || table_of_type[type] == 0)
    return word;
  if (number == SPUR_NONE)
    return SPUR_NONE;
  entry = find_entry (self, (SpurRecordingTable) table_of_type[type], number);
  self->n_undefined += entry == SPUR_NONE;
  return entry;
}

void
spur_recording_tables_make_record (SpurRecordingTables *self,
                                   const SpurPacketEvents *events,
                                   const SpurPacketEvent *event,
                                   guint8 *record)
{
  const SpurEventLayout *layout =
    spur_recording_tables_get_class (self, event->event_class->number)->layout;

  for (guint32 i = 0; i < layout->n_fields; i++)
    {
      guint64 word = spur_packet_events_get_field (events, event, i);

      spur_event_layout_set_uint (
        layout, i, record, spur_recording_tables_translate (self, layout->fields[i].type, word));
    }
}
