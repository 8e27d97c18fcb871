/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Formats that are described in XML: those that come with Spur, and those of projects. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/spur-install-dirs-private.h"
#include "core/format/definition/spur-format-encoding-internal.h"
#include "core/plugin/spur-project.h"
#include "core/plugin/spur-registry-private.h"

#define MAX_FILES 1000

static GQuark
formats_quark (void)
{
  return g_quark_from_static_string ("spur-registry-formats");
}

/* By path, so that every definition is compiled once. */
static GHashTable *
get_compiled (SpurRegistry *self)
{
  GHashTable *formats = g_object_get_qdata (G_OBJECT (self), formats_quark ());

  if (formats == NULL)
    {
      formats = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_object_unref);
      g_object_set_qdata_full (G_OBJECT (self), formats_quark (), formats,
                               (GDestroyNotify) g_hash_table_unref);
    }
  return formats;
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

static void
add_folder (GPtrArray *paths, const char *folder)
{
  g_autofree char *formats = g_build_filename (folder, "formats", NULL);
  g_autoptr (GDir) dir = g_dir_open (formats, 0, NULL);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  const char *name;

  while (dir != NULL && names->len < MAX_FILES && (name = g_dir_read_name (dir)) != NULL)
    {
      if (g_str_has_suffix (name, ".xml"))
        g_ptr_array_add (names, g_build_filename (formats, name, NULL));
    }
  g_ptr_array_sort (names, compare_names);
  for (guint i = 0; i < names->len; i++)
    g_ptr_array_add (paths, g_strdup (g_ptr_array_index (names, i)));
}

/* Projects first, because they may say it better, then the folders of SPUR_SCHEMA_PATH. */
static GPtrArray *
list_paths (SpurRegistry *self)
{
  const char *path = secure_getenv ("SPUR_SCHEMA_PATH");
  g_auto (GStrv) folders = g_strsplit (path != NULL ? path : "", G_SEARCHPATH_SEPARATOR_S, -1);
  GPtrArray *projects = spur_registry_peek_projects (self);
  GPtrArray *paths = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < projects->len; i++)
    {
      g_auto (GStrv) own = spur_project_dup_formats (g_ptr_array_index (projects, i));

      for (guint k = 0; own[k] != NULL; k++)
        g_ptr_array_add (paths, g_strdup (own[k]));
    }
  for (guint i = 0; folders[i] != NULL; i++)
    {
      if (*folders[i] != '\0')
        add_folder (paths, folders[i]);
    }
  add_folder (paths, spur_install_dirs_get ()->schemas);
  return paths;
}

static gboolean
has_name (GPtrArray *formats, const char *name)
{
  for (guint i = 0; i < formats->len; i++)
    {
      if (g_str_equal (spur_format_get_name (g_ptr_array_index (formats, i)), name))
        return TRUE;
    }
  return FALSE;
}

SpurFormat *
spur_registry_compile_format (SpurRegistry *self, const char *path, GError **error)
{
  GHashTable *compiled = get_compiled (self);
  SpurFormat *format = g_hash_table_lookup (compiled, path);

  if (format != NULL)
    return format;
  format = spur_format_new_from_file (path, error);
  if (format != NULL)
    g_hash_table_insert (compiled, g_strdup (path), format);
  return format;
}

/**
 * spur_registry_get_formats:
 * @self: a registry
 *
 * Lists the formats that are described in XML: of the projects that are loaded, then of the
 * folders "formats" in SPUR_SCHEMA_PATH, then those that are installed with Spur. Of two of the
 * same name the first counts. A definition that is wrong is a problem of the registry.
 *
 * Returns: (transfer container) (element-type SpurFormat): the formats
 *
 * Since: 1.0
 */
GPtrArray *
spur_registry_get_formats (SpurRegistry *self)
{
  g_autoptr (GPtrArray) paths = NULL;
  GPtrArray *formats;

  g_return_val_if_fail (SPUR_IS_REGISTRY (self), NULL);

  paths = list_paths (self);
  formats = g_ptr_array_new ();
  for (guint i = 0; i < paths->len; i++)
    {
      g_autoptr (GError) problem = NULL;
      SpurFormat *format =
        spur_registry_compile_format (self, g_ptr_array_index (paths, i), &problem);

      if (format == NULL)
        spur_registry_add_problem (self, problem->message);
      else if (!has_name (formats, spur_format_get_name (format)))
        g_ptr_array_add (formats, format);
    }
  return formats;
}

/**
 * spur_registry_find_format:
 * @self: a registry
 * @name: a format's name, as in "ulm"
 *
 * Gets the format that is described in XML and has the name.
 *
 * Returns: (transfer none) (nullable): the format that is described in XML and has the name
 *
 * Since: 1.0
 */
SpurFormat *
spur_registry_find_format (SpurRegistry *self, const char *name)
{
  g_autoptr (GPtrArray) formats = NULL;

  g_return_val_if_fail (SPUR_IS_REGISTRY (self), NULL);
  g_return_val_if_fail (name != NULL, NULL);

  formats = spur_registry_get_formats (self);
  for (guint i = 0; i < formats->len; i++)
    {
      SpurFormat *format = g_ptr_array_index (formats, i);

      if (g_str_equal (spur_format_get_name (format), name))
        return format;
    }
  return NULL;
}

SpurFormat *
spur_registry_recognise (SpurRegistry *self, const char *path, gboolean is_named)
{
  g_autoptr (GPtrArray) formats = spur_registry_get_formats (self);

  for (guint i = 0; i < formats->len; i++)
    {
      SpurFormat *format = g_ptr_array_index (formats, i);

      if (spur_format_can_read (format) &&
          (is_named ? spur_format_recognise (format, path)
                    : spur_format_recognise_content (format, path)))
        return format;
    }
  return NULL;
}
