/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include <string.h>

#include "core/base/spur-error-internal.h"
#include "core/base/spur-install-dirs-private.h"
#include "core/base/spur-object-internal.h"
#include "core/model/events/spur-event-internal.h"
#include "core/plugin/spur-project-private.h"
#include "core/plugin/spur-registry-private.h"

/**
 * SpurProject:
 *
 * What one project needs, in a file of its own: its plugins, event classes that are declared in
 * XML, trace formats, visualizers, the colours and units in which its traces are shown, and how
 * their clocks are corrected.
 *
 * Several projects can be loaded at once, as long as they do not contradict each other.
 *
 * Since: 1.0
 */

SPUR_DEFINE_OBJECT (SpurProject, spur_project, G_TYPE_FLAG_FINAL)

static void
free_statement (gpointer data)
{
  SpurStatement *statement = data;

  g_free (statement->key);
  g_free (statement->value);
  g_free (statement);
}

static void
spur_project_clear (SpurProject *self)
{
  g_ptr_array_unref (self->plugins);
  g_ptr_array_unref (self->declarations);
  g_ptr_array_unref (self->formats);
  g_ptr_array_unref (self->states);
  g_ptr_array_unref (self->visualizers);
  g_ptr_array_unref (self->colors);
  g_ptr_array_unref (self->units);
  g_ptr_array_unref (self->corrections);
  g_free (self->path);
  g_free (self->description);
  xmlFreeDoc (self->doc);
}

static void
spur_project_init (SpurProject *self)
{
  self->plugins = g_ptr_array_new ();
  self->declarations =
    g_ptr_array_new_with_free_func ((GDestroyNotify) spur_event_declaration_unref);
  self->formats = g_ptr_array_new_with_free_func (g_free);
  self->states = g_ptr_array_new_with_free_func (free_statement);
  self->visualizers = g_ptr_array_new_with_free_func (free_statement);
  self->colors = g_ptr_array_new_with_free_func (free_statement);
  self->units = g_ptr_array_new_with_free_func (free_statement);
  self->corrections = g_ptr_array_new_with_free_func (free_statement);
}

/* (element-type utf8): every project file there is, those that hide others first. */
static GPtrArray *
list_files (SpurRegistry *registry)
{
  g_autoptr (GPtrArray) folders = g_ptr_array_new ();

  g_ptr_array_extend (folders, registry->roots, NULL, NULL);
  g_ptr_array_add (folders, spur_install_dirs_get ()->projects);
  return spur_registry_list_files ("SPUR_PROJECT_PATH", folders, NULL, SPUR_PROJECT_SUFFIX,
                                   SPUR_REGISTRY_MAX_DEPTH);
}

/**
 * spur_project_list:
 * @registry: a registry
 *
 * Lists the project files in the folders of the environment variable `SPUR_PROJECT_PATH`, beside
 * the plugins of @registry, and among those that are installed with Spur. A file hides others of
 * the same name in folders that are searched later.
 *
 * Returns: (transfer full) (array zero-terminated=1): the files' paths, ordered by project
 *
 * Since: 1.0
 */
char **
spur_project_list (SpurRegistry *registry)
{
  g_autoptr (GPtrArray) paths = NULL;
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GList) ordered = NULL;
  g_autoptr (GStrvBuilder) list = g_strv_builder_new ();

  g_return_val_if_fail (SPUR_IS_REGISTRY (registry), NULL);

  paths = list_files (registry);
  for (guint i = 0; i < paths->len; i++)
    {
      char *path = g_ptr_array_index (paths, i);
      char *name = g_path_get_basename (path);

      if (g_hash_table_contains (names, name))
        g_free (name);
      else
        g_hash_table_insert (names, name, path);
    }
  ordered = g_list_sort (g_hash_table_get_keys (names), (GCompareFunc) strcmp);
  for (GList *at = ordered; at != NULL; at = at->next)
    g_strv_builder_add (list, g_hash_table_lookup (names, at->data));
  return g_strv_builder_end (list);
}

/* Each once, as a project's file may be in several folders. */
static char *
list_names (SpurRegistry *registry)
{
  g_auto (GStrv) paths = spur_project_list (registry);
  GString *names = g_string_new (NULL);

  for (guint i = 0; paths[i] != NULL; i++)
    {
      g_autofree char *name = g_path_get_basename (paths[i]);

      g_string_append_printf (names, "%s%.*s", i > 0 ? ", " : "",
                              (int) (strlen (name) - strlen (SPUR_PROJECT_SUFFIX)), name);
    }
  return g_string_free (names, FALSE);
}

/* (transfer full): What has a '/' or ends in ".xml" is a path; a name is looked for as
 * spur_project_list() does. */
static char *
find_project (SpurRegistry *registry, const char *name, GError **error)
{
  g_autoptr (GPtrArray) paths = NULL;
  g_autofree char *file = NULL;
  g_autofree char *names = NULL;

  if (strchr (name, G_DIR_SEPARATOR) != NULL || g_str_has_suffix (name, ".xml"))
    {
      if (g_file_test (name, G_FILE_TEST_EXISTS))
        return g_strdup (name);
      return spur_error_set_null (error, SPUR_PLUGIN_ERROR, SPUR_PLUGIN_ERROR_MISSING,
                                  "%s: no such project file", name);
    }
  paths = list_files (registry);
  file = g_strconcat (name, SPUR_PROJECT_SUFFIX, NULL);
  for (guint i = 0; i < paths->len; i++)
    {
      g_autofree char *base = g_path_get_basename (g_ptr_array_index (paths, i));

      if (strcmp (base, file) == 0)
        return g_strdup (g_ptr_array_index (paths, i));
    }
  names = list_names (registry);
  return spur_error_set_null (
    error, SPUR_PLUGIN_ERROR, SPUR_PLUGIN_ERROR_MISSING,
    "there is no project %s; there %s%s; name the folder of %s in SPUR_PROJECT_PATH", name,
    paths->len > 0 ? "are " : "is none", names, file);
}

/**
 * spur_project_read:
 * @registry: a registry
 * @name: a project's name, or the path of its file
 * @error: return location for an error
 *
 * Reads a project file without loading anything that it names, to see what it is.
 *
 * Returns: (transfer full): the project, or %NULL with %SPUR_PLUGIN_ERROR_MISSING where it is not
 *   there, %SPUR_PLUGIN_ERROR_MANIFEST or an error of event classes where it is not valid
 *
 * Since: 1.0
 */
SpurProject *
spur_project_read (SpurRegistry *registry, const char *name, GError **error)
{
  g_autoptr (SpurProject) self = NULL;
  g_autofree char *path = NULL;

  g_return_val_if_fail (SPUR_IS_REGISTRY (registry), NULL);
  g_return_val_if_fail (name != NULL, NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  path = find_project (registry, name, error);
  if (path == NULL)
    return NULL;
  self = g_object_new (SPUR_TYPE_PROJECT, NULL);
  if (!spur_project_read_file (self, path, error))
    return NULL;
  return g_steal_pointer (&self);
}

static gboolean
load_plugin (SpurProject *self, SpurRegistry *registry, const char *id, GError **error)
{
  for (guint i = 0; i < registry->plugins->len; i++)
    {
      SpurPlugin *plugin = g_ptr_array_index (registry->plugins, i);

      if (strcmp (plugin->id, id) != 0)
        continue;
      if (spur_registry_ensure_loaded (registry, plugin, error))
        return TRUE;
      return spur_error_prefix (error, "%s: ", self->path);
    }
  return spur_error_set (
    error, SPUR_PLUGIN_ERROR, SPUR_PLUGIN_ERROR_MISSING,
    "%s: plugin %s is not there; install it, or name its folder in SPUR_PLUGIN_PATH", self->path,
    id);
}

/* After the event classes, which formats may extend. */
static gboolean
compile_formats (SpurProject *self, SpurRegistry *registry, GError **error)
{
  for (guint i = 0; i < self->formats->len; i++)
    {
      if (spur_registry_compile_format (registry, g_ptr_array_index (self->formats, i), error) !=
          NULL)
        continue;
      return spur_error_prefix (error, "%s: one of its formats cannot be used: ", self->path);
    }
  return TRUE;
}

static gboolean
apply_project (SpurProject *self, SpurRegistry *registry, GError **error)
{
  if (!spur_project_check_statements (self, registry, error))
    return FALSE;
  for (guint i = 0; i < self->plugins->len; i++)
    {
      if (!load_plugin (self, registry, g_ptr_array_index (self->plugins, i), error))
        return FALSE;
    }
  for (guint i = 0; i < self->declarations->len; i++)
    {
      if (spur_event_declaration_register (g_ptr_array_index (self->declarations, i), error) ==
          G_TYPE_INVALID)
        return FALSE;
    }
  return compile_formats (self, registry, error) &&
         spur_project_check_visualizers (self, registry, error) &&
         spur_project_check_correction (self, error);
}

/**
 * spur_project_load:
 * @registry: a registry
 * @name: a project's name, or the path of its file
 * @error: return location for an error
 *
 * Reads a project file and does what it says: its plugins are loaded, its event classes are
 * registered, its formats are known, its visualizers, colours and units are in effect for
 * @registry, and so are its kinds of states for traces that @registry opens from then on. A
 * project that is loaded already is not loaded again.
 *
 * Returns: (transfer full): the project, or %NULL with an error of spur_project_read(),
 *   %SPUR_PLUGIN_ERROR_MISSING where a plugin is not there, %SPUR_PLUGIN_ERROR_DUPLICATE where
 *   another project says something else of the same thing, %SPUR_MODEL_ERROR_CONFLICT where an
 *   event class is there and says something else, the error of a plugin that is refused, that of
 *   spur_format_new_from_file() where a format of it is not valid, %SPUR_PLUGIN_ERROR_MANIFEST
 * where a visualizer that is registered has no such parameter or this no such value, or that of
 *   spur_project_make_chain() where there is no such corrector or option
 *
 * Since: 1.0
 */
SpurProject *
spur_project_load (SpurRegistry *registry, const char *name, GError **error)
{
  g_autoptr (SpurProject) self = spur_project_read (registry, name, error);

  if (self == NULL)
    return NULL;
  for (guint i = 0; i < registry->projects->len; i++)
    {
      SpurProject *loaded = g_ptr_array_index (registry->projects, i);

      if (strcmp (loaded->path, self->path) == 0)
        return g_object_ref (loaded);
    }
  if (!apply_project (self, registry, error))
    return NULL;
  g_ptr_array_add (registry->projects, g_object_ref (self));
  return g_steal_pointer (&self);
}

/**
 * spur_project_get_name:
 * @self: a project
 *
 * Gets its name.
 *
 * Returns: (transfer none): its name
 *
 * Since: 1.0
 */
SPUR_DEFINE_GETTER (const char *, spur_project_get_name, SpurProject, SPUR_IS_PROJECT, self->name)

/**
 * spur_project_get_description:
 * @self: a project
 *
 * Gets what it is about, in one sentence.
 *
 * Returns: (transfer none): what it is about, in one sentence
 *
 * Since: 1.0
 */
SPUR_DEFINE_GETTER (
  const char *, spur_project_get_description, SpurProject, SPUR_IS_PROJECT, self->description)

/**
 * spur_project_get_path:
 * @self: a project
 *
 * Gets its file.
 *
 * Returns: (transfer none): its file
 *
 * Since: 1.0
 */
SPUR_DEFINE_GETTER (const char *, spur_project_get_path, SpurProject, SPUR_IS_PROJECT, self->path)

static char **
dup_strings (GPtrArray *strings)
{
  g_autoptr (GStrvBuilder) list = g_strv_builder_new ();

  for (guint i = 0; i < strings->len; i++)
    g_strv_builder_add (list, g_ptr_array_index (strings, i));
  return g_strv_builder_end (list);
}

/**
 * spur_project_dup_plugins:
 * @self: a project
 *
 * Gets the plugins that it needs, by their ids.
 *
 * Returns: (transfer full) (array zero-terminated=1): the plugins
 *
 * Since: 1.0
 */
SPUR_DEFINE_GETTER (
  char **, spur_project_dup_plugins, SpurProject, SPUR_IS_PROJECT, dup_strings (self->plugins))

/**
 * spur_project_dup_event_classes:
 * @self: a project
 *
 * Gets the event classes that it declares, by their names.
 *
 * Returns: (transfer full) (array zero-terminated=1): the event classes
 *
 * Since: 1.0
 */
char **
spur_project_dup_event_classes (SpurProject *self)
{
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();

  g_return_val_if_fail (SPUR_IS_PROJECT (self), NULL);

  for (guint i = 0; i < self->declarations->len; i++)
    g_strv_builder_add (
      names, spur_event_declaration_get_name (g_ptr_array_index (self->declarations, i)));
  return g_strv_builder_end (names);
}

/**
 * spur_project_dup_formats:
 * @self: a project
 *
 * Gets the format definitions that it names, by the paths of their files.
 *
 * Returns: (transfer full) (array zero-terminated=1): the format definitions
 *
 * Since: 1.0
 */
SPUR_DEFINE_GETTER (
  char **, spur_project_dup_formats, SpurProject, SPUR_IS_PROJECT, dup_strings (self->formats))
