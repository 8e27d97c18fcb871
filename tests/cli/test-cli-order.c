/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include <string.h>

#include "core/model/identifiers/spur-ordered-event-id.h"
#include "core/record/object/spur-recorder.h"
#include "core/store/container/spur-container.h"
#include "events/spur-events.h"
#include "tests/cli/cli-run.h"

/* The clocks of the two tasks: that of the second one is slow. */
static gint64
read_clock (gpointer user_data)
{
  return *(gint64 *) user_data;
}

static void
record (SpurRecorder *recorder, SpurActiveObject *task, GType type, SpurActiveObject *peer)
{
  g_autoptr (SpurEvent) event = spur_recorder_make_event (recorder, type);

  spur_event_set_object (event, "object", task);
  if (peer != NULL)
    spur_event_set_object (event, "peer", peer);
  spur_recorder_set_source (recorder, task);
  g_assert_true (spur_recorder_record (recorder, event, NULL));
}

static SpurTrace *
record_trace (GType identifier_type)
{
  g_autoptr (SpurRecorder) recorder = spur_recorder_new ();
  g_autoptr (SpurFactories) factories = spur_factories_new ();
  g_autoptr (SpurActiveObject) a = spur_active_object_new (SPUR_TYPE_LOAD_OBJECT, "a", NULL);
  g_autoptr (SpurActiveObject) b = spur_active_object_new (SPUR_TYPE_LOAD_OBJECT, "b", NULL);
  gint64 now_ns = 1000;

  spur_factories_set_identifier_type (factories, identifier_type);
  spur_recorder_set_factories (recorder, factories);
  spur_recorder_set_clock (recorder, read_clock, &now_ns, NULL);
  record (recorder, a, SPUR_TYPE_LO_MESSAGE_SEND_EVENT, b);
  now_ns = 500;
  record (recorder, b, SPUR_TYPE_LO_TERMINATION_EVENT, NULL);
  now_ns = 600;
  record (recorder, b, SPUR_TYPE_LO_MESSAGE_RECEIVE_EVENT, a);
  return spur_recorder_finish (recorder, NULL);
}

static char *
save_trace (const char *folder, GType identifier_type)
{
  g_autoptr (SpurTrace) trace = record_trace (identifier_type);
  g_autoptr (GError) error = NULL;
  char *path = g_build_filename (folder, "run.spur", NULL);

  spur_container_save (trace, path, NULL, &error);
  g_assert_no_error (error);
  return path;
}

static void
assert_same_ids (SpurTrace *a, SpurTrace *b, guint stream, guint64 position)
{
  g_autoptr (SpurEvent) of_a = spur_trace_get_event (a, stream, position);
  g_autoptr (SpurEvent) of_b = spur_trace_get_event (b, stream, position);
  g_autoptr (GVariant) id_a =
    spur_identifier_to_variant (SPUR_IDENTIFIER (spur_event_get_id (of_a)));
  g_autoptr (GVariant) id_b =
    spur_identifier_to_variant (SPUR_IDENTIFIER (spur_event_get_id (of_b)));

  g_assert_true (G_OBJECT_TYPE (spur_event_get_id (of_a)) ==
                 G_OBJECT_TYPE (spur_event_get_id (of_b)));
  g_assert_true (g_variant_equal (id_a, id_b));
  g_assert_true (spur_identifier_equal (
    spur_active_object_get_identifier (spur_event_get_object (of_a, "object")),
    spur_active_object_get_identifier (spur_event_get_object (of_b, "object"))));
}

static void
test_kept (void)
{
  g_autoptr (Folder) folder = make_folder ();
  g_autoptr (SpurTrace) trace = record_trace (SPUR_TYPE_MULTI_ORDERED_EVENT_ID);
  g_autofree char *path = g_build_filename (folder, "run.spur", NULL);
  g_autoptr (SpurTrace) again = NULL;
  g_autoptr (GError) error = NULL;

  g_test_summary ("A container keeps identifiers of events and objects as they were recorded.");

  spur_container_save (trace, path, NULL, &error);
  g_assert_no_error (error);
  again = spur_container_open (path, NULL, &error);
  g_assert_no_error (error);
  assert_same_ids (trace, again, 0, 0);
  assert_same_ids (trace, again, 1, 0);
  assert_same_ids (trace, again, 1, 1);
}

static void
assert_last_line (GType type, const char *text, const char *json)
{
  g_autoptr (Folder) folder = make_folder ();
  g_autofree char *path = save_trace (folder, type);
  g_auto (Run) plain = { 0 };
  g_auto (Run) lines = { 0 };

  run_spur (&plain, "events", path, "--stream", "b", NULL);
  g_assert_cmpint (plain.status, ==, 0);
  run_spur (&lines, "events", path, "--stream", "b", "--json", NULL);
  g_assert_cmpint (lines.status, ==, 0);
  if (text == NULL)
    {
      g_assert_null (strstr (plain.out, "after="));
      g_assert_null (strstr (lines.out, "predecessors"));
      return;
    }
  g_assert_true (g_str_has_suffix (plain.out, text));
  g_assert_nonnull (strstr (plain.out, " id=b:0 after=-\n"));
  g_assert_nonnull (strstr (lines.out, json));
  g_assert_nonnull (strstr (lines.out, "\"id\":\"b:0\",\"predecessors\":[],"));
}

static void
test_events (void)
{
  g_test_summary (
    "Events are listed with what happened before them, where their identifiers say it.");

  assert_last_line (SPUR_TYPE_EVENT_ID, NULL, NULL);
  assert_last_line (SPUR_TYPE_ORDERED_EVENT_ID, " id=b:1 after=a:0\n",
                    "\"id\":\"b:1\",\"predecessors\":[{\"stream\":0,\"event\":0}],");
  assert_last_line (
    SPUR_TYPE_MULTI_ORDERED_EVENT_ID, " id=b:1 after=a:0,b:0\n",
    "\"id\":\"b:1\",\"predecessors\":[{\"stream\":0,\"event\":0},{\"stream\":1,\"event\":0}],");
}

static void
test_edges (void)
{
  g_autoptr (Folder) folder = make_folder ();
  g_autofree char *path = save_trace (folder, SPUR_TYPE_ORDERED_EVENT_ID);
  g_autofree char *corrected = g_build_filename (folder, "corrected.spur", NULL);
  g_autoptr (JsonObject) check = run_json (4, "check", path, NULL);
  g_autoptr (JsonObject) correct = run_json (0, "correct", path, "-o", corrected, NULL);
  g_autoptr (JsonObject) after = run_json (0, "check", corrected, NULL);

  g_test_summary ("An edge that message and identifier say is checked once, and corrected.");

  g_assert_cmpint (get_int (check, "edges"), ==, 1);
  g_assert_cmpint (get_int (check, "reversed"), ==, 1);
  g_assert_cmpint (get_int (check, "worst_ns"), ==, 400);
  g_assert_nonnull (correct);
  g_assert_cmpint (get_int (after, "edges"), ==, 1);
  g_assert_cmpint (get_int (after, "reversed"), ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/order/kept", test_kept);
  g_test_add_func ("/cli/order/events", test_events);
  g_test_add_func ("/cli/order/edges", test_edges);
  return g_test_run ();
}
