/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The definitions of the trace: objects, states, texts and streams. */
#include "plugins/formats/paje/paje-reading.h"

#include "events/spur-events.h"

#define NANOSECONDS_HZ 1000000000

static char *
get_text (const PajeReading *self, guint32 word)
{
  return paje_words_get_text (&self->log->words, word);
}

static PajeRole
get_role (const PajeReading *self, guint32 container)
{
  return (PajeRole) self->roles[paje_log_get_container (self->log, container)->type];
}

static void
define_clock (PajeReading *self)
{
  SpurClock clock = { "trace", "program", NANOSECONDS_HZ, 0, 0 };

  self->clock = spur_definitions_add_clock (spur_trace_get_definitions (self->trace), &clock);
}

static GType
get_type (PajeRole role)
{
  if (role == PAJE_ROLE_RESOURCE)
    return SPUR_TYPE_ACTIVE_OBJECT;
  return role == PAJE_ROLE_LOAD_OBJECT ? SPUR_TYPE_LOAD_OBJECT : SPUR_TYPE_TARGET;
}

static guint32
add_object (PajeReading *self, guint32 container)
{
  const PajeContainer *info = paje_log_get_container (self->log, container);
  PajeRole role = get_role (self, container);
  guint32 parent = role == PAJE_ROLE_LOAD_OBJECT || info->parent == PAJE_ROOT
                     ? SPUR_NONE
                     : self->places[info->parent].object;
  g_autofree char *name = get_text (self, info->name);
  g_autofree char *kind = get_text (self, paje_log_get_type (self->log, info->type)->name);

  return spur_definitions_add_object (spur_trace_get_definitions (self->trace), get_type (role),
                                      name, kind, parent);
}

/* A container that continues another one is the same object. */
static void
define_object (PajeReading *self, guint32 container)
{
  PajePlace *place = &self->places[container];
  guint32 parent = paje_log_get_container (self->log, container)->parent;

  if (place->came_by != PAJE_NONE)
    {
      const PajeLink *link = paje_log_get_link (self->log, place->came_by);

      place->object = self->places[link->ends[0].container].object;
    }
  else
    place->object = add_object (self, container);
  place->target = get_role (self, container) == PAJE_ROLE_LOAD_OBJECT ? self->places[parent].target
                                                                      : place->object;
}

/* The root stands for the whole; it is an object only where something happens to it. */
static void
define_root (PajeReading *self)
{
  if (self->places[PAJE_ROOT].needs_stream)
    self->places[PAJE_ROOT].object = spur_definitions_add_object (
      spur_trace_get_definitions (self->trace), SPUR_TYPE_TARGET, "0", "root", SPUR_NONE);
  self->places[PAJE_ROOT].target = self->places[PAJE_ROOT].object;
}

/* A variable, or a type of states beside the container's own, is a target of its own below the
 * container: a target has one load and one state at a time. */
static void
define_slot (PajeReading *self, const PajeRecord *record)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (self->trace);
  PajePlace *place = &self->places[record->container];
  guint32 index = paje_map_add (&self->slot_of, record->container, record->type, self->slots->len);
  const PajeType *type = paje_log_get_type (self->log, record->type);
  guint32 container_type = paje_log_get_container (self->log, record->container)->type;
  PajeSlot slot = { .object = place->object,
                    .type = record->type,
                    .stream = place->stream,
                    .next = place->first_slot };
  g_autofree char *own = NULL;
  g_autofree char *name = NULL;

  if (index < self->slots->len)
    return;
  if (self->main_states[container_type] != record->type)
    {
      own = get_text (self, type->name);
      name = g_strconcat (spur_definitions_get_object (definitions, place->object)->name, ": ", own,
                          NULL);
      slot.object =
        spur_definitions_add_object (definitions, SPUR_TYPE_TARGET, name,
                                     paje_record_is_state (record) ? own : "metric", place->object);
      if (paje_record_is_state (record))
        slot.stream = paje_reading_add_stream (self, name, slot.object);
    }
  if (paje_record_is_state (record))
    slot.pushed = g_array_new (FALSE, FALSE, sizeof (guint32));
  place->first_slot = index;
  g_array_append_val (self->slots, slot);
}

static guint32
add_string (PajeReading *self, guint32 word)
{
  if (self->strings[word] == SPUR_NONE)
    {
      g_autofree char *text = get_text (self, word);

      self->strings[word] =
        spur_definitions_add_string (spur_trace_get_definitions (self->trace), text);
    }
  return self->strings[word];
}

static void
define_state (PajeReading *self, guint32 value)
{
  g_autofree char *name = NULL;

  if (value == PAJE_NONE || self->states[value] != SPUR_NONE)
    return;
  name = get_text (self, paje_log_get_value (self->log, value)->name);
  self->states[value] = spur_definitions_add_state (spur_trace_get_definitions (self->trace), name,
                                                    paje_state_get_kind (name));
}

static guint32
add_neighborhood (PajeReading *self, const PajeLink *link)
{
  SpurDefinitions *definitions = spur_trace_get_definitions (self->trace);
  guint32 start = self->places[link->ends[0].container].object;
  guint32 end = self->places[link->ends[1].container].object;
  g_autofree char *kind = get_text (self, paje_log_get_type (self->log, link->type)->name);
  g_autofree char *name =
    g_strconcat (spur_definitions_get_object (definitions, start)->name, " - ",
                 spur_definitions_get_object (definitions, end)->name, NULL);

  return spur_definitions_add_object (definitions, SPUR_TYPE_NEIGHBORHOOD, name, kind, SPUR_NONE);
}

/* What the records of a link name. */
static void
define_link (PajeReading *self, guint32 index)
{
  const PajeLink *link = paje_log_get_link (self->log, index);

  add_string (self, link->key);
  add_string (self, paje_log_get_value (self->log, link->value)->name);
  if (self->link_roles[index] == PAJE_LINK_CONNECTION && self->neighborhoods[index] == SPUR_NONE)
    self->neighborhoods[index] = add_neighborhood (self, link);
}

/* Texts in the fields that only this trace has. */
static void
define_extras (PajeReading *self, const PajeRecord *record)
{
  const PajeDefinition *definition = paje_log_get_definition (self->log, record->definition);
  guint32 extra = record->extra;

  for (guint i = 0; definition->n_extras > 0 && i < definition->fields->len; i++)
    {
      const PajeField *field = &g_array_index (definition->fields, PajeField, i);

      if (field->code != PAJE_FIELD_EXTRA)
        continue;
      if (field->type == SPUR_FIELD_STRING)
        add_string (self, (guint32) g_array_index (self->log->extras, guint64, extra));
      extra++;
    }
}

static void
define_record (PajeReading *self, const PajeRecord *record)
{
  add_string (self, paje_log_get_type (self->log, record->type)->name);
  define_extras (self, record);
  if (paje_record_is_state (record) || paje_record_is_variable (record))
    define_slot (self, record);
  if (paje_record_is_state (record))
    define_state (self, record->index);
  else if (paje_record_is_link (record))
    define_link (self, record->index);
  else if (record->kind == PAJE_NEW_EVENT)
    add_string (self, paje_log_get_value (self->log, record->index)->name);
}

void
paje_reading_plan (PajeReading *self)
{
  paje_reading_find_roles (self);
  paje_reading_find_actors (self);
  define_clock (self);
  define_root (self);
  for (guint i = 1; i < self->log->containers->len; i++)
    define_object (self, i);
  paje_reading_define_streams (self);
  for (guint i = 0; i < self->log->records->len; i++)
    define_record (self, paje_log_get_record (self->log, i));
}
