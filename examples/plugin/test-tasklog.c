/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include <glib/gstdio.h>
#include <spur.h>

#include "visualizers/style/spur-view-registry.h"
#include "visualizers/view/spur-view.h"

/* The plugin is found, the sample is read with it and drawn, and what is wrong is said. */

static SpurTrace *
open_text (const char *text, GError **error)
{
  g_autofree char *folder = g_dir_make_tmp ("spur-tasklog-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "some.tasklog", NULL);
  SpurTrace *trace;

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  trace = spur_registry_open_trace (spur_registry_get_default (), path, NULL, error);
  g_assert_cmpint (g_remove (path), ==, 0);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
  return trace;
}

static void
test_sample (void)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "sample.tasklog", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (SpurTrace) trace =
    spur_registry_open_trace (spur_registry_get_default (), path, NULL, &error);
  g_autoptr (SpurTimeline) timeline = NULL;
  g_autoptr (SpurLoad) loads = NULL;
  SpurTargetLoad load;
  g_autoptr (SpurEvent) event = NULL;
  gsize n_moves;

  g_assert_no_error (error);
  g_assert_cmpuint (spur_trace_get_n_events (trace), ==, 6);
  g_assert_cmpuint (
    spur_definitions_count_objects (spur_trace_get_definitions (trace), SPUR_TYPE_LOAD_OBJECT), ==,
    2);
  event = spur_trace_get_event (trace, 0, 0);
  g_assert_cmpstr (spur_event_get_layout (event)->name, ==, "Task_Begin_Event");
  g_assert_cmpuint (spur_event_get_uint (event, "priority"), ==, 7);

  timeline = spur_timeline_new (trace, FALSE);
  loads = spur_load_new (timeline);
  spur_load_get (loads, 0, G_MININT64, G_MAXINT64, &load);
  g_assert_cmpint (load.work_ns, ==, 400000);
  spur_timeline_get_moves (timeline, &n_moves);
  g_assert_cmpuint (n_moves, ==, 1);
}

/* Adds what the visualizer draws for one event of a class, of this priority. */
static void
add_marks_of (SpurVisualizer *visualizer, SpurTrace *trace, SpurScene *scene, guint64 priority)
{
  const SpurEventLayout *layout =
    spur_event_type_get_layout (spur_event_type_from_name ("Task_Begin_Event"));
  g_autofree guint8 *record = g_malloc0 (layout->n_bytes);
  g_autofree guint32 *lanes =
    g_new0 (guint32, spur_definitions_get_n_objects (spur_trace_get_definitions (trace)));
  const guint8 *records[] = { record };
  const gint64 times_ns[] = { 100 };
  SpurStyle style;
  SpurEventBatch batch = { .trace = trace,
                           .layout = layout,
                           .lane = 1,
                           .target_lanes = lanes,
                           .n_events = 1,
                           .times_ns = times_ns,
                           .records = records };

  spur_visualizer_get_style (visualizer, layout, &style);
  batch.style = spur_scene_add_style (scene, &style);
  spur_event_layout_set_uint (layout, layout->n_fields - 1, record, priority);
  spur_visualizer_add_marks (visualizer, scene, &batch);
}

static void
test_visualizer (void)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "sample.tasklog", NULL);
  SpurRegistry *registry = spur_registry_get_default ();
  g_autoptr (SpurTrace) trace = spur_registry_open_trace (registry, path, NULL, NULL);
  g_autoptr (SpurScene) scene = spur_scene_new (0, 1000, 2, 10);
  g_autoptr (SpurVisualizer) visualizer = NULL;
  const SpurSceneGlyph *glyphs;
  gsize n_glyphs;

  spur_view_register_visualizers (registry);
  visualizer = spur_view_create_visualizer (
    registry, spur_event_type_get_layout (spur_event_type_from_name ("Task_Begin_Event")));
  g_assert_cmpstr (G_OBJECT_TYPE_NAME (visualizer), ==, "TasklogBeginVisualizer");
  add_marks_of (visualizer, trace, scene, 4);
  spur_scene_get_glyphs (scene, &n_glyphs);
  g_assert_cmpuint (n_glyphs, ==, 0);
  add_marks_of (visualizer, trace, scene, 5);
  glyphs = spur_scene_get_glyphs (scene, &n_glyphs);
  g_assert_cmpuint (n_glyphs, ==, 1);
  g_assert_cmpint (glyphs[0].time_ns, ==, 100);
  g_assert_cmpuint (glyphs[0].lane, ==, 1);
}

static void
test_bucket (void)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "sample.tasklog", NULL);
  SpurRegistry *registry = spur_registry_get_default ();
  g_autoptr (SpurTrace) trace = spur_registry_open_trace (registry, path, NULL, NULL);
  const SpurEventLayout *layout =
    spur_event_type_get_layout (spur_event_type_from_name ("Task_Begin_Event"));
  g_autoptr (SpurVisualizer) visualizer = spur_view_create_visualizer (registry, layout);

  for (guint most = 4; most <= 5; most++)
    {
      g_autoptr (SpurScene) scene = spur_scene_new (0, 1000, 2, 10);
      SpurEventBucket bucket = { .trace = trace,
                                 .layout = layout,
                                 .lane = 1,
                                 .n_events = 3,
                                 .first_ns = 110,
                                 .last_ns = 190,
                                 .least = 1.0,
                                 .most = most };
      const SpurSceneGlyph *glyphs;
      SpurStyle style;
      gsize n_glyphs;

      spur_visualizer_get_style (visualizer, layout, &style);
      bucket.style = spur_scene_add_style (scene, &style);
      spur_visualizer_add_bucket (visualizer, scene, &bucket);
      glyphs = spur_scene_get_glyphs (scene, &n_glyphs);
      g_assert_cmpuint (n_glyphs, ==, most - 4);
      g_assert_true (n_glyphs == 0 || glyphs[0].time_ns == 110);
    }
}

static void
test_view (void)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "sample.tasklog", NULL);
  g_autofree char *folder = g_dir_make_tmp ("spur-tasklog-XXXXXX", NULL);
  g_autofree char *picture = g_build_filename (folder, "tasks.svg", NULL);
  g_autofree char *text = NULL;
  g_autofree char *note = NULL;
  SpurRegistry *registry = spur_registry_get_default ();
  g_autoptr (SpurTrace) trace = spur_registry_open_trace (registry, path, NULL, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (SpurView) view = spur_view_make (registry, "task-list", &error);

  g_assert_no_error (error);
  spur_view_set_trace (view, trace);
  g_assert_true (spur_view_set_option (view, "least-priority", "5", &error));
  note = spur_view_get_note (view);
  g_assert_cmpstr (note, ==, "Tasks of priority 5 and more: 2 are drawn, 0 are left out.");
  g_assert_true (spur_view_save (view, picture, &error));
  g_assert_no_error (error);
  g_assert_true (g_file_get_contents (picture, &text, NULL, NULL));
  g_assert_true (g_str_has_prefix (text, "<?xml"));
  g_assert_false (spur_view_set_option (view, "least-priority", "256", &error));
  g_assert_error (error, SPUR_VIEW_ERROR, SPUR_VIEW_ERROR_OPTION);
  g_assert_cmpint (g_remove (picture), ==, 0);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

static void
test_bad_line (void)
{
  const char *bad[] = { "x alpha begin sort 7",  "0 alpha begin sort 256", "0 alpha begin sort",
                        "0 alpha pause sort",    "0 alpha end sort 7",     "0 alpha begin  7",
                        "0 alpha begin sort 7 8" };

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autofree char *text = g_strdup_printf ("tasklog 1\n0 a begin b 1\n%s\n", bad[i]);
      g_autoptr (GError) error = NULL;

      g_assert_null (open_text (text, &error));
      g_assert_error (error, SPUR_FORMAT_ERROR, SPUR_FORMAT_ERROR_DATA);
      g_assert_nonnull (strstr (error->message, "some.tasklog:3: found"));
    }
}

static void
test_project (void)
{
  SpurRegistry *registry = spur_registry_get_default ();
  g_autoptr (GError) error = NULL;
  g_autoptr (SpurProject) project = spur_project_load (registry, "tasklog", &error);
  g_autoptr (SpurEvent) event = NULL;
  const SpurEventLayout *layout;
  g_autofree char *shown = NULL;
  g_autoptr (SpurVisualizer) visualizer = NULL;
  guint32 color;
  guint urgent;

  g_assert_no_error (error);
  g_assert_nonnull (project);
  visualizer = spur_view_create_visualizer (
    registry, spur_event_type_get_layout (spur_event_type_from_name ("Task_Begin_Event")));
  g_object_get (visualizer, "urgent", &urgent, NULL);
  g_assert_cmpuint (urgent, ==, 6);
  event = spur_event_new (spur_event_type_from_name ("Task_Drop_Event"));
  g_assert_true (SPUR_IS_LO_TERMINATION_EVENT (event));
  spur_event_set_string (event, "reason", "idle");
  g_assert_cmpstr (spur_event_get_string (event, "reason"), ==, "idle");

  layout = spur_event_get_layout (event);
  shown = spur_shown_unit_format (
    spur_registry_find_unit (registry, layout,
                             (guint) spur_event_layout_find_field (layout, "waited")),
    SPUR_FIELD_INT64, 1234);
  g_assert_cmpstr (shown, ==, "1.234 ms");
  g_assert_true (spur_registry_find_color (registry, SPUR_COLOR_OF_STATE, "running", &color, NULL));
  g_assert_cmphex (color, ==, 0x4c78a8);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/examples/tasklog/sample", test_sample);
  g_test_add_func ("/examples/tasklog/visualizer", test_visualizer);
  g_test_add_func ("/examples/tasklog/bucket", test_bucket);
  g_test_add_func ("/examples/tasklog/view", test_view);
  g_test_add_func ("/examples/tasklog/bad-line", test_bad_line);
  g_test_add_func ("/examples/tasklog/project", test_project);
  return g_test_run ();
}
