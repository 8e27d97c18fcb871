/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The views that come with Spur, by their names, and how a view of any name is made. */
#include "core/base/spur-error-internal.h"
#include "visualizers/lifeline/spur-lifeline-view.h"
#include "visualizers/space-time/spur-space-time-view.h"
#include "visualizers/system/spur-system-view.h"
#include "visualizers/view/spur-view.h"

#define REGISTERED "spur-view-views"

static const struct
{
  const char *name;
  GType (*get_type) (void);
} views[] = {
  { "lifeline", spur_lifeline_view_get_type },
  { "space-time", spur_space_time_view_get_type },
  { "system", spur_system_view_get_type },
};

/* Adds the views of this library, once. */
static void
register_views (SpurRegistry *registry)
{
  if (g_object_get_data (G_OBJECT (registry), REGISTERED) != NULL)
    return;
  g_object_set_data (G_OBJECT (registry), REGISTERED, registry);
  for (gsize i = 0; i < G_N_ELEMENTS (views); i++)
    {
      g_autoptr (GError) error = NULL;

      /* A plugin that has taken a name replaces the library's view. */
      if (!spur_registry_add_view (registry, views[i].name, views[i].get_type (), &error))
        g_debug ("%s", error->message);
    }
}

/**
 * spur_view_make:
 * @registry: a registry
 * @name: the name of a view, as in "space-time", "lifeline" or "system"
 * @error: return location for an error
 *
 * Makes a view of a class that comes with Spur or with a plugin, which is loaded. It looks for
 * visualizers and colours in @registry.
 *
 * Returns: (transfer full): a view, or %NULL with %SPUR_PLUGIN_ERROR_MISSING where there is none of
 *   the name, %SPUR_PLUGIN_ERROR_LOAD where what a plugin brings is no view, or what
 *   spur_plugin_load() says
 *
 * Since: 1.0
 */
SpurView *
spur_view_make (SpurRegistry *registry, const char *name, GError **error)
{
  SpurView *self;
  GType type;

  g_return_val_if_fail (SPUR_IS_REGISTRY (registry), NULL);
  g_return_val_if_fail (name != NULL, NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  register_views (registry);
  type = spur_registry_find_view (registry, name, error);
  if (type == G_TYPE_INVALID)
    return NULL;
  if (!g_type_is_a (type, SPUR_TYPE_VIEW) || G_TYPE_IS_ABSTRACT (type))
    return spur_error_set_null (error, SPUR_PLUGIN_ERROR, SPUR_PLUGIN_ERROR_LOAD,
                                "the view '%s' is a %s, and not a class that derives from SpurView",
                                name, g_type_name (type));
  self = g_object_new (type, NULL);
  spur_view_set_registry (self, registry);
  return self;
}

/**
 * spur_view_dup_names:
 * @registry: a registry
 *
 * Gets the names of the views that there are, of Spur and of plugins.
 *
 * Returns: (transfer full) (array zero-terminated=1): the names, ordered
 *
 * Since: 1.0
 */
char **
spur_view_dup_names (SpurRegistry *registry)
{
  g_return_val_if_fail (SPUR_IS_REGISTRY (registry), NULL);

  register_views (registry);
  return spur_registry_dup_views (registry);
}
