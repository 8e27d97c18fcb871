/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* Where the files that come with the library are installed. The prefix is found from the place of
 * the library itself, so an installation may be moved, or be made below a DESTDIR. */
#include "core/base/spur-install-dirs-private.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "install-dirs.h"

static const char anchor;

/* (transfer full) (nullable): the folder above SPUR_LIBDIR that this library was loaded from. NULL
 * where it lies elsewhere, as in a build folder or linked into a program. */
static char *
find_prefix (void)
{
  Dl_info info;
  char *real;
  g_autofree char *file = NULL;
  g_autofree char *folder = NULL;

  if (dladdr (&anchor, &info) == 0 || info.dli_fname == NULL)
    return NULL;
  real = realpath (info.dli_fname, NULL);
  if (real == NULL)
    return NULL;
  file = g_strdup (real);
  free (real);
  folder = g_path_get_dirname (file);
  if (!g_str_has_suffix (folder, "/" SPUR_LIBDIR))
    return NULL;
  return g_strndup (folder, strlen (folder) - strlen ("/" SPUR_LIBDIR));
}

static char *
build_folder (const char *prefix, const char *subfolder)
{
  return g_canonicalize_filename (subfolder, prefix);
}

static SpurInstallDirs *
make_dirs (void)
{
  SpurInstallDirs *dirs = g_new0 (SpurInstallDirs, 1);
  g_autofree char *found = find_prefix ();
  g_autofree char *schemas = found != NULL ? build_folder (found, SPUR_SCHEMA_DIR) : NULL;
  const char *prefix = SPUR_PREFIX;

  /* A copy of the library alone has nothing beside it: then the files are where they were
   * installed first. */
  if (schemas != NULL && g_file_test (schemas, G_FILE_TEST_IS_DIR))
    prefix = found;
  dirs->plugins = build_folder (prefix, SPUR_PLUGIN_DIR);
  dirs->projects = build_folder (prefix, SPUR_PROJECT_DIR);
  dirs->schemas = build_folder (prefix, SPUR_SCHEMA_DIR);
  return dirs;
}

const SpurInstallDirs *
spur_install_dirs_get (void)
{
  static SpurInstallDirs *dirs;

  if (g_once_init_enter (&dirs))
    g_once_init_leave (&dirs, make_dirs ());
  return dirs;
}
