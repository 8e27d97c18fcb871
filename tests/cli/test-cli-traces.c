/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include <glib/gstdio.h>
#include <string.h>

#include "tests/cli/cli-run.h"

#define NOT_ASKED (-1)

/* What is known of a real trace, from the program that made it or from another reader. */
typedef struct
{
  const char *name;
  const char *file;
  const char *plugin;
  gint64 events;
  gint64 load_objects;
  gint64 edges;
  gint64 reversed;
  gint64 worst_ns;
  gint64 collective_reversed;
  gint64 unmatched_sends;
  gint64 moves_raw;
  gint64 moves;
  gint64 pushed; /* events, by a logical clock */
  gint64 moved;
  const char *known;    /* how the first line about clocks begins */
  gint64 most_width_ns; /* that clocks are known to; 0 where that is not asked */
} Known;

static const Known known[] = {
  { "greedy", "projections-charm-lbtest-greedy-4pe", "projections", 250866, 100, 18933, 1789,
    1038000, 0, NOT_ASKED, 231, 149, 0, 250866, "offsets known to ", 5000 },
  { "refine", "projections-charm-lbtest-refine-8pe", "projections", 164509, 200, 2913, 219, 5480000,
    0, NOT_ASKED, 49, 27, 0, 164509, "offsets known to ", 150000 },
  { "pipit-projections", "projections-pipit-pingpong", "projections", 1932, NOT_ASKED, 197, 0, 0, 0,
    NOT_ASKED, 0, 0, 0, 0, "no offset is needed" },
  { "eztrace", "otf2-eztrace-lammps-4", "otf2", 22944, NOT_ASKED, 3424, 1712, NOT_ASKED, NOT_ASKED,
    0, NOT_ASKED, NOT_ASKED, 0, 22944, "offsets known to ", 5000 },
  { "pipit-otf2", "otf2-pipit-pingpong/ping-pong-otf2", "otf2", 120, NOT_ASKED, 16, 0, 0, 0, 0,
    NOT_ASKED, NOT_ASKED, NOT_ASKED, NOT_ASKED, "" },
  { "true", "otf2-pmpi-lammps-8/true", "otf2", 82952, NOT_ASKED, NOT_ASKED, 0, 0, 0, 0, NOT_ASKED,
    NOT_ASKED, 0, 0, "no offset is needed" },
  { "skewed-a", "otf2-pmpi-lammps-8/skewed-a", "otf2", 82952, NOT_ASKED, NOT_ASKED, 4038, NOT_ASKED,
    1497, 0, NOT_ASKED, NOT_ASKED, 0, 82952, "offsets known to ", 15000 },
  { "skewed-b", "otf2-pmpi-lammps-8/skewed-b", "otf2", 82952, NOT_ASKED, NOT_ASKED, 1513, NOT_ASKED,
    405, 0, NOT_ASKED, NOT_ASKED, NOT_ASKED, NOT_ASKED, "offsets known to " },
  { "lost-receive", "otf2-pmpi-lammps-8/lost-receive", "otf2", 82951, NOT_ASKED, NOT_ASKED,
    NOT_ASKED, NOT_ASKED, NOT_ASKED, 1, NOT_ASKED, NOT_ASKED, NOT_ASKED, NOT_ASKED,
    "offsets known to " },
  { "montage", "netlogger-pegasus-montage/montage-1.0.bp", NULL, 3588, NOT_ASKED, 0, 0, 0, 0, 0,
    NOT_ASKED, NOT_ASKED, 0, 0, "no offset is needed; nothing had to be pushed" },
  { "procmig", "paje-simgrid-procmig/procmig.trace", "paje", 182, 2, NOT_ASKED, 0, 0, 0, 0, 8, 8, 0,
    0, "no offset is needed" },
  { "lulesh", "paje-smpi-lulesh-8/lul8.trace", "paje", 5168, 0, 596, 0, 0, 0, 0, 0, 0, 0, 0,
    "no offset is needed" },
  { "sst", "otf2-sst-10hosts", "otf2", 22180, NOT_ASKED, 488, 248, NOT_ASKED, 494, 0, NOT_ASKED,
    NOT_ASKED, 0, 22180, "offsets known to ", 10000 },
};

/* Where the traces lie: beside the repository, or those that may be shipped in it. */
static char *
find_trace (const char *name)
{
  char *path = g_build_filename (g_getenv ("SPUR_SHARED"), "corpus", name, NULL);

  if (g_file_test (path, G_FILE_TEST_EXISTS))
    return path;
  g_free (path);
  path = g_build_filename (g_getenv ("G_TEST_SRCDIR"), "data", name, NULL);
  if (g_file_test (path, G_FILE_TEST_EXISTS))
    return path;
  g_free (path);
  return NULL;
}

static void
assert_known (JsonObject *object, const char *key, gint64 value)
{
  gint64 found = get_int (object, key);

  if (value != NOT_ASKED && found != value)
    g_error ("%s is %" G_GINT64_FORMAT ", not %" G_GINT64_FORMAT, key, found, value);
}

static void
assert_before (const Known *trace, const char *path)
{
  gboolean violated = trace->reversed != 0 || trace->collective_reversed > 0;
  g_autoptr (JsonObject) info = run_json (0, "info", path, NULL);
  g_autoptr (JsonObject) check = run_json (violated ? 4 : 0, "check", path, NULL);

  assert_known (info, "events", trace->events);
  assert_known (info, "load_objects", trace->load_objects);
  assert_known (check, "edges", trace->edges);
  assert_known (check, "reversed", trace->reversed);
  assert_known (check, "worst_ns", trace->worst_ns);
  assert_known (check, "collective_reversed", trace->collective_reversed);
  assert_known (check, "unmatched_sends", trace->unmatched_sends);
}

/* Every process has a clock of its own in these traces, or starts its own timer. */
static void
assert_none_shared (JsonObject *correct)
{
  JsonArray *findings = json_object_get_array_member (correct, "findings");

  for (guint i = 0; i < json_array_get_length (findings); i++)
    g_assert_cmpstr (
      json_object_get_string_member (json_array_get_object_element (findings, i), "kind"), !=,
      "shared");
}

static void
assert_after (const Known *trace, const char *path, const char *corrected)
{
  g_autoptr (JsonObject) correct = run_json (0, "correct", path, "-o", corrected, NULL);
  g_autoptr (JsonObject) check = run_json (0, "check", corrected, NULL);
  g_autoptr (JsonObject) info = run_json (0, "info", corrected, NULL);
  JsonObject *before = json_object_get_object_member (correct, "before");
  const char *width;

  assert_known (before, "reversed", trace->reversed);
  assert_known (before, "collective_reversed", trace->collective_reversed);
  assert_known (check, "edges", trace->edges);
  assert_known (check, "reversed", 0);
  assert_known (check, "collective_reversed", 0);
  assert_known (check, "below_mu", 0);
  assert_known (check, "order_inversions", trace->plugin != NULL ? 0 : NOT_ASKED);
  assert_known (check, "unmatched_sends", trace->unmatched_sends);
  assert_known (info, "events", trace->events);
  assert_known (correct, "pushed_events", trace->pushed);
  assert_known (correct, "moved_events", trace->moved);
  assert_none_shared (correct);
  width = json_object_get_string_member (json_object_get_object_member (correct, "facts"),
                                         "known.half-width-ns");
  g_test_message ("%s", json_object_get_string_member (correct, "known"));
  if (trace->most_width_ns > 0)
    g_assert_cmpint (g_ascii_strtoll (width, NULL, 10), <=, trace->most_width_ns);
  g_assert_true (g_str_has_prefix (json_object_get_string_member (correct, "known"), trace->known));
}

static void
assert_moves (const Known *trace, const char *corrected)
{
  g_autoptr (JsonObject) raw = run_json (0, "stats", "--raw", corrected, NULL);
  g_autoptr (JsonObject) stats = run_json (0, "stats", corrected, NULL);

  assert_known (raw, "moves", trace->moves_raw);
  assert_known (stats, "moves", trace->moves);
}

static void
test_known (gconstpointer data)
{
  const Known *trace = data;
  g_autofree char *path = find_trace (trace->file);
  g_autoptr (Folder) folder = make_folder ();
  g_autofree char *corrected = g_build_filename (folder, "out.spur", NULL);

  g_test_summary (
    "What is known of a real trace is found, and its correction leaves no violation.");

  if (path == NULL)
    {
      g_test_skip ("the trace is not here; SPUR_SHARED names the folder of the corpus");
      return;
    }
  assert_before (trace, path);
  assert_after (trace, path, corrected);
  assert_moves (trace, corrected);
}

static void
test_unchanged (void)
{
  g_autofree char *path = find_trace ("otf2-pmpi-lammps-8/true");
  g_autoptr (Folder) folder = make_folder ();
  g_autofree char *corrected = g_build_filename (folder, "out.spur", NULL);
  g_autoptr (JsonObject) correct = NULL;
  g_auto (Run) before = { 0 };
  g_auto (Run) after = { 0 };
  g_auto (Run) raw = { 0 };

  g_test_summary ("A trace without violations keeps every time to the nanosecond.");

  if (path == NULL)
    {
      g_test_skip ("the trace is not here; SPUR_SHARED names the folder of the corpus");
      return;
    }
  correct = run_json (0, "correct", path, "-o", corrected, NULL);
  run_spur (&before, "events", "--json", path, NULL);
  run_spur (&after, "events", "--json", corrected, NULL);
  run_spur (&raw, "events", "--json", "--raw", corrected, NULL);
  g_assert_cmpuint (strlen (before.out), >, 82952 * 50);
  g_assert_true (g_str_equal (before.out, after.out));
  g_assert_true (g_str_equal (before.out, raw.out));
}

/* A reader that stops after a line; with pipefail bash shows how spur ended. */
static void
test_closed_pipe (void)
{
  g_autofree char *path = find_trace ("projections-charm-lbtest-greedy-4pe");
  g_autofree char *text = NULL;
  g_autofree char *json = NULL;
  g_auto (Run) run = { 0 };

  g_test_summary ("A reader that goes away ends spur quietly.");

  if (path == NULL)
    {
      g_test_skip ("the trace is not here; SPUR_SHARED names the folder of the corpus");
      return;
    }
  text = g_strdup_printf ("set -o pipefail; \"$SPUR_BINARY\" events '%s' | head -n 1", path);
  json = g_strdup_printf ("set -o pipefail; \"$SPUR_BINARY\" events --json '%s' | head -n 1", path);
  run_shell (&run, text);
  g_assert_cmpint (run.status, ==, 0);
  g_assert_cmpstr (run.err, ==, "");
  g_assert_true (g_str_has_suffix (run.out, "\n"));
  run_shell (&run, json);
  g_assert_cmpint (run.status, ==, 0);
  g_assert_cmpstr (run.err, ==, "");
  g_assert_true (g_str_has_prefix (run.out, "{\"time_ns\":"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (known); i++)
    {
      g_autofree char *name = g_strdup_printf ("/cli/traces/%s", known[i].name);

      g_test_add_data_func (name, &known[i], test_known);
    }
  g_test_add_func ("/cli/traces/unchanged", test_unchanged);
  g_test_add_func ("/cli/traces/closed-pipe", test_closed_pipe);
  return g_test_run ();
}
