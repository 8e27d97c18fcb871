/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Event classes as recordings describe them. */
#include "config.h"

#include "core/record/spur-recording-classes-private.h"

#include <libxml/parser.h>
#include <libxml/tree.h>
#include <string.h>

#include "core/model/spur-event.h"
#include "core/store/spur-container-private.h"

#define MAX_XML_BYTES (1u << 20)
#define MAX_ANCESTORS 64

typedef struct
{
  const char *name;
  const xmlNode *node;
  GError **error;
} Reading;

static gboolean refuse (const Reading *self, const char *format, ...) G_GNUC_PRINTF (2, 3);

static gboolean
refuse (const Reading *self, const char *format, ...)
{
  g_autofree char *text = NULL;
  va_list arguments;

  va_start (arguments, format);
  text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_set_error (self->error, SPUR_STORE_ERROR, SPUR_STORE_ERROR_FORMAT, "event class %.80s: %s",
               self->name, text);
  return FALSE;
}

static char *
get_text (const Reading *self, const char *attribute)
{
  xmlChar *value = xmlGetNoNsProp ((xmlNode *) self->node, (const xmlChar *) attribute);
  char *copy = g_strdup ((const char *) value);

  xmlFree (value);
  return copy;
}

/* @value stays where the attribute is not there. */
static gboolean
read_word (const Reading *self, const char *attribute, SpurMeaning meaning, guint *value)
{
  g_autofree char *word = get_text (self, attribute);

  return word == NULL || spur_meaning_find_word (meaning, word, value) ||
         refuse (self, "%s is '%.40s', which is not defined", attribute, word);
}

static gboolean
read_field (const Reading *self, SpurEventLayout *layout)
{
  g_autofree char *name = get_text (self, "name");
  g_autofree char *unit = get_text (self, "unit");
  g_autofree char *description = get_text (self, "description");
  guint type = SPUR_NONE;
  guint use = SPUR_USE_NONE;
  guint field;

  if (!read_word (self, "type", SPUR_MEANING_FIELD_TYPE, &type) ||
      !read_word (self, "use", SPUR_MEANING_USE, &use))
    return FALSE;
  if (name == NULL || type == SPUR_NONE || layout->n_fields >= SPUR_LAYOUT_MAX_FIELDS)
    return refuse (self, "a field without name or type, or more than %d fields",
                   SPUR_LAYOUT_MAX_FIELDS);
  if (spur_event_layout_find_field (layout, name) >= 0)
    return refuse (self, "has two fields %.40s", name);
  field =
    spur_event_layout_add_field (layout, name, (SpurFieldType) type, (SpurUse) use, description);
  if (unit != NULL)
    spur_event_layout_set_unit (layout, field, unit);
  return TRUE;
}

static SpurEventLayout *
read_class (const Reading *self)
{
  g_autoptr (SpurEventLayout) layout = NULL;
  g_autofree char *name = get_text (self, "name");
  guint role = SPUR_ROLE_INTERNAL;
  guint match = SPUR_MATCH_NONE;
  guint effect = SPUR_EFFECT_NONE;

  if (name == NULL || strcmp ((const char *) self->node->name, "event-class") != 0)
    {
      refuse (self, "found <%.40s>, expected <event-class> with a name", self->node->name);
      return NULL;
    }
  if (!read_word (self, "role", SPUR_MEANING_ROLE, &role) ||
      !read_word (self, "match", SPUR_MEANING_MATCH, &match) ||
      !read_word (self, "effect", SPUR_MEANING_EFFECT, &effect))
    return NULL;
  layout = spur_event_layout_new (name, NULL, SPUR_TYPE_EVENT);
  layout->parent_name = get_text (self, "extends");
  layout->role = (SpurRole) role;
  layout->match = (SpurMatch) match;
  layout->effect = (SpurEffect) effect;
  for (const xmlNode *node = self->node->children; node != NULL; node = node->next)
    {
      Reading child = { self->name, node, self->error };

      if (node->type != XML_ELEMENT_NODE)
        continue;
      if (strcmp ((const char *) node->name, "field") == 0 && !read_field (&child, layout))
        return NULL;
    }
  return g_steal_pointer (&layout);
}

static SpurEventLayout *
read_classes (const char *name, const xmlNode *root, GError **error)
{
  g_autoptr (GPtrArray) ancestors =
    g_ptr_array_new_with_free_func ((GDestroyNotify) spur_event_layout_unref);
  g_autoptr (GPtrArray) own = g_ptr_array_new ();
  g_autoptr (SpurEventLayout) layout = NULL;
  Reading reading = { name, root, error };

  for (const xmlNode *node = root->children; node != NULL; node = node->next)
    {
      reading.node = node;
      if (node->type != XML_ELEMENT_NODE)
        continue;
      if (layout != NULL)
        g_ptr_array_add (ancestors, g_steal_pointer (&layout));
      layout = read_class (&reading);
      if (layout == NULL)
        return NULL;
      if (ancestors->len > MAX_ANCESTORS)
        {
          refuse (&reading, "has more than %d ancestors", MAX_ANCESTORS);
          return NULL;
        }
    }
  if (layout == NULL || strcmp (layout->name, name) != 0)
    {
      refuse (&reading, "its XML does not end with it");
      return NULL;
    }
  g_ptr_array_add (own, layout);
  return spur_container_resolve_classes (own, ancestors, error) ? g_steal_pointer (&layout) : NULL;
}

SpurEventLayout *
spur_recording_parse_class (const char *name, const char *xml, GError **error)
{
  g_autofree char *text = NULL;
  Reading reading = { name, NULL, error };
  SpurEventLayout *layout = NULL;
  xmlDoc *document;

  if (strlen (xml) > MAX_XML_BYTES || !g_utf8_validate (xml, -1, NULL) ||
      !g_utf8_validate (name, -1, NULL))
    {
      refuse (&reading, "its XML is no UTF-8, or longer than 1 MiB");
      return NULL;
    }
  text =
    g_strconcat ("<classes xmlns='" SPUR_CONTAINER_FORMAT_NAMESPACE "'>", xml, "</classes>", NULL);
  document = xmlReadMemory (text, (int) strlen (text), NULL, NULL,
                            XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING);
  if (document == NULL)
    {
      refuse (&reading, "its description is no XML");
      return NULL;
    }
  layout = read_classes (name, xmlDocGetRootElement (document), error);
  xmlFreeDoc (document);
  return layout;
}
