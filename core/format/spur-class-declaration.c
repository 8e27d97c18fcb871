/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "core/format/spur-class-declaration.h"

#include "core/base/spur-error-internal.h"
#include "core/format/definition/spur-format-xml-internal.h"
#include "core/model/events/spur-event-internal.h"
#include "core/model/events/spur-event-layout-internal.h"

/* An element that is being read. */
typedef struct
{
  const xmlNode *node;
  const char *path;
  GError **error;
} Reading;

static gboolean G_GNUC_PRINTF (2, 3) refuse_class (const Reading *reading, const char *format, ...)
{
  SPUR_FORMAT_MESSAGE (text, format);

  return spur_error_set (reading->error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_DATA,
                         "%s:%u: <%s>: %s", reading->path, spur_format_xml_get_line (reading->node),
                         (const char *) reading->node->name, text);
}

static gboolean
need_text (const Reading *reading, const char *name, const char **value)
{
  *value = spur_format_xml_get (reading->node, name);
  return *value != NULL || refuse_class (reading, "has no attribute %s", name);
}

static char *
list_words (SpurMeaning meaning)
{
  GString *words = g_string_new (NULL);
  const char *word;

  for (guint i = 0; (word = spur_meaning_get_word (meaning, i)) != NULL; i++)
    g_string_append_printf (words, "%s%s", i > 0 ? ", " : "", word);
  return g_string_free (words, FALSE);
}

/* @value is not touched where the attribute is not there. */
static gboolean
read_word (const Reading *reading, const char *name, SpurMeaning meaning, int *value)
{
  const char *word = spur_format_xml_get (reading->node, name);
  g_autofree char *words = NULL;
  guint found;

  if (word == NULL)
    return TRUE;
  if (spur_meaning_find_word (meaning, word, &found))
    {
      *value = (int) found;
      return TRUE;
    }
  words = list_words (meaning);
  return refuse_class (reading, "%s is '%.40s', expected one of %s", name, word, words);
}

static gboolean
read_field (const Reading *reading, SpurEventDeclaration *declaration)
{
  const char *name;
  const char *unit = spur_format_xml_get (reading->node, "unit");
  const char *description = spur_format_xml_get (reading->node, "description");
  int type = -1;
  int use = SPUR_USE_NONE;

  if (!need_text (reading, "name", &name) ||
      !read_word (reading, "type", SPUR_MEANING_FIELD_TYPE, &type) ||
      !read_word (reading, "use", SPUR_MEANING_USE, &use))
    return FALSE;
  if (type < 0)
    return refuse_class (reading, "has no attribute type");
  spur_event_declaration_add_field (declaration, name, (SpurFieldType) type, (SpurUse) use, unit,
                                    description);
  return TRUE;
}

static gboolean
read_omission (const Reading *reading, SpurEventDeclaration *declaration)
{
  const char *field;

  if (!need_text (reading, "field", &field))
    return FALSE;
  spur_event_declaration_omit_field (declaration, field);
  return TRUE;
}

static gboolean
read_children (const Reading *reading, SpurEventDeclaration *declaration)
{
  guint n_children = 0;

  for (const xmlNode *node = reading->node->children; node != NULL; node = node->next)
    {
      Reading child = { node, reading->path, reading->error };
      gboolean is_field, is_omission;

      if (node->type != XML_ELEMENT_NODE)
        continue;
      is_field = spur_format_xml_is (node, "field");
      is_omission = spur_format_xml_is (node, "omit");
      if (!is_field && !is_omission)
        return refuse_class (&child, "found in an event class, expected <field> or <omit>");
      if (++n_children > 2 * SPUR_LAYOUT_MAX_FIELDS)
        return refuse_class (&child, "is one too many, an event class may have %d fields",
                             SPUR_LAYOUT_MAX_FIELDS);
      if (is_field ? !read_field (&child, declaration) : !read_omission (&child, declaration))
        return FALSE;
    }
  return TRUE;
}

static gboolean
read_meaning (const Reading *reading, SpurEventDeclaration *declaration)
{
  int role = -1;
  int match = -1;
  int effect = -1;

  if (!read_word (reading, "role", SPUR_MEANING_ROLE, &role) ||
      !read_word (reading, "match", SPUR_MEANING_MATCH, &match) ||
      !read_word (reading, "effect", SPUR_MEANING_EFFECT, &effect))
    return FALSE;
  if (role >= 0)
    spur_event_declaration_set_role (declaration, (SpurRole) role);
  if (match >= 0)
    spur_event_declaration_set_match (declaration, (SpurMatch) match);
  if (effect >= 0)
    spur_event_declaration_set_effect (declaration, (SpurEffect) effect);
  return TRUE;
}

SpurEventDeclaration *
spur_class_declaration_parse (const xmlNode *node, const char *path, GError **error)
{
  Reading reading = { node, path, error };
  g_autoptr (SpurEventDeclaration) declaration = NULL;
  const char *name;
  const char *parent;
  g_autofree char *place = NULL;

  if (!need_text (&reading, "name", &name) || !need_text (&reading, "extends", &parent))
    return NULL;
  declaration = spur_event_declaration_new (name, parent);
  place = g_strdup_printf ("%s:%u", path, spur_format_xml_get_line (node));
  spur_event_declaration_set_place (declaration, place);
  if (!read_meaning (&reading, declaration) || !read_children (&reading, declaration))
    return NULL;
  return g_steal_pointer (&declaration);
}
