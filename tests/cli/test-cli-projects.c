/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include <string.h>

#include "core/store/container/spur-container.h"
#include "events/spur-events.h"
#include "tests/cli/cli-run.h"

/* The command with project files, and with classes that it does not know. */

static char *
write_project (const char *folder, const char *name, const char *content)
{
  g_autofree char *file = g_strconcat (name, ".project.xml", NULL);
  g_autofree char *text = g_strdup_printf ("<project xmlns='urn:spur:project:1' name='%s'>\n"
                                           "<description>About %s</description>\n%s</project>",
                                           name, name, content);
  char *path = g_build_filename (folder, file, NULL);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  return path;
}

#define ROLLBACK_CLASS                                                                             \
  "<event-class name='CLI_Rollback_Event' extends='LO_Migration_Event'>"                           \
  "<field name='depth' type='uint32' unit='bytes'/></event-class>"

/* A trace as a program with a class of its own writes it; none of this program has the class. */
static char *
write_trace (const char *folder)
{
  g_autoptr (SpurTrace) trace = spur_trace_new ();
  SpurDefinitions *definitions = spur_trace_get_definitions (trace);
  g_autoptr (SpurEventLayout) layout = spur_event_layout_new (
    "CLI_Rollback_Event", spur_event_type_get_layout (SPUR_TYPE_LO_MIGRATION_EVENT),
    SPUR_TYPE_LO_MIGRATION_EVENT);
  guint depth =
    spur_event_layout_add_field (layout, "depth", SPUR_FIELD_UINT32, SPUR_USE_NONE, NULL);
  SpurClock clock = { "clock", "unknown", 1000000000, 0, 0 };
  char *path = g_build_filename (folder, "run.spur", NULL);
  guint8 record[64] = { 0 };
  g_autoptr (GError) error = NULL;
  guint32 target, task;
  SpurStream *stream;
  guint class_index;

  spur_event_layout_set_unit (layout, depth, "bytes");
  g_assert_cmpuint (layout->n_bytes, <=, sizeof record);
  class_index = spur_trace_add_class (trace, layout);
  target = spur_definitions_add_object (definitions, SPUR_TYPE_TARGET, "host", "host", SPUR_NONE);
  task =
    spur_definitions_add_object (definitions, SPUR_TYPE_LOAD_OBJECT, "task", "task", SPUR_NONE);
  spur_definitions_add_clock (definitions, &clock);
  stream = spur_trace_add_stream (trace, "stream", 0, target);
  for (guint i = 0; i < 3; i++)
    spur_event_layout_set_uint (layout, i, record, i == 0 ? task : target);
  spur_event_layout_set_uint (layout, depth, record, 1536);
  spur_stream_append (stream, 1000, class_index, record);
  g_assert_true (spur_trace_seal (trace, &error));
  g_assert_true (spur_container_save (trace, path, NULL, &error));
  g_assert_no_error (error);
  return path;
}

static void
test_unknown_class (void)
{
  g_autoptr (Folder) folder = make_folder ();
  g_autofree char *path = write_trace (folder);
  g_auto (Run) events = { 0 }, info = { 0 }, of_parent = { 0 };

  g_test_summary ("An unknown class is shown with its name, fields and ancestor.");

  run_spur (&events, "events", path, NULL);
  g_assert_cmpint (events.status, ==, 0);
  g_assert_nonnull (strstr (events.out, "CLI_Rollback_Event"));
  g_assert_nonnull (strstr (events.out, "depth=1536 bytes"));
  run_spur (&of_parent, "events", "--class", "LO_Migration_Event", path, NULL);
  g_assert_cmpstr (of_parent.out, ==, events.out);
  run_spur (&info, "info", "--json", path, NULL);
  g_assert_nonnull (strstr (info.out, "\"LO_Migration_Event\""));
}

static void
test_known_by_project (void)
{
  g_autoptr (Folder) folder = make_folder ();
  g_autofree char *path = write_trace (folder);
  g_autofree char *project = write_project (
    folder, "cli", ROLLBACK_CLASS "<unit of='bytes' shown='KiB' scale='1/1024' digits='1'/>");
  g_auto (Run) before = { 0 }, behind = { 0 }, equals = { 0 };

  g_test_summary ("--project NAME is taken before the verb and behind it, as a name or a file.");

  run_spur (&before, "--project", project, "events", path, NULL);
  g_assert_cmpstr (before.err, ==, "");
  g_assert_cmpint (before.status, ==, 0);
  g_assert_nonnull (strstr (before.out, "depth=1.5 KiB"));
  run_spur (&behind, "events", path, "--project", project, NULL);
  g_assert_cmpstr (behind.out, ==, before.out);
  g_setenv ("SPUR_PROJECT_PATH", folder, TRUE);
  run_spur (&equals, "--project=cli", "events", path, NULL);
  g_unsetenv ("SPUR_PROJECT_PATH");
  g_assert_cmpstr (equals.out, ==, before.out);
}

static void
test_contradiction (void)
{
  g_autoptr (Folder) folder = make_folder ();
  g_autofree char *path = write_trace (folder);
  g_autofree char *project =
    write_project (folder, "other",
                   "<event-class name='CLI_Rollback_Event' extends='LO_Migration_Event'>"
                   "<field name='depth' type='double' unit='bytes'/></event-class>");
  g_auto (Run) run = { 0 };

  g_test_summary ("A trace that contradicts a class of a project is refused, and both are shown.");

  run_spur (&run, "--project", project, "events", path, NULL);
  g_assert_cmpint (run.status, ==, 3);
  g_assert_nonnull (strstr (run.err, path));
  g_assert_nonnull (
    strstr (run.err, "CLI_Rollback_Event is defined in two ways: in the trace | in "));
  g_assert_nonnull (strstr (run.err, "other.project.xml:3\n  field depth: uint32, unit bytes | "
                                     "double, unit bytes\n"));
}

static void
test_two_projects (void)
{
  g_autoptr (Folder) folder = make_folder ();
  g_autofree char *first =
    write_project (folder, "first", ROLLBACK_CLASS "<colour state='idle' value='#111111'/>");
  g_autofree char *second = write_project (folder, "second", ROLLBACK_CLASS);
  g_autofree char *third =
    write_project (folder, "third", "<colour state='idle' value='#222222'/>");
  g_auto (Run) agree = { 0 }, disagree = { 0 }, none = { 0 };

  g_test_summary ("Two projects at once, where they agree.");

  run_spur (&agree, "--project", first, "--project", second, "plugins", NULL);
  g_assert_cmpint (agree.status, ==, 0);
  run_spur (&disagree, "--project", first, "plugins", "--project", third, NULL);
  g_assert_cmpint (disagree.status, ==, 3);
  g_assert_nonnull (strstr (disagree.err, "#222222"));
  g_assert_nonnull (strstr (disagree.err, "#111111"));
  run_spur (&none, "--project", "no_such_project", "plugins", NULL);
  g_assert_cmpint (none.status, ==, 3);
  g_assert_nonnull (strstr (none.err, "there is no project no_such_project"));
}

static void
test_listed (void)
{
  g_autoptr (Folder) folder = make_folder ();
  g_auto (Run) text = { 0 };
  g_autoptr (JsonObject) json = NULL;

  g_test_summary ("spur plugins lists the projects, and what is wrong with others.");

  g_free (write_project (folder, "listed", ROLLBACK_CLASS));
  g_free (write_project (folder, "wrong", "<thing/>"));
  g_setenv ("SPUR_PROJECT_PATH", folder, TRUE);
  run_spur (&text, "plugins", NULL);
  json = run_json (0, "plugins", NULL);
  g_unsetenv ("SPUR_PROJECT_PATH");
  g_assert_nonnull (strstr (text.out, "--project listed  About listed"));
  g_assert_nonnull (strstr (text.out, "CLI_Rollback_Event"));
  g_assert_nonnull (strstr (text.out, "wrong.project.xml:3"));
  g_assert_cmpuint (json_array_get_length (json_object_get_array_member (json, "projects")), >=, 1);
}

/* A trace of six processes, "process 0" and so on, one of whose clocks is wrong. */
static char *
make_grid (const char *folder)
{
  char *path = g_build_filename (folder, "grid.spur", NULL);
  g_auto (Run) run = { 0 };

  run_spur (&run, "simulate", "--grid", "3x2", "--iterations", "40", "-o", path, NULL);
  g_assert_cmpint (run.status, ==, 0);
  return path;
}

/* The same bytes come of the project as of these options, up to a NULL. */
static void
assert_same (const char *grid, const char *project, const char *options, const char *instead)
{
  g_autofree char *by_project = g_strconcat (grid, ".project.spur", NULL);
  g_autofree char *by_options = g_strconcat (grid, ".options.spur", NULL);
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;
  g_auto (Run) run = { 0 };
  g_autofree char *command =
    g_strdup_printf ("\"$SPUR_BINARY\" correct --force '%s' -o '%s' --project '%s' %s && "
                     "\"$SPUR_BINARY\" correct --force '%s' -o '%s' %s",
                     grid, by_project, project, options, grid, by_options, instead);
  gsize n_first, n_second;

  run_shell (&run, command);
  if (run.status != 0)
    g_error ("%s: %s", command, run.err);
  g_assert_true (g_file_get_contents (by_project, &first, &n_first, NULL));
  g_assert_true (g_file_get_contents (by_options, &second, &n_second, NULL));
  g_assert_cmpmem (first, n_first, second, n_second);
}

#define CORRECTION                                                                                 \
  "<correction methods='bounds, logical'>"                                                         \
  "<set name='logical.delta' value='7'/>"                                                          \
  "<domain streams='process 0, process 1'/><domain streams='process 2,process 5'/>"                \
  "<mu value='3us'/><mu class='LO_Message_Receive_Event' value='200us'/>"                          \
  "<mu class='LO_Migration_Event' value='1s'/>"                                                    \
  "<mu between='process 1&gt;process 2' value='0.5us'/></correction>"
#define DELAYS " --mu 3us --mu LO_Message_Receive_Event=200us --mu 'process 1>process 2=500'"

static void
test_correction (void)
{
  g_autoptr (Folder) folder = make_folder ();
  g_autofree char *grid = make_grid (folder);
  g_autofree char *project = write_project (folder, "corrects", CORRECTION);
  static const char domains[] = " --domain 'process 0, process 1' --domain 'process 2,process 5'";
  g_autofree char *all =
    g_strconcat ("--method bounds,logical --set logical.delta=7", domains, DELAYS, NULL);
  g_autofree char *other_method = g_strconcat ("--method hull,eclc", domains, DELAYS, NULL);
  g_autofree char *other_option =
    g_strconcat ("--method bounds,logical --set logical.delta=9", domains, DELAYS, NULL);
  g_autofree char *other_mu =
    g_strconcat ("--method bounds,logical --set logical.delta=7 --mu 9us", domains, NULL);
  g_autofree char *other_domains =
    g_strconcat ("--method bounds,logical --set logical.delta=7 --domain by-clock", DELAYS, NULL);

  g_test_summary ("A project says how clocks are corrected; options of the command win.");

  assert_same (grid, project, "", all);
  assert_same (grid, project, "--method hull,eclc", other_method);
  assert_same (grid, project, "--set logical.delta=9", other_option);
  assert_same (grid, project, "--mu 9us", other_mu);
  assert_same (grid, project, "--domain by-clock", other_domains);
}

static void
test_correction_eclc (void)
{
  g_autoptr (Folder) folder = make_folder ();
  g_autofree char *grid = make_grid (folder);
  g_autofree char *project = write_project (
    folder, "extended",
    "<correction><set name='gamma' value='0.999'/><set name='eclc.backward' value='false'/>"
    "<mu value='auto'/></correction>");
  g_autofree char *empty = write_project (folder, "empty", "<correction/>");

  g_test_summary ("Options that the command has words of its own for are those of the project.");

  assert_same (grid, project, "", "--gamma 0.999 --no-backward");
  assert_same (grid, project, "--gamma 0.99", "--gamma 0.99 --no-backward");
  assert_same (grid, empty, "", "");
}

/* What is checked against a mu that the project gives, as by an option. */
static void
test_correction_check (void)
{
  g_autoptr (Folder) folder = make_folder ();
  g_autofree char *grid = make_grid (folder);
  g_autofree char *project =
    write_project (folder, "checks", "<correction><mu value='240us'/></correction>");
  g_autoptr (JsonObject) by_project = NULL;
  g_autoptr (JsonObject) by_option = NULL;

  g_test_summary ("check holds a trace to the mu of a project.");

  by_project = run_json (4, "check", grid, "--project", project, NULL);
  by_option = run_json (4, "check", grid, "--mu", "240us", NULL);
  g_assert_cmpint (get_int (by_project, "mu_ns"), ==, 240000);
  g_assert_cmpint (get_int (by_project, "below_mu"), ==, get_int (by_option, "below_mu"));
  g_assert_cmpint (get_int (by_project, "below_mu"), >, get_int (by_project, "reversed"));
}

static void
assert_wrong (const char *folder, const char *grid, const char *content, const char *words)
{
  g_autofree char *project = write_project (folder, "wrong", content);
  g_autofree char *output = g_build_filename (folder, "wrong.spur", NULL);
  g_auto (Run) run = { 0 };

  run_spur (&run, "correct", grid, "-o", output, "--project", project, NULL);
  g_assert_cmpint (run.status, ==, 3);
  if (strstr (run.err, words) == NULL)
    g_error ("'%s' is not in '%s'", words, run.err);
  g_assert_false (g_file_test (output, G_FILE_TEST_EXISTS));
}

static void
test_correction_wrong (void)
{
  g_autoptr (Folder) folder = make_folder ();
  g_autofree char *grid = make_grid (folder);

  g_test_summary ("What is wrong with a correction is said with the line of its element.");

  assert_wrong (folder, grid, "\n<correction methods='hulk'/>",
                "wrong.project.xml:4: there is no clock correction method 'hulk'");
  assert_wrong (folder, grid,
                "<correction methods='hull'>\n<set name='eclc.mu' value='1'/></correction>",
                "wrong.project.xml:4: no corrector of the chain has an option 'eclc.mu'");
  assert_wrong (folder, grid, "<correction>\n\n<set name='eclc.mu' value='1h'/></correction>",
                "wrong.project.xml:5: eclc: option mu: '1h' is no whole number of ns");
  assert_wrong (folder, grid, "<correction>\n<domain streams='process 0,process 9'/></correction>",
                "wrong.project.xml:4: domain: the trace has no stream 'process 9'");
  assert_wrong (folder, grid,
                "<correction>\n<mu value='1us'/>\n<mu between='process 0>process 9' "
                "value='1us'/></correction>",
                "wrong.project.xml:5: mu 'process 0>process 9=1us': there is no such stream");
  assert_wrong (folder, grid, "<correction>\n<mu class='No_Such_Event' value='1us'/></correction>",
                "wrong.project.xml:4: mu 'No_Such_Event=1us': there is no event of such a class");
  assert_wrong (folder, grid, "<correction>\n<mu value='10000000000s'/></correction>",
                "wrong.project.xml:4: mu '10000000000s': that is no delay");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli-projects/unknown-class", test_unknown_class);
  g_test_add_func ("/cli-projects/known-by-project", test_known_by_project);
  g_test_add_func ("/cli-projects/contradiction", test_contradiction);
  g_test_add_func ("/cli-projects/two-projects", test_two_projects);
  g_test_add_func ("/cli-projects/listed", test_listed);
  g_test_add_func ("/cli-projects/correction", test_correction);
  g_test_add_func ("/cli-projects/correction-eclc", test_correction_eclc);
  g_test_add_func ("/cli-projects/correction-check", test_correction_check);
  g_test_add_func ("/cli-projects/correction-wrong", test_correction_wrong);
  return g_test_run ();
}
