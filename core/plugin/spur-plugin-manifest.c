/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include <string.h>

#include "core/format/definition/spur-format-xml-internal.h"
#include "core/plugin/spur-plugin-private.h"

static void
free_style (gpointer data)
{
  g_free (((SpurPluginStyle *) data)->attributes);
  g_free (data);
}

static void
add_style (SpurPlugin *self, const xmlNode *node)
{
  SpurPluginStyle *style = g_new (SpurPluginStyle, 1);
  g_autoptr (GPtrArray) attributes = g_ptr_array_new ();

  for (const xmlAttr *attribute = node->properties; attribute != NULL; attribute = attribute->next)
    {
      const char *name = (const char *) attribute->name;

      if (strcmp (name, "class") == 0)
        continue;
      g_ptr_array_add (attributes, (gpointer) name);
      g_ptr_array_add (attributes, (gpointer) spur_format_xml_get (node, name));
    }
  g_ptr_array_add (attributes, NULL);
  style->class_name = spur_format_xml_get (node, "class");
  style->attributes = (const char **) g_ptr_array_steal (attributes, NULL);
  g_ptr_array_add (self->styles, style);
}

/* Adds what an element says that the plugin brings. */
static void
add_part (SpurPlugin *self, const xmlNode *node)
{
  static const char *const elements[] = {
    [SPUR_PLUGIN_PART_CODEC] = "codec",
    [SPUR_PLUGIN_PART_EVENT_CLASS] = "event-class",
    [SPUR_PLUGIN_PART_MONITOR] = "monitor",
    [SPUR_PLUGIN_PART_VISUALIZER] = "visualizer",
  };

  for (guint kind = 0; kind < G_N_ELEMENTS (elements); kind++)
    {
      SpurPluginEntry *entry;

      if (!spur_format_xml_is (node, elements[kind]))
        continue;
      entry = g_new0 (SpurPluginEntry, 1);
      *entry = (SpurPluginEntry){ (SpurPluginPart) kind,
                                  spur_format_xml_get (node, "name"),
                                  spur_format_xml_get (node, "type"),
                                  node,
                                  self,
                                  G_TYPE_INVALID };
      g_ptr_array_add (self->parts, entry);
    }
}

/* The document is valid, so what must be there is there. */
static void
read_element (SpurPlugin *self, const xmlNode *node)
{
  if (spur_format_xml_is (node, "description"))
    self->description = spur_format_xml_dup_text (node);
  else if (spur_format_xml_is (node, "abi"))
    {
      self->abi_major = (guint32) spur_format_xml_get_number (node, "major", 0);
      self->abi_minor = (guint32) spur_format_xml_get_number (node, "minor", 0);
    }
  else if (spur_format_xml_is (node, "module"))
    {
      g_autofree char *folder = g_path_get_dirname (self->path);
      g_autofree char *file = spur_format_xml_dup_text (node);

      self->module_path = g_build_filename (folder, file, NULL);
    }
  else if (spur_format_xml_is (node, "style"))
    add_style (self, node);
  else
    add_part (self, node);
}

SpurPlugin *
spur_plugin_new (const char *path, GError **error)
{
  xmlDoc *doc = spur_format_xml_read (path, NULL, 0, "plugin.rng", error);
  SpurPlugin *self;
  const xmlNode *root;

  if (doc == NULL)
    return NULL;
  root = xmlDocGetRootElement (doc);
  self = g_new0 (SpurPlugin, 1);
  self->doc = doc;
  self->path = g_strdup (path);
  self->id = spur_format_xml_get (root, "id");
  self->parts = g_ptr_array_new_with_free_func (g_free);
  self->styles = g_ptr_array_new_with_free_func (free_style);
  for (const xmlNode *node = root->children; node != NULL; node = node->next)
    read_element (self, node);
  return self;
}

void
spur_plugin_free (SpurPlugin *self)
{
  g_free (self->path);
  g_free (self->description);
  g_free (self->module_path);
  g_ptr_array_unref (self->parts);
  g_ptr_array_unref (self->styles);
  g_clear_error (&self->refusal);
  xmlFreeDoc (self->doc);
  g_free (self);
}
