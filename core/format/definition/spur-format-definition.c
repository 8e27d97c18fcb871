/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Reads a format definition. The document is valid, so what must be there is there. */
#include "core/base/spur-error-internal.h"
#include "core/format/definition/spur-format-encoding-internal.h"
#include "core/format/definition/spur-format-xml-internal.h"
#include "core/store/container/spur-container-internal.h"

static void
free_lookup (gpointer data)
{
  g_array_unref (((SpurFormatLookup *) data)->entries);
  g_free (data);
}

static void
free_rule (gpointer data)
{
  g_array_unref (((SpurFormatRule *) data)->items);
  g_free (data);
}

void
spur_format_definition_free (SpurFormatDefinition *self)
{
  if (self->compiled != NULL)
    self->encoding->free_compiled (self->compiled);
  g_free (self->path);
  g_array_unref (self->looks);
  g_ptr_array_unref (self->layouts);
  g_ptr_array_unref (self->lookups);
  g_ptr_array_unref (self->rules);
  xmlFreeDoc (self->doc);
  g_free (self);
}

gboolean
spur_format_definition_fail (
  const SpurFormatDefinition *self, const xmlNode *node, GError **error, const char *format, ...)
{
  SPUR_FORMAT_MESSAGE (text, format);

  return spur_error_set (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_DATA, "%s:%u: %s", self->path,
                         spur_format_xml_get_line (node), text);
}

const char *
spur_format_attribute (const xmlNode *node, const char *name, const char *otherwise)
{
  const char *value = spur_format_xml_get (node, name);

  return value != NULL ? value : otherwise;
}

static gboolean
read_lookup (SpurFormatDefinition *self, const xmlNode *node, GError **error)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  SpurFormatLookup *lookup = g_new0 (SpurFormatLookup, 1);

  lookup->name = spur_format_xml_get (node, "name");
  lookup->entries = g_array_new (FALSE, FALSE, sizeof (SpurFormatLookupEntry));
  g_ptr_array_add (self->lookups, lookup);
  for (node = spur_format_xml_find (node->children, "entry"); node != NULL;
       node = spur_format_xml_find (node->next, "entry"))
    {
      SpurFormatLookupEntry entry = { spur_format_xml_get (node, "text"),
                                      spur_format_xml_get_number (node, "value", 0) };

      g_array_append_val (lookup->entries, entry);
      if (!g_hash_table_add (seen, (gpointer) entry.text))
        return spur_format_definition_fail (
          self, node, error, "the lookup %s has the text “%s” twice", lookup->name, entry.text);
    }
  return TRUE;
}

static gboolean
read_lookups (SpurFormatDefinition *self, const xmlNode *parent, GError **error)
{
  for (const xmlNode *node = spur_format_xml_find (parent->children, "lookup"); node != NULL;
       node = spur_format_xml_find (node->next, "lookup"))
    {
      if (!read_lookup (self, node, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
read_rule (SpurFormatDefinition *self, const xmlNode *node, GError **error)
{
  SpurFormatRule *rule = g_new0 (SpurFormatRule, 1);

  rule->node = node;
  rule->is_definition = spur_format_xml_is (node, "define");
  rule->class_name = spur_format_xml_get (node, rule->is_definition ? "of" : "class");
  rule->written = spur_format_xml_get (node, "written");
  rule->is_apart = spur_format_xml_get_flag (node, "apart");
  rule->items = g_array_new (FALSE, TRUE, sizeof (SpurFormatItem));
  g_ptr_array_add (self->rules, rule);
  return spur_format_parse_items (self, rule, node, error);
}

static gboolean
read_encoding (SpurFormatDefinition *self, xmlNode *node, GError **error)
{
  self->node = node;
  self->encoding = self->find_encoding ((const char *) node->name);
  if (self->encoding == NULL)
    return spur_format_definition_fail (self, self->node, error, "there is no encoding <%s>",
                                        (const char *) node->name);
  for (const xmlNode *child = node->children; child != NULL; child = child->next)
    {
      if (child->type != XML_ELEMENT_NODE)
        continue;
      if (spur_format_xml_is (child, "event") || spur_format_xml_is (child, "define"))
        {
          if (!read_rule (self, child, error))
            return FALSE;
        }
      else
        {
          xmlChar *text = xmlNodeGetContent (child);

          xmlSetProp (node, child->name, text);
          xmlFree (text);
        }
    }
  return TRUE;
}

static gboolean
read_element (SpurFormatDefinition *self, xmlNode *node, GError **error)
{
  if (node->type != XML_ELEMENT_NODE || spur_format_xml_is (node, "description"))
    return TRUE;
  if (spur_format_xml_is (node, "recognise"))
    {
      SpurFormatLook look = { spur_format_xml_get (node, "suffix"),
                              spur_format_xml_get (node, "begins"),
                              spur_format_xml_get_flag (node, "fits") };

      g_array_append_val (self->looks, look);
      return TRUE;
    }
  if (spur_format_xml_is (node, "time"))
    {
      self->is_unix = g_strcmp0 (spur_format_xml_get (node, "epoch"), "unix") == 0;
      self->resolution_hz = spur_format_xml_get_number (node, "resolution-hz", self->resolution_hz);
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
  const xmlNode *root;

  if (doc == NULL)
    return NULL;
  root = xmlDocGetRootElement (doc);
  self = g_new0 (SpurFormatDefinition, 1);
  self->path = g_strdup (path);
  self->doc = doc;
  self->find_encoding = find_encoding;
  self->name = spur_format_xml_get (root, "name");
  self->title = spur_format_xml_get (root, "title");
  self->resolution_hz = 1000000000;
  self->looks = g_array_new (FALSE, FALSE, sizeof (SpurFormatLook));
  self->layouts = g_ptr_array_new_with_free_func ((GDestroyNotify) spur_event_layout_unref);
  self->lookups = g_ptr_array_new_with_free_func (free_lookup);
  self->rules = g_ptr_array_new_with_free_func (free_rule);
  for (xmlNode *node = root->children; node != NULL; node = node->next)
    {
      if (!read_element (self, node, error))
        return NULL;
    }
  return spur_format_parse_check (self, error) ? g_steal_pointer (&self) : NULL;
}
