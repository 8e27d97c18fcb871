/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/model/events/spur-event-layout.h"

static void
put_word (GString *xml, const char *attribute, SpurMeaning meaning, guint value)
{
  if (value != 0)
    g_string_append_printf (xml, " %s=\"%s\"", attribute, spur_meaning_get_word (meaning, value));
}

static void
put_text (GString *xml, const char *attribute, const char *text)
{
  g_autofree char *escaped = text != NULL ? g_markup_escape_text (text, -1) : NULL;

  if (text != NULL && *text != '\0')
    g_string_append_printf (xml, " %s=\"%s\"", attribute, escaped);
}

/**
 * spur_event_layout_to_xml:
 * @self: a layout
 *
 * Gets the class as definitions have it: an event-class element with all of its fields, also those
 * of its ancestors, without a namespace (schemas/event-class.rnc).
 *
 * Returns: (transfer full): the element
 *
 * Since: 1.0
 */
char *
spur_event_layout_to_xml (const SpurEventLayout *self)
{
  GString *xml = g_string_new ("<event-class");

  g_return_val_if_fail (self != NULL, g_string_free (xml, FALSE));

  put_text (xml, "name", self->name);
  put_text (xml, "extends", self->parent_name);
  put_word (xml, "role", SPUR_MEANING_ROLE, self->role);
  put_word (xml, "match", SPUR_MEANING_MATCH, self->match);
  put_word (xml, "effect", SPUR_MEANING_EFFECT, self->effect);
  g_string_append_c (xml, '>');
  for (guint i = 0; i < self->n_fields; i++)
    {
      const SpurField *field = &self->fields[i];

      g_string_append (xml, "<field");
      put_text (xml, "name", field->name);
      g_string_append_printf (xml, " type=\"%s\"",
                              spur_meaning_get_word (SPUR_MEANING_FIELD_TYPE, field->type));
      put_word (xml, "use", SPUR_MEANING_USE, field->use);
      put_text (xml, "unit", field->unit);
      put_text (xml, "description", field->description);
      g_string_append (xml, "/>");
    }
  g_string_append (xml, "</event-class>");
  return g_string_free (xml, FALSE);
}
