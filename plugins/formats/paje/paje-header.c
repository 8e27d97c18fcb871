/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The definitions of events with which a Paje trace begins: which numbers its records have, and
 * which fields in which order. */
#include "plugins/formats/paje/paje-log.h"

#include <string.h>

#include "core/base/spur-error-internal.h"
#include "core/format/spur-codec.h"

/* A trace has some 20 definitions; this bounds the classes that are made of them. */
#define MAX_DEFINITIONS 1000

#define BIT(field) (1u << PAJE_FIELD_##field)

/* What the records of a kind must have. */
static const struct
{
  const char *name;
  guint needed;
} kinds[PAJE_N_KINDS] = {
  [PAJE_DEFINE_CONTAINER_TYPE] = { "PajeDefineContainerType", BIT (TYPE) },
  [PAJE_DEFINE_STATE_TYPE] = { "PajeDefineStateType", BIT (TYPE) },
  [PAJE_DEFINE_EVENT_TYPE] = { "PajeDefineEventType", BIT (TYPE) },
  [PAJE_DEFINE_VARIABLE_TYPE] = { "PajeDefineVariableType", BIT (TYPE) },
  [PAJE_DEFINE_LINK_TYPE] = { "PajeDefineLinkType", BIT (TYPE) },
  [PAJE_DEFINE_ENTITY_VALUE] = { "PajeDefineEntityValue", BIT (TYPE) },
  [PAJE_CREATE_CONTAINER] = { "PajeCreateContainer", BIT (TIME) | BIT (TYPE) | BIT (CONTAINER) },
  [PAJE_DESTROY_CONTAINER] = { "PajeDestroyContainer", BIT (TIME) | BIT (NAME) },
  [PAJE_SET_STATE] = { "PajeSetState", BIT (TIME) | BIT (TYPE) | BIT (CONTAINER) | BIT (VALUE) },
  [PAJE_PUSH_STATE] = { "PajePushState", BIT (TIME) | BIT (TYPE) | BIT (CONTAINER) | BIT (VALUE) },
  [PAJE_POP_STATE] = { "PajePopState", BIT (TIME) | BIT (TYPE) | BIT (CONTAINER) },
  [PAJE_RESET_STATE] = { "PajeResetState", BIT (TIME) | BIT (TYPE) | BIT (CONTAINER) },
  [PAJE_NEW_EVENT] = { "PajeNewEvent", BIT (TIME) | BIT (TYPE) | BIT (CONTAINER) | BIT (VALUE) },
  [PAJE_SET_VARIABLE] = { "PajeSetVariable",
                          BIT (TIME) | BIT (TYPE) | BIT (CONTAINER) | BIT (VALUE) },
  [PAJE_ADD_VARIABLE] = { "PajeAddVariable",
                          BIT (TIME) | BIT (TYPE) | BIT (CONTAINER) | BIT (VALUE) },
  [PAJE_SUB_VARIABLE] = { "PajeSubVariable",
                          BIT (TIME) | BIT (TYPE) | BIT (CONTAINER) | BIT (VALUE) },
  [PAJE_START_LINK] = { "PajeStartLink", BIT (TIME) | BIT (TYPE) | BIT (CONTAINER) | BIT (VALUE) |
                                           BIT (START_CONTAINER) | BIT (KEY) },
  [PAJE_END_LINK] = { "PajeEndLink", BIT (TIME) | BIT (TYPE) | BIT (CONTAINER) | BIT (VALUE) |
                                       BIT (END_CONTAINER) | BIT (KEY) },
};

/* The names of version 1.3 of the format, then those that older tracers write. */
static const struct
{
  const char *name;
  PajeFieldCode code;
} fields[] = {
  { "Time", PAJE_FIELD_TIME },
  { "Alias", PAJE_FIELD_ALIAS },
  { "Type", PAJE_FIELD_TYPE },
  { "Name", PAJE_FIELD_NAME },
  { "Container", PAJE_FIELD_CONTAINER },
  { "Value", PAJE_FIELD_VALUE },
  { "Key", PAJE_FIELD_KEY },
  { "StartContainerType", PAJE_FIELD_START_TYPE },
  { "EndContainerType", PAJE_FIELD_END_TYPE },
  { "StartContainer", PAJE_FIELD_START_CONTAINER },
  { "EndContainer", PAJE_FIELD_END_CONTAINER },
  { "Color", PAJE_FIELD_COLOR },
  { "ContainerType", PAJE_FIELD_TYPE },
  { "EntityType", PAJE_FIELD_TYPE },
  { "SourceContainerType", PAJE_FIELD_START_TYPE },
  { "DestContainerType", PAJE_FIELD_END_TYPE },
  { "SourceContainer", PAJE_FIELD_START_CONTAINER },
  { "DestContainer", PAJE_FIELD_END_CONTAINER },
};

static const struct
{
  const char *name;
  SpurFieldType type;
  gboolean is_hex;
} types[] = {
  { "date", SPUR_FIELD_DOUBLE, FALSE },   { "int", SPUR_FIELD_INT64, FALSE },
  { "double", SPUR_FIELD_DOUBLE, FALSE }, { "hex", SPUR_FIELD_UINT64, TRUE },
  { "string", SPUR_FIELD_STRING, FALSE }, { "color", SPUR_FIELD_STRING, FALSE },
};

static void
clear_field (gpointer field)
{
  g_free (((PajeField *) field)->name);
}

static PajeDefinition *
new_definition (const char *name, gint64 number)
{
  PajeDefinition *self = g_new0 (PajeDefinition, 1);

  self->kind = PAJE_OTHER;
  for (guint i = 0; i < PAJE_N_KINDS; i++)
    {
      if (strcmp (kinds[i].name, name) == 0)
        self->kind = (PajeKind) i;
    }
  self->name = g_strdup (name);
  self->number = number;
  self->fields = g_array_new (FALSE, FALSE, sizeof (PajeField));
  g_array_set_clear_func (self->fields, clear_field);
  return self;
}

void
paje_definition_free (PajeDefinition *self)
{
  g_array_unref (self->fields);
  g_free (self->name);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PajeDefinition, paje_definition_free)

static gboolean
refuse_line (const FormatLines *lines, const FormatLine *line, const char *wanted, GError **error)
{
  g_autofree char *text = g_utf8_make_valid (line->text, (gssize) MIN (line->n_bytes, 100));
  g_autofree char *escaped = g_strescape (text, NULL);

  return spur_error_set (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_DATA,
                         "%s:%" G_GUINT64_FORMAT ": expected %s, found \"%s\"", lines->name,
                         line->number, wanted, escaped);
}

static gboolean
begin_definition (PajeLog *self, char **words, const char **wanted)
{
  gint64 number;

  *wanted = "%EndEventDef before the next definition";
  if (self->open != NULL)
    return FALSE;
  *wanted = "%EventDef, a name and a number that no other definition has";
  if (g_strv_length (words) != 3 ||
      !g_ascii_string_to_signed (words[2], 10, 0, G_MAXINT32, &number, NULL) ||
      g_hash_table_contains (self->definition_of_number, GINT_TO_POINTER ((int) number)))
    return FALSE;
  *wanted = "no more than 1000 definitions of events";
  if (self->definitions->len >= MAX_DEFINITIONS)
    return FALSE;
  self->open = new_definition (words[1], number);
  return TRUE;
}

static gboolean
end_definition (PajeLog *self, const char **wanted)
{
  g_autoptr (PajeDefinition) definition = g_steal_pointer (&self->open);
  guint present = 0;

  *wanted = "%EventDef before %EndEventDef";
  if (definition == NULL)
    return FALSE;
  for (guint i = 0; i < definition->fields->len; i++)
    {
      PajeFieldCode code = g_array_index (definition->fields, PajeField, i).code;

      present |= code < PAJE_N_FIELDS ? 1u << code : 0;
    }
  *wanted = "a name or alias, and all fields that the records of the definition above must have";
  if (definition->kind != PAJE_OTHER && (kinds[definition->kind].needed & ~present) != 0)
    return FALSE;
  if (definition->kind <= PAJE_CREATE_CONTAINER && (present & (BIT (NAME) | BIT (ALIAS))) == 0)
    return FALSE;
  g_hash_table_insert (self->definition_of_number, GINT_TO_POINTER ((int) definition->number),
                       GUINT_TO_POINTER (self->definitions->len + 1));
  g_ptr_array_add (self->definitions, g_steal_pointer (&definition));
  self->has_definitions = TRUE;
  return TRUE;
}

static PajeField
make_field (const char *name, guint type)
{
  PajeField field = { .code = PAJE_FIELD_EXTRA,
                      .type = types[type].type,
                      .is_hex = types[type].is_hex };

  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    {
      if (strcmp (fields[i].name, name) == 0)
        field.code = fields[i].code;
    }
  field.name = g_strdup (name);
  return field;
}

static gboolean
has_field (const PajeDefinition *definition, const PajeField *field)
{
  for (guint i = 0; i < definition->fields->len; i++)
    {
      const PajeField *other = &g_array_index (definition->fields, PajeField, i);

      if (strcmp (other->name, field->name) == 0 ||
          (field->code != PAJE_FIELD_EXTRA && field->code == other->code))
        return TRUE;
    }
  return FALSE;
}

static gboolean
add_field (PajeLog *self, char **words, const char **wanted)
{
  PajeField field;
  guint type = 0;

  *wanted = "%EventDef before its fields";
  if (self->open == NULL)
    return FALSE;
  *wanted = "a field's name and its type: date, int, double, hex, string or color";
  while (g_strv_length (words) == 2 && type < G_N_ELEMENTS (types) &&
         strcmp (types[type].name, words[1]) != 0)
    type++;
  if (g_strv_length (words) != 2 || type == G_N_ELEMENTS (types))
    return FALSE;
  field = make_field (words[0], type);
  *wanted = "a field that the definition does not have yet, and no more than 64 of its own";
  if (has_field (self->open, &field) || self->open->n_extras == PAJE_MAX_EXTRAS)
    {
      clear_field (&field);
      return FALSE;
    }
  self->open->n_extras += field.code == PAJE_FIELD_EXTRA;
  g_array_append_val (self->open->fields, field);
  return TRUE;
}

/* (array zero-terminated=1): what is between blanks. */
static char **
split_words (const FormatLine *line)
{
  g_autofree char *text = g_utf8_make_valid (line->text + 1, (gssize) line->n_bytes - 1);
  g_auto (GStrv) parts = g_strsplit_set (text, " \t\r", -1);
  g_autoptr (GPtrArray) words = g_ptr_array_new ();

  for (guint i = 0; parts[i] != NULL; i++)
    {
      if (parts[i][0] != '\0')
        g_ptr_array_add (words, g_strdup (parts[i]));
    }
  g_ptr_array_add (words, NULL);
  return (char **) g_ptr_array_free (g_steal_pointer (&words), FALSE);
}

gboolean
paje_log_read_definition (PajeLog *self,
                          const FormatLines *lines,
                          const FormatLine *line,
                          GError **error)
{
  g_auto (GStrv) words = split_words (line);
  const char *wanted = "";
  gboolean is_good;

  if (words[0] == NULL)
    return TRUE;
  if (strcmp (words[0], "EventDef") == 0)
    is_good = begin_definition (self, words, &wanted);
  else if (strcmp (words[0], "EndEventDef") == 0)
    is_good = end_definition (self, &wanted);
  else
    is_good = add_field (self, words, &wanted);
  return is_good || refuse_line (lines, line, wanted, error);
}
