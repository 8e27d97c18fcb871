/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Reads a format definition. The document is valid, so what must be there is there. */
#include "config.h"

#include <string.h>

#include "core/format/definition/spur-format-encoding-internal.h"
#include "core/format/definition/spur-format-xml-internal.h"
#include "core/store/container/spur-container-internal.h"

static void
clear_look (gpointer data)
{
  SpurFormatLook *look = data;

  g_free (look->suffix);
  g_free (look->begins);
}

static void
clear_entry (gpointer data)
{
  g_free (((SpurFormatLookupEntry *) data)->text);
}

static void
free_lookup (gpointer data)
{
  SpurFormatLookup *lookup = data;

  g_free (lookup->name);
  g_array_unref (lookup->entries);
  g_free (lookup);
}

static void
clear_item (gpointer data)
{
  SpurFormatItem *item = data;

  g_free (item->key);
  g_free (item->name);
  g_free (item->value);
  g_free (item->if_missing);
  g_free (item->entry);
  g_free (item->time.pattern);
  g_free (item->object_type);
  g_free (item->object_kind);
  g_hash_table_unref (item->attributes);
}

static void
free_rule (gpointer data)
{
  SpurFormatRule *rule = data;

  g_free (rule->class_name);
  g_free (rule->written);
  g_array_unref (rule->items);
  g_hash_table_unref (rule->attributes);
  g_free (rule);
}

void
spur_format_definition_free (SpurFormatDefinition *self)
{
  if (self->compiled != NULL)
    self->encoding->free_compiled (self->compiled);
  g_free (self->path);
  g_free (self->name);
  g_free (self->title);
  g_array_unref (self->looks);
  g_ptr_array_unref (self->layouts);
  g_ptr_array_unref (self->lookups);
  g_ptr_array_unref (self->rules);
  g_clear_pointer (&self->attributes, g_hash_table_unref);
  g_free (self);
}

gboolean
spur_format_definition_fail (
  const SpurFormatDefinition *self, guint line, GError **error, const char *format, ...)
{
  g_autofree char *text = NULL;
  va_list arguments;

  va_start (arguments, format);
  text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_set_error (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_DATA, "%s:%u: %s", self->path, line,
               text);
  return FALSE;
}

const char *
spur_format_attribute (GHashTable *attributes, const char *name, const char *otherwise)
{
  const char *value = g_hash_table_lookup (attributes, name);

  return value != NULL ? value : otherwise;
}

static guint
get_line (const xmlNode *node)
{
  return (guint) xmlGetLineNo ((xmlNode *) node);
}

static void
read_look (SpurFormatDefinition *self, const xmlNode *node)
{
  SpurFormatLook look = { spur_format_xml_dup (node, "suffix"),
                          spur_format_xml_dup (node, "begins"),
                          spur_format_xml_get_flag (node, "fits") };

  g_array_append_val (self->looks, look);
}

static void
read_time (SpurFormatDefinition *self, const xmlNode *node)
{
  g_autofree char *epoch = spur_format_xml_dup (node, "epoch");
  g_autofree char *resolution = spur_format_xml_dup (node, "resolution-hz");

  self->is_unix = g_strcmp0 (epoch, "unix") == 0;
  if (resolution != NULL)
    self->resolution_hz = g_ascii_strtoull (resolution, NULL, 10);
}

static gboolean
read_lookup (SpurFormatDefinition *self, const xmlNode *node, GError **error)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  SpurFormatLookup *lookup = g_new0 (SpurFormatLookup, 1);

  lookup->name = spur_format_xml_dup (node, "name");
  lookup->entries = g_array_new (FALSE, FALSE, sizeof (SpurFormatLookupEntry));
  g_array_set_clear_func (lookup->entries, clear_entry);
  g_ptr_array_add (self->lookups, lookup);
  for (const xmlNode *child = node->children; child != NULL; child = child->next)
    {
      g_autofree char *value = NULL;
      SpurFormatLookupEntry entry;

      if (!spur_format_xml_is (child, "entry"))
        continue;
      value = spur_format_xml_dup (child, "value");
      entry = (SpurFormatLookupEntry){ spur_format_xml_dup (child, "text"),
                                       g_ascii_strtoull (value, NULL, 10) };
      g_array_append_val (lookup->entries, entry);
      if (!g_hash_table_add (seen, entry.text))
        return spur_format_definition_fail (self, get_line (child), error,
                                            "the lookup %s has the text “%s” twice", lookup->name,
                                            entry.text);
    }
  return TRUE;
}

static gboolean
read_lookups (SpurFormatDefinition *self, const xmlNode *parent, GError **error)
{
  for (const xmlNode *node = parent->children; node != NULL; node = node->next)
    {
      if (spur_format_xml_is (node, "lookup") && !read_lookup (self, node, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
read_encoding (SpurFormatDefinition *self, const xmlNode *node, GError **error)
{
  self->encoding_line = get_line (node);
  self->attributes = spur_format_xml_dup_attributes (node);
  self->encoding = self->find_encoding ((const char *) node->name);
  if (self->encoding == NULL)
    return spur_format_definition_fail (self, self->encoding_line, error,
                                        "there is no encoding <%s>", (const char *) node->name);
  for (const xmlNode *child = node->children; child != NULL; child = child->next)
    {
      SpurFormatRule *rule;

      if (child->type != XML_ELEMENT_NODE)
        continue;
      /* What is neither <event> nor <define> is the encoding's own. */
      if (!spur_format_xml_is (child, "event") && !spur_format_xml_is (child, "define"))
        {
          xmlChar *text = xmlNodeGetContent (child);

          g_hash_table_insert (self->attributes, g_strdup ((const char *) child->name),
                               g_strdup ((const char *) text));
          xmlFree (text);
          continue;
        }
      rule = g_new0 (SpurFormatRule, 1);
      rule->line = get_line (child);
      rule->is_definition = spur_format_xml_is (child, "define");
      rule->class_name = spur_format_xml_dup (child, rule->is_definition ? "of" : "class");
      rule->written = spur_format_xml_dup (child, "written");
      rule->attributes = spur_format_xml_dup_attributes (child);
      rule->is_apart = spur_format_xml_get_flag (child, "apart");
      rule->items = g_array_new (FALSE, TRUE, sizeof (SpurFormatItem));
      g_array_set_clear_func (rule->items, clear_item);
      g_ptr_array_add (self->rules, rule);
      if (!spur_format_parse_items (self, rule, child, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
read_element (SpurFormatDefinition *self, const xmlNode *node, GError **error)
{
  if (node->type != XML_ELEMENT_NODE)
    return TRUE;
  if (spur_format_xml_is (node, "description"))
    return TRUE;
  if (spur_format_xml_is (node, "recognise"))
    {
      read_look (self, node);
      return TRUE;
    }
  if (spur_format_xml_is (node, "time"))
    {
      read_time (self, node);
      return TRUE;
    }
  if (spur_format_xml_is (node, "event-classes"))
    return spur_format_parse_classes (self, node, error);
  if (spur_format_xml_is (node, "lookups"))
    return read_lookups (self, node, error);
  return read_encoding (self, node, error);
}

SpurFormatDefinition *
spur_format_definition_new (const char *path,
                            const char *text,
                            gsize n_bytes,
                            SpurFormatFindEncoding find_encoding,
                            GError **error)
{
  xmlDoc *doc = spur_format_xml_read (path, text, n_bytes, "format.rng", error);
  g_autoptr (SpurFormatDefinition) self = NULL;
  gboolean is_good = TRUE;
  const xmlNode *root;

  if (doc == NULL)
    return NULL;
  root = xmlDocGetRootElement (doc);
  self = g_new0 (SpurFormatDefinition, 1);
  self->path = g_strdup (path);
  self->find_encoding = find_encoding;
  self->name = spur_format_xml_dup (root, "name");
  self->title = spur_format_xml_dup (root, "title");
  self->resolution_hz = 1000000000;
  self->looks = g_array_new (FALSE, FALSE, sizeof (SpurFormatLook));
  g_array_set_clear_func (self->looks, clear_look);
  self->layouts = g_ptr_array_new_with_free_func ((GDestroyNotify) spur_event_layout_unref);
  self->lookups = g_ptr_array_new_with_free_func (free_lookup);
  self->rules = g_ptr_array_new_with_free_func (free_rule);
  for (const xmlNode *node = root->children; is_good && node != NULL; node = node->next)
    is_good = read_element (self, node, error);
  xmlFreeDoc (doc);
  if (!is_good || !spur_format_parse_check (self, error))
    return NULL;
  return g_steal_pointer (&self);
}
