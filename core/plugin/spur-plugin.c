/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include <gmodule.h>
#include <string.h>

#include "core/base/spur-error-internal.h"
#include "core/base/spur-object-internal.h"
#include "core/format/definition/spur-format-xml-internal.h"
#include "core/model/events/spur-event-layout-internal.h"
#include "core/model/events/spur-event-type.h"
#include "core/plugin/spur-plugin-private.h"

/**
 * SpurPlugin:
 *
 * Codecs, event classes, visualizers, views and monitors that come from a module of their own.
 *
 * A plugin is known by its manifest, and its module is opened when something of it is needed.
 * It belongs to its registry.
 *
 * Since: 1.0
 */

/**
 * spur_plugin_error_quark:
 *
 * Gets the domain %SPUR_PLUGIN_ERROR.
 *
 * Returns: the domain
 *
 * Since: 1.0
 */
// clang-format off
G_DEFINE_QUARK (spur-plugin-error-quark, spur_plugin_error)
// clang-format on

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
    [SPUR_PLUGIN_PART_CODEC] = "codec",     [SPUR_PLUGIN_PART_EVENT_CLASS] = "event-class",
    [SPUR_PLUGIN_PART_MONITOR] = "monitor", [SPUR_PLUGIN_PART_VISUALIZER] = "visualizer",
    [SPUR_PLUGIN_PART_VIEW] = "view",
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

/**
 * spur_plugin_get_id:
 * @self: a plugin
 *
 * Gets its name.
 *
 * Returns: (transfer none): its name
 *
 * Since: 1.0
 */
SPUR_DEFINE_GETTER (const char *, spur_plugin_get_id, SpurPlugin, SPUR_IS_GIVEN, self->id)

/**
 * spur_plugin_get_description:
 * @self: a plugin
 *
 * Gets what it is for, in one sentence.
 *
 * Returns: (transfer none): what it is for, in one sentence
 *
 * Since: 1.0
 */
SPUR_DEFINE_GETTER (
  const char *, spur_plugin_get_description, SpurPlugin, SPUR_IS_GIVEN, self->description)

/**
 * spur_plugin_get_path:
 * @self: a plugin
 *
 * Gets its manifest's file.
 *
 * Returns: (transfer none): its manifest's file; the module lies next to it
 *
 * Since: 1.0
 */
SPUR_DEFINE_GETTER (const char *, spur_plugin_get_path, SpurPlugin, SPUR_IS_GIVEN, self->path)

/**
 * spur_plugin_is_loaded:
 * @self: a plugin
 *
 * Tells whether its module was opened and accepted.
 *
 * Returns: whether its module was opened and accepted
 *
 * Since: 1.0
 */
SPUR_DEFINE_GETTER (
  gboolean, spur_plugin_is_loaded, SpurPlugin, SPUR_IS_GIVEN, self->state == SPUR_PLUGIN_LOADED)

/**
 * spur_plugin_dup_names:
 * @self: a plugin
 * @part: a kind of what plugins bring
 *
 * Gets the names of what it brings, as its manifest says.
 *
 * Returns: (transfer full) (array zero-terminated=1): the names, in the order of the manifest
 *
 * Since: 1.0
 */
char **
spur_plugin_dup_names (SpurPlugin *self, SpurPluginPart part)
{
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();

  g_return_val_if_fail (self != NULL, NULL);

  for (guint i = 0; i < self->parts->len; i++)
    {
      const SpurPluginEntry *entry = self->parts->pdata[i];

      if (entry->kind == part)
        g_strv_builder_add (names, entry->name);
    }
  return g_strv_builder_end (names);
}

static gboolean
check_abi (guint32 major, guint32 minor, const char *id, const char *path, GError **error)
{
  if (major == SPUR_ABI_MAJOR && minor <= SPUR_ABI_MINOR)
    return TRUE;

  return spur_error_set (
    error, SPUR_PLUGIN_ERROR, SPUR_PLUGIN_ERROR_ABI,
    "%s: plugin %s is built for the plugin interface %u.%u, this Spur has %u.%u; %s", path, id,
    major, minor, SPUR_ABI_MAJOR, SPUR_ABI_MINOR,
    major < SPUR_ABI_MAJOR ? "build the plugin anew with this Spur's headers"
                           : "install a newer Spur, or a plugin built for this one");
}

/* Whether this program may run what was built for another version. Reads nothing of
 * @descriptor but its first three members until they are right. */
static gboolean
spur_plugin_check_descriptor (const SpurPluginDescriptor *descriptor,
                              const char *id,
                              const char *module_path,
                              GError **error)
{
  if (!check_abi (descriptor->abi_major, descriptor->abi_minor, id, module_path, error))
    return FALSE;
  if (descriptor->struct_size < sizeof (SpurPluginDescriptor))
    return spur_error_set (
      error, SPUR_PLUGIN_ERROR, SPUR_PLUGIN_ERROR_ABI,
      "%s: plugin %s says interface %u.%u, but its descriptor has %u bytes where that "
      "of %u.%u has %u; build the plugin anew",
      module_path, id, descriptor->abi_major, descriptor->abi_minor, descriptor->struct_size,
      SPUR_ABI_MAJOR, SPUR_ABI_MINOR, (guint) sizeof (SpurPluginDescriptor));
  if (descriptor->id == NULL || descriptor->register_types == NULL ||
      strcmp (descriptor->id, id) != 0)
    return spur_error_set (error, SPUR_PLUGIN_ERROR, SPUR_PLUGIN_ERROR_LOAD,
                           "%s: the module is plugin \"%s\", its manifest says \"%s\"", module_path,
                           descriptor->id != NULL ? descriptor->id : "", id);
  return TRUE;
}

static const SpurPluginDescriptor *
open_module (SpurPlugin *self, GError **error)
{
  gpointer symbol = NULL;
  GModule *module;

  /* Bound at once: a function that is missing is said here, and does not end the program later. */
  module = g_module_open (self->module_path, G_MODULE_BIND_LOCAL);
  if (module == NULL)
    return spur_error_set_null (error, SPUR_PLUGIN_ERROR, SPUR_PLUGIN_ERROR_LOAD,
                                "%s: plugin %s cannot be opened: %s", self->module_path, self->id,
                                g_module_error ());
  if (!g_module_symbol (module, SPUR_PLUGIN_SYMBOL, &symbol) || symbol == NULL)
    {
      g_set_error (error, SPUR_PLUGIN_ERROR, SPUR_PLUGIN_ERROR_LOAD,
                   "%s: is no plugin: it has no symbol %s; use SPUR_PLUGIN_DEFINE",
                   self->module_path, SPUR_PLUGIN_SYMBOL);
      g_module_close (module);
      return NULL;
    }
  if (!spur_plugin_check_descriptor (symbol, self->id, self->module_path, error))
    {
      g_module_close (module);
      return NULL;
    }
  g_module_make_resident (module);
  return symbol;
}

const char *
spur_plugin_part_get_word (SpurPluginPart part)
{
  static const char *const words[] = {
    [SPUR_PLUGIN_PART_CODEC] = "codec",     [SPUR_PLUGIN_PART_EVENT_CLASS] = "event class",
    [SPUR_PLUGIN_PART_MONITOR] = "monitor", [SPUR_PLUGIN_PART_VISUALIZER] = "visualizer",
    [SPUR_PLUGIN_PART_VIEW] = "view",
  };

  return words[part];
}

static gboolean
check_promises (SpurPlugin *self, GError **error)
{
  for (guint i = 0; i < self->parts->len; i++)
    {
      const SpurPluginEntry *part = self->parts->pdata[i];

      if (part->type != G_TYPE_INVALID)
        continue;
      return spur_error_set (error, SPUR_PLUGIN_ERROR, SPUR_PLUGIN_ERROR_LOAD,
                             "%s: plugin %s says that it brings the %s %s, but does not",
                             self->path, self->id, spur_plugin_part_get_word (part->kind),
                             part->type_name != NULL ? part->type_name : part->name);
    }
  return TRUE;
}

static gboolean
load_module (SpurPlugin *self, GError **error)
{
  const SpurPluginDescriptor *descriptor;

  if (!check_abi (self->abi_major, self->abi_minor, self->id, self->path, error))
    return FALSE;
  descriptor = open_module (self, error);
  if (descriptor == NULL)
    return FALSE;

  self->state = SPUR_PLUGIN_LOADING;
  if (!descriptor->register_types (self, error))
    {
      if (error != NULL && *error == NULL)
        g_set_error (error, SPUR_PLUGIN_ERROR, SPUR_PLUGIN_ERROR_LOAD,
                     "%s: plugin %s could not add what it brings, and does not say why",
                     self->module_path, self->id);
      else if (error != NULL && !g_str_has_prefix ((*error)->message, self->module_path) &&
               !g_str_has_prefix ((*error)->message, self->path))
        g_prefix_error (error, "%s: ", self->module_path);
      return FALSE;
    }
  return check_promises (self, error);
}

/**
 * spur_plugin_load:
 * @self: a plugin
 * @error: return location for an error
 *
 * Opens the plugin's module, if that was not done yet. A module that was accepted stays until the
 * program ends; one that was refused is not tried again.
 *
 * Returns: %FALSE with %SPUR_PLUGIN_ERROR_ABI, %SPUR_PLUGIN_ERROR_LOAD or
 *   %SPUR_PLUGIN_ERROR_DUPLICATE where it is refused
 *
 * Since: 1.0
 */
gboolean
spur_plugin_load (SpurPlugin *self, GError **error)
{
  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);
  g_return_val_if_fail (self->state != SPUR_PLUGIN_LOADING, FALSE);

  if (self->state == SPUR_PLUGIN_KNOWN)
    self->state = load_module (self, &self->refusal) ? SPUR_PLUGIN_LOADED : SPUR_PLUGIN_REFUSED;
  if (self->state == SPUR_PLUGIN_LOADED)
    return TRUE;

  if (error != NULL)
    *error = g_error_copy (self->refusal);
  return FALSE;
}

/* Any registered class, of a plugin or not, that goes by this name already and says something else.
 * One that a file has declared just so may be there. */
static GType
find_namesake (GType ancestor, const SpurEventLayout *layout)
{
  guint n_children;
  g_autofree GType *children = g_type_children (ancestor, &n_children);

  for (guint i = 0; i < n_children; i++)
    {
      const SpurEventLayout *other = spur_event_type_get_layout (children[i]);
      GType found;

      if (children[i] != layout->type && strcmp (other->name, layout->name) == 0 &&
          !spur_event_layout_equal (layout, other))
        return children[i];
      found = find_namesake (children[i], layout);
      if (found != G_TYPE_INVALID)
        return found;
    }
  return G_TYPE_INVALID;
}

static gboolean
set_duplicate (SpurPlugin *self, const SpurEventLayout *layout, GType namesake, GError **error)
{
  g_autofree char *own = g_strdup_printf ("plugin %s", self->id);
  g_autofree char *place = spur_event_type_dup_place (namesake);
  g_autofree char *difference = spur_event_layout_describe_difference (
    layout, own, spur_event_type_get_layout (namesake), place);

  return spur_error_set (error, SPUR_PLUGIN_ERROR, SPUR_PLUGIN_ERROR_DUPLICATE,
                         "%s: plugin %s brings an event class that is there already: %s",
                         self->module_path, self->id, difference);
}

/* Visualizers and views are classes of another library; the manifest says which a type is. */
static gboolean
is_of_kind (GType type, SpurPluginPart kind)
{
  switch (kind)
    {
    case SPUR_PLUGIN_PART_EVENT_CLASS:
      return g_type_is_a (type, SPUR_TYPE_EVENT);
    case SPUR_PLUGIN_PART_CODEC:
      return g_type_is_a (type, SPUR_TYPE_CODEC);
    case SPUR_PLUGIN_PART_MONITOR:
      return g_type_is_a (type, SPUR_TYPE_MONITOR);
    default:
      return !g_type_is_a (type, SPUR_TYPE_EVENT) && !g_type_is_a (type, SPUR_TYPE_CODEC) &&
             !g_type_is_a (type, SPUR_TYPE_MONITOR);
    }
}

/* What the manifest says of a type, which may be of another kind; NULL where it does not name it.
 */
static SpurPluginEntry *
find_entry (SpurPlugin *self, GType type, const char *name)
{
  gboolean is_event = g_type_is_a (type, SPUR_TYPE_EVENT);

  for (guint i = 0; i < self->parts->len; i++)
    {
      SpurPluginEntry *entry = self->parts->pdata[i];

      if (is_of_kind (type, entry->kind) &&
          strcmp (is_event ? entry->name : entry->type_name, name) == 0)
        return entry;
    }
  return NULL;
}

/* The first kind of which a type can be, for a person. */
static const char *
describe_kind (GType type)
{
  guint kind = SPUR_PLUGIN_PART_CODEC;

  while (!is_of_kind (type, (SpurPluginPart) kind))
    kind++;
  return spur_plugin_part_get_word ((SpurPluginPart) kind);
}

/**
 * spur_plugin_add_type:
 * @self: the plugin that is being loaded
 * @type: a class of events, by its name in traces, or a codec, monitor, visualizer or view, by the
 *   name of its type
 * @error: return location for an error
 *
 * Adds something that the manifest names.
 *
 * Returns: %FALSE with %SPUR_PLUGIN_ERROR_LOAD where the manifest does not name it,
 *   %SPUR_PLUGIN_ERROR_DUPLICATE where another event class of its name says something else
 *
 * Since: 1.0
 */
gboolean
spur_plugin_add_type (SpurPlugin *self, GType type, GError **error)
{
  const SpurEventLayout *layout = NULL;
  SpurPluginEntry *part;
  const char *name;
  GType namesake;

  g_return_val_if_fail (self != NULL && self->state == SPUR_PLUGIN_LOADING, FALSE);
  g_return_val_if_fail (g_type_is_a (type, G_TYPE_OBJECT), FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  if (g_type_is_a (type, SPUR_TYPE_EVENT))
    layout = spur_event_type_get_layout (type);
  name = layout != NULL ? layout->name : g_type_name (type);
  part = find_entry (self, type, name);
  if (part == NULL)
    return spur_error_set (error, SPUR_PLUGIN_ERROR, SPUR_PLUGIN_ERROR_LOAD,
                           "%s: plugin %s brings the %s %s, which its manifest does not name",
                           self->path, self->id, describe_kind (type), name);
  namesake = layout != NULL ? find_namesake (SPUR_TYPE_EVENT, layout) : G_TYPE_INVALID;
  if (namesake != G_TYPE_INVALID)
    return set_duplicate (self, layout, namesake, error);
  part->type = type;
  return TRUE;
}
