/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include <glib/gstdio.h>

#include "events/spur-events.h"
#include "recording-canvas.h"
#include "synthetic-trace.h"
#include "visualizers/spur-view.h"
#include "visualizers/system/spur-system-internal.h"

static void
place (Synthetic *self, guint stream, gint64 time_ns, guint32 object, guint32 on)
{
  synthetic_append (self, stream, time_ns, SPUR_TYPE_LO_PLACEMENT_EVENT, SPUR_USE_SUBJECT, object,
                    SPUR_USE_DESTINATION, on, SPUR_USE_NONE);
}

/* Object 1 in object 0, which is on PE 0 from 1000 on, away from 3000 to 4000, and then on PE 1
 * until 6000; object 0 works from 2000 to 5000. */
static Synthetic *
make_moving (void)
{
  Synthetic *self = synthetic_new (2, 2);

  place (self, 0, 1000, self->objects[0], self->targets[0]);
  place (self, 0, 1000, self->objects[1], self->objects[0]);
  synthetic_append (self, 0, 2000, SPUR_TYPE_LO_STATE_CHANGE_EVENT, SPUR_USE_SUBJECT,
                    self->objects[0], SPUR_USE_STATE, self->work, SPUR_USE_NONE);
  synthetic_append (self, 0, 3000, SPUR_TYPE_LO_MIGRATION_SEND_EVENT, SPUR_USE_SUBJECT,
                    self->objects[0], SPUR_USE_SOURCE, self->targets[0], SPUR_USE_DESTINATION,
                    self->targets[1], SPUR_USE_NONE);
  synthetic_append (self, 1, 4000, SPUR_TYPE_LO_MIGRATION_RECEIVE_EVENT, SPUR_USE_SUBJECT,
                    self->objects[0], SPUR_USE_SOURCE, self->targets[0], SPUR_USE_DESTINATION,
                    self->targets[1], SPUR_USE_NONE);
  synthetic_append (self, 1, 5000, SPUR_TYPE_LO_STATE_CHANGE_EVENT, SPUR_USE_SUBJECT,
                    self->objects[0], SPUR_USE_STATE, self->wait, SPUR_USE_NONE);
  synthetic_append (self, 1, 6000, SPUR_TYPE_LO_TERMINATION_EVENT, SPUR_USE_SUBJECT,
                    self->objects[0], SPUR_USE_NONE);
  synthetic_append (self, 1, 7000, SPUR_TYPE_LO_TERMINATION_EVENT, SPUR_USE_SUBJECT,
                    self->objects[1], SPUR_USE_NONE);
  synthetic_seal (self);
  return self;
}

static const SpurSystemBox *
find_box (const SpurSystem *system, const char *name)
{
  for (guint i = 1; i < system->n_boxes; i++)
    if (g_str_equal (spur_system_get_name (system, &system->boxes[i]), name))
      return &system->boxes[i];
  return NULL;
}

static const char *
get_around (const SpurSystem *system, const char *name)
{
  const SpurSystemBox *box = find_box (system, name);

  return box != NULL ? spur_system_get_name (system, &system->boxes[box->parent]) : NULL;
}

static void
test_moving (void)
{
  g_autoptr (Synthetic) synthetic = make_moving ();
  g_autoptr (SpurRegistry) registry = spur_registry_new ();
  g_autoptr (SpurSystem) system = spur_system_new (synthetic->trace, registry, FALSE);
  const struct
  {
    gint64 time_ns;
    const char *around[2];
    guint32 state;
    guint n_nowhere;
  } moments[] = {
    { 999, { NULL, NULL }, SPUR_NONE, 0 },
    { 1000, { "PE 0", "object 0" }, SPUR_NONE, 0 },
    { 2000, { "PE 0", "object 0" }, synthetic->work, 0 },
    { 2999, { "PE 0", "object 0" }, synthetic->work, 0 },
    { 3000, { "on no target", "object 0" }, synthetic->work, 2 },
    { 4000, { "PE 1", "object 0" }, synthetic->work, 0 },
    { 5999, { "PE 1", "object 0" }, synthetic->wait, 0 },
    { 6000, { NULL, "on no target" }, SPUR_NONE, 1 },
    { 7000, { NULL, NULL }, SPUR_NONE, 0 },
  };

  g_test_summary ("What is where at which time, by hand: also what is in another one, or away.");

  for (guint i = 0; i < G_N_ELEMENTS (moments); i++)
    {
      const SpurSystemBox *box;

      spur_system_set_time_ns (system, moments[i].time_ns);
      g_assert_cmpstr (get_around (system, "object 0"), ==, moments[i].around[0]);
      g_assert_cmpstr (get_around (system, "object 1"), ==, moments[i].around[1]);
      box = find_box (system, "object 0");
      if (box != NULL)
        g_assert_cmpuint (box->state, ==, moments[i].state);
      g_assert_cmpuint (system->n_nowhere, ==, moments[i].n_nowhere);
      /* Targets are always there. */
      g_assert_cmpstr (get_around (system, "PE 1"), ==, "");
      g_assert_cmpuint (system->n_targets, ==, 2);
    }
}

/* A trace of targets on each of which as many objects are placed at once. */
static SpurTrace *
make_full (guint n_targets, guint n_objects)
{
  SpurTrace *trace = spur_trace_new ();
  SpurDefinitions *definitions = spur_trace_get_definitions (trace);
  const SpurEventLayout *layout = spur_event_type_get_layout (SPUR_TYPE_LO_PLACEMENT_EVENT);
  guint class_index = spur_trace_add_event_type (trace, SPUR_TYPE_LO_PLACEMENT_EVENT);
  const SpurClock clock = { "clock", "program", 1000000000, 0, 0 };
  guint clock_index = spur_definitions_add_clock (definitions, &clock);
  g_autofree guint8 *record = g_malloc0 (layout->n_bytes + 1);

  for (guint i = 0; i < layout->n_fields; i++)
    if (layout->fields[i].type >= SPUR_FIELD_STRING)
      spur_event_layout_set_uint (layout, i, record, SPUR_NONE);
  for (guint t = 0; t < n_targets; t++)
    {
      g_autofree char *name = g_strdup_printf ("PE %u", t);
      guint32 target =
        spur_definitions_add_object (definitions, SPUR_TYPE_TARGET, name, "PE", SPUR_NONE);
      SpurStream *stream = spur_trace_add_stream (trace, name, clock_index, target);

      spur_event_layout_set_uint (layout, (guint) layout->field_of_use[SPUR_USE_DESTINATION],
                                  record, target);
      for (guint i = 0; i < n_objects; i++)
        {
          g_autofree char *object = g_strdup_printf ("o%u.%u", t, i);

          spur_event_layout_set_uint (
            layout, (guint) layout->field_of_use[SPUR_USE_SUBJECT], record,
            spur_definitions_add_object (definitions, SPUR_TYPE_LOAD_OBJECT, object, "o",
                                         SPUR_NONE));
          spur_stream_append (stream, i, class_index, record);
        }
    }
  spur_trace_seal (trace, NULL);
  return trace;
}

static RecordingCanvas *
draw (SpurSystem *system, double width_px, double height_px)
{
  RecordingCanvas *canvas = recording_canvas_new ();
  const SpurSystemSize size = { "title", width_px, height_px };

  spur_system_draw (system, &canvas->canvas, &size);
  return canvas;
}

static void
test_sizes (void)
{
  static const guint sizes[][2] = {
    { 0, 0 }, { 1, 0 }, { 1, 4 }, { 4, 25 }, { 16, 63 }, { 3, 7000 }
  };

  g_test_summary ("Any number of boxes fits any picture, and all that fit are drawn.");

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_autoptr (SpurTrace) trace = make_full (sizes[i][0], sizes[i][1]);
      g_autoptr (SpurRegistry) registry = spur_registry_new ();
      g_autoptr (SpurSystem) system = spur_system_new (trace, registry, FALSE);
      double natural_px;

      spur_system_set_time_ns (system, 10000);
      natural_px = spur_system_get_natural_height (system, 1600.0);
      g_assert_cmpuint (system->n_objects, ==, sizes[i][0] * sizes[i][1]);
      for (double width_px = 1.0; width_px < 3000.0; width_px *= 3.0)
        for (double height_px = 1.0; height_px < 3000.0; height_px *= 3.0)
          {
            g_autoptr (RecordingCanvas) canvas = draw (system, width_px, height_px);

            g_assert_cmpuint (canvas->n_bad, ==, 0);
          }
      if (sizes[i][0] * sizes[i][1] > 0 && sizes[i][1] <= 63)
        {
          g_autoptr (RecordingCanvas) canvas = draw (system, 1600.0, natural_px);
          g_autofree char *last = g_strdup_printf ("o%u.%u", sizes[i][0] - 1, sizes[i][1] - 1);

          g_assert_true (recording_canvas_has_text (canvas, "PE 0"));
          g_assert_true (recording_canvas_has_text (canvas, "o0.0"));
          g_assert_true (recording_canvas_has_text (canvas, last));
        }
    }
}

static void
test_counted (void)
{
  g_autoptr (SpurTrace) trace = make_full (4, 5000);
  g_autoptr (SpurRegistry) registry = spur_registry_new ();
  g_autoptr (SpurSystem) system = spur_system_new (trace, registry, FALSE);
  g_autoptr (RecordingCanvas) canvas = NULL;

  g_test_summary ("Where boxes are too small to be seen, how many there are is.");

  spur_system_set_time_ns (system, 10000);
  canvas = draw (system, 600.0, 400.0);
  g_assert_true (recording_canvas_has_text (canvas, "5,000 objects"));
  g_assert_false (recording_canvas_has_text (canvas, "o0.0"));
  /* A target has a rim, a ground, a head and one share, which has a rim, too. */
  g_assert_cmpuint (canvas->n_rects[SPUR_LAYER_BAR], ==, 4 * 5);
}

static void
test_view (void)
{
  g_autoptr (Synthetic) synthetic = make_moving ();
  g_autoptr (SpurSystemView) view = spur_system_view_new (synthetic->trace);
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), "spur-test-system.svg", NULL);
  g_autofree char *end_note = spur_view_get_note (SPUR_VIEW (view));
  g_autofree char *note = NULL;
  g_autoptr (GError) error = NULL;

  g_test_summary ("The view is of the end, or of the time that is set, and is saved as a file.");

  g_assert_cmpstr (end_note, ==,
                   "Times as recorded; boxes are targets, and what is in them is on them.");
  spur_system_view_set_time_ns (view, 3500);
  note = spur_view_get_note (SPUR_VIEW (view));
  g_assert_cmpstr (
    note, ==,
    "Times as recorded; boxes are targets, and what is in them is on them; 2 objects "
    "on no target, as on the way from one to another.");
  spur_view_set_title (SPUR_VIEW (view), "A title");
  spur_view_set_size (SPUR_VIEW (view), 400, 300);
  g_assert_true (spur_view_save (SPUR_VIEW (view), path, &error));
  g_assert_no_error (error);
  g_remove (path);
  g_assert_false (spur_view_save (SPUR_VIEW (view), "system.txt", &error));
  g_assert_error (error, SPUR_VIEW_ERROR, SPUR_VIEW_ERROR_SUFFIX);
}

static void
test_names (void)
{
  static const struct
  {
    const char *name;
    guint n_letters;
    const char *fitted;
  } names[] = {
    { "agent 12", 8, "agent 12" },
    { "agent 12", 7,
      "agen\xe2\x80\xa6"
      "12" },
    { "agent 12", 4,
      "a\xe2\x80\xa6"
      "12" },
    { "agent 12", 3,
      "\xe2\x80\xa6"
      "12" },
    { "agent 12", 2,
      "\xe2\x80\xa6"
      "2" },
    /* Not even room for a digit: the name as it is, to be ellipsized. */
    { "agent 12", 1, "agent 12" },
    { "array[3][12]", 10, "ar\xe2\x80\xa6[3][12]" },
    { "collection 3[0,1]", 6, "\xe2\x80\xa6[0,1]" },
    { "collection 3[0,1]", 5,
      "\xe2\x80\xa6"
      "0,1]" },
    { "host 10.0.0.7", 10,
      "h\xe2\x80\xa6"
      "10.0.0.7" },
    { "gr\xc3\xbc\xc3\x9f"
      "e 7",
      4,
      "gr\xe2\x80\xa6"
      "7" },
    { "controller", 4, "controller" },
    { "1234", 2,
      "\xe2\x80\xa6"
      "4" },
    { "1234", 4, "1234" },
    { "", 0, "" },
  };
  g_autoptr (RecordingCanvas) canvas = recording_canvas_new ();

  g_test_summary ("Names that are too long lose letters before their numbers.");

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      const SpurText text = { .text = names[i].name, .size_px = 10.0 };
      /* The canvas takes 0.6 of the size for a letter. */
      g_autofree char *fitted =
        spur_view_fit_name (&canvas->canvas, &text, names[i].n_letters * 6.0 + 0.5);

      g_assert_cmpstr (fitted, ==, names[i].fitted);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/system/moving", test_moving);
  g_test_add_func ("/system/sizes", test_sizes);
  g_test_add_func ("/system/counted", test_counted);
  g_test_add_func ("/system/view", test_view);
  g_test_add_func ("/system/names", test_names);
  return g_test_run ();
}
