/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include <gio/gio.h>
#include <glib/gstdio.h>
#include <string.h>

#include "synthetic-trace.h"
#include "visualizers/spur-view.h"

static char *browser;

static void
remove_folder (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);

      if (g_file_test (child, G_FILE_TEST_IS_DIR) && !g_file_test (child, G_FILE_TEST_IS_SYMLINK))
        remove_folder (child);
      else
        g_unlink (child);
    }
  g_rmdir (path);
}

/* Opens the page in a browser without a window, and gives the document after its script ran. */
static char *
open_page (const char *folder, const char *hash, char **messages)
{
  g_autofree char *profile = g_strdup_printf ("--user-data-dir=%s/profile", folder);
  g_autofree char *address = g_strdup_printf ("file://%s/report.html%s", folder, hash);
  g_autoptr (GError) error = NULL;
  g_autoptr (GSubprocess) process = NULL;
  char *document = NULL;

  process = g_subprocess_new (
    G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_PIPE, &error, browser, "--headless",
    "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-dev-shm-usage",
    "--no-first-run", profile, "--window-size=1280,900", "--virtual-time-budget=3000",
    "--enable-logging=stderr", "--dump-dom", address, NULL);
  g_assert_no_error (error);
  g_subprocess_communicate_utf8 (process, NULL, NULL, &document, messages, &error);
  g_assert_no_error (error);
  return document;
}

static Synthetic *
make_corrected (void)
{
  Synthetic *self = synthetic_new (2, 1);
  g_autoptr (SpurCorrection) correction = spur_correction_new (2);
  g_autoptr (SpurTimeMap) map = spur_time_map_new_offset (300);

  synthetic_enter (self, 0, 1000, self->objects[0], self->work);
  synthetic_leave (self, 0, 2000, self->objects[0]);
  synthetic_enter (self, 1, 3000, self->objects[0], self->work);
  synthetic_leave (self, 1, 4000, self->objects[0]);
  synthetic_message (self, 0, 4100, 1, 4200);
  synthetic_message (self, 0, 4300, 1, 4400);
  synthetic_message (self, 0, 4700, 1, 4500);
  synthetic_seal (self);
  spur_correction_append_map (correction, 1, map);
  spur_trace_set_correction (self->trace, correction);
  return self;
}

static void
test_page (void)
{
  const struct
  {
    const char *hash;
    const char *red;
    const char *seen;
  } cases[] = {
    { "#raw=1", "<b id=\"red\">1</b>", "<span id=\"seen\">3 messages in view</span>" },
    { "", "<b id=\"red\">0</b>", "<span id=\"seen\">3 messages in view</span>" },
    { "#from=4000&to=4450&raw=1", "<b id=\"red\">0</b>",
      "<span id=\"seen\">2 messages in view</span>" },
  };
  g_autoptr (Synthetic) synthetic = make_corrected ();
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("spur-browser-XXXXXX", &error);
  g_autofree char *path = g_build_filename (folder, "report.html", NULL);

  g_test_summary ("The page works from a disk, under its own policy, and reads its address.");

  g_assert_no_error (error);
  spur_report_save (synthetic->trace, synthetic->edges, path, NULL, &error);
  g_assert_no_error (error);
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *messages = NULL;
      g_autofree char *document = open_page (folder, cases[i].hash, &messages);

      g_test_message ("%s", messages);
      g_assert_null (strstr (messages, "CONSOLE"));
      g_assert_nonnull (strstr (document, cases[i].red));
      g_assert_nonnull (strstr (document, cases[i].seen));
    }
  remove_folder (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_assert_cmpint (argc, ==, 2);
  browser = argv[1];
  g_test_add_func ("/report/browser", test_page);
  return g_test_run ();
}
