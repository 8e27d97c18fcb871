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
free_codec (gpointer data)
{
  SpurManifestCodec *codec = data;

  g_free (codec->name);
  g_free (codec->type_name);
  g_array_unref (codec->inputs);
  g_free (codec);
}

static void
free_visualizer (gpointer data)
{
  SpurManifestVisualizer *visualizer = data;

  g_free (visualizer->name);
  g_free (visualizer->type_name);
  g_free (visualizer);
}

static SpurManifestCodec *
read_codec (const xmlNode *node)
{
  SpurManifestCodec *codec = g_new0 (SpurManifestCodec, 1);

  codec->name = get_attribute (node, "name");
  codec->type_name = get_attribute (node, "type");
  codec->inputs = g_array_new (FALSE, FALSE, sizeof (SpurManifestInput));
  g_array_set_clear_func (codec->inputs, clear_input);
  for (const xmlNode *child = node->children; child != NULL; child = child->next)
    {
      SpurManifestInput input;

      if (!is_element (child, "input"))
        continue;
      input =
        (SpurManifestInput){ get_attribute (child, "suffix"), get_attribute (child, "magic") };
      g_array_append_val (codec->inputs, input);
    }
  return codec;
}

static SpurManifestVisualizer *
read_visualizer (const xmlNode *node)
{
  SpurManifestVisualizer *visualizer = g_new (SpurManifestVisualizer, 1);

  visualizer->name = get_attribute (node, "name");
  visualizer->type_name = get_attribute (node, "type");
  return visualizer;
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
  else if (is_element (node, "codec"))
    g_ptr_array_add (self->codecs, read_codec (node));
  else if (is_element (node, "event-class"))
    g_ptr_array_add (self->event_classes, get_attribute (node, "name"));
  else if (is_element (node, "visualizer"))
    g_ptr_array_add (self->visualizers, read_visualizer (node));
  else if (is_element (node, "style"))
    g_ptr_array_add (self->styles, read_style (node));
  else if (is_element (node, "monitor"))
    g_ptr_array_add (self->monitors, read_visualizer (node));
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
  self->codecs = g_ptr_array_new_with_free_func (free_codec);
  self->event_classes = g_ptr_array_new_with_free_func (g_free);
  self->visualizers = g_ptr_array_new_with_free_func (free_visualizer);
  self->styles = g_ptr_array_new_with_free_func (free_style);
  self->monitors = g_ptr_array_new_with_free_func (free_visualizer);
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
  g_ptr_array_unref (self->codecs);
  g_ptr_array_unref (self->event_classes);
  g_ptr_array_unref (self->visualizers);
  g_ptr_array_unref (self->styles);
  g_ptr_array_unref (self->monitors);
  g_free (self);
}
