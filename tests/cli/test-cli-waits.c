/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* The verb waits: what it tells of a trace made by arithmetic, as text and as JSON. */
#include "config.h"

#include <string.h>

#include "core/store/container/spur-container.h"
#include "tests/analysis/wait-trace.h"
#include "tests/cli/cli-run.h"

/* Rank 0 waits 50 us in a barrier, and 40 us for a message; rank 1 sends it 100 us too late. */
static void
save_trace (const char *path, gboolean is_skewed, gboolean is_corrected)
{
  const WaitOperation barrier = { SPUR_PATTERN_BARRIER, SPUR_NONE, 0, 0 };
  g_auto (WaitTrace) self;
  g_autoptr (GError) error = NULL;

  wait_trace_init (&self, 2, FALSE);
  self.is_skewed = is_skewed;
  wait_trace_collective (&self, 0, 100000, 160000, &barrier);
  wait_trace_collective (&self, 1, 150000, 160000, &barrier);
  wait_trace_receive_call (&self, 0, 200000, 250000, 1);
  wait_trace_send_call (&self, 1, 240000, 241000, 0);
  wait_trace_seal (&self, is_corrected);
  spur_container_save (self.trace, path, NULL, &error);
  g_assert_no_error (error);
}

static JsonObject *
get_row (JsonObject *object, const char *list, guint index)
{
  return json_array_get_object_element (json_object_get_array_member (object, list), index);
}

static void
test_json (void)
{
  g_autoptr (Folder) folder = make_folder ();
  g_autofree char *path = g_build_filename (folder, "run.spur", NULL);
  g_autoptr (JsonObject) all = NULL;
  g_autoptr (JsonObject) part = NULL;
  g_autoptr (JsonObject) waits_only = NULL;
  JsonObject *wait;

  g_test_summary ("Sums by pattern, stream and target, and the longest waits.");

  save_trace (path, TRUE, TRUE);
  all = run_json (0, "waits", "--top", "1", path, NULL);
  g_assert_cmpint (get_int (all, "waits"), ==, 2);
  g_assert_cmpint (get_int (all, "duration_ns"), ==, 90000);
  g_assert_cmpint (get_int (all, "reversed"), ==, 0);
  g_assert_true (json_object_get_null_member (all, "error_ns"));
  g_assert_cmpstr (json_object_get_string_member (get_row (all, "patterns", 1), "pattern"), ==,
                   "barrier");
  g_assert_cmpint (get_int (get_row (all, "patterns", 0), "duration_ns"), ==, 40000);
  g_assert_cmpint (get_int (get_row (all, "streams", 0), "duration_ns"), ==, 90000);
  g_assert_cmpint (get_int (get_row (all, "streams", 1), "duration_ns"), ==, 0);
  g_assert_cmpuint (json_array_get_length (json_object_get_array_member (all, "longest")), ==, 1);
  wait = get_row (all, "longest", 0);
  g_assert_cmpint (get_int (wait, "begin_ns"), ==, 100000);
  g_assert_cmpint (get_int (wait, "duration_ns"), ==, 50000);
  g_assert_cmpstr (json_object_get_string_member (wait, "call"), ==, "MPI_Collective");
  g_assert_cmpstr (json_object_get_string_member (wait, "cause_stream"), ==, "rank 1");
  part = run_json (0, "waits", "--by", "target", "--from", "110us", path, NULL);
  g_assert_cmpint (get_int (part, "duration_ns"), ==, 30000);
  g_assert_cmpint (get_int (get_row (part, "targets", 0), "duration_ns"), ==, 30000);
  waits_only = run_json (0, "waits", "--no-causes", path, NULL);
  g_assert_cmpint (get_int (waits_only, "duration_ns"), ==, 90000);
  g_assert_true (json_object_has_member (all, "delays"));
  g_assert_false (json_object_has_member (waits_only, "delays"));
}

static void
test_text (void)
{
  g_autoptr (Folder) folder = make_folder ();
  g_autofree char *path = g_build_filename (folder, "run.spur", NULL);
  g_auto (Run) safe = { 0 };
  g_auto (Run) unsafe = { 0 };
  const char *longest;

  g_test_summary ("Times that reverse messages are told, and only these.");

  save_trace (path, TRUE, TRUE);
  run_spur (&safe, "waits", path, NULL);
  g_assert_cmpint (safe.status, ==, 0);
  g_assert_nonnull (strstr (safe.out, "late-sender"));
  g_assert_null (strstr (safe.out, "Not safe"));
  /* No bound of a clock is known, so that the longest waits have no errors to show. */
  longest = strstr (safe.out, "longest");
  g_assert_nonnull (longest);
  g_assert_null (strstr (longest, "+-"));
  run_spur (&unsafe, "waits", "--raw", path, NULL);
  g_assert_cmpint (unsafe.status, ==, 0);
  g_assert_nonnull (strstr (unsafe.out, "Not safe"));
}

static void
test_usage (void)
{
  static const char *const wrong[][2] = {
    { "--by", "colour" },
    { "--top", "-1" },
    { "--eager-bytes", "some" },
    { "--from", "soon" },
  };
  g_autoptr (Folder) folder = make_folder ();
  g_autofree char *path = g_build_filename (folder, "run.spur", NULL);

  g_test_summary ("Options that are not what they must be are refused.");

  save_trace (path, FALSE, FALSE);
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_auto (Run) run = { 0 };

      run_spur (&run, "waits", wrong[i][0], wrong[i][1], path, NULL);
      g_assert_cmpint (run.status, ==, 2);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/waits/json", test_json);
  g_test_add_func ("/cli/waits/text", test_text);
  g_test_add_func ("/cli/waits/usage", test_usage);
  return g_test_run ();
}
