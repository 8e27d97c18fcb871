/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "events/spur-events.h"
#include "recording-canvas.h"
#include "synthetic-trace.h"
#include "tests/events/zoo-trace.h"
#include "visualizers/scene/spur-scene-internal.h"
#include "visualizers/space-time/spur-space-time-internal.h"
#include "visualizers/spur-view.h"
#include "visualizers/view/spur-view-internal.h"

#include <math.h>
#include <string.h>

static void
check_type (SpurRegistry *registry, GType type)
{
  const SpurEventLayout *layout = spur_event_type_get_layout (type);
  g_autoptr (SpurVisualizer) visualizer = spur_view_create_visualizer (registry, layout);
  guint n_children;
  g_autofree GType *children = g_type_children (type, &n_children);
  SpurStyle style;

  spur_visualizer_get_style (visualizer, layout, &style);
  g_test_message ("%s: %s", layout->name, style.label);
  g_assert_cmpint (style.form, !=, SPUR_FORM_NONE);
  /* Bars are named by their states. */
  g_assert_true ((style.label == NULL) == (style.form == SPUR_FORM_BAR));
  for (guint i = 0; i < n_children; i++)
    check_type (registry, children[i]);
}

static void
test_styles (void)
{
  g_autoptr (SpurRegistry) registry = spur_registry_new ();

  g_test_summary ("Every event class has a style, its own or an ancestor's.");

  check_type (registry, SPUR_TYPE_EVENT);
}

static void
draw_styled (RecordingCanvas *canvas, SpurTrace *trace, SpurRegistry *registry)
{
  g_autoptr (SpurEdges) edges = spur_edges_new_for_trace (trace, NULL, NULL);
  g_autoptr (SpurSpaceTimeView) view = spur_space_time_view_new (trace, edges);

  if (registry != NULL)
    spur_view_set_registry (SPUR_VIEW (view), registry);
  spur_view_draw_on (SPUR_VIEW (view), &canvas->canvas);
  g_assert_cmpuint (canvas->n_bad, ==, 0);
}

static void
draw (RecordingCanvas *canvas, SpurTrace *trace)
{
  draw_styled (canvas, trace, NULL);
}

static void
test_picture (void)
{
  g_autoptr (RecordingCanvas) canvas = recording_canvas_new ();
  g_autoptr (SpurTrace) trace = zoo_trace_new ();
  const char *const labels[] = { "created",
                                 "placed",
                                 "migration",
                                 "ended",
                                 "message",
                                 "message of the load management",
                                 "neighbours",
                                 "neighbours part",
                                 "target added",
                                 "target removed",
                                 "custom",
                                 "fork and join",
                                 "lock handed on",
                                 "put",
                                 "get",
                                 "window synchronised",
                                 "collective operation",
                                 "event" };

  g_test_summary ("A trace with every class shows all of them, and names them.");

  draw (canvas, trace);
  for (guint i = 0; i < G_N_ELEMENTS (labels); i++)
    {
      g_test_message ("%s", labels[i]);
      g_assert_true (recording_canvas_has_text (canvas, labels[i]));
    }
  g_assert_true (recording_canvas_has_text (canvas, "load of the target, up to 2.8"));
  g_assert_true (recording_canvas_has_text (canvas, "load of the network, up to 0.9"));
  /* Two migrations, each once. */
  g_assert_cmpuint (canvas->n_segments[SPUR_LAYER_MOVE], ==, 2);
}

static void
append (Synthetic *synthetic, gint64 time_ns, GType type, guint32 target, double load)
{
  SpurStream *stream = spur_trace_get_stream (synthetic->trace, 0);
  const SpurEventLayout *layout = spur_event_type_get_layout (type);
  guint8 record[64] = { 0 };
  guint64 bits;

  memcpy (&bits, &load, sizeof bits);
  spur_event_layout_set_uint (layout, (guint) layout->field_of_use[SPUR_USE_SUBJECT], record,
                              target);
  spur_event_layout_set_uint (layout, (guint) layout->field_of_use[SPUR_USE_LOAD], record, bits);
  spur_event_layout_set_uint (layout, (guint) layout->field_of_use[SPUR_USE_VALUES], record,
                              SPUR_NONE);
  spur_stream_append (stream, time_ns, spur_trace_add_event_type (synthetic->trace, type), record);
}

static void
test_monitor (void)
{
  g_autoptr (Synthetic) synthetic = synthetic_new (1, 0);
  SpurDefinitions *definitions = spur_trace_get_definitions (synthetic->trace);
  g_autoptr (RecordingCanvas) canvas = recording_canvas_new ();
  const double loads[] = { 1.5, NAN, 0.5, INFINITY, 2.5, -1.0 };
  guint32 far;

  g_test_summary (
    "A target that only a monitor tells of has a lane, and its load is a line there.");

  far = spur_definitions_add_object (definitions, SPUR_TYPE_TARGET, "far host", NULL, SPUR_NONE);
  spur_definitions_add_object (definitions, SPUR_TYPE_TARGET, "silent host", NULL, SPUR_NONE);
  for (guint i = 0; i < G_N_ELEMENTS (loads); i++)
    append (synthetic, i * 1000, SPUR_TYPE_LM_TARGET_LOAD_EVENT, far, loads[i]);
  synthetic_seal (synthetic);
  draw (canvas, synthetic->trace);
  g_assert_true (recording_canvas_has_text (canvas, "far host"));
  g_assert_false (recording_canvas_has_text (canvas, "silent host"));
  g_assert_true (recording_canvas_has_text (canvas, "load of the target, up to 2.5"));
  /* Four finite values: four steps and the three rises between them, and their rim. */
  g_assert_cmpuint (canvas->n_segments[SPUR_LAYER_GLYPH], ==, 2 * 7);
}

/* How high the line of loads from 0 to 0.5 is where @full is at the top of the lane. */
static double
measure_level (SpurTrace *trace, double full, const char *label)
{
  g_autoptr (SpurRegistry) registry = spur_registry_new ();
  g_autoptr (RecordingCanvas) canvas = recording_canvas_new ();
  const SpurStyle style = {
    .form = SPUR_FORM_LEVEL, .opacity = 1.0, .width_px = 1.0, .label = "share", .full = full
  };

  spur_view_add_style (registry, "LM_Target_Load_Event", &style);
  draw_styled (canvas, trace, registry);
  g_assert_true (recording_canvas_has_text (canvas, label));
  return canvas->foot_of_lines - canvas->top_of_lines;
}

static void
test_full (void)
{
  g_autoptr (Synthetic) synthetic = synthetic_new (1, 0);
  double largest_px;
  guint32 target;

  g_test_summary (
    "A value fills its lane where it is all there is, and else the largest one does.");

  target = spur_definitions_add_object (spur_trace_get_definitions (synthetic->trace),
                                        SPUR_TYPE_TARGET, "host", NULL, SPUR_NONE);
  append (synthetic, 0, SPUR_TYPE_LM_TARGET_LOAD_EVENT, target, 0.0);
  append (synthetic, 1000, SPUR_TYPE_LM_TARGET_LOAD_EVENT, target, 0.5);
  synthetic_seal (synthetic);
  largest_px = measure_level (synthetic->trace, 0.0, "share, up to 0.5");
  g_assert_cmpfloat (largest_px, >, 4.0);
  g_assert_cmpfloat_with_epsilon (measure_level (synthetic->trace, 1.0, "share, up to 0.5 of 1"),
                                  largest_px / 2.0, 1e-9);
  g_assert_cmpfloat_with_epsilon (measure_level (synthetic->trace, 0.25, "share, up to 0.5"),
                                  largest_px, 1e-9);
}

static void
test_many_values (void)
{
  g_autoptr (SpurScene) scene = spur_scene_new (0, 1000000, 2, 100);
  const SpurStyle style = { .form = SPUR_FORM_LEVEL, .opacity = 1.0, .width_px = 1.0 };
  guint32 entry = spur_scene_add_style (scene, &style);

  g_test_summary ("However many values there are, a scene keeps what can be told apart.");

  for (guint i = 0; i < 100000; i++)
    {
      const SpurSceneValue value = { i * 10, i % 1000 == 7 ? 5.0 : 1.0, i % 2, entry, i % 2 };

      spur_scene_add_value (scene, &value);
    }
  g_assert_cmpuint (scene->values->len, ==, 200);
  g_assert_cmpuint (scene->n_hidden, ==, 100000 - 200);
  for (guint i = 0; i < scene->values->len; i++)
    {
      const SpurSceneValue *value = &g_array_index (scene->values, SpurSceneValue, i);

      g_assert_cmpfloat (value->value, ==, value->lane == 1 ? 5.0 : 1.0);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/all-classes/names", test_styles);
  g_test_add_func ("/all-classes/picture", test_picture);
  g_test_add_func ("/all-classes/monitor", test_monitor);
  g_test_add_func ("/all-classes/full", test_full);
  g_test_add_func ("/all-classes/many-values", test_many_values);
  return g_test_run ();
}
