/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include <string.h>

#include "core/store/spur-container.h"
#include "tests/cli/cli-run.h"

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
  g_assert_true (spur_container_is_container (container));
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

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/formats/convert", test_convert);
  g_test_add_func ("/cli/formats/convert-pipe", test_convert_pipe);
  g_test_add_func ("/cli/formats/merge", test_merge);
  g_test_add_func ("/cli/formats/convert-wrong", test_convert_wrong);
  g_test_add_func ("/cli/formats/validate", test_validate);
  return g_test_run ();
}
