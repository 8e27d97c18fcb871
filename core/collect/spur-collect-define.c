/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/collect/spur-collect-output-private.h"

#include <string.h>

#include "core/base/spur-bytes-private.h"
#include "core/model/events/spur-event-layout-internal.h"

/* A packet ends before the row that makes it longer than this, but for a first one. */
#define ENOUGH_BYTES 1048576

/* How much of each table was told; of attributes those that there are, by object. */
struct _SpurCollectDefine
{
  SpurTrace *trace;
  GHashTable *xml;
  guint n_classes;
  guint n_told[SPUR_RECORDING_N_TABLES];
  GArray *attributes;
  GHashTable *has_attributes;
  gboolean is_changed;

  /* With what was made last. */
  guint n_next_classes;
  guint n_next[SPUR_RECORDING_N_TABLES];
};

SpurCollectDefine *
spur_collect_define_new (SpurTrace *trace)
{
  SpurCollectDefine *self = g_new0 (SpurCollectDefine, 1);

  self->trace = g_object_ref (trace);
  self->xml = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->attributes = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->has_attributes = g_hash_table_new (NULL, NULL);
  return self;
}

void
spur_collect_define_free (SpurCollectDefine *self)
{
  g_object_unref (self->trace);
  g_hash_table_unref (self->xml);
  g_array_unref (self->attributes);
  g_hash_table_unref (self->has_attributes);
  g_free (self);
}

void
spur_collect_define_put_u32 (GByteArray *body, guint32 value)
{
  guint8 bytes[4];

  spur_put_le32 (bytes, value);
  g_byte_array_append (body, bytes, sizeof bytes);
}

void
spur_collect_define_put_u64 (GByteArray *body, guint64 value)
{
  guint8 bytes[8];

  spur_put_le64 (bytes, value);
  g_byte_array_append (body, bytes, sizeof bytes);
}

void
spur_collect_define_put_text (GByteArray *body, const char *text)
{
  guint32 n_bytes = (guint32) strlen (text);

  spur_collect_define_put_u32 (body, n_bytes);
  g_byte_array_append (body, (const guint8 *) text, n_bytes);
}

void
spur_collect_define_pad (GByteArray *body)
{
  static const guint8 zeros[8];

  g_byte_array_append (body, zeros, (8 - body->len % 8) % 8);
}

static void
put_state (GByteArray *body, SpurTrace *trace, guint number)
{
  const SpurState *state = spur_definitions_get_state (spur_trace_get_definitions (trace), number);

  spur_collect_define_put_text (body, state->name);
  spur_collect_define_put_u32 (body, state->kind);
}

static void
put_object (GByteArray *body, SpurTrace *trace, guint number)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (trace);
  const SpurObject *object = spur_definitions_get_object (definitions, number);
  guint64 origin = 0, identifier = 0;

  spur_definitions_get_object_identifier (definitions, number, &origin, &identifier);
  spur_collect_define_put_text (
    body, spur_recording_get_type_names (object->type, SPUR_TYPE_ACTIVE_OBJECT));
  spur_collect_define_put_text (body, object->name);
  spur_collect_define_put_text (body, object->kind);
  spur_collect_define_put_u32 (body, object->parent);
  spur_collect_define_put_u64 (body, origin);
  spur_collect_define_put_u64 (body, identifier);
}

static void
put_group (GByteArray *body, SpurTrace *trace, guint number)
{
  const SpurGroup *group = spur_definitions_get_group (spur_trace_get_definitions (trace), number);

  spur_collect_define_put_text (body, group->name);
  spur_collect_define_put_u32 (body, group->n_members);
  for (guint i = 0; i < group->n_members; i++)
    spur_collect_define_put_u32 (body, group->members[i]);
}

static guint32
get_type_number (SpurFieldType type)
{
  static const SpurFieldType types[] = { SPUR_FIELD_UINT64, SPUR_FIELD_INT64, SPUR_FIELD_DOUBLE,
                                         SPUR_FIELD_STRING };
  guint32 number = 0;

  while (number + 1 < G_N_ELEMENTS (types) && types[number] != type)
    number++;
  return number;
}

static void
put_list (GByteArray *body, SpurTrace *trace, guint number)
{
  const SpurList *list = spur_definitions_get_list (spur_trace_get_definitions (trace), number);

  spur_collect_define_put_text (body, list->class_name);
  spur_collect_define_put_u32 (body, list->n_entries);
  for (guint i = 0; i < list->n_entries; i++)
    {
      const SpurEntry *entry = &list->entries[i];

      spur_collect_define_put_text (body, entry->name);
      if (entry->unit != NULL)
        spur_collect_define_put_text (body, entry->unit);
      else
        spur_collect_define_put_u32 (body, SPUR_NONE);
      spur_collect_define_put_u32 (body, get_type_number (entry->type));
      if (entry->type == SPUR_FIELD_STRING)
        spur_collect_define_put_text (body, entry->text != NULL ? entry->text : "");
      else
        spur_collect_define_put_u64 (body, entry->bits);
    }
}

static void
put_row (SpurCollectDefine *self, GByteArray *body, SpurRecordingTable table, guint number)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (self->trace);

  spur_collect_define_put_u32 (body, table);
  spur_collect_define_put_u32 (body, table != SPUR_RECORDING_ATTRIBUTES
                                       ? number
                                       : g_array_index (self->attributes, guint32, number));
  switch (table)
    {
    case SPUR_RECORDING_STRINGS:
      spur_collect_define_put_text (body, spur_definitions_get_string (definitions, number));
      break;
    case SPUR_RECORDING_STATES:
      put_state (body, self->trace, number);
      break;
    case SPUR_RECORDING_OBJECTS:
      put_object (body, self->trace, number);
      break;
    case SPUR_RECORDING_GROUPS:
      put_group (body, self->trace, number);
      break;
    case SPUR_RECORDING_LISTS:
      put_list (body, self->trace, number);
      break;
    default:
      number = g_array_index (self->attributes, guint32, number);
      spur_collect_define_put_u32 (body,
                                   spur_definitions_get_object (definitions, number)->attributes);
      break;
    }
}

static void
put_class (SpurCollectDefine *self, GByteArray *body, guint index)
{
  const SpurEventLayout *layout = spur_trace_get_class (self->trace, index);
  const char *known = g_hash_table_lookup (self->xml, layout->name);
  g_autofree char *own = known == NULL ? spur_event_layout_to_xml (layout) : NULL;

  spur_collect_define_put_u32 (body, index + 1);
  spur_collect_define_put_u32 (body, layout->n_fields);
  spur_collect_define_put_text (body, layout->name);
  spur_collect_define_put_text (body, known != NULL ? known : own);
}

/* FALSE where it has to wait for the next packet. A row that is too long for any, as none can be
 * that came in one, is left out. */
static gboolean
put_one (GByteArray *body, const GByteArray *row, guint *n_rows)
{
  if (*n_rows > 0 && body->len + row->len > ENOUGH_BYTES)
    return FALSE;
  if (row->len + 8 <= SPUR_PACKET_MAX_BODY_BYTES)
    {
      g_byte_array_append (body, row->data, row->len);
      (*n_rows)++;
    }
  return TRUE;
}

static GByteArray *
make_classes (SpurCollectDefine *self)
{
  guint n_classes = spur_trace_get_n_classes (self->trace);
  g_autoptr (GByteArray) row = g_byte_array_new ();
  GByteArray *body = g_byte_array_new ();
  guint n_rows = 0;

  spur_collect_define_put_u32 (body, 0);
  for (; self->n_next_classes < n_classes; self->n_next_classes++)
    {
      g_byte_array_set_size (row, 0);
      put_class (self, row, self->n_next_classes);
      if (!put_one (body, row, &n_rows))
        break;
    }
  spur_put_le32 (body->data, n_rows);
  return body;
}

/* An object's attributes may come long after it, and stay. */
static void
find_attributes (SpurCollectDefine *self)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (self->trace);
  guint n_objects = spur_definitions_get_n_objects (definitions);

  for (guint32 i = 0; i < n_objects && self->is_changed; i++)
    {
      if (spur_definitions_get_object (definitions, i)->attributes != SPUR_NONE &&
          g_hash_table_add (self->has_attributes, GUINT_TO_POINTER (i)))
        g_array_append_val (self->attributes, i);
    }
  self->is_changed = FALSE;
}

/* The first who says what a class is. */
static void
note_classes (SpurCollectDefine *self, const SpurPacket *packet)
{
  SpurPacketInput body;
  guint32 n_rows;

  spur_packet_input_init (&body, packet);
  n_rows = spur_packet_input_u32 (&body);
  for (guint32 i = 0; i < n_rows && !body.is_bad; i++)
    {
      g_autofree char *name = NULL;
      g_autofree char *xml = NULL;

      spur_packet_input_u64 (&body);
      name = spur_packet_input_text (&body);
      xml = spur_packet_input_text (&body);
      if (!body.is_bad && !g_hash_table_contains (self->xml, name))
        g_hash_table_insert (self->xml, g_steal_pointer (&name), g_steal_pointer (&xml));
    }
}

void
spur_collect_define_note (SpurCollectDefine *self, const SpurPacket *packet)
{
  if (packet->kind == SPUR_PACKET_CLASSES)
    note_classes (self, packet);
  else
    self->is_changed = TRUE;
}

static GByteArray *
make_rows (SpurCollectDefine *self)
{
  SpurTrace *trace = self->trace;
  SpurDefinitions *definitions = spur_trace_get_definitions (trace);
  const guint n_entries[SPUR_RECORDING_N_TABLES] = {
    [SPUR_RECORDING_STRINGS] = spur_definitions_get_n_strings (definitions),
    [SPUR_RECORDING_STATES] = spur_definitions_get_n_states (definitions),
    [SPUR_RECORDING_OBJECTS] = spur_definitions_get_n_objects (definitions),
    [SPUR_RECORDING_GROUPS] = spur_definitions_get_n_groups (definitions),
    [SPUR_RECORDING_LISTS] = spur_definitions_get_n_lists (definitions),
    [SPUR_RECORDING_ATTRIBUTES] = self->attributes->len
  };
  g_autoptr (GByteArray) row = g_byte_array_new ();
  GByteArray *body = g_byte_array_new ();
  gboolean has_room = TRUE;
  guint n_rows = 0;

  spur_collect_define_put_u32 (body, 0);
  for (SpurRecordingTable table = SPUR_RECORDING_STRINGS;
       table < SPUR_RECORDING_N_TABLES && has_room; table++)
    {
      while (has_room && self->n_next[table] < n_entries[table])
        {
          g_byte_array_set_size (row, 0);
          put_row (self, row, table, self->n_next[table]);
          has_room = put_one (body, row, &n_rows);
          self->n_next[table] += has_room;
        }
    }
  spur_put_le32 (body->data, n_rows);
  if (n_rows > 0)
    return body;
  g_byte_array_unref (body);
  return NULL;
}

GByteArray *
spur_collect_define_make (SpurCollectDefine *self, SpurPacketKind *kind)
{
  SpurTrace *trace = self->trace;

  find_attributes (self);
  self->n_next_classes = self->n_classes;
  memcpy (self->n_next, self->n_told, sizeof self->n_next);
  *kind = SPUR_PACKET_CLASSES;
  if (self->n_classes < spur_trace_get_n_classes (trace))
    return make_classes (self);
  *kind = SPUR_PACKET_DEFINITIONS;
  return make_rows (self);
}

void
spur_collect_define_told (SpurCollectDefine *self)
{
  self->n_classes = self->n_next_classes;
  memcpy (self->n_told, self->n_next, sizeof self->n_told);
}
