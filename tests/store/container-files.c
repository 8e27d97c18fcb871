/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include "tests/store/container-files.h"

#include <glib/gstdio.h>

#include "core/store/container/spur-container.h"

char *folder;

void
make_folder (void)
{
  folder = g_dir_make_tmp ("spur-container-XXXXXX", NULL);
}

void
remove_folder (void)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = path_of (name);

      g_unlink (path);
    }
  g_rmdir (folder);
  g_free (folder);
}

char *
path_of (const char *name)
{
  return g_build_filename (folder, name, NULL);
}

GBytes *
save (SpurTrace *trace, const char *path)
{
  g_autoptr (GError) error = NULL;
  char *bytes;
  gsize n_bytes;

  g_assert_true (spur_container_save (trace, path, NULL, &error));
  g_assert_no_error (error);
  g_assert_true (g_file_get_contents (path, &bytes, &n_bytes, NULL));
  return g_bytes_new_take (bytes, n_bytes);
}

SpurTrace *
reopen (const char *path)
{
  g_autoptr (GError) error = NULL;
  SpurTrace *trace = spur_container_open (path, NULL, &error);

  g_assert_no_error (error);
  g_assert_nonnull (trace);
  return trace;
}

guint
count_files (void)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  guint n_files = 0;

  while (g_dir_read_name (dir) != NULL)
    n_files++;
  return n_files;
}
