/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include <string.h>

#include <glib/gstdio.h>

#include "core/plugin/spur-registry.h"
#include "core/store/container/spur-container.h"
#include "tests/cli/cli-run.h"
#include "tests/store/sample-trace.h"

static const char log_text[] =
  "DATE=19980430133038 HOST=dpss1.lbl.gov PROG=testprog LVL=Usage NL.EVNT=SEND_DATA "
  "NL.SEC=893968238 NL.USEC=55784 SEND.SZ=49332\n";

static char *
write_log (const char *folder)
{
  char *path = g_build_filename (folder, "log.ulm", NULL);

  g_assert_true (g_file_set_contents (path, log_text, -1, NULL));
  return path;
}

static void
test_convert (void)
{
  g_autoptr (Folder) folder = make_folder ();
  g_autofree char *log = write_log (folder);
  g_autofree char *container = g_build_filename (folder, "log.spur", NULL);
  g_autofree char *back = g_build_filename (folder, "back.ulm", NULL);
  g_autofree char *text = NULL;
  g_autoptr (JsonObject) info = NULL;
  g_auto (Run) run = { 0 };

  g_test_summary ("A log becomes a container, and a log again.");
  run_spur (&run, "convert", log, container, NULL);
  g_assert_cmpint (run.status, ==, 0);
  g_assert_true (spur_registry_is_native (spur_registry_get_default (), container));
  info = run_json (0, "info", log, NULL);
  g_assert_cmpstr (json_object_get_string_member (info, "format"), ==, "ulm");
  run_spur (&run, "convert", container, back, "--format=ulm", NULL);
  g_assert_cmpint (run.status, ==, 0);
  g_assert_true (g_file_get_contents (back, &text, NULL, NULL));
  g_assert_nonnull (strstr (text, " SEND.SZ=49332\n"));
  run_spur (&run, "convert", container, back, "--format=ulm", NULL);
  g_assert_cmpint (run.status, ==, 2);
  g_assert_nonnull (strstr (run.err, "--force"));
  run_spur (&run, "convert", container, back, "--format=csv", "--force", NULL);
  g_assert_cmpint (run.status, ==, 0);
}

static void
test_convert_pipe (void)
{
  static const char rules[] =
    "<format xmlns='urn:spur:format:1' name='ends' version='1' title='Ends'><key-value>"
    "<event class='LO_Termination_Event'><class key='e'/><fields/></event></key-value></format>";
  g_autoptr (Folder) folder = make_folder ();
  g_autofree char *log = write_log (folder);
  g_autofree char *format = g_build_filename (folder, "ends.xml", NULL);
  g_auto (Run) run = { 0 };

  g_test_summary ("Text goes to standard output, and what a format leaves out is said.");
  run_spur (&run, "convert", log, "-", "--format=ulm", NULL);
  g_assert_cmpint (run.status, ==, 0);
  g_assert_nonnull (strstr (run.out, " SEND.SZ=49332\n"));
  g_assert_null (strstr (run.out, "wrote"));
  run_spur (&run, "convert", log, "-", NULL);
  g_assert_cmpint (run.status, ==, 2);
  g_assert_true (g_file_set_contents (format, rules, -1, NULL));
  run_spur (&run, "convert", log, "-", "--format", format, NULL);
  g_assert_cmpint (run.status, ==, 0);
  g_assert_cmpstr (run.out, ==, "");
  g_assert_nonnull (strstr (run.err, "left out 1 event that ends has no rule for"));
}

static void
test_merge (void)
{
  g_autoptr (Folder) folder = make_folder ();
  g_autofree char *log = write_log (folder);
  g_autofree char *other = g_build_filename (folder, "other.ulm", NULL);
  g_autofree char *out = g_build_filename (folder, "out.spur", NULL);
  g_autoptr (JsonObject) merged = NULL;
  g_autoptr (JsonObject) info = NULL;
  g_auto (Run) run = { 0 };

  g_test_summary ("Logs of two programs become one trace.");
  g_assert_true (g_file_set_contents (other, log_text, -1, NULL));
  run_spur (&run, "merge", log, other, NULL);
  g_assert_cmpint (run.status, ==, 2);
  g_assert_nonnull (strstr (run.err, "-o"));
  merged = run_json (0, "merge", log, other, "-o", out, NULL);
  g_assert_cmpint (json_object_get_int_member (merged, "inputs"), ==, 2);
  g_assert_cmpint (json_object_get_int_member (merged, "events"), ==, 2);
  info = run_json (0, "info", out, NULL);
  g_assert_cmpint (json_object_get_int_member (info, "events"), ==, 2);
  run_spur (&run, "merge", log, "-o", out, NULL);
  g_assert_cmpint (run.status, ==, 2);
  g_assert_nonnull (strstr (run.err, "--force"));
  run_spur (&run, "merge", log, "-o", out, "--force", NULL);
  g_assert_cmpint (run.status, ==, 0);
}

static void
test_convert_wrong (void)
{
  g_autoptr (Folder) folder = make_folder ();
  g_autofree char *log = write_log (folder);
  g_autofree char *out = g_build_filename (folder, "out", NULL);
  g_auto (Run) run = { 0 };

  g_test_summary ("Formats that are not there or only read are wrong use.");
  run_spur (&run, "convert", log, NULL);
  g_assert_cmpint (run.status, ==, 2);
  run_spur (&run, "convert", log, out, "--format=ulmm", NULL);
  g_assert_cmpint (run.status, ==, 2);
  g_assert_nonnull (strstr (run.err, "did you mean 'ulm'?"));
  run_spur (&run, "convert", log, out, "--format=shiviz-akka", NULL);
  g_assert_cmpint (run.status, ==, 2);
  g_assert_nonnull (strstr (run.err, "only reads"));
  run_spur (&run, "convert", log, out, "--format=no.xml", NULL);
  g_assert_cmpint (run.status, ==, 3);
  g_assert_cmpuint (count_files (folder), ==, 1);
}

static void
test_validate (void)
{
  g_autoptr (Folder) folder = make_folder ();
  g_autofree char *good = g_build_filename (folder, "good.xml", NULL);
  g_autofree char *bad = g_build_filename (folder, "bad.xml", NULL);
  g_autoptr (JsonObject) valid = NULL;
  g_autoptr (JsonObject) wrong = NULL;
  g_auto (Run) run = { 0 };
  static const char text[] = "<format xmlns='urn:spur:format:1' name='ours' version='1'>\n"
                             "<key-value>\n<event class='%s'><class key='c'/></event>\n"
                             "</key-value></format>\n";
  g_autofree char *good_text = g_strdup_printf (text, "LO_Event");
  g_autofree char *bad_text = g_strdup_printf (text, "No_Event");

  g_test_summary ("A definition is valid, or wrong in a line.");
  g_assert_true (g_file_set_contents (good, good_text, -1, NULL));
  g_assert_true (g_file_set_contents (bad, bad_text, -1, NULL));
  valid = run_json (0, "validate", good, NULL);
  g_assert_true (json_object_get_boolean_member (valid, "valid"));
  g_assert_cmpstr (json_object_get_string_member (valid, "kind"), ==, "format definition");
  wrong = run_json (3, "validate", bad, NULL);
  g_assert_false (json_object_get_boolean_member (wrong, "valid"));
  run_spur (&run, "validate", bad, NULL);
  g_assert_cmpint (run.status, ==, 3);
  g_assert_nonnull (strstr (run.err, "bad.xml:3: event class No_Event is not known"));
}

static void
test_convert_suffix (void)
{
  static const char twin[] =
    "<format xmlns='urn:spur:format:1' name='%s' version='1' title='T'><recognise suffix='.twin'/>"
    "<key-value><event class='*'><class key='e'/><fields/></event></key-value></format>";
  g_autoptr (Folder) folder = make_folder ();
  g_autofree char *log = write_log (folder);
  g_autofree char *table = g_build_filename (folder, "log.csv", NULL);
  g_autofree char *unknown = g_build_filename (folder, "log.dat", NULL);
  g_autofree char *either = g_build_filename (folder, "log.twin", NULL);
  g_autofree char *one = g_build_filename (folder, "one.xml", NULL);
  g_autofree char *two = g_build_filename (folder, "two.xml", NULL);
  g_autofree char *project = g_build_filename (folder, "twins.project.xml", NULL);
  g_autofree char *one_text = g_strdup_printf (twin, "one");
  g_autofree char *two_text = g_strdup_printf (twin, "two");
  g_autofree char *text = NULL;
  g_auto (Run) run = { 0 };

  g_test_summary (
    "The suffix says the format; one that says none, or two, is refused with a list.");
  run_spur (&run, "convert", log, table, NULL);
  g_assert_cmpint (run.status, ==, 0);
  g_assert_false (spur_registry_is_native (spur_registry_get_default (), table));
  g_assert_true (g_file_get_contents (table, &text, NULL, NULL));
  g_assert_true (g_str_has_prefix (text, "time_ns,stream,class"));
  run_spur (&run, "convert", log, unknown, NULL);
  g_assert_cmpint (run.status, ==, 2);
  g_assert_nonnull (strstr (run.err, ".spur (spur)"));
  g_assert_nonnull (strstr (run.err, ".ulm (ulm)"));
  g_assert_nonnull (strstr (run.err, "--format spur-xml"));
  g_assert_false (g_file_test (unknown, G_FILE_TEST_EXISTS));
  g_assert_true (g_remove (table) == 0);
  run_spur (&run, "correct", log, "-o", table, NULL);
  g_assert_cmpint (run.status, ==, 2);
  g_assert_nonnull (strstr (run.err, "is named like a trace of the format csv"));
  g_assert_false (g_file_test (table, G_FILE_TEST_EXISTS));
  g_assert_true (g_file_set_contents (one, one_text, -1, NULL));
  g_assert_true (g_file_set_contents (two, two_text, -1, NULL));
  g_assert_true (g_file_set_contents (
    project,
    "<project xmlns='urn:spur:project:1' name='twins'><description>Two.</description>"
    "<format file='one.xml'/><format file='two.xml'/></project>",
    -1, NULL));
  run_spur (&run, "convert", log, either, "--project", project, NULL);
  g_assert_cmpint (run.status, ==, 2);
  g_assert_nonnull (strstr (run.err, "may be of several formats: one, two"));
}

static void
test_definitions (void)
{
  g_autoptr (Folder) folder = make_folder ();
  g_autofree char *log = write_log (folder);
  g_autofree char *table = g_build_filename (folder, "log.csv", NULL);
  g_autofree char *other = g_build_filename (folder, "log-definitions.csv", NULL);
  g_autofree char *events = NULL;
  g_autofree char *definitions = NULL;
  g_auto (Run) run = { 0 };

  g_test_summary (
    "A csv has the events only; its definitions go into a second file, if asked for.");
  run_spur (&run, "convert", log, table, "--definitions", other, NULL);
  g_assert_cmpint (run.status, ==, 0);
  g_assert_true (g_file_get_contents (table, &events, NULL, NULL));
  g_assert_true (g_file_get_contents (other, &definitions, NULL, NULL));
  g_assert_null (strstr (events, "@stream"));
  g_assert_nonnull (strstr (definitions, "@stream"));
  g_assert_null (strstr (definitions, "time_ns"));
  run_spur (&run, "convert", log, table, "--force", "--definitions", other, NULL);
  g_assert_cmpint (run.status, ==, 0);
  run_spur (&run, "convert", log, "-", "--format=csv", "--definitions", other, NULL);
  g_assert_cmpint (run.status, ==, 2);
  g_assert_nonnull (strstr (run.err, "--force"));
  run_spur (&run, "convert", log, "-", "--format=ulm", "--definitions=x", NULL);
  g_assert_cmpint (run.status, ==, 2);
  g_assert_nonnull (strstr (run.err, "in the same file"));
}

static char *run_pipe (Run *run, const char *format, ...) G_GNUC_PRINTF (2, 3);

static char *
run_pipe (Run *run, const char *format, ...)
{
  g_autofree char *command = NULL;
  va_list arguments;

  va_start (arguments, format);
  command = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  run_shell (run, command);
  return run->out;
}

static void
test_pipe (void)
{
  g_autoptr (Folder) folder = make_folder ();
  g_autofree char *log = write_log (folder);
  g_autofree char *container = g_build_filename (folder, "log.spur", NULL);
  g_autofree char *kept = g_build_filename (folder, "kept.spur", NULL);
  g_auto (Run) run = { 0 };

  g_test_summary ("- is standard input for every verb that reads, of text and of containers.");
  g_assert_nonnull (strstr (run_pipe (&run, "\"$SPUR_BINARY\" events - < '%s'", log), "SEND_DATA"));
  g_assert_cmpint (run.status, ==, 0);
  g_assert_nonnull (strstr (run_pipe (&run, "cat '%s' | \"$SPUR_BINARY\" info -", log), "ulm"));
  run_pipe (&run, "cat '%s' | \"$SPUR_BINARY\" convert - '%s'", log, container);
  g_assert_cmpint (run.status, ==, 0);
  g_assert_true (spur_registry_is_native (spur_registry_get_default (), container));
  run_pipe (&run, "cat '%s' | \"$SPUR_BINARY\" convert - - --format ulm", container);
  g_assert_cmpint (run.status, ==, 0);
  g_assert_nonnull (strstr (run.out, "SEND.SZ=49332"));
  run_pipe (&run, "cat '%s' | \"$SPUR_BINARY\" merge - - -o '%s'", container, kept);
  g_assert_cmpint (run.status, ==, 3);
  g_assert_nonnull (strstr (run.err, "standard input: can be read once"));
  run_pipe (&run, "cd '%s' && \"$SPUR_BINARY\" correct - < '%s'", folder, container);
  g_assert_cmpint (run.status, ==, 2);
  g_assert_nonnull (strstr (run.err, "-o"));
  run_pipe (&run, "echo nothing | \"$SPUR_BINARY\" events -");
  g_assert_cmpint (run.status, ==, 3);
  g_assert_true (g_str_has_prefix (run.err, "spur: standard input: no trace in a known format"));
  g_assert_cmpuint (count_files (folder), ==, 2);
}

static void
test_compressed (void)
{
  static const char *const tools[] = { "gzip", "zstd -q" };
  static const char *const suffixes[] = { "gz", "zst" };
  g_autoptr (Folder) folder = make_folder ();
  g_autofree char *log = write_log (folder);
  g_autofree char *container = g_build_filename (folder, "log.spur", NULL);
  g_auto (Run) run = { 0 };

  g_test_summary ("Files of gzip and zstd are read, text and containers, and pipes too.");
  run_spur (&run, "convert", log, container, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (tools); i++)
    {
      run_pipe (&run, "%s -c < '%s' > '%s.%s'", tools[i], log, log, suffixes[i]);
      if (run.status != 0)
        {
          g_test_skip ("there is no gzip or zstd");
          return;
        }
      run_pipe (&run, "%s -c < '%s' > '%s.%s'", tools[i], container, container, suffixes[i]);
      run_pipe (&run, "\"$SPUR_BINARY\" events '%s.%s'", log, suffixes[i]);
      g_assert_cmpint (run.status, ==, 0);
      g_assert_nonnull (strstr (run.out, "SEND_DATA"));
      run_pipe (&run, "\"$SPUR_BINARY\" events '%s.%s'", container, suffixes[i]);
      g_assert_cmpint (run.status, ==, 0);
      g_assert_nonnull (strstr (run.out, "SEND_DATA"));
      run_pipe (&run, "%s -c < '%s' | \"$SPUR_BINARY\" events -", tools[i], log);
      g_assert_cmpint (run.status, ==, 0);
      g_assert_nonnull (strstr (run.out, "SEND_DATA"));
    }
}

static void
test_read_as (void)
{
  g_autoptr (Folder) folder = make_folder ();
  g_autofree char *odd = g_build_filename (folder, "odd.dat", NULL);
  g_autofree char *definition = g_build_filename (folder, "mine.xml", NULL);
  g_auto (Run) run = { 0 };

  g_test_summary ("What is not recognised says what was tried, and --read-as reads it.");
  g_assert_true (
    g_file_set_contents (odd, "HOST=a DATE=19980430133038 NL.EVNT=E PROG=p LVL=Usage\n", -1, NULL));
  run_spur (&run, "events", odd, NULL);
  g_assert_cmpint (run.status, ==, 3);
  g_assert_nonnull (strstr (run.err, "odd.dat: no trace in a known format; tried: "));
  g_assert_nonnull (strstr (run.err, "spurrec"));
  g_assert_nonnull (strstr (run.err, "ulm"));
  g_assert_nonnull (strstr (run.err, "shiviz-akka"));
  g_assert_nonnull (strstr (run.err, "--read-as"));
  run_spur (&run, "events", odd, "--read-as=bp", NULL);
  g_assert_cmpint (run.status, ==, 3);
  run_spur (&run, "events", odd, "--read-as=nothing", NULL);
  g_assert_cmpint (run.status, ==, 3);
  g_assert_nonnull (strstr (run.err, "there is no format nothing that is read; there are: spur"));
  g_assert_true (g_file_set_contents (
    definition,
    "<format xmlns='urn:spur:format:1' name='mine' version='1'><event-classes "
    "default='Custom_Event'/><key-value><event class='Custom_Event'>"
    "<time key='DATE'/><stream key='HOST'/><class key='NL.EVNT'/><rest field='values'/>"
    "</event></key-value></format>",
    -1, NULL));
  run_spur (&run, "events", odd, "--read-as", definition, NULL);
  g_assert_cmpint (run.status, ==, 0);
  g_assert_nonnull (strstr (run.out, "PROG=p"));
}

static void
test_tried_projects (void)
{
  g_autoptr (Folder) folder = make_folder ();
  g_autofree char *odd = g_build_filename (folder, "odd.dat", NULL);
  g_autofree char *format = g_build_filename (folder, "furnace.xml", NULL);
  g_autofree char *project = g_build_filename (folder, "ours.project.xml", NULL);
  g_auto (Run) run = { 0 };

  g_test_summary ("Formats of a project are among those that were tried.");
  g_assert_true (g_file_set_contents (odd, "nothing\n", -1, NULL));
  g_assert_true (g_file_set_contents (
    format,
    "<format xmlns='urn:spur:format:1' name='furnace' version='1'><recognise suffix='.furnace'/>"
    "<key-value><event class='*'><class key='e'/></event></key-value></format>",
    -1, NULL));
  g_assert_true (g_file_set_contents (project,
                                      "<project xmlns='urn:spur:project:1' name='ours'>"
                                      "<description>Ours.</description>"
                                      "<format file='furnace.xml'/></project>",
                                      -1, NULL));
  run_spur (&run, "events", odd, "--project", project, NULL);
  g_assert_cmpint (run.status, ==, 3);
  g_assert_nonnull (strstr (run.err, "furnace"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/formats/convert", test_convert);
  g_test_add_func ("/cli/formats/convert-pipe", test_convert_pipe);
  g_test_add_func ("/cli/formats/merge", test_merge);
  g_test_add_func ("/cli/formats/convert-wrong", test_convert_wrong);
  g_test_add_func ("/cli/formats/validate", test_validate);
  g_test_add_func ("/cli/formats/convert-suffix", test_convert_suffix);
  g_test_add_func ("/cli/formats/definitions", test_definitions);
  g_test_add_func ("/cli/formats/pipe", test_pipe);
  g_test_add_func ("/cli/formats/compressed", test_compressed);
  g_test_add_func ("/cli/formats/read-as", test_read_as);
  g_test_add_func ("/cli/formats/tried-projects", test_tried_projects);
  return g_test_run ();
}
