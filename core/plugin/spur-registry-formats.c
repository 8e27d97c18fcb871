/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Formats that are described in XML: those that come with Spur, and those of projects. */
#include "core/base/spur-install-dirs-private.h"
#include "core/format/definition/spur-format-encoding-internal.h"
#include "core/plugin/spur-project-private.h"
#include "core/plugin/spur-registry-private.h"

/* Projects first, because they may say it better, then the folders of SPUR_SCHEMA_PATH. */
static GPtrArray *
list_paths (SpurRegistry *self)
{
  g_autoptr (GPtrArray) installed = g_ptr_array_new ();
  GPtrArray *paths = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < self->projects->len; i++)
    {
      SpurProject *project = g_ptr_array_index (self->projects, i);

      for (guint k = 0; k < project->formats->len; k++)
        g_ptr_array_add (paths, g_strdup (g_ptr_array_index (project->formats, k)));
    }
  g_ptr_array_add (installed, spur_install_dirs_get ()->schemas);
  g_ptr_array_extend_and_steal (
    paths, spur_registry_list_files ("SPUR_SCHEMA_PATH", installed, "formats", ".xml", 0));
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
  SpurFormat *format = g_hash_table_lookup (self->formats, path);

  if (format != NULL)
    return format;
  format = spur_format_new_from_file (path, error);
  if (format != NULL)
    g_hash_table_insert (self->formats, g_strdup (path), format);
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
        spur_registry_add_problem (self, "%s", problem->message);
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
 * Returns: (transfer none) (nullable): the format
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

      if (spur_format_can_read (format) && spur_format_recognise (format, path, is_named))
        return format;
    }
  return NULL;
}
