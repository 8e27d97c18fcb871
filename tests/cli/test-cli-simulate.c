/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include <glib/gstdio.h>
#include <string.h>

#include "tests/cli/cli-run.h"

static JsonObject *
get_method (JsonObject *root, guint run, guint method)
{
  JsonArray *runs = json_object_get_array_member (root, "runs");
  JsonObject *object = json_array_get_object_element (runs, run);

  return json_array_get_object_element (json_object_get_array_member (object, "methods"), method);
}

static double
get_mean (JsonObject *method, const char *key)
{
  return json_object_get_double_member (json_object_get_object_member (method, "mean"), key);
}

static void
test_table (void)
{
  g_autoptr (JsonObject) root = run_json (0, "simulate", "--runs", "2", NULL);
  JsonObject *run = json_array_get_object_element (json_object_get_array_member (root, "runs"), 1);
  JsonObject *criteria = json_object_get_object_member (run, "criteria");
  g_auto (Run) text = { 0 };

  g_test_summary ("The usual grid: the clocks, LC, LC', ECLC and auto of two runs.");
  g_assert_cmpint (get_int (run, "seed"), ==, 2);
  g_assert_cmpint (get_int (run, "events"), ==, 65600);
  g_assert_cmpint (get_int (root, "mu_ns"), ==, 250000);
  for (guint i = 0; i < 5; i++)
    {
      static const char *const labels[] = { "clocks", "LC", "LC'", "ECLC", "AUTO" };
      JsonObject *method = get_method (root, 1, i);
      JsonObject *check = json_object_get_object_member (method, "check");

      g_assert_cmpstr (json_object_get_string_member (method, "label"), ==, labels[i]);
      g_assert_cmpint (get_int (check, "below_mu") > 0, ==, i == 0);
      g_assert_cmpint (get_int (check, "reversed") > 0, ==, i == 0);
      g_assert_cmpuint (json_array_get_length (json_object_get_array_member (method, "streams")),
                        ==, 20);
    }
  /* One of twenty is 1,000 us fast. */
  g_assert_cmpfloat (get_mean (get_method (root, 0, 0), "fast_ns"), ==, 50000);
  g_assert_cmpfloat (json_object_get_double_member (criteria, "mean_deviation"), ==,
                     get_mean (get_method (root, 1, 2), "deviation"));
  g_assert_true (json_object_get_null_member (criteria, "slow_ratio"));

  run_spur (&text, "simulate", "--runs", "2", NULL);
  g_assert_cmpint (text.status, ==, 0);
  g_assert_nonnull (strstr (text.out, "\n  seed 2 "));
  g_assert_nonnull (strstr (text.out, "\n  least "));
}

/* What is measured at once is what is measured of files. */
static void
test_score (void)
{
  g_autoptr (Folder) folder = make_folder ();
  g_autofree char *path = g_build_filename (folder, "grid.spur", NULL);
  g_autofree char *truth = g_build_filename (folder, "grid.truth.spur", NULL);
  g_autofree char *corrected = g_build_filename (folder, "corrected.spur", NULL);
  g_auto (Run) run = { 0 };
  g_autoptr (JsonObject) at_once = NULL;
  g_autoptr (JsonObject) scored = NULL;
  g_autoptr (JsonObject) true_check = NULL;

  g_test_summary ("A trace and its truth are written, corrected and scored.");
  at_once =
    run_json (0, "simulate", "--grid", "3x3", "--iterations", "50", "--clock", "0-1,8=wander:800us",
              "--clock", "4=drift:-1ms", "--method", "eclc", "--delta-ns", "0", "-o", path, NULL);
  true_check = run_json (0, "check", "--mu-ns", "250us", truth, NULL);
  g_assert_cmpint (get_int (true_check, "reversed"), ==, 0);
  run_spur (&run, "correct", path, "-o", corrected, "--method", "eclc", "--mu-ns", "250us", NULL);
  g_assert_cmpstr (run.err, ==, "");
  scored = run_json (0, "simulate", "--score", corrected, "--truth", truth, NULL);
  for (guint i = 0; i < 2; i++)
    {
      static const char *const keys[] = { "fast_ns", "slow_ns", "deviation", "fastest_ns" };

      for (guint k = 0; k < G_N_ELEMENTS (keys); k++)
        {
          JsonObject *a = json_object_get_object_member (get_method (at_once, 0, i), "mean");
          JsonObject *b = json_object_get_object_member (get_method (scored, 0, i), "mean");

          g_assert_cmpfloat (json_object_get_double_member (a, keys[k]), ==,
                             json_object_get_double_member (b, keys[k]));
        }
    }

  /* Another run has other events. */
  run_clear (&run);
  run_spur (&run, "simulate", "--grid", "3x3", "--iterations", "51", "-o", path, "--force", NULL);
  g_assert_cmpint (run.status, ==, 0);
  run_clear (&run);
  run_spur (&run, "simulate", "--score", corrected, "--truth", truth, NULL);
  g_assert_cmpint (run.status, ==, 3);
  g_assert_nonnull (strstr (run.err, "events where the trace has"));
}

static void
test_plots (void)
{
  g_autoptr (Folder) folder = make_folder ();
  g_autofree char *svg = g_build_filename (folder, "fast.svg", NULL);
  g_autofree char *png = g_build_filename (folder, "deviation.png", NULL);
  g_autofree char *bad = g_build_filename (folder, "slow.txt", NULL);
  g_autofree char *content = NULL;
  g_auto (Run) run = { 0 };

  g_test_summary ("F and A of each process are drawn.");
  run_spur (&run, "simulate", "--plot-fast", svg, "--plot-deviation", png, NULL);
  if (run.status == 1 && strstr (run.err, "without views") != NULL)
    {
      g_test_skip ("built without views");
      return;
    }
  g_assert_cmpint (run.status, ==, 0);
  g_assert_true (g_file_get_contents (svg, &content, NULL, NULL));
  g_assert_nonnull (strstr (content, "<svg"));
  g_assert_true (g_file_test (png, G_FILE_TEST_EXISTS));
  run_clear (&run);
  run_spur (&run, "simulate", "--plot-slow", bad, NULL);
  g_assert_cmpint (run.status, ==, 2);
  g_assert_false (g_file_test (bad, G_FILE_TEST_EXISTS));
}

static void
test_usage (void)
{
  static const struct
  {
    const char *arguments[3];
    const char *message;
  } bad[] = {
    { { "--grid=5" }, "give one like 5x4" },
    { { "--grid=0x4" }, "give one like 5x4" },
    { { "--grid=257x256" }, "1 to 65536 processes" },
    { { "--iterations=0" }, "at least 1" },
    { { "--seed=-1" }, "cannot be negative" },
    { { "--runs=1001" }, "1 to 1000" },
    { { "--border=3us..2us" }, "limits rise" },
    { { "--delay=soon" }, "no time like" },
    { { "--clock=8" }, "there is no '='" },
    { { "--clock=20=drift" }, "processes are 0 to 19" },
    { { "--clock=5-4=drift" }, "processes are 0 to 19" },
    { { "--clock=8=wobble" }, "the shape is none of" },
    { { "--clock=8=drift:1ms:0" }, "a period is above 0" },
    { { "--clock=8=ticks:-1ms" }, "longer than 0" },
    { { "--clock=8=stop:-1ms" }, "longer than 0" },
    { { "--clock=8=sinus:1s:1ms" }, "would run backwards" },
    { { "--method=logic" }, "logical" },
    { { "--method=eclc:gamma=2" }, "gamma" },
    { { "--method=eclc:fast" }, "is no option" },
    { { "--mu-ns=-1" }, "cannot be negative" },
    { { "--runs=2", "-o", "/nowhere/x.spur" }, "writes one run" },
    { { "--score=x.spur" }, "go together" },
    { { "--plot-fast=x.gif" }, "'x.gif' is no picture" },
    { { "trace.spur" }, "takes no argument" },
  };

  g_test_summary ("Wrong options are named, with what is right.");
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_auto (Run) run = { 0 };

      run_spur (&run, "simulate", bad[i].arguments[0], bad[i].arguments[1], bad[i].arguments[2],
                NULL);
      g_test_message ("%s: %s", bad[i].arguments[0], run.err);
      g_assert_cmpint (run.status, ==, 2);
      g_assert_cmpstr (run.out, ==, "");
      g_assert_nonnull (strstr (run.err, bad[i].message));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/simulate/table", test_table);
  g_test_add_func ("/cli/simulate/score", test_score);
  g_test_add_func ("/cli/simulate/plots", test_plots);
  g_test_add_func ("/cli/simulate/usage", test_usage);
  return g_test_run ();
}
