/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "cli/run/spur-cli.h"

#include <string.h>

static void
set_default (const char *variable, const char *build, const char *folder)
{
  g_autofree char *path = g_build_filename (build, folder, NULL);

  g_setenv (variable, path, FALSE);
}

void
spur_uninstalled_use_build_folder (void)
{
  g_autofree char *program = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *folder = program != NULL ? g_path_get_dirname (program) : NULL;
  g_autofree char *name = NULL;
  g_autofree char *build = NULL;
  g_autofree char *mark = NULL;

  if (folder != NULL && g_str_has_suffix (folder, "/cli/mpi"))
    folder[strlen (folder) - strlen ("/mpi")] = '\0';
  name = folder != NULL ? g_path_get_basename (folder) : NULL;
  if (g_strcmp0 (name, "cli") != 0)
    return;
  build = g_path_get_dirname (folder);
  mark = g_build_filename (build, "build.ninja", NULL);
  if (!g_file_test (mark, G_FILE_TEST_IS_REGULAR))
    return;
  set_default ("SPUR_PLUGIN_PATH", build, "plugins");
  set_default ("SPUR_LAYER_PATH", build, "plugins/layers");
  set_default ("SPUR_SCHEMA_PATH", build, "schemas");
}
