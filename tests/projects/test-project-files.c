/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The programs, project files and plugins as a person uses them. This program itself knows no class
 * of any project. */
#include "config.h"

#include "core/store/container/spur-container.h"
#include "events/spur-events.h"
#include "tests/cli/cli-run.h"

static void
simulate (const char *name, const char *path)
{
  g_autofree char *command =
    g_strdup_printf ("'%s/spur-sim-%s' --seed 3 -o '%s'", g_getenv ("SPUR_SIM_FOLDER"), name, path);
  g_auto (Run) run = { 0 };

  run_shell (&run, command);
  g_assert_cmpstr (run.err, ==, "");
  g_assert_cmpint (run.status, ==, 0);
}

static void
check_written_back (const char *path, const char *copy)
{
  g_autoptr (SpurTrace) trace = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  gsize n_before, n_after;

  trace = spur_container_open (path, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (spur_container_save (trace, copy, NULL, &error));
  g_assert_no_error (error);
  g_assert_true (g_file_get_contents (path, &before, &n_before, NULL));
  g_assert_true (g_file_get_contents (copy, &after, &n_after, NULL));
  g_assert_cmpmem (before, n_before, after, n_after);
}

static char *
list_classes (JsonObject *info)
{
  JsonArray *classes = json_object_get_array_member (info, "classes");
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < json_array_get_length (classes); i++)
    {
      JsonObject *klass = json_array_get_object_element (classes, i);

      g_string_append_printf (text, "%s<%s:%" G_GINT64_FORMAT " ",
                              json_object_get_string_member (klass, "name"),
                              json_object_get_string_member (klass, "parent"),
                              json_object_get_int_member (klass, "events"));
    }
  return g_string_free (text, FALSE);
}

/* A csv has its definitions in a second file, which comes first where both are read as one. */
static void
join_csv (const char *name, const char *path, const char *events)
{
  g_autofree char *definitions = g_strconcat (events, ".definitions", NULL);
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;
  g_autofree char *both = NULL;
  g_auto (Run) run = { 0 };

  run_spur (&run, "--project", name, "convert", path, events, "--force", "--definitions",
            definitions, NULL);
  g_assert_cmpint (run.status, ==, 0);
  g_assert_true (g_file_get_contents (definitions, &first, NULL, NULL));
  g_assert_true (g_file_get_contents (events, &second, NULL, NULL));
  both = g_strconcat (first, second, NULL);
  g_assert_true (g_file_set_contents (events, both, -1, NULL));
}

/* Every format that can be written tells the same events with the same fields when it is read. */
static void
check_formats (const char *name, const char *path, const char *folder)
{
  static const char *const formats[] = { "spur-xml", "spur-text", "ulm", "bp", "csv" };
  g_auto (Run) original = { 0 };

  run_spur (&original, "--project", name, "events", path, NULL);
  g_assert_cmpint (original.status, ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      g_autofree char *written = g_strdup_printf ("%s/%s.%s", folder, name, formats[i]);
      g_auto (Run) convert = { 0 };
      g_auto (Run) again = { 0 };

      run_spur (&convert, "--project", name, "convert", "--format", formats[i], path, written,
                NULL);
      g_assert_cmpint (convert.status, ==, 0);
      if (g_str_equal (formats[i], "csv"))
        join_csv (name, path, written);
      run_spur (&again, "--project", name, "events", written, NULL);
      g_assert_cmpint (again.status, ==, 0);
      g_assert_true (g_str_equal (original.out, again.out));
    }
}

static void
test_project (gconstpointer data)
{
  const char *name = data;
  g_autoptr (Folder) folder = make_folder ();
  g_autofree char *path = g_strdup_printf ("%s/%s.spur", folder, name);
  g_autofree char *copy = g_strdup_printf ("%s/copy.spur", folder);
  g_autofree char *picture = g_strdup_printf ("%s/%s.svg", folder, name);
  g_autoptr (JsonObject) with = NULL;
  g_autoptr (JsonObject) without = NULL;
  g_autofree char *classes_with = NULL;
  g_autofree char *classes_without = NULL;
  g_auto (Run) draw = { 0 };

  g_test_summary (
    "A project's trace opens with and without its plugin, and is written back as it was.");

  simulate (name, path);
  with = run_json (0, "--project", name, "info", path, NULL);
  without = run_json (0, "info", path, NULL);
  classes_with = list_classes (with);
  classes_without = list_classes (without);
  g_assert_cmpstr (classes_with, ==, classes_without);
  g_assert_cmpint (get_int (with, "events"), >, 2000);
  check_formats (name, path, folder);
  run_spur (&draw, "--project", name, "draw", path, "-o", picture, "--width", "800", NULL);
  g_assert_cmpstr (draw.err, ==, "");
  g_assert_cmpint (draw.status, ==, 0);
  g_assert_true (g_file_test (picture, G_FILE_TEST_EXISTS));
  check_written_back (path, copy);
}

static void
test_all_at_once (void)
{
  g_auto (GStrv) names = g_strsplit (g_getenv ("SPUR_PROJECTS"), ":", -1);
  g_autoptr (Folder) folder = make_folder ();
  g_autofree char *path = g_strdup_printf ("%s/%s.spur", folder, names[0]);
  g_autoptr (GString) command = g_string_new ("\"$SPUR_BINARY\"");
  g_auto (Run) run = { 0 };

  g_test_summary ("All projects are loaded at once: no name of one is that of another.");

  simulate (names[0], path);
  for (guint i = 0; names[i] != NULL; i++)
    g_string_append_printf (command, " --project %s", names[i]);
  g_string_append_printf (command, " info '%s'", path);
  run_shell (&run, command->str);
  g_assert_cmpstr (run.err, ==, "");
  g_assert_cmpint (run.status, ==, 0);
}

static void
test_wrong_options (void)
{
  g_auto (GStrv) names = g_strsplit (g_getenv ("SPUR_PROJECTS"), ":", -1);

  g_test_summary ("A number that no system has is refused with the option's name and range.");

  for (guint i = 0; names[i] != NULL; i++)
    {
      g_autofree char *command = g_strdup_printf ("'%s/spur-sim-%s' --hosts 1000000 -o /dev/null",
                                                  g_getenv ("SPUR_SIM_FOLDER"), names[i]);
      g_auto (Run) run = { 0 };

      run_shell (&run, command);
      g_assert_cmpint (run.status, ==, 2);
      g_assert_nonnull (strstr (run.err, "--hosts: 1000000 is not from "));
    }
}

int
main (int argc, char **argv)
{
  g_auto (GStrv) names = g_strsplit (g_getenv ("SPUR_PROJECTS"), ":", -1);

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; names[i] != NULL; i++)
    {
      g_autofree char *test = g_strdup_printf ("/project-files/%s", names[i]);

      g_test_add_data_func (test, names[i], test_project);
    }
  g_test_add_func ("/project-files/all-at-once", test_all_at_once);
  g_test_add_func ("/project-files/wrong-options", test_wrong_options);
  return g_test_run ();
}
