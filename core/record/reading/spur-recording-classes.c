/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The event classes of a recording, as XML and from it. */
#include <libxml/parser.h>
#include <string.h>

#include "core/base/spur-error-internal.h"
#include "core/format/definition/spur-format-xml-internal.h"
#include "core/model/events/spur-event-layout-internal.h"
#include "core/record/reading/spur-recording-private.h"
#include "core/store/container/spur-container-internal.h"

#define MAX_XML_BYTES 1048576

/* The layouts of a type and its ancestors, the nearest first, but for @layout itself, which may be
 * that of a class that has no type here. */
static GPtrArray *
list_layouts (const SpurEventLayout *layout)
{
  GPtrArray *layouts = g_ptr_array_new ();

  for (GType type = layout->type; g_type_is_a (type, SPUR_TYPE_EVENT) && type != SPUR_TYPE_EVENT;
       type = g_type_parent (type))
    {
      const SpurEventLayout *at = spur_event_type_get_layout (type);

      if (!g_str_equal (at->name, layout->name))
        g_ptr_array_add (layouts, (gpointer) at);
    }
  return layouts;
}

char *
spur_recording_list_ancestors (const SpurEventLayout *layout, char **category)
{
  g_autoptr (GPtrArray) layouts = list_layouts (layout);
  const char *parent = layout->parent_name != NULL ? layout->parent_name : "";
  gboolean has_parent = *parent != '\0' && !g_str_equal (parent, "Event");
  GString *names = g_string_new (NULL);
  const char *family = layout->name;

  for (guint i = 0; i < layouts->len; i++)
    {
      family = ((const SpurEventLayout *) layouts->pdata[i])->name;
      if (i == 0 && has_parent && !g_str_equal (family, parent))
        g_string_append_printf (names, "%s ", parent);
      g_string_append_printf (names, "%s%s", i > 0 ? " " : "", family);
    }
  if (layouts->len == 0 && has_parent)
    g_string_append (names, parent);
  *category = g_strndup (family, strcspn (family, "_"));
  return g_string_free (names, FALSE);
}

char *
spur_recording_make_class_xml (const SpurEventLayout *layout)
{
  g_autoptr (GPtrArray) layouts = list_layouts (layout);
  GString *xml = g_string_new (NULL);

  g_ptr_array_insert (layouts, 0, (gpointer) layout);
  for (guint i = layouts->len; i-- > 0;)
    {
      g_autofree char *one = spur_event_layout_to_xml (layouts->pdata[i]);

      g_string_append (xml, one);
    }
  return g_string_free (xml, FALSE);
}

typedef struct
{
  const char *path;
  GPtrArray *layouts;
  GError **error;
} Reading;

static gboolean
refuse_class (const Reading *reading, const char *what, const char *which)
{
  return spur_error_set (reading->error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_DATA,
                         "%s: event classes: %s '%.80s'", reading->path, what,
                         which != NULL ? which : "");
}

/* Words of newer versions are the first of their list. */
static guint
read_word (const xmlNode *node, const char *attribute, SpurMeaning meaning)
{
  const char *word = spur_format_xml_get (node, attribute);
  guint value = 0;

  if (word != NULL)
    spur_meaning_find_word (meaning, word, &value);
  return value;
}

static gboolean
read_field (const Reading *reading, const xmlNode *node, SpurEventLayout *layout)
{
  const char *name = spur_format_xml_get (node, "name");
  const char *type_word = spur_format_xml_get (node, "type");
  const char *unit = spur_format_xml_get (node, "unit");
  const char *description = spur_format_xml_get (node, "description");
  guint type, index;

  if (name == NULL || *name == '\0' || spur_event_layout_find_field (layout, name) >= 0)
    return refuse_class (reading, "a field without a name, or twice in its class:", name);
  if (type_word == NULL || !spur_meaning_find_word (SPUR_MEANING_FIELD_TYPE, type_word, &type))
    return refuse_class (reading, "a field of a type that there is not:", type_word);
  if (layout->n_fields >= SPUR_LAYOUT_MAX_FIELDS)
    return refuse_class (reading, "a class with more than 100 fields:", layout->name);
  index = spur_event_layout_add_field (layout, name, type,
                                       read_word (node, "use", SPUR_MEANING_USE), description);
  if (unit != NULL)
    spur_event_layout_set_unit (layout, index, unit);
  return TRUE;
}

static gboolean
read_class (const Reading *reading, const xmlNode *node)
{
  const char *name = spur_format_xml_get (node, "name");
  SpurEventLayout *layout;

  if (name == NULL || *name == '\0')
    return refuse_class (reading, "a class without a name", NULL);
  if (reading->layouts->len >= SPUR_MAX_CLASSES)
    return refuse_class (reading, "too many ancestors of", name);
  layout = spur_event_layout_new (name, NULL, SPUR_TYPE_EVENT);
  g_ptr_array_add (reading->layouts, layout);
  layout->parent_name = g_strdup (spur_format_xml_get (node, "extends"));
  layout->role = read_word (node, "role", SPUR_MEANING_ROLE);
  layout->match = read_word (node, "match", SPUR_MEANING_MATCH);
  layout->effect = read_word (node, "effect", SPUR_MEANING_EFFECT);
  for (const xmlNode *child = node->children; child != NULL; child = child->next)
    {
      if (spur_format_xml_is (child, "field") && !read_field (reading, child, layout))
        return FALSE;
    }
  return TRUE;
}

/* The layouts in the XML of a class: ancestors, and it itself at last. */
static gboolean
parse_classes (const char *xml, const char *path, GPtrArray *layouts, GError **error)
{
  g_autofree char *text =
    g_strdup_printf ("<event-classes xmlns=\"urn:spur:format:1\">%s</event-classes>", xml);
  g_autofree char *place = g_strdup_printf ("%s: event classes", path);
  Reading reading = { path, layouts, error };
  xmlDoc *document;
  const xmlNode *node;
  gboolean is_good = TRUE;

  if (strlen (xml) > MAX_XML_BYTES)
    return refuse_class (&reading, "more than 1 MiB of XML", NULL);
  document = spur_format_xml_read (place, text, strlen (text), NULL, error);
  if (document == NULL)
    return FALSE;
  node = xmlDocGetRootElement (document);
  for (node = node->children; node != NULL && is_good; node = node->next)
    {
      if (spur_format_xml_is (node, "event-class"))
        is_good = read_class (&reading, node);
    }
  xmlFreeDoc (document);
  return is_good && (layouts->len > 0 || refuse_class (&reading, "no event class", NULL));
}

SpurEventLayout *
spur_recording_parse_class (const char *name, const char *xml, GError **error)
{
  g_autoptr (GPtrArray) layouts =
    g_ptr_array_new_with_free_func ((GDestroyNotify) spur_event_layout_unref);
  g_autoptr (GPtrArray) own = g_ptr_array_new ();
  g_autoptr (SpurEventLayout) layout = NULL;
  Reading reading = { "a recording", layouts, error };

  if (!parse_classes (xml, reading.path, layouts, error))
    return NULL;
  layout = g_ptr_array_steal_index (layouts, layouts->len - 1);
  g_ptr_array_add (own, layout);
  if (strcmp (layout->name, name) != 0)
    {
      refuse_class (&reading, "XML of another class under the name of", name);
      return NULL;
    }
  return spur_container_resolve_classes (own, layouts, error) ? g_steal_pointer (&layout) : NULL;
}
