/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* What the containers and links of a Paje trace are, by how its types hang together and by what
 * happens to them. */
#include "plugins/formats/paje/paje-reading.h"

/* What types of containers are by themselves. */
typedef struct
{
  gboolean has_states;
  gboolean is_host;
  gboolean is_network;
  /* A host or something with states is in it. */
  gboolean has_parts;
} TypeFacts;

/* A type comes after those that it is in, so what is in it is known before it from the end on. */
static TypeFacts *
find_facts (const PajeLog *log)
{
  TypeFacts *facts = g_new0 (TypeFacts, log->types->len);

  for (guint i = log->types->len - 1; i > PAJE_ROOT; i--)
    {
      const PajeType *type = paje_log_get_type (log, i);
      g_autofree char *name = paje_words_get_text (&log->words, type->name);

      if (type->kind == PAJE_TYPE_STATE)
        facts[type->parent].has_states = TRUE;
      if (type->kind != PAJE_TYPE_CONTAINER)
        continue;
      facts[i].is_host = paje_name_is_host (name);
      facts[i].is_network = paje_name_is_network (name);
      facts[type->parent].has_parts |=
        facts[i].is_host || (facts[i].has_states && !facts[i].is_network) || facts[i].has_parts;
    }
  return facts;
}

static PajeRole
find_role (const PajeType *type, const TypeFacts *facts)
{
  if (facts->is_network)
    return PAJE_ROLE_RESOURCE;
  if (facts->is_host || (facts->has_parts && !facts->has_states))
    return PAJE_ROLE_PLACE;
  if (!facts->has_states)
    return PAJE_ROLE_RESOURCE;
  return type->parent == PAJE_ROOT ? PAJE_ROLE_PROCESS : PAJE_ROLE_LOAD_OBJECT;
}

static PajeRole
get_role (const PajeReading *self, guint32 container)
{
  return (PajeRole) self->roles[paje_log_get_container (self->log, container)->type];
}

static gboolean
is_complete (const PajeLink *link)
{
  return link->ends[0].record != PAJE_NONE && link->ends[1].record != PAJE_NONE;
}

static gboolean
may_be_connection (const PajeReading *self, const PajeLink *link)
{
  return link->ends[0].time_ns == link->ends[1].time_ns &&
         get_role (self, link->ends[0].container) <= PAJE_ROLE_PLACE &&
         get_role (self, link->ends[1].container) <= PAJE_ROLE_PLACE;
}

/* A type of links is topology where each of its links may be a connection. */
static void
find_topology (PajeReading *self)
{
  const PajeLog *log = self->log;

  for (guint i = 0; i < log->types->len; i++)
    self->is_topology[i] = paje_log_get_type (log, i)->kind == PAJE_TYPE_LINK;
  for (guint i = 0; i < log->links->len; i++)
    {
      const PajeLink *link = paje_log_get_link (log, i);

      if (!is_complete (link) || !may_be_connection (self, link))
        self->is_topology[link->type] = FALSE;
    }
}

/* No message comes from a container that is gone to one that is not there yet; it is the same
 * object that goes on where the type and the name are the same. */
static gboolean
is_migration (const PajeReading *self, const PajeLink *link)
{
  const PajeContainer *from = paje_log_get_container (self->log, link->ends[0].container);
  const PajeContainer *to = paje_log_get_container (self->log, link->ends[1].container);

  return is_complete (link) && from->type == to->type && from->name == to->name &&
         self->roles[from->type] == PAJE_ROLE_LOAD_OBJECT && from->destroyed != PAJE_NONE &&
         from->destroyed < to->created &&
         self->places[link->ends[0].container].goes_by == PAJE_NONE &&
         self->places[link->ends[1].container].came_by == PAJE_NONE;
}

/* The values that a record has in fields of the trace's own. */
static guint
count_extras (const PajeLog *log, const PajeRecord *record)
{
  const PajeDefinition *definition = paje_log_get_definition (log, record->definition);
  guint n_present = 0;

  for (guint i = 0; i < definition->n_extras; i++)
    n_present += g_array_index (log->extras, guint64, record->extra + i) != 0;
  return n_present;
}

static void
note_migration (PajeReading *self, guint32 index)
{
  const PajeLink *link = paje_log_get_link (self->log, index);
  const PajeContainer *from = paje_log_get_container (self->log, link->ends[0].container);
  const PajeContainer *to = paje_log_get_container (self->log, link->ends[1].container);
  guint64 *losses = self->log->losses;

  self->places[link->ends[0].container].goes_by = index;
  self->places[link->ends[1].container].came_by = index;
  losses[PAJE_LOSS_MIGRATION_TIMES] +=
    from->end_ns != link->ends[0].time_ns || to->begin_ns != link->ends[1].time_ns;
  for (guint end = 0; end < 2; end++)
    losses[PAJE_LOSS_MIGRATION_FIELDS] +=
      count_extras (self->log, paje_log_get_record (self->log, link->ends[end].record));
}

static void
find_link_roles (PajeReading *self)
{
  for (guint i = 0; i < self->log->links->len; i++)
    {
      const PajeLink *link = paje_log_get_link (self->log, i);
      PajeLinkRole role = PAJE_LINK_MESSAGE;

      if (self->is_topology[link->type])
        role = PAJE_LINK_CONNECTION;
      else if (is_migration (self, link))
        role = PAJE_LINK_MIGRATION;
      self->link_roles[i] = (guint8) role;
      if (role == PAJE_LINK_MIGRATION)
        note_migration (self, i);
    }
}

/* A container has one state at a time. The first of its types of states that is used is that one;
 * what other types say holds beside it. */
static void
find_main_states (PajeReading *self)
{
  for (guint i = 0; i < self->log->types->len; i++)
    self->main_states[i] = PAJE_NONE;
  for (guint i = 0; i < self->log->types->len; i++)
    {
      const PajeType *type = paje_log_get_type (self->log, i);

      if (type->kind == PAJE_TYPE_STATE && type->n_records > 0 &&
          self->main_states[type->parent] == PAJE_NONE)
        self->main_states[type->parent] = i;
    }
}

void
paje_reading_find_roles (PajeReading *self)
{
  g_autofree TypeFacts *facts = find_facts (self->log);

  for (guint i = 0; i < self->log->types->len; i++)
    self->roles[i] = (guint8) find_role (paje_log_get_type (self->log, i), &facts[i]);
  self->roles[PAJE_ROOT] = PAJE_ROLE_PLACE;
  find_topology (self);
  find_link_roles (self);
  find_main_states (self);
}
