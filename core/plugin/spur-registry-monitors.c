/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Monitors that plugins bring. */
#include "config.h"

#include "core/plugin/spur-registry-private.h"

/* The plugin that has a monitor of the name, or NULL. */
static SpurPlugin *
find_plugin (SpurRegistry *self, const char *name)
{
  GPtrArray *plugins = spur_registry_peek_plugins (self);

  for (guint i = 0; i < plugins->len; i++)
    {
      SpurPlugin *plugin = g_ptr_array_index (plugins, i);
      g_auto (GStrv) names = spur_plugin_dup_monitors (plugin);

      if (g_strv_contains ((const char *const *) names, name))
        return plugin;
    }
  return NULL;
}

/**
 * spur_registry_dup_monitors:
 * @self: a registry
 *
 * Gets the names of the monitors that there are, as the manifests of the plugins say.
 *
 * Returns: (transfer full) (array zero-terminated=1): the names of the monitors that there are
 *
 * Since: 1.0
 */
char **
spur_registry_dup_monitors (SpurRegistry *self)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  GPtrArray *plugins;

  g_return_val_if_fail (SPUR_IS_REGISTRY (self), NULL);

  plugins = spur_registry_peek_plugins (self);
  for (guint i = 0; i < plugins->len; i++)
    {
      g_auto (GStrv) names = spur_plugin_dup_monitors (g_ptr_array_index (plugins, i));

      g_strv_builder_addv (builder, (const char **) names);
    }
  return g_strv_builder_end (builder);
}

/**
 * spur_registry_make_monitor:
 * @self: a registry
 * @name: the name of a monitor, as in "host"
 * @error: return location for an error
 *
 * Makes a monitor; the plugin that brings it is loaded.
 *
 * Returns: (transfer full) (nullable): a monitor that is not running, or %NULL with
 *   %SPUR_PLUGIN_ERROR_MISSING where no plugin has one of the name, or what spur_plugin_load() says
 *
 * Since: 1.0
 */
SpurMonitor *
spur_registry_make_monitor (SpurRegistry *self, const char *name, GError **error)
{
  g_autofree char *list = NULL;
  g_auto (GStrv) names = NULL;
  SpurPlugin *plugin;

  g_return_val_if_fail (SPUR_IS_REGISTRY (self) && name != NULL, NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  plugin = find_plugin (self, name);
  if (plugin != NULL)
    return spur_registry_ensure_loaded (self, plugin, error)
             ? g_object_new (spur_plugin_find_monitor_type (plugin, name), NULL)
             : NULL;
  names = spur_registry_dup_monitors (self);
  list = g_strjoinv (", ", names);
  g_set_error (error, SPUR_PLUGIN_ERROR, SPUR_PLUGIN_ERROR_MISSING,
               "there is no monitor '%s'; plugins bring: %s; SPUR_PLUGIN_PATH says where they are "
               "looked for",
               name, *list != '\0' ? list : "none");
  return NULL;
}
