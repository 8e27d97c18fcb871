/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Records become events. */
#include "plugins/formats/paje/paje-reading.h"

#include <string.h>

#define RECORDS_PER_REPORT 65536

/* Fields of the classes, and those that only a trace has, of 8 bytes at most. */
#define MAX_RECORD_BYTES (SPUR_LAYOUT_MAX_FIELDS * 8)

/* An event that is being made. */
typedef struct
{
  PajeReading *reading;
  const PajeRecord *record;
  const PajeClass *class;
  guint8 bytes[MAX_RECORD_BYTES];
} Making;

static void
put_field (Making *making, int field, guint64 value)
{
  if (field >= 0)
    spur_event_layout_set_uint (making->class->layout, (guint) field, making->bytes, value);
}

static void
put_use (Making *making, SpurUse use, guint64 value)
{
  put_field (making, making->class->layout->field_of_use[use], value);
}

static void
put_double (Making *making, int field, double value)
{
  guint64 bits;

  memcpy (&bits, &value, sizeof bits);
  put_field (making, field, bits);
}

static void
put_extras (Making *making)
{
  const PajeReading *reading = making->reading;
  const PajeDefinition *definition =
    paje_log_get_definition (reading->log, making->record->definition);
  guint n_extras = 0;

  for (guint i = 0; n_extras < definition->n_extras && i < definition->fields->len; i++)
    {
      const PajeField *field = &g_array_index (definition->fields, PajeField, i);
      guint64 bits;

      if (field->code != PAJE_FIELD_EXTRA)
        continue;
      bits = g_array_index (reading->log->extras, guint64, making->record->extra + n_extras);
      if (field->type == SPUR_FIELD_STRING)
        bits = reading->strings[bits];
      put_field (making, making->class->extras[n_extras++], bits);
    }
}

static void
begin_event (Making *making, PajeReading *reading, const PajeRecord *record, PajeClassId id)
{
  making->reading = reading;
  making->record = record;
  making->class = paje_reading_get_class (reading, record->definition, id);
  memset (making->bytes, 0, making->class->layout->n_bytes);
  put_extras (making);
  put_field (making, making->class->type,
             reading->strings[paje_log_get_type (reading->log, record->type)->name]);
}

static void
end_event (Making *making, SpurStream *stream)
{
  spur_stream_append (stream, making->record->time_ns, making->class->index, making->bytes);
}

static void
put_link (Making *making, guint32 index)
{
  const PajeReading *reading = making->reading;
  const PajeLink *link = paje_log_get_link (reading->log, index);

  put_use (making, SPUR_USE_MESSAGE_ID, index);
  put_field (making, making->class->type,
             reading->strings[paje_log_get_type (reading->log, link->type)->name]);
  put_field (making, making->class->value,
             reading->strings[paje_log_get_value (reading->log, link->value)->name]);
  put_field (making, making->class->key, reading->strings[link->key]);
  put_field (making, making->class->container, reading->places[link->container].object);
}

static guint32
get_parent_object (const PajeReading *reading, guint32 container)
{
  guint32 parent = paje_log_get_container (reading->log, container)->parent;

  return parent == PAJE_ROOT ? SPUR_NONE : reading->places[parent].object;
}

static gboolean
is_load_object (const PajeReading *reading, guint32 container)
{
  return reading->roles[paje_log_get_container (reading->log, container)->type] ==
         PAJE_ROLE_LOAD_OBJECT;
}

/* From where to where an object goes. */
static void
put_migration (Making *making, guint32 index)
{
  const PajeLink *link = paje_log_get_link (making->reading->log, index);

  put_link (making, index);
  put_use (making, SPUR_USE_SOURCE, get_parent_object (making->reading, link->ends[0].container));
  put_use (making, SPUR_USE_DESTINATION,
           get_parent_object (making->reading, link->ends[1].container));
}

static void
add_creation (PajeReading *reading, const PajeRecord *record)
{
  const PajePlace *place = &reading->places[record->container];
  PajeClassId id = PAJE_CLASS_ADDITION;
  Making making;

  if (place->came_by != PAJE_NONE)
    id = PAJE_CLASS_MIGRATION_RECEIVE;
  else if (is_load_object (reading, record->container))
    id = PAJE_CLASS_CREATION;
  begin_event (&making, reading, record, id);
  put_use (&making, SPUR_USE_SUBJECT, place->object);
  put_use (&making, SPUR_USE_RESOURCES, SPUR_NONE);
  if (id == PAJE_CLASS_MIGRATION_RECEIVE)
    put_migration (&making, place->came_by);
  else if (id == PAJE_CLASS_CREATION)
    {
      put_use (&making, SPUR_USE_PARENT, SPUR_NONE);
      put_use (&making, SPUR_USE_DESTINATION, get_parent_object (reading, record->container));
    }
  else
    put_use (&making, SPUR_USE_PARENT, get_parent_object (reading, record->container));
  end_event (&making, place->stream);
}

/* The innermost state ends. */
static void
add_pop (PajeReading *reading, const PajeRecord *record, PajeSlot *slot)
{
  guint32 state = g_array_index (slot->pushed, guint32, slot->pushed->len - 1);
  Making making;

  begin_event (&making, reading, record, PAJE_CLASS_STATE_POP);
  put_field (&making, making.class->type,
             reading->strings[paje_log_get_type (reading->log, slot->type)->name]);
  put_use (&making, SPUR_USE_SUBJECT, slot->object);
  put_use (&making, SPUR_USE_STATE, state);
  g_array_set_size (slot->pushed, slot->pushed->len - 1);
  end_event (&making, slot->stream);
}

static void
add_set (PajeReading *reading, const PajeRecord *record, PajeSlot *slot, guint32 state)
{
  Making making;

  begin_event (&making, reading, record, PAJE_CLASS_STATE_SET);
  put_field (&making, making.class->type,
             reading->strings[paje_log_get_type (reading->log, slot->type)->name]);
  put_use (&making, SPUR_USE_SUBJECT, slot->object);
  put_use (&making, SPUR_USE_STATE, state);
  slot->is_set = state != SPUR_NONE;
  end_event (&making, slot->stream);
}

static void
pop_all (PajeReading *reading, const PajeRecord *record, PajeSlot *slot)
{
  while (slot->pushed->len > 0)
    add_pop (reading, record, slot);
}

static void
reset_state (PajeReading *reading, const PajeRecord *record, PajeSlot *slot)
{
  pop_all (reading, record, slot);
  if (slot->is_set)
    add_set (reading, record, slot, SPUR_NONE);
}

/* States end with their container: the stream goes on with others. The state that was set ends with
 * the object, unless that goes on elsewhere or the state has an object of its own. */
static void
end_slots (PajeReading *reading, const PajeRecord *record)
{
  const PajePlace *place = &reading->places[record->container];

  for (guint32 i = place->first_slot; i != PAJE_NONE;)
    {
      PajeSlot *slot = &g_array_index (reading->slots, PajeSlot, i);

      if (slot->pushed != NULL)
        pop_all (reading, record, slot);
      if (slot->is_set && (slot->object != place->object || place->goes_by != PAJE_NONE))
        add_set (reading, record, slot, SPUR_NONE);
      i = slot->next;
    }
}

static void
add_destruction (PajeReading *reading, const PajeRecord *record)
{
  const PajePlace *place = &reading->places[record->container];
  PajeClassId id = PAJE_CLASS_REMOVAL;
  Making making;

  end_slots (reading, record);
  if (place->goes_by != PAJE_NONE)
    id = PAJE_CLASS_MIGRATION_SEND;
  else if (is_load_object (reading, record->container))
    id = PAJE_CLASS_TERMINATION;
  begin_event (&making, reading, record, id);
  put_use (&making, SPUR_USE_SUBJECT, place->object);
  if (id == PAJE_CLASS_MIGRATION_SEND)
    put_migration (&making, place->goes_by);
  end_event (&making, place->stream);
}

static void
add_push (PajeReading *reading, const PajeRecord *record, PajeSlot *slot)
{
  guint32 state = reading->states[record->index];
  Making making;

  begin_event (&making, reading, record, PAJE_CLASS_STATE_PUSH);
  put_use (&making, SPUR_USE_SUBJECT, slot->object);
  put_use (&making, SPUR_USE_STATE, state);
  g_array_append_val (slot->pushed, state);
  end_event (&making, slot->stream);
}

static void
add_state (PajeReading *reading, const PajeRecord *record)
{
  PajeSlot *slot = &g_array_index (
    reading->slots, PajeSlot, paje_map_find (&reading->slot_of, record->container, record->type));

  switch (record->kind)
    {
    case PAJE_SET_STATE:
      pop_all (reading, record, slot);
      add_set (reading, record, slot, reading->states[record->index]);
      break;
    case PAJE_PUSH_STATE:
      add_push (reading, record, slot);
      break;
    case PAJE_RESET_STATE:
      reset_state (reading, record, slot);
      break;
    case PAJE_POP_STATE:
    default:
      if (slot->pushed->len > 0)
        add_pop (reading, record, slot);
      else if (slot->is_set)
        add_set (reading, record, slot, SPUR_NONE);
      else
        reading->log->losses[PAJE_LOSS_POPS]++;
      break;
    }
}

static void
add_variable (PajeReading *reading, const PajeRecord *record)
{
  PajeSlot *slot = &g_array_index (
    reading->slots, PajeSlot, paje_map_find (&reading->slot_of, record->container, record->type));
  gboolean is_set = record->kind == PAJE_SET_VARIABLE;
  double change = record->kind == PAJE_SUB_VARIABLE ? -record->number : record->number;
  Making making;

  slot->number = is_set ? record->number : slot->number + change;
  begin_event (&making, reading, record, is_set ? PAJE_CLASS_VARIABLE : PAJE_CLASS_VARIABLE_CHANGE);
  put_use (&making, SPUR_USE_SUBJECT, slot->object);
  put_double (&making, making.class->layout->field_of_use[SPUR_USE_LOAD], slot->number);
  put_double (&making, making.class->change, change);
  end_event (&making, slot->stream);
}

static void
add_new_event (PajeReading *reading, const PajeRecord *record)
{
  const PajePlace *place = &reading->places[record->container];
  Making making;

  begin_event (&making, reading, record, PAJE_CLASS_NEW_EVENT);
  put_use (&making, SPUR_USE_SUBJECT, place->object);
  put_field (&making, making.class->value,
             reading->strings[paje_log_get_value (reading->log, record->index)->name]);
  end_event (&making, place->stream);
}

/* The bytes that a record of the trace's own says that the message has; 0 where it says nothing. */
static guint64
get_message_bytes (PajeReading *reading, const PajeRecord *record, const PajeClass *class)
{
  guint n_extras = paje_log_get_definition (reading->log, record->definition)->n_extras;

  for (guint i = 0; i < n_extras; i++)
    {
      gint64 n_bytes = (gint64) g_array_index (reading->log->extras, guint64, record->extra + i);

      if (class->extras[i] == class->layout->field_of_use[SPUR_USE_SIZE])
        return n_bytes > 0 ? (guint64) n_bytes : 0;
    }
  return 0;
}

static guint64
find_message_bytes (PajeReading *reading, const PajeLink *link, guint end)
{
  static const PajeClassId ids[] = { PAJE_CLASS_LINK_START, PAJE_CLASS_LINK_END };
  const PajeRecord *record;

  if (link->ends[end].record == PAJE_NONE)
    return 0;
  record = paje_log_get_record (reading->log, link->ends[end].record);
  return get_message_bytes (reading, record,
                            paje_reading_get_class (reading, record->definition, ids[end]));
}

static void
add_message (PajeReading *reading, const PajeRecord *record)
{
  const PajeLink *link = paje_log_get_link (reading->log, record->index);
  guint end = record->kind == PAJE_END_LINK;
  gboolean has_peer = link->ends[!end].record != PAJE_NONE;
  guint64 n_bytes = find_message_bytes (reading, link, end);
  Making making;

  if (n_bytes == 0)
    n_bytes = find_message_bytes (reading, link, !end);
  begin_event (&making, reading, record, end == 0 ? PAJE_CLASS_LINK_START : PAJE_CLASS_LINK_END);
  put_link (&making, record->index);
  put_use (&making, SPUR_USE_SUBJECT, reading->places[record->container].object);
  put_use (&making, SPUR_USE_PEER,
           has_peer ? reading->places[link->ends[!end].container].object : SPUR_NONE);
  put_use (&making, SPUR_USE_TAG, link->type);
  put_use (&making, SPUR_USE_SIZE, n_bytes);
  end_event (&making, reading->places[record->container].stream);
}

/* Both ends are one event, where the second of them is. */
static void
add_connection (PajeReading *reading, const PajeRecord *record)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (reading->trace);
  const PajeLink *link = paje_log_get_link (reading->log, record->index);
  guint32 members[] = { reading->places[link->ends[0].container].object,
                        reading->places[link->ends[1].container].object };
  guint32 last = MAX (link->ends[0].record, link->ends[1].record);
  SpurStream *stream = reading->places[record->container].stream;
  guint32 neighborhood = reading->neighborhoods[record->index];
  const char *name = spur_definitions_get_object (definitions, neighborhood)->name;
  Making making;

  if (record != paje_log_get_record (reading->log, last))
    return;
  begin_event (&making, reading, record, PAJE_CLASS_CONNECTION);
  put_link (&making, record->index);
  put_use (&making, SPUR_USE_SUBJECT, neighborhood);
  put_use (&making, SPUR_USE_MEMBERS,
           spur_definitions_add_group (definitions, name, members, G_N_ELEMENTS (members)));
  end_event (&making, stream);
}

static void
add_link (PajeReading *reading, const PajeRecord *record)
{
  PajeLinkRole role = (PajeLinkRole) reading->link_roles[record->index];

  if (role == PAJE_LINK_MESSAGE)
    add_message (reading, record);
  else if (role == PAJE_LINK_CONNECTION)
    add_connection (reading, record);
}

static void
add_events (PajeReading *reading, const PajeRecord *record)
{
  switch (record->kind)
    {
    case PAJE_CREATE_CONTAINER:
      add_creation (reading, record);
      break;
    case PAJE_DESTROY_CONTAINER:
      add_destruction (reading, record);
      break;
    case PAJE_NEW_EVENT:
      add_new_event (reading, record);
      break;
    case PAJE_SET_VARIABLE:
    case PAJE_ADD_VARIABLE:
    case PAJE_SUB_VARIABLE:
      add_variable (reading, record);
      break;
    case PAJE_START_LINK:
    case PAJE_END_LINK:
      add_link (reading, record);
      break;
    default:
      add_state (reading, record);
      break;
    }
}

gboolean
paje_reading_fill (PajeReading *self, GError **error)
{
  guint n_records = self->log->records->len;

  for (guint i = 0; i < n_records; i++)
    {
      add_events (self, paje_log_get_record (self->log, i));
      if (i % RECORDS_PER_REPORT != 0)
        continue;
      if (spur_job_is_cancelled (self->job, error))
        return FALSE;
      spur_job_report (self->job, "filling", i, n_records);
    }
  return TRUE;
}
