/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "tests/cli/cli-run.h"
#include "tests/test-corpus.h"

#define GREEDY "projections-charm-lbtest-greedy-4pe"

/* A copy of a trace that may be written beside. */
typedef struct
{
  char *folder;
  char *trace;
  char *maps;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  g_autofree char *source = spur_test_corpus (GREEDY);
  g_autoptr (GDir) dir = g_dir_open (source, 0, NULL);
  const char *name;

  fixture->folder = make_folder ();
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *from = g_build_filename (source, name, NULL);
      g_autofree char *to = g_build_filename (fixture->folder, name, NULL);
      g_autofree char *bytes = NULL;
      gsize n_bytes;

      g_assert_true (g_file_get_contents (from, &bytes, &n_bytes, NULL));
      g_assert_true (g_file_set_contents (to, bytes, (gssize) n_bytes, NULL));
    }
  fixture->trace = g_build_filename (fixture->folder, "lb_test.prj.sts", NULL);
  fixture->maps = g_strconcat (fixture->trace, ".spurmap", NULL);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  remove_folder (fixture->folder);
  g_free (fixture->trace);
  g_free (fixture->maps);
}

static void
expect (int status, const char *verb, const char *a, const char *b, const char *c)
{
  g_auto (Run) run = { 0 };

  run_spur (&run, verb, a, b, c, NULL);
  if (run.status != status)
    g_error ("spur %s %s: exit status %d: %s", verb, a, run.status, run.err);
}

static void
test_beside (Fixture *fixture, gconstpointer data)
{
  g_test_summary ("Maps beside a trace are found by every verb, ignored by --raw, and taken away.");
  expect (4, "check", fixture->trace, NULL, NULL);
  expect (0, "correct", "--save", fixture->trace, NULL);
  g_assert_true (g_file_test (fixture->maps, G_FILE_TEST_EXISTS));
  expect (0, "check", fixture->trace, NULL, NULL);
  expect (0, "check", fixture->folder, NULL, NULL);
  expect (4, "check", "--raw", fixture->trace, NULL);
  expect (0, "correct", "--undo", fixture->trace, NULL);
  g_assert_false (g_file_test (fixture->maps, G_FILE_TEST_EXISTS));
  expect (4, "check", fixture->trace, NULL, NULL);
  expect (0, "correct", "--undo", fixture->trace, NULL);
}

static void
test_elsewhere (Fixture *fixture, gconstpointer data)
{
  g_autofree char *maps = g_build_filename (fixture->folder, "mine.spurmap", NULL);
  g_autofree char *other = spur_test_corpus ("otf2-pmpi-lammps-8/skewed-b/traces.otf2");

  g_test_summary ("Maps in another file are named with --map, and belong to one trace only.");
  expect (0, "correct", fixture->trace, "-o", maps);
  expect (0, "check", "--map", maps, fixture->trace);
  expect (4, "check", fixture->trace, NULL, NULL);
  expect (3, "check", "--map", maps, other);
  expect (3, "check", "--map", fixture->trace, fixture->trace);
}

static void
test_other_trace (Fixture *fixture, gconstpointer data)
{
  g_autofree char *other = spur_test_corpus ("otf2-pmpi-lammps-8/skewed-b/traces.otf2");
  g_auto (Run) run = { 0 };

  g_test_summary (
    "Maps of another trace are ignored with a warning, damaged ones are an error, and "
    "what holds no maps is not deleted.");
  expect (0, "correct", other, "-o", fixture->maps);
  run_spur (&run, "check", fixture->trace, NULL);
  g_assert_cmpint (run.status, ==, 4);
  g_assert_nonnull (strstr (run.err, "belongs to another trace"));
  g_assert_true (g_file_set_contents (fixture->maps, "nothing", -1, NULL));
  expect (3, "check", fixture->trace, NULL, NULL);
  expect (3, "correct", "--undo", fixture->trace, NULL);
  g_assert_true (g_file_test (fixture->maps, G_FILE_TEST_EXISTS));
}

static void
test_container (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = g_build_filename (fixture->folder, "run.spur", NULL);
  guint n_files;

  g_test_summary ("In a container the correction is kept in the file itself.");
  expect (0, "convert", fixture->trace, path, NULL);
  n_files = count_files (fixture->folder);
  expect (4, "check", path, NULL, NULL);
  expect (0, "correct", "--save", path, NULL);
  expect (0, "check", path, NULL, NULL);
  expect (0, "correct", "--undo", path, NULL);
  expect (4, "check", path, NULL, NULL);
  g_assert_cmpuint (count_files (fixture->folder), ==, n_files);
}

static void
test_usage (Fixture *fixture, gconstpointer data)
{
  g_test_summary ("What cannot be meant is said.");
  expect (2, "correct", fixture->trace, NULL, NULL);
  expect (2, "correct", "--undo", "-oout.spur", fixture->trace);
  expect (2, "correct", "--save", "-oout.spur", fixture->trace);
  expect (2, "correct", "-o", fixture->folder, fixture->trace);
  expect (2, "correct", "-oout.otf2", fixture->trace, NULL);
  expect (2, "check", "--report=report.pdf", fixture->trace, NULL);
  expect (2, "explain", fixture->trace, NULL, NULL);
  expect (2, "explain", fixture->trace, "17", NULL);
  expect (2, "explain", fixture->trace, "PE 9:1", NULL);
  expect (2, "explain", fixture->trace, "PE 1:1000000000", NULL);
  expect (2, "explain", fixture->trace, "PE 1@1000s", NULL);
}

static void
test_explain (Fixture *fixture, gconstpointer data)
{
  g_autoptr (JsonObject) explained = NULL;
  g_autoptr (JsonObject) at = NULL;
  JsonArray *reasons;

  g_test_summary ("An event is named by its number or its time, and the reasons add up.");
  expect (0, "correct", "--save", "--method=bounds,eclc", fixture->trace);
  explained = run_json (0, "explain", fixture->trace, "PE 2:5000", NULL);
  reasons = json_object_get_array_member (explained, "reasons");
  g_assert_cmpuint (json_array_get_length (reasons), >=, 1);
  g_assert_cmpint (get_int (json_object_get_object_member (explained, "event"), "event"), ==, 5000);
  at = run_json (0, "explain", fixture->trace, "2@0", NULL);
  g_assert_cmpint (get_int (json_object_get_object_member (at, "event"), "event"), ==, 0);
  g_assert_cmpint (get_int (json_object_get_object_member (at, "event"), "stream"), ==, 2);
}

/* Of fewer than a million events no index is kept. */
static void
test_pipe (void)
{
  g_autoptr (Folder) folder = make_folder ();
  g_autofree char *command = NULL;
  g_auto (Run) run = { 0 };

  g_test_summary ("What is read from standard input leaves no index.");
  command = g_strdup_printf (
    "cd '%s' && \"$SPUR_BINARY\" simulate --iterations 6200 --method logical -o run.spur && "
    "\"$SPUR_BINARY\" draw - -o run.svg <run.spur && "
    "\"$SPUR_BINARY\" at --time=1s - <run.spur && "
    "\"$SPUR_BINARY\" draw run.spur -o beside.svg && ls -A",
    folder);
  run_shell (&run, command);
  g_assert_cmpint (run.status, ==, 0);
  g_assert_nonnull (strstr (run.out, "\nrun.spur.index\n"));
  g_assert_null (strstr (run.out, "\n-.index\n"));
  remove_tree (folder);
}

#define ADD(name, test) g_test_add ("/cli-delivery/" name, Fixture, NULL, set_up, test, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("beside", test_beside);
  ADD ("elsewhere", test_elsewhere);
  ADD ("other-trace", test_other_trace);
  ADD ("container", test_container);
  ADD ("usage", test_usage);
  ADD ("explain", test_explain);
  g_test_add_func ("/cli-delivery/pipe", test_pipe);
  return g_test_run ();
}
