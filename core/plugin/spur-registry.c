/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include <stdlib.h>
#include <string.h>

#include "core/base/spur-error-internal.h"
#include "core/base/spur-install-dirs-private.h"
#include "core/base/spur-object-internal.h"
#include "core/plugin/spur-project.h"
#include "core/plugin/spur-registry-private.h"

#define MANIFEST_SUFFIX ".plugin.xml"
#define BUILT_IN "Spur itself"

/**
 * SpurRegistry:
 *
 * Knows plugins by their manifests, and opens a plugin's module when a codec, an event class, a
 * visualizer or a view of it is needed.
 *
 * To be used by one thread at a time.
 *
 * Since: 1.0
 */
SPUR_DEFINE_OBJECT (SpurRegistry, spur_registry, 0)

static void
spur_registry_clear (SpurRegistry *self)
{
  g_ptr_array_unref (self->plugins);
  g_ptr_array_unref (self->projects);
  g_ptr_array_unref (self->roots);
  g_ptr_array_unref (self->problems);
  g_hash_table_unref (self->owners);
  g_hash_table_unref (self->root_of_id);
  g_hash_table_unref (self->added_types);
  g_hash_table_unref (self->formats);
  g_clear_object (&self->factories);
}

static void
spur_registry_init (SpurRegistry *self)
{
  self->plugins = g_ptr_array_new_with_free_func ((GDestroyNotify) spur_plugin_free);
  self->projects = g_ptr_array_new_with_free_func (g_object_unref);
  self->roots = g_ptr_array_new_with_free_func (g_free);
  self->problems = g_ptr_array_new_with_free_func (g_free);
  self->owners = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->root_of_id = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->added_types = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->formats = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_object_unref);
}

/**
 * spur_registry_new:
 *
 * Makes a registry that knows no plugin.
 *
 * Returns: (transfer full): a registry
 *
 * Since: 1.0
 */
SpurRegistry *
spur_registry_new (void)
{
  return g_object_new (SPUR_TYPE_REGISTRY, NULL);
}

/**
 * spur_registry_get_default:
 *
 * The registry of the program, with the plugins of the default folders.
 *
 * Returns: (transfer none): the registry
 *
 * Since: 1.0
 */
SpurRegistry *
spur_registry_get_default (void)
{
  static SpurRegistry *registry;

  if (g_once_init_enter (&registry))
    {
      SpurRegistry *fresh = spur_registry_new ();

      spur_registry_add_default_folders (fresh);
      g_once_init_leave (&registry, fresh);
    }
  return registry;
}

void
spur_registry_add_problem (SpurRegistry *self, const char *format, ...)
{
  SPUR_FORMAT_MESSAGE (problem, format);

  if (!g_ptr_array_find_with_equal_func (self->problems, problem, g_str_equal, NULL))
    g_ptr_array_add (self->problems, g_steal_pointer (&problem));
}

/* Takes a name for the plugin; @own are those that it has so far. */
static gboolean
claim_name (
  SpurRegistry *self, const SpurPlugin *plugin, GHashTable *own, char *name, GError **error)
{
  const char *owner = g_hash_table_lookup (self->owners, name);
  gboolean is_new = g_hash_table_add (own, name);

  if (owner != NULL)
    g_set_error (error, SPUR_PLUGIN_ERROR, SPUR_PLUGIN_ERROR_DUPLICATE,
                 "%s: plugin %s brings the %s, which %s brings already; take one of them out",
                 plugin->path, plugin->id, name, owner);
  else if (!is_new)
    g_set_error (error, SPUR_PLUGIN_ERROR, SPUR_PLUGIN_ERROR_DUPLICATE,
                 "%s: plugin %s names the %s twice", plugin->path, plugin->id, name);
  return owner == NULL && is_new;
}

/* Takes all of the plugin's names, or none. */
static gboolean
claim_names (SpurRegistry *self, const SpurPlugin *plugin, GError **error)
{
  g_autoptr (GHashTable) own = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  GHashTableIter iter;
  gpointer name;

  for (guint i = 0; i < plugin->parts->len; i++)
    {
      const SpurPluginEntry *part = plugin->parts->pdata[i];
      const char *word = spur_plugin_part_get_word (part->kind);

      if (!claim_name (self, plugin, own, g_strconcat (word, " ", part->name, NULL), error) ||
          (part->type_name != NULL &&
           !claim_name (self, plugin, own, g_strconcat ("type ", part->type_name, NULL), error)))
        return FALSE;
    }
  for (guint i = 0; i < plugin->styles->len; i++)
    {
      const SpurPluginStyle *style = plugin->styles->pdata[i];

      if (!claim_name (self, plugin, own, g_strconcat ("style of ", style->class_name, NULL),
                       error))
        return FALSE;
    }
  g_hash_table_iter_init (&iter, own);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    {
      g_hash_table_iter_steal (&iter);
      g_hash_table_insert (self->owners, name, g_strconcat ("plugin ", plugin->id, NULL));
    }
  return TRUE;
}

/* A plugin of an earlier folder hides one of the same name; within a folder they contradict. */
static gboolean
check_id (SpurRegistry *self, const SpurPlugin *plugin, GError **error)
{
  for (guint i = 0; i < self->plugins->len; i++)
    {
      const SpurPlugin *other = self->plugins->pdata[i];

      if (strcmp (other->id, plugin->id) != 0)
        continue;
      return spur_error_set (error, SPUR_PLUGIN_ERROR, SPUR_PLUGIN_ERROR_DUPLICATE,
                             "%s: plugin %s is there already, as %s; take one of them out",
                             plugin->path, plugin->id, other->path);
    }
  return TRUE;
}

static void
add_manifest (SpurRegistry *self, const char *path, gpointer root)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SpurPlugin) plugin = spur_plugin_new (path, &error);
  gpointer known = plugin != NULL ? g_hash_table_lookup (self->root_of_id, plugin->id) : NULL;

  if (known != NULL && known != root)
    return;
  if (plugin == NULL || !check_id (self, plugin, &error) || !claim_names (self, plugin, &error))
    {
      spur_registry_add_problem (self, "%s", error->message);
      return;
    }
  g_hash_table_insert (self->root_of_id, g_strdup (plugin->id), root);
  g_ptr_array_add (self->plugins, g_steal_pointer (&plugin));
}

static int
compare_paths (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static void
search_folder (GPtrArray *files, const char *folder, const char *suffix, guint depth)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  g_autoptr (GPtrArray) entries = g_ptr_array_new_with_free_func (g_free);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      if (*name != '.')
        g_ptr_array_add (entries, g_build_filename (folder, name, NULL));
    }
  /* The order of a directory is no order. */
  g_ptr_array_sort (entries, compare_paths);
  for (guint i = 0; i < entries->len; i++)
    {
      const char *path = g_ptr_array_index (entries, i);

      if (g_str_has_suffix (path, suffix))
        g_ptr_array_add (files, g_strdup (path));
      else if (depth > 0 && g_file_test (path, G_FILE_TEST_IS_DIR))
        search_folder (files, path, suffix, depth - 1);
    }
}

GPtrArray *
spur_registry_list_files (const char *variable,
                          const GPtrArray *folders,
                          const char *below,
                          const char *suffix,
                          guint depth)
{
  const char *path = secure_getenv (variable);
  g_auto (GStrv) named = g_strsplit (path != NULL ? path : "", G_SEARCHPATH_SEPARATOR_S, -1);
  g_autoptr (GPtrArray) all = g_ptr_array_new ();
  GPtrArray *files = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; named[i] != NULL; i++)
    {
      if (*named[i] != '\0')
        g_ptr_array_add (all, named[i]);
    }
  g_ptr_array_extend (all, (GPtrArray *) folders, NULL, NULL);
  for (guint i = 0; i < all->len; i++)
    {
      g_autofree char *folder = g_build_filename (all->pdata[i], below, NULL);

      search_folder (files, folder, suffix, depth);
    }
  return files;
}

/**
 * spur_registry_add_folder:
 * @self: a registry
 * @folder: a folder with plugins, each a manifest `NAME.plugin.xml` beside its module
 *
 * Searches a folder and its sub-folders, at most 3 deep, for manifests. A plugin hides those of
 * the same name in folders that are added later. What is wrong is among
 * spur_registry_get_problems().
 *
 * Since: 1.0
 */
void
spur_registry_add_folder (SpurRegistry *self, const char *folder)
{
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_free);
  char *root;

  g_return_if_fail (SPUR_IS_REGISTRY (self));
  g_return_if_fail (folder != NULL);

  if (!g_file_test (folder, G_FILE_TEST_IS_DIR))
    {
      spur_registry_add_problem (self, "%s: is not a folder; it was to be searched for plugins",
                                 folder);
      return;
    }
  root = g_canonicalize_filename (folder, NULL);
  if (g_ptr_array_find_with_equal_func (self->roots, root, g_str_equal, NULL))
    {
      g_free (root);
      return;
    }
  g_ptr_array_add (self->roots, root);
  search_folder (files, root, MANIFEST_SUFFIX, SPUR_REGISTRY_MAX_DEPTH);
  for (guint i = 0; i < files->len; i++)
    add_manifest (self, files->pdata[i], root);
}

/**
 * spur_registry_add_default_folders:
 * @self: a registry
 *
 * Adds the folders of the environment variable `SPUR_PLUGIN_PATH`, a list with colons, then the
 * folder of the plugins that are installed with Spur.
 *
 * Since: 1.0
 */
void
spur_registry_add_default_folders (SpurRegistry *self)
{
  const char *path = secure_getenv ("SPUR_PLUGIN_PATH");
  g_auto (GStrv) folders = g_strsplit (path != NULL ? path : "", G_SEARCHPATH_SEPARATOR_S, -1);

  g_return_if_fail (SPUR_IS_REGISTRY (self));

  for (guint i = 0; folders[i] != NULL; i++)
    {
      if (*folders[i] != '\0')
        spur_registry_add_folder (self, folders[i]);
    }
  if (g_file_test (spur_install_dirs_get ()->plugins, G_FILE_TEST_IS_DIR))
    spur_registry_add_folder (self, spur_install_dirs_get ()->plugins);
}

GPtrArray *
spur_registry_list_parts (SpurRegistry *self, SpurPluginPart kind)
{
  GPtrArray *list = g_ptr_array_new ();

  for (guint i = 0; i < self->plugins->len; i++)
    {
      GPtrArray *parts = ((SpurPlugin *) self->plugins->pdata[i])->parts;

      for (guint k = 0; k < parts->len; k++)
        {
          SpurPluginEntry *part = parts->pdata[k];

          if (part->kind == kind)
            g_ptr_array_add (list, part);
        }
    }
  return list;
}

/* The one of the name, or NULL. */
static const SpurPluginEntry *
spur_registry_find_part (SpurRegistry *self, SpurPluginPart kind, const char *name)
{
  g_autoptr (GPtrArray) parts = spur_registry_list_parts (self, kind);

  for (guint i = 0; i < parts->len; i++)
    {
      const SpurPluginEntry *part = parts->pdata[i];

      if (strcmp (part->name, name) == 0)
        return part;
    }
  return NULL;
}

/* "view lifeline": what a part is called where all kinds are together. */
static char *
make_key (SpurPluginPart kind, const char *name)
{
  return g_strconcat (spur_plugin_part_get_word (kind), " ", name, NULL);
}

GType
spur_registry_load_type (SpurRegistry *self, SpurPluginPart kind, const char *name)
{
  g_autofree char *key = make_key (kind, name);
  gpointer added = g_hash_table_lookup (self->added_types, key);
  const SpurPluginEntry *part;

  if (added != NULL)
    return (GType) added;
  part = spur_registry_find_part (self, kind, name);
  return part != NULL && spur_registry_ensure_loaded (self, part->plugin, NULL) ? part->type
                                                                                : G_TYPE_INVALID;
}

gboolean
spur_registry_add_type (
  SpurRegistry *self, SpurPluginPart kind, const char *name, GType type, GError **error)
{
  g_autofree char *key = make_key (kind, name);
  const char *owner = g_hash_table_lookup (self->owners, key);

  if (owner != NULL)
    return spur_error_set (error, SPUR_PLUGIN_ERROR, SPUR_PLUGIN_ERROR_DUPLICATE,
                           "%s brings the %s, which %s brings already", BUILT_IN, key, owner);
  g_hash_table_insert (self->owners, g_strdup (key), g_strdup (BUILT_IN));
  g_hash_table_insert (self->added_types, g_steal_pointer (&key), (gpointer) type);
  return TRUE;
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

char **
spur_registry_dup_names (SpurRegistry *self, SpurPluginPart kind)
{
  g_autoptr (GPtrArray) parts = spur_registry_list_parts (self, kind);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *prefix = make_key (kind, "");
  GHashTableIter iter;
  gpointer key;

  for (guint i = 0; i < parts->len; i++)
    g_ptr_array_add (names, g_strdup (((const SpurPluginEntry *) parts->pdata[i])->name));
  g_hash_table_iter_init (&iter, self->added_types);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    {
      if (g_str_has_prefix (key, prefix))
        g_ptr_array_add (names, g_strdup ((const char *) key + strlen (prefix)));
    }
  g_ptr_array_sort (names, compare_names);
  g_ptr_array_add (names, NULL);
  return (char **) g_ptr_array_steal (names, NULL);
}

/* What is in it stays its own. */
static GPtrArray *
copy_array (GPtrArray *array)
{
  GPtrArray *copy = g_ptr_array_new ();

  g_ptr_array_extend (copy, array, NULL, NULL);
  return copy;
}

/**
 * spur_registry_get_plugins:
 * @self: a registry
 *
 * Gets the plugins that are known, in the order in which they were found.
 *
 * Returns: (transfer container) (element-type SpurPlugin): the plugins; each lives as long as @self
 *
 * Since: 1.0
 */
SPUR_DEFINE_GETTER (GPtrArray *,
                    spur_registry_get_plugins,
                    SpurRegistry,
                    SPUR_IS_REGISTRY,
                    copy_array (self->plugins))

/**
 * spur_registry_get_problems:
 * @self: a registry
 *
 * What is wrong with manifests that were found and with plugins that were to be loaded. None of
 * it keeps the other plugins from working.
 *
 * Returns: (transfer container) (element-type utf8): a sentence for a person each, with the file
 *   in front; they live as long as @self
 *
 * Since: 1.0
 */
SPUR_DEFINE_GETTER (GPtrArray *,
                    spur_registry_get_problems,
                    SpurRegistry,
                    SPUR_IS_REGISTRY,
                    copy_array (self->problems))

gboolean
spur_registry_ensure_loaded (SpurRegistry *self, SpurPlugin *plugin, GError **error)
{
  GError *refusal = NULL;

  if (spur_plugin_load (plugin, &refusal))
    return TRUE;
  spur_registry_add_problem (self, "%s", refusal->message);
  return spur_error_pass (error, refusal);
}

/**
 * spur_registry_set_factories:
 * @self: a registry
 * @factories: (nullable): what makes objects of the events and active objects of traces that are
 *   opened from now on
 *
 * Sets what makes objects of the events and active objects of the traces that it opens.
 *
 * Since: 1.0
 */
void
spur_registry_set_factories (SpurRegistry *self, SpurFactories *factories)
{
  g_return_if_fail (SPUR_IS_REGISTRY (self));
  g_return_if_fail (factories == NULL || SPUR_IS_FACTORIES (factories));

  g_set_object (&self->factories, factories);
}

/**
 * spur_registry_find_event_type:
 * @self: a registry
 * @class_name: an event class's name, as in "Entry_Begin_Event"
 *
 * Finds an event class that a plugin brings, and loads the plugin.
 *
 * Returns: its type, or %G_TYPE_INVALID where no plugin brings it
 *
 * Since: 1.0
 */
GType
spur_registry_find_event_type (SpurRegistry *self, const char *class_name)
{
  g_return_val_if_fail (SPUR_IS_REGISTRY (self), G_TYPE_INVALID);
  g_return_val_if_fail (class_name != NULL, G_TYPE_INVALID);

  return spur_registry_load_type (self, SPUR_PLUGIN_PART_EVENT_CLASS, class_name);
}

/**
 * spur_registry_add_visualizer:
 * @self: a registry
 * @class_name: the visualizer's class name, as in "LO_Migration_Visualizer"
 * @type: its type
 * @error: return location for an error
 *
 * Adds a visualizer that comes with no plugin.
 *
 * Returns: %FALSE with %SPUR_PLUGIN_ERROR_DUPLICATE where there is one of this name already
 *
 * Since: 1.0
 */
gboolean
spur_registry_add_visualizer (SpurRegistry *self,
                              const char *class_name,
                              GType type,
                              GError **error)
{
  g_return_val_if_fail (SPUR_IS_REGISTRY (self), FALSE);
  g_return_val_if_fail (class_name != NULL && g_str_has_suffix (class_name, "_Visualizer"), FALSE);
  g_return_val_if_fail (g_type_is_a (type, G_TYPE_OBJECT), FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  return spur_registry_add_type (self, SPUR_PLUGIN_PART_VISUALIZER, class_name, type, error);
}

/**
 * spur_registry_add_view:
 * @self: a registry
 * @name: the name under which the view is asked for, as in "lifeline"
 * @type: its type
 * @error: return location for an error
 *
 * Adds a view that comes with no plugin.
 *
 * Returns: %FALSE with %SPUR_PLUGIN_ERROR_DUPLICATE where there is one of this name already
 *
 * Since: 1.0
 */
gboolean
spur_registry_add_view (SpurRegistry *self, const char *name, GType type, GError **error)
{
  g_return_val_if_fail (SPUR_IS_REGISTRY (self), FALSE);
  g_return_val_if_fail (name != NULL && *name != '\0', FALSE);
  g_return_val_if_fail (g_type_is_a (type, G_TYPE_OBJECT), FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  return spur_registry_add_type (self, SPUR_PLUGIN_PART_VIEW, name, type, error);
}

/**
 * spur_registry_find_view:
 * @self: a registry
 * @name: the name under which the view is asked for, as in "lifeline"
 * @error: return location for an error
 *
 * Finds the class of a view; the plugin that brings it is loaded.
 *
 * Returns: its type, or %G_TYPE_INVALID with %SPUR_PLUGIN_ERROR_MISSING where there is none of the
 *   name, or what spur_plugin_load() says
 *
 * Since: 1.0
 */
GType
spur_registry_find_view (SpurRegistry *self, const char *name, GError **error)
{
  g_autofree char *list = NULL;
  g_auto (GStrv) names = NULL;
  const SpurPluginEntry *part;
  GType type;

  g_return_val_if_fail (SPUR_IS_REGISTRY (self) && name != NULL, G_TYPE_INVALID);
  g_return_val_if_fail (error == NULL || *error == NULL, G_TYPE_INVALID);

  part = spur_registry_find_part (self, SPUR_PLUGIN_PART_VIEW, name);
  if (part != NULL && !spur_registry_ensure_loaded (self, part->plugin, error))
    return G_TYPE_INVALID;
  type = spur_registry_load_type (self, SPUR_PLUGIN_PART_VIEW, name);
  if (type != G_TYPE_INVALID)
    return type;
  names = spur_registry_dup_views (self);
  list = g_strjoinv (", ", names);
  g_set_error (error, SPUR_PLUGIN_ERROR, SPUR_PLUGIN_ERROR_MISSING,
               "there is no view '%s'; there are: %s; SPUR_PLUGIN_PATH says where plugins with "
               "more are looked for",
               name, *list != '\0' ? list : "none");
  return G_TYPE_INVALID;
}

/**
 * spur_registry_dup_views:
 * @self: a registry
 *
 * Gets the names of the views that there are: of plugins, as their manifests say, and those that
 * were added.
 *
 * Returns: (transfer full) (array zero-terminated=1): the names, ordered
 *
 * Since: 1.0
 */
char **
spur_registry_dup_views (SpurRegistry *self)
{
  g_return_val_if_fail (SPUR_IS_REGISTRY (self), NULL);

  return spur_registry_dup_names (self, SPUR_PLUGIN_PART_VIEW);
}

/**
 * spur_registry_dup_monitors:
 * @self: a registry
 *
 * Gets the names of the monitors that there are, as the manifests of the plugins say.
 *
 * Returns: (transfer full) (array zero-terminated=1): the names of the monitors, ordered
 *
 * Since: 1.0
 */
char **
spur_registry_dup_monitors (SpurRegistry *self)
{
  g_return_val_if_fail (SPUR_IS_REGISTRY (self), NULL);

  return spur_registry_dup_names (self, SPUR_PLUGIN_PART_MONITOR);
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
  return spur_error_set_null (
    error, SPUR_PLUGIN_ERROR, SPUR_PLUGIN_ERROR_MISSING,
    "there is no monitor '%s'; plugins bring: %s; SPUR_PLUGIN_PATH says where they are "
    "looked for",
    name, *list != '\0' ? list : "none");
}
