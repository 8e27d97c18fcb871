/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */

/* Runs a fuzz target over the files of the folders that are named, as a test. */
#include "config.h"

#include <stdio.h>

#include "tests/fuzz/fuzz.h"

static guint
run_folder (const char *folder)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GDir) dir = g_dir_open (folder, 0, &error);
  guint n_files = 0;
  const char *name;

  g_assert_no_error (error);
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      g_autofree char *text = NULL;
      g_autofree guint8 *bytes = NULL;
      gsize n_bytes;

      if (g_str_has_suffix (name, ".license"))
        continue;
      g_file_get_contents (path, &text, &n_bytes, &error);
      g_assert_no_error (error);
      /* Of the very size, so that a read beyond it is seen. */
      bytes = g_memdup2 (text, n_bytes);
      LLVMFuzzerTestOneInput (bytes, n_bytes);
      n_files++;
    }
  return n_files;
}

int
main (int argc, char *argv[])
{
  printf ("TAP version 13\n1..%d\n", argc - 1);
  for (int i = 1; i < argc; i++)
    {
      guint64 n_counted = fuzz_get_n_counted (), n_opened = fuzz_get_n_opened ();
      guint n_files = run_folder (argv[i]);
      gboolean is_good = n_files > 0;

      /* Of seeds none of which is valid, nothing behind the first check is tried. */
      if (fuzz_get_n_counted () > n_counted)
        is_good = is_good && fuzz_get_n_opened () > n_opened;
      printf ("%s %d %s: %u inputs, %" G_GUINT64_FORMAT " opened\n", is_good ? "ok" : "not ok", i,
              argv[i], n_files, fuzz_get_n_opened () - n_opened);
    }
  return 0;
}
