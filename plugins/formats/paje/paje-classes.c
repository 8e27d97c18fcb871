/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Event classes with the fields that only the definitions of one trace have. */
#include "plugins/formats/paje/paje-reading.h"

#include <string.h>

#include "events/spur-events.h"

#define SUFFIX "_Event"

static GType
get_base_type (PajeClassId id)
{
  switch (id)
    {
    case PAJE_CLASS_ADDITION:
      return SPUR_TYPE_TARGET_ADDITION_EVENT;
    case PAJE_CLASS_REMOVAL:
      return SPUR_TYPE_TARGET_REMOVAL_EVENT;
    case PAJE_CLASS_CREATION:
      return SPUR_TYPE_LO_CREATION_PLACEMENT_EVENT;
    case PAJE_CLASS_TERMINATION:
      return SPUR_TYPE_LO_TERMINATION_EVENT;
    case PAJE_CLASS_MIGRATION_SEND:
      return PAJE_TYPE_MIGRATION_SEND_EVENT;
    case PAJE_CLASS_MIGRATION_RECEIVE:
      return PAJE_TYPE_MIGRATION_RECEIVE_EVENT;
    case PAJE_CLASS_STATE_SET:
      return PAJE_TYPE_STATE_SET_EVENT;
    case PAJE_CLASS_STATE_PUSH:
      return PAJE_TYPE_STATE_PUSH_EVENT;
    case PAJE_CLASS_STATE_POP:
      return PAJE_TYPE_STATE_POP_EVENT;
    case PAJE_CLASS_NEW_EVENT:
      return PAJE_TYPE_NEW_EVENT;
    case PAJE_CLASS_VARIABLE:
      return PAJE_TYPE_VARIABLE_EVENT;
    case PAJE_CLASS_VARIABLE_CHANGE:
      return PAJE_TYPE_VARIABLE_CHANGE_EVENT;
    case PAJE_CLASS_LINK_START:
      return PAJE_TYPE_LINK_START_EVENT;
    case PAJE_CLASS_LINK_END:
      return PAJE_TYPE_LINK_END_EVENT;
    case PAJE_CLASS_CONNECTION:
    default:
      return PAJE_TYPE_CONNECTION_EVENT;
    }
}

/* Bytes of a message are its size in every class of messages. */
static gboolean
is_message_size (const SpurEventLayout *layout, const PajeField *field)
{
  return layout->field_of_use[SPUR_USE_SIZE] >= 0 && field->type != SPUR_FIELD_STRING &&
         field->type != SPUR_FIELD_DOUBLE && g_ascii_strcasecmp (field->name, "Size") == 0;
}

/* Names are unique in a layout. */
static guint
add_extra (SpurEventLayout *layout, const PajeField *field)
{
  g_autofree char *name = g_strdup (field->name);

  while (spur_event_layout_find_field (layout, name) >= 0)
    {
      char *longer = g_strconcat ("own_", name, NULL);

      g_free (name);
      name = longer;
    }
  return spur_event_layout_add_field (layout, name, field->type, SPUR_USE_NONE,
                                      "a field of this trace's own");
}

static SpurEventLayout *
extend_layout (const SpurEventLayout *base, const PajeDefinition *definition, guint8 *extras)
{
  g_autofree char *name =
    g_strdup_printf ("%.*s_%" G_GINT64_FORMAT SUFFIX, (int) (strlen (base->name) - strlen (SUFFIX)),
                     base->name, definition->number);
  SpurEventLayout *layout = spur_event_layout_new (name, base, base->type);
  guint n_extras = 0;

  for (guint i = 0; i < definition->fields->len; i++)
    {
      const PajeField *field = &g_array_index (definition->fields, PajeField, i);

      if (field->code != PAJE_FIELD_EXTRA)
        continue;
      extras[n_extras++] =
        (guint8) (is_message_size (base, field) ? (guint) base->field_of_use[SPUR_USE_SIZE]
                                                : add_extra (layout, field));
    }
  return layout;
}

static void
make_class (PajeReading *self, PajeClass *class, const PajeDefinition *definition, PajeClassId id)
{
  GType type = get_base_type (id);
  const SpurEventLayout *base = spur_event_type_get_layout (type);

  if (definition->n_extras == 0)
    class->index = spur_trace_add_event_type (self->trace, type);
  else
    {
      g_autoptr (SpurEventLayout) layout = NULL;

      class->extras = g_new0 (guint8, definition->n_extras);
      layout = extend_layout (base, definition, class->extras);
      class->index = spur_trace_add_class (self->trace, layout);
    }
  class->layout = spur_trace_get_class (self->trace, class->index);
  class->type = spur_event_layout_find_field (base, "type");
  class->value = spur_event_layout_find_field (base, "value");
  class->key = spur_event_layout_find_field (base, "key");
  class->container = spur_event_layout_find_field (base, "container");
  class->change = spur_event_layout_find_field (base, "change");
}

const PajeClass *
paje_reading_get_class (PajeReading *self, guint definition, PajeClassId id)
{
  PajeClass *class = &self->classes[definition * PAJE_N_CLASSES + id];

  if (class->layout == NULL)
    make_class (self, class, paje_log_get_definition (self->log, definition), id);
  return class;
}
