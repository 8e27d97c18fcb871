/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/plugin/spur-plugin-manifest-private.h"

#include <string.h>

static char *
get_attribute (const xmlNode *node, const char *name)
{
  xmlChar *value = xmlGetNoNsProp ((xmlNode *) node, (const xmlChar *) name);
  char *copy = g_strdup ((const char *) value);

  xmlFree (value);
  return copy;
}

static char *
get_text (const xmlNode *node)
{
  xmlChar *value = xmlNodeGetContent (node);
  char *copy = g_strdup ((const char *) value);

  xmlFree (value);
  return copy;
}

static gboolean
is_element (const xmlNode *node, const char *name)
{
  return node->type == XML_ELEMENT_NODE && strcmp ((const char *) node->name, name) == 0;
}

static guint32
get_number (const xmlNode *node, const char *name)
{
  g_autofree char *value = get_attribute (node, name);

  return (guint32) g_ascii_strtoull (value, NULL, 10);
}

static void
clear_input (gpointer data)
{
  SpurManifestInput *input = data;

  g_free (input->suffix);
  g_free (input->magic);
}

static void
free_part (gpointer data)
{
  SpurManifestPart *part = data;

  g_free (part->name);
  g_free (part->type_name);
  g_clear_pointer (&part->inputs, g_array_unref);
  g_free (part);
}

static SpurManifestPart *
read_part (const xmlNode *node, SpurPluginPart kind)
{
  SpurManifestPart *part = g_new0 (SpurManifestPart, 1);

  part->kind = kind;
  part->name = get_attribute (node, "name");
  part->type_name = get_attribute (node, "type");
  part->inputs = g_array_new (FALSE, FALSE, sizeof (SpurManifestInput));
  g_array_set_clear_func (part->inputs, clear_input);
  for (const xmlNode *child = node->children; child != NULL; child = child->next)
    {
      SpurManifestInput input;

      if (!is_element (child, "input"))
        continue;
      input =
        (SpurManifestInput){ get_attribute (child, "suffix"), get_attribute (child, "magic") };
      g_array_append_val (part->inputs, input);
    }
  return part;
}

static void
free_style (gpointer data)
{
  SpurManifestStyle *style = data;

  g_free (style->class_name);
  g_strfreev (style->attributes);
  g_free (style);
}

static SpurManifestStyle *
read_style (const xmlNode *node)
{
  SpurManifestStyle *style = g_new (SpurManifestStyle, 1);
  g_autoptr (GStrvBuilder) attributes = g_strv_builder_new ();

  for (const xmlAttr *attribute = node->properties; attribute != NULL; attribute = attribute->next)
    {
      const char *name = (const char *) attribute->name;
      g_autofree char *value = get_attribute (node, name);

      if (strcmp (name, "class") == 0)
        continue;
      g_strv_builder_add (attributes, name);
      g_strv_builder_add (attributes, value);
    }
  style->class_name = get_attribute (node, "class");
  style->attributes = g_strv_builder_end (attributes);
  return style;
}

/* Adds what an element says that the plugin brings. */
static void
add_part (SpurPluginManifest *self, const xmlNode *node)
{
  static const char *const elements[] = {
    [SPUR_PLUGIN_PART_CODEC] = "codec",
    [SPUR_PLUGIN_PART_EVENT_CLASS] = "event-class",
    [SPUR_PLUGIN_PART_MONITOR] = "monitor",
    [SPUR_PLUGIN_PART_VISUALIZER] = "visualizer",
  };

  for (guint kind = 0; kind < G_N_ELEMENTS (elements); kind++)
    {
      if (is_element (node, elements[kind]))
        g_ptr_array_add (self->parts, read_part (node, (SpurPluginPart) kind));
    }
}

/* The document is valid, so what must be there is there. */
static void
read_element (SpurPluginManifest *self, const xmlNode *node)
{
  if (is_element (node, "description"))
    self->description = g_strstrip (get_text (node));
  else if (is_element (node, "abi"))
    {
      self->abi_major = get_number (node, "major");
      self->abi_minor = get_number (node, "minor");
    }
  else if (is_element (node, "module"))
    {
      g_autofree char *folder = g_path_get_dirname (self->path);
      g_autofree char *file = get_text (node);

      self->module_path = g_build_filename (folder, file, NULL);
    }
  else if (is_element (node, "style"))
    g_ptr_array_add (self->styles, read_style (node));
  else
    add_part (self, node);
}

SpurPluginManifest *
spur_plugin_manifest_load (const char *path, SpurPluginSchema *schema, GError **error)
{
  xmlDoc *doc = spur_plugin_schema_read (schema, path, error);
  SpurPluginManifest *self;
  const xmlNode *root;

  if (doc == NULL)
    return NULL;

  root = xmlDocGetRootElement (doc);
  self = g_new0 (SpurPluginManifest, 1);
  self->path = g_strdup (path);
  self->id = get_attribute (root, "id");
  self->parts = g_ptr_array_new_with_free_func (free_part);
  self->styles = g_ptr_array_new_with_free_func (free_style);
  for (const xmlNode *node = root->children; node != NULL; node = node->next)
    read_element (self, node);
  xmlFreeDoc (doc);
  return self;
}

void
spur_plugin_manifest_free (SpurPluginManifest *self)
{
  g_free (self->path);
  g_free (self->id);
  g_free (self->description);
  g_free (self->module_path);
  g_ptr_array_unref (self->parts);
  g_ptr_array_unref (self->styles);
  g_free (self);
}
