/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include <string.h>

#include "core/store/container/spur-container.h"
#include "events/spur-lo-events.h"
#include "tests/cli/cli-run.h"

/* Three streams with an event every 100 ns. What is said of the first two goes round in a circle;
 * besides, the last one's event at 500 came before the first one's at 100. */
static char *
save_trace (const char *folder)
{
  g_autoptr (SpurTrace) trace = spur_trace_new ();
  guint klass = spur_trace_add_event_type (trace, SPUR_TYPE_LO_EVENT);
  const guint8 record[4] = { 0xff, 0xff, 0xff, 0xff };
  char *path = g_build_filename (folder, "run.spur", NULL);
  g_autoptr (GError) error = NULL;

  for (guint s = 0; s < 3; s++)
    {
      g_autofree char *name = g_strdup_printf ("rank %u", s);
      SpurClock clock = { name, "program", 1000000000, 0, s };
      SpurStream *stream = spur_trace_add_stream (
        trace, name, spur_definitions_add_clock (spur_trace_get_definitions (trace), &clock),
        SPUR_NONE);

      for (gint64 i = 0; i < 9; i++)
        spur_stream_append (stream, 100 * i, klass, record);
    }
  spur_trace_add_predecessor (trace, 1, 3, 0, 2);
  spur_trace_add_predecessor (trace, 0, 2, 1, 6);
  spur_trace_add_predecessor (trace, 0, 1, 2, 5);
  spur_trace_seal (trace, &error);
  g_assert_no_error (error);
  spur_container_save (trace, path, NULL, &error);
  g_assert_no_error (error);
  return path;
}

static void
test_left_out (void)
{
  g_autoptr (Folder) folder = make_folder ();
  g_autofree char *path = save_trace (folder);
  g_autofree char *corrected = g_build_filename (folder, "corrected.spur", NULL);
  g_autoptr (JsonObject) before = run_json (4, "check", path, NULL);
  g_autoptr (JsonObject) correct =
    run_json (0, "correct", path, "--method", "eclc", "-o", corrected, NULL);
  g_autoptr (JsonObject) after = run_json (4, "check", corrected, NULL);
  JsonObject *facts = json_object_get_object_member (correct, "facts");

  g_test_summary ("Edges that form a cycle are named and left out; the rest is corrected.");

  g_assert_cmpint (get_int (before, "reversed"), ==, 2);
  g_assert_cmpint (get_int (before, "cyclic_edges"), ==, 2);
  g_assert_cmpint (get_int (correct, "cyclic_edges"), ==, 2);
  g_assert_cmpstr (json_object_get_string_member (facts, "eclc.cyclic-edges-left-out"), ==,
                   "rank 1 event 6 before rank 0 event 2, rank 0 event 2 before rank 1 event 3");
  g_assert_cmpint (get_int (json_object_get_object_member (correct, "before"), "reversed"), ==, 1);
  g_assert_cmpint (get_int (json_object_get_object_member (correct, "before"), "edges"), ==, 1);
  g_assert_cmpint (get_int (json_object_get_object_member (correct, "after"), "reversed"), ==, 0);
  g_assert_cmpint (get_int (json_object_get_object_member (correct, "after"), "edges"), ==, 1);
  g_assert_cmpint (get_int (after, "reversed"), ==, 1);
  g_assert_cmpint (get_int (after, "cyclic_edges"), ==, 2);
}

static void
test_refused (void)
{
  g_autoptr (Folder) folder = make_folder ();
  g_autofree char *path = save_trace (folder);
  g_autofree char *corrected = g_build_filename (folder, "corrected.spur", NULL);
  g_auto (Run) correct = { 0 };

  g_test_summary ("Who wants all edges or none can say so.");

  run_spur (&correct, "correct", path, "--method", "eclc", "--set", "on-cycle=error", "-o",
            corrected, NULL);
  g_assert_cmpint (correct.status, !=, 0);
  g_assert_nonnull (strstr (correct.err, "the edges form a cycle"));
  g_assert_false (g_file_test (corrected, G_FILE_TEST_EXISTS));
}

static void
test_named (void)
{
  g_autoptr (Folder) folder = make_folder ();
  g_autofree char *path = save_trace (folder);
  g_autofree char *corrected = g_build_filename (folder, "corrected.spur", NULL);
  g_auto (Run) check = { 0 };
  g_auto (Run) correct = { 0 };

  g_test_summary ("People are told, too.");

  run_spur (&check, "check", path, NULL);
  g_assert_cmpint (check.status, ==, 4);
  g_assert_nonnull (strstr (check.out, "rank 0 event 2 before rank 1 event 3"));
  run_spur (&correct, "correct", path, "-o", corrected, NULL);
  g_assert_cmpint (correct.status, ==, 0);
  g_assert_nonnull (strstr (correct.out, "These edges form cycles"));
  g_assert_nonnull (strstr (correct.out, "rank 0 event 2 before rank 1 event 3"));
}

static void
test_back (void)
{
  g_autoptr (Folder) folder = make_folder ();
  g_autofree char *path = save_trace (folder);
  g_autofree char *corrected = g_build_filename (folder, "corrected.spur", NULL);
  g_autoptr (JsonObject) correct = run_json (0, "correct", path, "--method", "eclc", "--set",
                                             "direction=mirror", "-o", corrected, NULL);

  g_test_summary ("Of events that were moved back the largest shift is below 0.");

  g_assert_cmpint (get_int (correct, "moved_events"), >, 0);
  g_assert_cmpint (get_int (correct, "largest_push_ns"), <, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/cycles/left-out", test_left_out);
  g_test_add_func ("/cli/cycles/refused", test_refused);
  g_test_add_func ("/cli/cycles/named", test_named);
  g_test_add_func ("/cli/cycles/back", test_back);
  return g_test_run ();
}
