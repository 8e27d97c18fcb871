/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include <string.h>

#include "tests/cli/cli-run.h"
#include "tests/test-corpus.h"

#define TRACE "projections-charm-lbtest-greedy-4pe/lb_test.prj.sts"

static void
test_quiet (void)
{
  g_autoptr (Folder) folder = make_folder ();
  g_autofree char *trace = spur_test_corpus (TRACE);
  g_autofree char *output = g_build_filename (folder, "run.csv", NULL);
  g_auto (Run) run = { 0 };

  g_test_summary ("A quiet verb says nothing of what went well, but answers, and errors are said.");

  run_spur (&run, "check", "-q", trace, NULL);
  g_assert_cmpint (run.status, ==, 4);
  g_assert_cmpstr (run.out, ==, "");
  g_assert_cmpstr (run.err, ==, "");
  run_spur (&run, "convert", "--quiet", trace, output, NULL);
  g_assert_cmpint (run.status, ==, 0);
  g_assert_cmpstr (run.out, ==, "");
  g_assert_true (g_file_test (output, G_FILE_TEST_EXISTS));
  run_spur (&run, "convert", "-q", trace, "-", "--format", "csv", NULL);
  g_assert_nonnull (strstr (run.out, "time_ns,stream,class"));
  run_spur (&run, "check", "-q", "--json", trace, NULL);
  g_assert_nonnull (strstr (run.out, "\"reversed\""));
  run_spur (&run, "info", "-q", trace, NULL);
  g_assert_nonnull (strstr (run.out, "projections"));
  run_spur (&run, "convert", "-q", trace, output, NULL);
  g_assert_cmpint (run.status, ==, 2);
  g_assert_nonnull (strstr (run.err, "--force"));
  run_spur (&run, "info", "-q", "-v", trace, NULL);
  g_assert_cmpint (run.status, ==, 2);
}

static void
test_verbose (void)
{
  g_autofree char *trace = spur_test_corpus (TRACE);
  g_auto (Run) plain = { 0 };
  g_auto (Run) verbose = { 0 };

  g_test_summary ("A verbose verb says on standard error what it did, and answers the same.");

  run_spur (&plain, "stats", trace, NULL);
  run_spur (&verbose, "stats", "-v", trace, NULL);
  g_assert_cmpstr (plain.out, ==, verbose.out);
  g_assert_cmpstr (plain.err, ==, "");
  g_assert_nonnull (strstr (verbose.err, " events in 4 streams, opened in "));
  g_assert_nonnull (strstr (verbose.err, "MiB of memory at most"));
}

static void
test_colour (void)
{
  g_autofree char *trace = spur_test_corpus (TRACE);
  g_auto (Run) run = { 0 };

  g_test_summary ("Colours are where they are asked for, and by default only in a terminal.");

  run_spur (&run, "check", trace, NULL);
  g_assert_null (strchr (run.out, '\033'));
  run_spur (&run, "check", "--color=always", trace, NULL);
  g_assert_nonnull (strstr (run.out, "\033["));
  run_spur (&run, "check", "--color", "never", trace, NULL);
  g_assert_null (strchr (run.out, '\033'));
  run_spur (&run, "check", "--color=blue", trace, NULL);
  g_assert_cmpint (run.status, ==, 2);
  g_assert_nonnull (strstr (run.err, "'blue' is none of auto, always and never"));
}

static void
test_output (void)
{
  static const struct
  {
    const char *verb;
    const char *suffix;
  } writers[] = {
    { "correct", "spur" },
    { "convert", "csv" },
#ifdef SPUR_WITH_VIEWS
    { "draw", "svg" },
    { "report", "html" },
#endif
  };
  g_autofree char *trace = spur_test_corpus (TRACE);

  g_test_summary ("The file to write is an option or the second argument, and not both.");

  for (gsize i = 0; i < G_N_ELEMENTS (writers); i++)
    {
      const char *verb = writers[i].verb;
      g_autoptr (Folder) folder = make_folder ();
      g_autofree char *name = g_strdup_printf ("option.%s", writers[i].suffix);
      g_autofree char *option = g_build_filename (folder, name, NULL);
      g_autofree char *argument = g_strdup_printf ("%s/argument.%s", folder, writers[i].suffix);
      g_auto (Run) run = { 0 };

      run_spur (&run, verb, trace, "-o", option, NULL);
      g_assert_cmpint (run.status, ==, 0);
      run_spur (&run, verb, trace, argument, NULL);
      g_assert_cmpint (run.status, ==, 0);
      g_assert_true (g_file_test (option, G_FILE_TEST_EXISTS));
      g_assert_true (g_file_test (argument, G_FILE_TEST_EXISTS));
      run_spur (&run, verb, trace, argument, "-o", option, "--force", NULL);
      g_assert_cmpint (run.status, ==, 2);
      g_assert_nonnull (strstr (run.err, "one file to write"));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/manner/quiet", test_quiet);
  g_test_add_func ("/cli/manner/verbose", test_verbose);
  g_test_add_func ("/cli/manner/colour", test_colour);
  g_test_add_func ("/cli/manner/output", test_output);
  return g_test_run ();
}
