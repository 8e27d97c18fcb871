/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "core/plugin/spur-plugin.h"

#include <gmodule.h>
#include <string.h>

#include "core/model/events/spur-event-type.h"
#include "core/model/events/spur-event.h"
#include "core/plugin/spur-plugin-private.h"
#include "core/record/monitor/spur-monitor.h"

/**
 * SpurPlugin:
 *
 * Codecs, event classes, visualizers and monitors that come from a module of their own.
 *
 * A plugin is known by its manifest, and its module is opened when something of it is needed.
 * It belongs to its registry.
 *
 * Since: 1.0
 */

typedef enum
{
  STATE_KNOWN,
  STATE_LOADING,
  STATE_LOADED,
  STATE_REFUSED,
} State;

struct _SpurPlugin
{
  SpurPluginManifest *manifest;
  State state;
  GError *refusal;

  /* As many as the manifest names, in its order. */
  GType *codec_types;
  GType *event_types;
  GType *visualizer_types;
  GType *monitor_types;
};

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

SpurPlugin *
spur_plugin_new (SpurPluginManifest *manifest)
{
  SpurPlugin *self = g_new0 (SpurPlugin, 1);

  self->manifest = manifest;
  self->codec_types = g_new0 (GType, manifest->codecs->len + 1);
  self->event_types = g_new0 (GType, manifest->event_classes->len + 1);
  self->visualizer_types = g_new0 (GType, manifest->visualizers->len + 1);
  self->monitor_types = g_new0 (GType, manifest->monitors->len + 1);
  return self;
}

void
spur_plugin_free (SpurPlugin *self)
{
  spur_plugin_manifest_free (self->manifest);
  g_clear_error (&self->refusal);
  g_free (self->codec_types);
  g_free (self->event_types);
  g_free (self->visualizer_types);
  g_free (self->monitor_types);
  g_free (self);
}

const SpurPluginManifest *
spur_plugin_get_manifest (SpurPlugin *self)
{
  return self->manifest;
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
const char *
spur_plugin_get_id (SpurPlugin *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->manifest->id;
}

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
const char *
spur_plugin_get_description (SpurPlugin *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->manifest->description;
}

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
const char *
spur_plugin_get_path (SpurPlugin *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->manifest->path;
}

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
gboolean
spur_plugin_is_loaded (SpurPlugin *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->state == STATE_LOADED;
}

/**
 * spur_plugin_dup_codecs:
 * @self: a plugin
 *
 * Gets the names of the formats that it reads, as its manifest says.
 *
 * Returns: (transfer full) (array zero-terminated=1): the names of the formats that it reads, as
 *   its manifest says
 *
 * Since: 1.0
 */
char **
spur_plugin_dup_codecs (SpurPlugin *self)
{
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();

  g_return_val_if_fail (self != NULL, NULL);

  for (guint i = 0; i < self->manifest->codecs->len; i++)
    {
      const SpurManifestCodec *codec = g_ptr_array_index (self->manifest->codecs, i);

      g_strv_builder_add (names, codec->name);
    }
  return g_strv_builder_end (names);
}

/**
 * spur_plugin_dup_event_classes:
 * @self: a plugin
 *
 * Gets the names of the event classes that it brings, as its manifest says.
 *
 * Returns: (transfer full) (array zero-terminated=1): the names of the event classes that it
 *   brings, as its manifest says
 *
 * Since: 1.0
 */
char **
spur_plugin_dup_event_classes (SpurPlugin *self)
{
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();

  g_return_val_if_fail (self != NULL, NULL);

  for (guint i = 0; i < self->manifest->event_classes->len; i++)
    g_strv_builder_add (names, g_ptr_array_index (self->manifest->event_classes, i));
  return g_strv_builder_end (names);
}

/**
 * spur_plugin_dup_visualizers:
 * @self: a plugin
 *
 * Gets the names of the visualizers that it brings, as its manifest says.
 *
 * Returns: (transfer full) (array zero-terminated=1): the names of the visualizers that it
 *   brings, as its manifest says
 *
 * Since: 1.0
 */
char **
spur_plugin_dup_visualizers (SpurPlugin *self)
{
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();

  g_return_val_if_fail (self != NULL, NULL);

  for (guint i = 0; i < self->manifest->visualizers->len; i++)
    {
      const SpurManifestVisualizer *visualizer = g_ptr_array_index (self->manifest->visualizers, i);

      g_strv_builder_add (names, visualizer->name);
    }
  return g_strv_builder_end (names);
}

/**
 * spur_plugin_dup_monitors:
 * @self: a plugin
 *
 * Gets the names of the monitors that it brings, as its manifest says.
 *
 * Returns: (transfer full) (array zero-terminated=1): the names of the monitors that it brings, as
 *   its manifest says
 *
 * Since: 1.0
 */
char **
spur_plugin_dup_monitors (SpurPlugin *self)
{
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();

  g_return_val_if_fail (self != NULL, NULL);

  for (guint i = 0; i < self->manifest->monitors->len; i++)
    {
      const SpurManifestMonitor *monitor = g_ptr_array_index (self->manifest->monitors, i);

      g_strv_builder_add (names, monitor->name);
    }
  return g_strv_builder_end (names);
}

static gboolean
check_abi (guint32 major, guint32 minor, const char *id, const char *path, GError **error)
{
  if (major == SPUR_ABI_MAJOR && minor <= SPUR_ABI_MINOR)
    return TRUE;

  g_set_error (error, SPUR_PLUGIN_ERROR, SPUR_PLUGIN_ERROR_ABI,
               "%s: plugin %s is built for the plugin interface %u.%u, this Spur has %u.%u; %s",
               path, id, major, minor, SPUR_ABI_MAJOR, SPUR_ABI_MINOR,
               major < SPUR_ABI_MAJOR ? "build the plugin anew with this Spur's headers"
                                      : "install a newer Spur, or a plugin built for this one");
  return FALSE;
}

gboolean
spur_plugin_check_descriptor (const SpurPluginDescriptor *descriptor,
                              const char *id,
                              const char *module_path,
                              GError **error)
{
  if (!check_abi (descriptor->abi_major, descriptor->abi_minor, id, module_path, error))
    return FALSE;
  if (descriptor->struct_size < sizeof (SpurPluginDescriptor))
    {
      g_set_error (error, SPUR_PLUGIN_ERROR, SPUR_PLUGIN_ERROR_ABI,
                   "%s: plugin %s says interface %u.%u, but its descriptor has %u bytes where that "
                   "of %u.%u has %u; build the plugin anew",
                   module_path, id, descriptor->abi_major, descriptor->abi_minor,
                   descriptor->struct_size, SPUR_ABI_MAJOR, SPUR_ABI_MINOR,
                   (guint) sizeof (SpurPluginDescriptor));
      return FALSE;
    }
  if (descriptor->id == NULL || descriptor->register_types == NULL ||
      strcmp (descriptor->id, id) != 0)
    {
      g_set_error (error, SPUR_PLUGIN_ERROR, SPUR_PLUGIN_ERROR_LOAD,
                   "%s: the module is plugin \"%s\", its manifest says \"%s\"", module_path,
                   descriptor->id != NULL ? descriptor->id : "", id);
      return FALSE;
    }
  return TRUE;
}

static const SpurPluginDescriptor *
open_module (SpurPlugin *self, GError **error)
{
  const SpurPluginManifest *manifest = self->manifest;
  gpointer symbol = NULL;
  GModule *module;

  /* Bound at once: a function that is missing is said here, and does not end the program later. */
  module = g_module_open (manifest->module_path, G_MODULE_BIND_LOCAL);
  if (module == NULL)
    {
      g_set_error (error, SPUR_PLUGIN_ERROR, SPUR_PLUGIN_ERROR_LOAD,
                   "%s: plugin %s cannot be opened: %s", manifest->module_path, manifest->id,
                   g_module_error ());
      return NULL;
    }
  if (!g_module_symbol (module, SPUR_PLUGIN_SYMBOL, &symbol) || symbol == NULL)
    {
      g_set_error (error, SPUR_PLUGIN_ERROR, SPUR_PLUGIN_ERROR_LOAD,
                   "%s: is no plugin: it has no symbol %s; use SPUR_PLUGIN_DEFINE",
                   manifest->module_path, SPUR_PLUGIN_SYMBOL);
      g_module_close (module);
      return NULL;
    }
  if (!spur_plugin_check_descriptor (symbol, manifest->id, manifest->module_path, error))
    {
      g_module_close (module);
      return NULL;
    }
  g_module_make_resident (module);
  return symbol;
}

static gboolean
set_unfulfilled (SpurPlugin *self, const char *what, const char *name, GError **error)
{
  g_set_error (error, SPUR_PLUGIN_ERROR, SPUR_PLUGIN_ERROR_LOAD,
               "%s: plugin %s says that it brings the %s %s, but does not", self->manifest->path,
               self->manifest->id, what, name);
  return FALSE;
}

static gboolean
check_promises (SpurPlugin *self, GError **error)
{
  const SpurPluginManifest *manifest = self->manifest;

  for (guint i = 0; i < manifest->codecs->len; i++)
    {
      const SpurManifestCodec *codec = g_ptr_array_index (manifest->codecs, i);

      if (self->codec_types[i] == G_TYPE_INVALID)
        return set_unfulfilled (self, "codec", codec->type_name, error);
    }
  for (guint i = 0; i < manifest->event_classes->len; i++)
    {
      if (self->event_types[i] == G_TYPE_INVALID)
        return set_unfulfilled (self, "event class", g_ptr_array_index (manifest->event_classes, i),
                                error);
    }
  for (guint i = 0; i < manifest->visualizers->len; i++)
    {
      const SpurManifestVisualizer *visualizer = g_ptr_array_index (manifest->visualizers, i);

      if (self->visualizer_types[i] == G_TYPE_INVALID)
        return set_unfulfilled (self, "visualizer", visualizer->type_name, error);
    }
  for (guint i = 0; i < manifest->monitors->len; i++)
    {
      const SpurManifestMonitor *monitor = g_ptr_array_index (manifest->monitors, i);

      if (self->monitor_types[i] == G_TYPE_INVALID)
        return set_unfulfilled (self, "monitor", monitor->type_name, error);
    }
  return TRUE;
}

static gboolean
load_module (SpurPlugin *self, GError **error)
{
  const SpurPluginManifest *manifest = self->manifest;
  const SpurPluginDescriptor *descriptor;

  if (!check_abi (manifest->abi_major, manifest->abi_minor, manifest->id, manifest->path, error))
    return FALSE;
  descriptor = open_module (self, error);
  if (descriptor == NULL)
    return FALSE;

  self->state = STATE_LOADING;
  if (!descriptor->register_types (self, error))
    {
      if (error != NULL && *error == NULL)
        g_set_error (error, SPUR_PLUGIN_ERROR, SPUR_PLUGIN_ERROR_LOAD,
                     "%s: plugin %s could not add what it brings, and does not say why",
                     manifest->module_path, manifest->id);
      else if (error != NULL && !g_str_has_prefix ((*error)->message, manifest->module_path) &&
               !g_str_has_prefix ((*error)->message, self->manifest->path))
        g_prefix_error (error, "%s: ", manifest->module_path);
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
  g_return_val_if_fail (self->state != STATE_LOADING, FALSE);

  if (self->state == STATE_KNOWN)
    self->state = load_module (self, &self->refusal) ? STATE_LOADED : STATE_REFUSED;
  if (self->state == STATE_LOADED)
    return TRUE;

  if (error != NULL)
    *error = g_error_copy (self->refusal);
  return FALSE;
}

static gboolean
set_undeclared (SpurPlugin *self, const char *what, const char *name, GError **error)
{
  g_set_error (error, SPUR_PLUGIN_ERROR, SPUR_PLUGIN_ERROR_LOAD,
               "%s: plugin %s brings the %s %s, which its manifest does not name",
               self->manifest->path, self->manifest->id, what, name);
  return FALSE;
}

static gboolean
set_wrong_type (SpurPlugin *self, const char *type_name, const char *wanted, GError **error)
{
  g_set_error (error, SPUR_PLUGIN_ERROR, SPUR_PLUGIN_ERROR_LOAD,
               "%s: plugin %s: %s is not derived from %s", self->manifest->module_path,
               self->manifest->id, type_name, wanted);
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
  g_autofree char *own = g_strdup_printf ("plugin %s", self->manifest->id);
  g_autofree char *place = spur_event_type_dup_place (namesake);
  g_autofree char *difference = spur_event_layout_describe_difference (
    layout, own, spur_event_type_get_layout (namesake), place);

  g_set_error (error, SPUR_PLUGIN_ERROR, SPUR_PLUGIN_ERROR_DUPLICATE,
               "%s: plugin %s brings an event class that is there already: %s",
               self->manifest->module_path, self->manifest->id, difference);
  return FALSE;
}

/**
 * spur_plugin_add_event_type:
 * @self: the plugin that is being loaded
 * @type: a class derived from #SpurEvent, whose name the manifest gives
 * @error: return location for an error
 *
 * Adds an event class that the manifest names.
 *
 * Returns: %FALSE with %SPUR_PLUGIN_ERROR_LOAD where the manifest does not name the class,
 *   %SPUR_PLUGIN_ERROR_DUPLICATE where another class of its name says something else
 *
 * Since: 1.0
 */
gboolean
spur_plugin_add_event_type (SpurPlugin *self, GType type, GError **error)
{
  const char *name;
  GType namesake;
  guint position;

  g_return_val_if_fail (self != NULL && self->state == STATE_LOADING, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  if (!g_type_is_a (type, SPUR_TYPE_EVENT))
    return set_wrong_type (self, g_type_name (type), "SpurEvent", error);
  name = spur_event_type_get_layout (type)->name;
  if (!g_ptr_array_find_with_equal_func (self->manifest->event_classes, name, g_str_equal,
                                         &position))
    return set_undeclared (self, "event class", name, error);

  namesake = find_namesake (SPUR_TYPE_EVENT, spur_event_type_get_layout (type));
  if (namesake != G_TYPE_INVALID)
    return set_duplicate (self, spur_event_type_get_layout (type), namesake, error);
  self->event_types[position] = type;
  return TRUE;
}

/**
 * spur_plugin_add_codec_type:
 * @self: the plugin that is being loaded
 * @type: a class derived from #SpurCodec that the manifest names
 * @error: return location for an error
 *
 * Adds a codec that the manifest names.
 *
 * Returns: %FALSE with %SPUR_PLUGIN_ERROR_LOAD where the manifest does not name the class
 *
 * Since: 1.0
 */
gboolean
spur_plugin_add_codec_type (SpurPlugin *self, GType type, GError **error)
{
  g_return_val_if_fail (self != NULL && self->state == STATE_LOADING, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  if (!g_type_is_a (type, SPUR_TYPE_CODEC))
    return set_wrong_type (self, g_type_name (type), "SpurCodec", error);
  for (guint i = 0; i < self->manifest->codecs->len; i++)
    {
      const SpurManifestCodec *codec = g_ptr_array_index (self->manifest->codecs, i);

      if (strcmp (codec->type_name, g_type_name (type)) == 0)
        {
          self->codec_types[i] = type;
          return TRUE;
        }
    }
  return set_undeclared (self, "codec", g_type_name (type), error);
}

/**
 * spur_plugin_add_visualizer_type:
 * @self: the plugin that is being loaded
 * @type: a visualizer class that the manifest names
 * @error: return location for an error
 *
 * Adds a visualizer that the manifest names.
 *
 * Returns: %FALSE with %SPUR_PLUGIN_ERROR_LOAD where the manifest does not name the class
 *
 * Since: 1.0
 */
gboolean
spur_plugin_add_visualizer_type (SpurPlugin *self, GType type, GError **error)
{
  g_return_val_if_fail (self != NULL && self->state == STATE_LOADING, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  if (!g_type_is_a (type, G_TYPE_OBJECT))
    return set_wrong_type (self, g_type_name (type), "GObject", error);
  for (guint i = 0; i < self->manifest->visualizers->len; i++)
    {
      const SpurManifestVisualizer *visualizer = g_ptr_array_index (self->manifest->visualizers, i);

      if (strcmp (visualizer->type_name, g_type_name (type)) == 0)
        {
          self->visualizer_types[i] = type;
          return TRUE;
        }
    }
  return set_undeclared (self, "visualizer", g_type_name (type), error);
}

/**
 * spur_plugin_add_monitor_type:
 * @self: the plugin that is being loaded
 * @type: a class derived from #SpurMonitor that the manifest names
 * @error: return location for an error
 *
 * Adds a monitor that the manifest names.
 *
 * Returns: %FALSE with %SPUR_PLUGIN_ERROR_LOAD where the manifest does not name the class
 *
 * Since: 1.0
 */
gboolean
spur_plugin_add_monitor_type (SpurPlugin *self, GType type, GError **error)
{
  g_return_val_if_fail (self != NULL && self->state == STATE_LOADING, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  if (!g_type_is_a (type, SPUR_TYPE_MONITOR))
    return set_wrong_type (self, g_type_name (type), "SpurMonitor", error);
  for (guint i = 0; i < self->manifest->monitors->len; i++)
    {
      const SpurManifestMonitor *monitor = g_ptr_array_index (self->manifest->monitors, i);

      if (strcmp (monitor->type_name, g_type_name (type)) == 0)
        {
          self->monitor_types[i] = type;
          return TRUE;
        }
    }
  return set_undeclared (self, "monitor", g_type_name (type), error);
}

GType
spur_plugin_get_codec_type (SpurPlugin *self, guint codec)
{
  return self->state == STATE_LOADED ? self->codec_types[codec] : G_TYPE_INVALID;
}

GType
spur_plugin_find_event_type (SpurPlugin *self, const char *class_name)
{
  guint position;

  if (self->state == STATE_LOADED &&
      g_ptr_array_find_with_equal_func (self->manifest->event_classes, class_name, g_str_equal,
                                        &position))
    return self->event_types[position];
  return G_TYPE_INVALID;
}

GType
spur_plugin_find_visualizer_type (SpurPlugin *self, const char *class_name)
{
  for (guint i = 0; self->state == STATE_LOADED && i < self->manifest->visualizers->len; i++)
    {
      const SpurManifestVisualizer *visualizer = g_ptr_array_index (self->manifest->visualizers, i);

      if (strcmp (visualizer->name, class_name) == 0)
        return self->visualizer_types[i];
    }
  return G_TYPE_INVALID;
}

GType
spur_plugin_find_monitor_type (SpurPlugin *self, const char *name)
{
  for (guint i = 0; self->state == STATE_LOADED && i < self->manifest->monitors->len; i++)
    {
      const SpurManifestMonitor *monitor = g_ptr_array_index (self->manifest->monitors, i);

      if (strcmp (monitor->name, name) == 0)
        return self->monitor_types[i];
    }
  return G_TYPE_INVALID;
}
