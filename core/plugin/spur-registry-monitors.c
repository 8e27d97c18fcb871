/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Monitors that plugins bring. */
#include "config.h"

#include "core/plugin/spur-registry-private.h"

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
  g_autoptr (GPtrArray) monitors = NULL;

  g_return_val_if_fail (SPUR_IS_REGISTRY (self), NULL);

  monitors = spur_registry_list_parts (self, SPUR_PLUGIN_PART_MONITOR);
  for (guint i = 0; i < monitors->len; i++)
    g_strv_builder_add (builder, ((const SpurPluginEntry *) monitors->pdata[i])->name);
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
  const SpurPluginEntry *part;

  g_return_val_if_fail (SPUR_IS_REGISTRY (self) && name != NULL, NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  part = spur_registry_find_part (self, SPUR_PLUGIN_PART_MONITOR, name);
  if (part != NULL)
    return spur_registry_ensure_loaded (self, part->plugin, error) ? g_object_new (part->type, NULL)
                                                                   : NULL;
  names = spur_registry_dup_monitors (self);
  list = g_strjoinv (", ", names);
  g_set_error (error, SPUR_PLUGIN_ERROR, SPUR_PLUGIN_ERROR_MISSING,
               "there is no monitor '%s'; plugins bring: %s; SPUR_PLUGIN_PATH says where they are "
               "looked for",
               name, *list != '\0' ? list : "none");
  return NULL;
}
