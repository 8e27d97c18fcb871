/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include <glib/gstdio.h>
#include <libxml/parser.h>
#include <string.h>

#include "events/spur-events.h"
#include "recording-canvas.h"
#include "synthetic-trace.h"
#include "visualizers/scene/spur-scene-internal.h"
#include "visualizers/space-time/spur-space-time-internal.h"
#include "visualizers/spur-view.h"
#include "visualizers/view/spur-view-internal.h"

static RecordingCanvas *
draw (SpurSpaceTimeView *view)
{
  RecordingCanvas *canvas = recording_canvas_new ();

  spur_view_draw_on (SPUR_VIEW (view), &canvas->canvas);
  g_assert_cmpuint (canvas->n_bad, ==, 0);
  return canvas;
}

/* Two targets, five states of which one lies in another, three messages, one of them reversed,
 * and an object that moves. */
static Synthetic *
make_small (void)
{
  Synthetic *self = synthetic_new (2, 1);

  synthetic_enter (self, 0, 0, self->targets[0], self->idle);
  synthetic_leave (self, 0, 1000, self->targets[0]);
  synthetic_enter (self, 0, 1000, self->objects[0], self->work);
  synthetic_enter (self, 0, 1500, self->objects[0], self->wait);
  synthetic_leave (self, 0, 1800, self->objects[0]);
  synthetic_leave (self, 0, 2000, self->objects[0]);
  synthetic_enter (self, 1, 0, self->targets[1], self->idle);
  synthetic_leave (self, 1, 3000, self->targets[1]);
  synthetic_enter (self, 1, 3000, self->objects[0], self->work);
  synthetic_leave (self, 1, 4000, self->objects[0]);
  synthetic_message (self, 0, 4100, 1, 4200);
  synthetic_message (self, 0, 4300, 1, 4400);
  synthetic_message (self, 0, 4700, 1, 4500);
  synthetic_seal (self);
  return self;
}

static void
test_marks (void)
{
  g_autoptr (Synthetic) synthetic = make_small ();
  g_autoptr (SpurSpaceTimeView) view =
    spur_space_time_view_new (synthetic->trace, synthetic->edges);
  g_autoptr (RecordingCanvas) canvas = draw (view);
  g_autofree char *note = spur_view_get_note (SPUR_VIEW (view));

  g_test_summary ("A small trace has just the bars and arrows that it should have.");

  g_assert_cmpuint (canvas->n_rects[SPUR_LAYER_BAR], ==, 5);
  g_assert_cmpuint (canvas->n_segments[SPUR_LAYER_MESSAGE], ==, 2);
  g_assert_cmpuint (canvas->n_segments[SPUR_LAYER_VIOLATION], ==, 1);
  g_assert_cmpuint (canvas->n_segments[SPUR_LAYER_MOVE], ==, 1);
  g_assert_cmpuint (canvas->n_red, ==, 1);
  g_assert_true (recording_canvas_has_text (canvas, "PE 0"));
  g_assert_true (recording_canvas_has_text (canvas, "PE 1"));
  g_assert_true (recording_canvas_has_text (canvas, "work"));
  g_assert_true (recording_canvas_has_text (canvas, "received before sent"));
  g_assert_nonnull (strstr (note, "Times as recorded; all 3 messages between streams; 1 received "
                                  "before sent; 1 move drawn."));
}

static void
test_inner_arrows (void)
{
  g_autoptr (Synthetic) self = synthetic_new (1, 1);
  g_autoptr (SpurSpaceTimeView) view = NULL;
  g_autoptr (RecordingCanvas) canvas = NULL;

  g_test_summary ("An arrow from a lane to itself runs below its states and crosses out no name.");

  spur_trace_add_stream (self->trace, "thread", 0, self->targets[0]);
  self->targets[1] = self->targets[0];
  g_object_unref (self->edges);
  self->edges = spur_edges_new (2);
  synthetic_enter (self, 0, 0, self->objects[0], self->work);
  synthetic_message (self, 0, 1000, 1, 2000);
  synthetic_leave (self, 0, 3000, self->objects[0]);
  synthetic_seal (self);
  view = spur_space_time_view_new (self->trace, self->edges);
  canvas = draw (view);
  g_assert_cmpuint (canvas->n_segments[SPUR_LAYER_MESSAGE], ==, 1);
  g_assert_cmpfloat (canvas->message_y, >=, canvas->foot_of_bars + 3.0);
  g_assert_cmpfloat (canvas->message_y, <=, canvas->foot_of_bars + 8.0);
}

static void
test_legend (void)
{
  static const struct
  {
    gint64 from_ns;
    gint64 to_ns;
    const char *const shown[4];
    const char *const missing[4];
  } spans[] = {
    { 0, 999, { "idle" }, { "work", "wait", "migration", "received before sent" } },
    { 1100, 1400, { "work", "idle" }, { "wait", "received before sent" } },
    { 1600, 1700, { "work", "wait", "idle" }, { "received before sent" } },
    { 3100, 4400, { "work" }, { "idle", "wait", "received before sent" } },
    { 4450, 4800, { "received before sent" }, { "idle", "wait", "work" } },
  };
  g_autoptr (Synthetic) synthetic = make_small ();
  g_autoptr (SpurSpaceTimeView) view =
    spur_space_time_view_new (synthetic->trace, synthetic->edges);

  g_test_summary ("The legend tells of what is in the span, and of nothing else.");

  for (guint i = 0; i < G_N_ELEMENTS (spans); i++)
    {
      g_autoptr (RecordingCanvas) canvas = NULL;

      spur_view_set_span_ns (SPUR_VIEW (view), spans[i].from_ns, spans[i].to_ns);
      canvas = draw (view);
      for (guint k = 0; k < 4; k++)
        {
          if (spans[i].shown[k] != NULL)
            g_assert_true (recording_canvas_has_text (canvas, spans[i].shown[k]));
          if (spans[i].missing[k] != NULL)
            g_assert_false (recording_canvas_has_text (canvas, spans[i].missing[k]));
        }
    }
}

static void
test_edge_kinds (void)
{
  g_autoptr (Synthetic) synthetic = synthetic_new (2, 0);
  g_autoptr (SpurEdges) edges = NULL;
  g_autoptr (SpurSpaceTimeView) view = NULL;
  g_autoptr (RecordingCanvas) canvas = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *note = NULL;

  g_test_summary ("A lock that is handed over is an edge, and no message.");

  synthetic_append (synthetic, 0, 100, SPUR_TYPE_LOCK_RELEASE_EVENT, SPUR_USE_MESSAGE_ID, 5,
                    SPUR_USE_NONE);
  synthetic_append (synthetic, 1, 200, SPUR_TYPE_LOCK_ACQUIRE_EVENT, SPUR_USE_MESSAGE_ID, 5,
                    SPUR_USE_NONE);
  synthetic_seal (synthetic);
  edges = spur_edges_new_for_trace (synthetic->trace, NULL, &error);
  g_assert_no_error (error);
  view = spur_space_time_view_new (synthetic->trace, edges);
  canvas = draw (view);
  note = spur_view_get_note (SPUR_VIEW (view));
  g_assert_cmpuint (canvas->n_segments[SPUR_LAYER_MESSAGE], ==, 1);
  g_assert_nonnull (strstr (note, "1 edge between streams"));
  g_assert_null (strstr (note, "message between streams"));
}

static void
test_corrected (void)
{
  g_autoptr (Synthetic) synthetic = make_small ();
  g_autoptr (SpurCorrection) correction = spur_correction_new (2);
  g_autoptr (SpurTimeMap) map = spur_time_map_new_offset (300);
  g_autoptr (SpurSpaceTimeView) view = NULL;

  g_test_summary ("The red arrows go with the correction, and are back at raw times.");

  spur_correction_append_map (correction, 1, map);
  spur_trace_set_correction (synthetic->trace, correction);
  view = spur_space_time_view_new (synthetic->trace, synthetic->edges);
  for (guint raw = 0; raw < 2; raw++)
    {
      g_autoptr (RecordingCanvas) canvas = NULL;
      g_autofree char *note = NULL;

      spur_view_set_raw (SPUR_VIEW (view), raw != 0);
      canvas = draw (view);
      note = spur_view_get_note (SPUR_VIEW (view));
      g_assert_cmpuint (canvas->n_red, ==, raw);
      g_assert_cmpuint (canvas->n_segments[SPUR_LAYER_MESSAGE], ==, 3 - raw);
      g_assert_true (g_str_has_prefix (note, raw ? "Times as recorded (not" : "Corrected times"));
      g_assert_cmpint (recording_canvas_has_text (canvas, "received before sent"), ==, raw != 0);
    }
}

static void
test_span (void)
{
  g_autoptr (Synthetic) synthetic = make_small ();
  g_autoptr (SpurSpaceTimeView) view =
    spur_space_time_view_new (synthetic->trace, synthetic->edges);
  g_autoptr (RecordingCanvas) canvas = NULL;

  g_test_summary ("Only what lies in the span is drawn.");

  spur_view_set_span_ns (SPUR_VIEW (view), 1600, 1700);
  canvas = draw (view);
  /* Work with waiting inside, and idling on the other target. */
  g_assert_cmpuint (canvas->n_rects[SPUR_LAYER_BAR], ==, 3);
  g_assert_cmpuint (canvas->n_segments[SPUR_LAYER_MESSAGE], ==, 0);
  g_assert_cmpuint (canvas->n_red, ==, 0);
  g_assert_true (recording_canvas_has_text (canvas, "ns after the trace's begin"));
  g_assert_true (recording_canvas_has_text (canvas, "1,650"));
}

static void
test_zero (void)
{
  g_autoptr (Synthetic) synthetic = synthetic_new (2, 0);
  g_autoptr (SpurCorrection) correction = spur_correction_new (2);
  g_autoptr (SpurTimeMap) map = spur_time_map_new_offset (5000000);
  g_autoptr (SpurSpaceTimeView) view = NULL;

  g_test_summary ("The axis counts from the begin of the corrected trace, at both sets of times.");

  for (guint i = 0; i < 2; i++)
    {
      synthetic_enter (synthetic, i, 1511000 + i * 1000000, synthetic->targets[i], synthetic->work);
      synthetic_leave (synthetic, i, 1382979000, synthetic->targets[i]);
    }
  synthetic_seal (synthetic);
  spur_correction_append_map (correction, 0, map);
  spur_trace_set_correction (synthetic->trace, correction);
  view = spur_space_time_view_new (synthetic->trace, synthetic->edges);
  for (guint raw = 0; raw < 2; raw++)
    {
      g_autoptr (RecordingCanvas) whole = NULL;
      g_autoptr (RecordingCanvas) part = NULL;

      spur_view_set_raw (SPUR_VIEW (view), raw != 0);
      spur_view_set_span_ns (SPUR_VIEW (view), 2511100, 2511200);
      part = draw (view);
      g_assert_true (recording_canvas_has_text (part, "100"));
      g_assert_true (recording_canvas_has_text (part, "200"));
      spur_view_set_span_ns (SPUR_VIEW (view), 2511000, 1382979000);
      whole = draw (view);
      g_assert_true (recording_canvas_has_text (whole, "0"));
    }
}

static void
test_narrow (void)
{
  g_autoptr (Synthetic) synthetic = synthetic_new (1, 1);
  g_autoptr (SpurSpaceTimeView) view = NULL;
  g_autoptr (RecordingCanvas) canvas = NULL;
  guint n_pieces;

  g_test_summary ("A hundred thousand short states make a picture of bounded size.");

  for (guint i = 0; i < 100000; i++)
    {
      synthetic_enter (synthetic, 0, i * 10, synthetic->objects[0],
                       i % 2 ? synthetic->work : synthetic->idle);
      synthetic_leave (synthetic, 0, i * 10 + 10, synthetic->objects[0]);
    }
  synthetic_seal (synthetic);
  view = spur_space_time_view_new (synthetic->trace, synthetic->edges);
  canvas = draw (view);
  n_pieces = canvas->n_rects[SPUR_LAYER_BAR] + canvas->n_polygons[SPUR_LAYER_BAR];
  g_assert_cmpuint (n_pieces, >=, 2);
  g_assert_cmpuint (n_pieces, <=, 2 * 1600);
  g_assert_cmpuint (g_hash_table_size (canvas->colors), ==, 2);
}

static void
test_thinning (void)
{
  g_autoptr (Synthetic) synthetic = synthetic_new (2, 0);
  g_autoptr (SpurSpaceTimeView) view = NULL;
  g_autoptr (RecordingCanvas) canvas = NULL;
  g_autoptr (RecordingCanvas) again = NULL;
  g_autofree char *note = NULL;
  g_autofree char *expected = NULL;
  guint n_bundles;

  g_test_summary ("Too many messages are bundles, of which the picture says how many; none is left "
                  "out, and the reversed ones stay alone.");

  for (guint i = 0; i < 18000; i++)
    synthetic_message (synthetic, 0, (gint64) i * 100, 1,
                       (gint64) i * 100 + (i % 30 == 0 ? -5 : 5));
  synthetic_seal (synthetic);
  view = spur_space_time_view_new (synthetic->trace, synthetic->edges);
  canvas = draw (view);
  note = spur_view_get_note (SPUR_VIEW (view));
  g_assert_cmpuint (canvas->n_red, ==, 600);
  n_bundles = canvas->n_segments[SPUR_LAYER_MESSAGE];
  g_assert_cmpuint (n_bundles, >, 300);
  g_assert_cmpuint (n_bundles, <=, 2400);
  expected = g_strdup_printf ("all 18,000 messages between streams as %u,%03u arrows; all 600 "
                              "received before sent",
                              (n_bundles + 600) / 1000, (n_bundles + 600) % 1000);
  g_assert_nonnull (strstr (note, expected));
  again = draw (view);
  g_assert_cmpuint (again->n_segments[SPUR_LAYER_MESSAGE], ==, n_bundles);
}

static void
test_bundles (void)
{
  g_autoptr (SpurScene) scene = spur_scene_new (0, 1000, 2, 10);
  const SpurStyle message = { .form = SPUR_FORM_MESSAGE };
  const SpurStyle move = { .form = SPUR_FORM_MOVE };
  guint message_style = spur_scene_add_style (scene, &message);
  guint move_style = spur_scene_add_style (scene, &move);
  const SpurSceneArrow *arrows;
  guint64 n_moves = 0, n_violated = 0, n_others = 0;

  g_test_summary ("Moves, violated edges and others are bundles of their own, which have all.");

  for (guint i = 0; i < 400; i++)
    {
      const SpurSceneArrow arrow = { .from_ns = 999 - i,
                                     .to_ns = 1000,
                                     .to_lane = 1,
                                     .style = (guint16) (i < 20 ? move_style : message_style),
                                     .violated = i >= 20 && i < 220 };

      spur_scene_add_arrow (scene, &arrow);
    }
  g_assert_cmpuint (spur_scene_bundle_arrows (scene, 100), ==, 0);
  arrows = (const SpurSceneArrow *) scene->arrows->data;
  /* 20 moves; violated edges from columns 7, 8 and 9; others from 6 and 7. */
  g_assert_cmpuint (scene->arrows->len, ==, 25);
  for (gsize i = 0; i < 25; i++)
    {
      gboolean is_move = arrows[i].style == move_style;

      g_assert_true (i == 0 || arrows[i - 1].from_ns <= arrows[i].from_ns);
      n_moves += is_move ? arrows[i].n_joined : 0;
      n_violated += arrows[i].violated ? arrows[i].n_joined : 0;
      n_others += is_move || arrows[i].violated ? 0 : arrows[i].n_joined;
    }
  g_assert_cmpuint (n_moves, ==, 20);
  g_assert_cmpuint (n_violated, ==, 200);
  g_assert_cmpuint (n_others, ==, 180);
}

static void
test_bundles_of_many_lanes (void)
{
  g_autoptr (SpurScene) scene = spur_scene_new (0, 1000, 100, 10);
  const SpurStyle message = { .form = SPUR_FORM_MESSAGE };
  guint style = spur_scene_add_style (scene, &message);
  guint64 n_joined = 0;

  g_test_summary ("Where there are too many pairs of lanes some bundles are left out and counted.");

  for (guint i = 0; i < 10000; i++)
    {
      const SpurSceneArrow arrow = { .from_ns = i % 1000,
                                     .to_ns = 1000,
                                     .from_lane = i % 100,
                                     .to_lane = i / 100,
                                     .style = (guint16) style,
                                     .n_joined = 2 };

      spur_scene_add_arrow (scene, &arrow);
    }
  g_assert_cmpuint (spur_scene_bundle_arrows (scene, 300), ==, 20000 - 600);
  g_assert_cmpuint (scene->arrows->len, ==, 300);
  for (guint i = 0; i < scene->arrows->len; i++)
    n_joined += g_array_index (scene->arrows, SpurSceneArrow, i).n_joined;
  g_assert_cmpuint (n_joined, ==, 600);
}

static void
test_collectives (void)
{
  g_autoptr (Synthetic) synthetic = synthetic_new (3, 0);
  SpurMember members[3];
  const SpurCollective collective = { SPUR_PATTERN_BARRIER, SPUR_NONE, 3, members };
  g_autoptr (SpurSpaceTimeView) view = NULL;
  g_autoptr (RecordingCanvas) canvas = NULL;

  g_test_summary ("Collectives are bands; one that is left before all have entered is red.");

  for (guint instance = 0; instance < 2; instance++)
    {
      for (guint i = 0; i < 3; i++)
        {
          gint64 enter_ns = instance * 1000 + i * 10;
          gint64 exit_ns = instance * 1000 + (instance == 1 && i == 0 ? 15 : 100);

          members[i] = (SpurMember){ .stream = i, .sends = TRUE, .receives = TRUE };
          members[i].enter_event =
            synthetic_append (synthetic, i, enter_ns, SPUR_TYPE_COLLECTIVE_BEGIN_EVENT,
                              SPUR_USE_SUBJECT, synthetic->targets[i], SPUR_USE_NONE);
          members[i].exit_event =
            synthetic_append (synthetic, i, exit_ns, SPUR_TYPE_COLLECTIVE_END_EVENT,
                              SPUR_USE_SUBJECT, synthetic->targets[i], SPUR_USE_NONE);
        }
      spur_edges_add_collective (synthetic->edges, &collective);
    }
  synthetic_seal (synthetic);
  view = spur_space_time_view_new (synthetic->trace, synthetic->edges);
  canvas = draw (view);
  g_assert_cmpuint (canvas->n_polygons[SPUR_LAYER_COLLECTIVE], ==, 2);
  g_assert_cmpuint (canvas->n_red, ==, 1);
  g_assert_true (recording_canvas_has_text (canvas, "left before all had entered"));
}

static void
test_glyphs (void)
{
  g_autoptr (Synthetic) synthetic = synthetic_new (1, 1);
  g_autoptr (SpurSpaceTimeView) view = NULL;
  g_autoptr (RecordingCanvas) canvas = NULL;
  g_autofree char *note = NULL;

  g_test_summary ("Creation and end are signs; those that would lie on another are one sign with "
                  "their number.");

  for (guint i = 0; i < 10; i++)
    synthetic_append (synthetic, 0, i, SPUR_TYPE_LO_CREATION_EVENT, SPUR_USE_SUBJECT,
                      synthetic->objects[0], SPUR_USE_NONE);
  synthetic_append (synthetic, 0, 1000000, SPUR_TYPE_LO_TERMINATION_EVENT, SPUR_USE_SUBJECT,
                    synthetic->objects[0], SPUR_USE_NONE);
  synthetic_seal (synthetic);
  view = spur_space_time_view_new (synthetic->trace, synthetic->edges);
  canvas = draw (view);
  note = spur_view_get_note (SPUR_VIEW (view));
  g_assert_cmpuint (canvas->n_glyphs[SPUR_LAYER_GLYPH], ==, 2);
  g_assert_true (recording_canvas_has_text (canvas, "created"));
  g_assert_true (recording_canvas_has_text (canvas, "ended"));
  g_assert_true (recording_canvas_has_text (canvas, "10"));
  g_assert_nonnull (strstr (note, " 9 events share marks with others."));
  g_assert_null (strstr (note, "left out"));
}

/* One target with an object that works from time to time, and is created as often. */
static RecordingCanvas *
draw_signs (guint n_times)
{
  g_autoptr (Synthetic) synthetic = synthetic_new (1, 1);
  g_autoptr (SpurSpaceTimeView) view = NULL;

  for (guint i = 0; i < n_times; i++)
    {
      synthetic_append (synthetic, 0, 1000 * i, SPUR_TYPE_LO_CREATION_EVENT, SPUR_USE_SUBJECT,
                        synthetic->objects[0], SPUR_USE_NONE);
      synthetic_enter (synthetic, 0, 1000 * i, synthetic->objects[0], synthetic->work);
      synthetic_leave (synthetic, 0, 1000 * i + 900, synthetic->objects[0]);
    }
  synthetic_seal (synthetic);
  view = spur_space_time_view_new (synthetic->trace, synthetic->edges);
  return draw (view);
}

static void
test_signs (void)
{
  g_autoptr (RecordingCanvas) few = draw_signs (10);
  g_autoptr (RecordingCanvas) many = draw_signs (500);

  g_test_summary ("Signs are above the states, not on them, and smaller where they are many.");

  g_assert_cmpuint (few->n_glyphs[SPUR_LAYER_GLYPH], ==, 10);
  g_assert_cmpfloat (few->top_of_glyphs + few->largest_glyph, <=, few->top_of_bars);
  g_assert_cmpfloat (many->largest_glyph, <, few->largest_glyph);
}

static guint
count_texts (const RecordingCanvas *canvas, const char *text)
{
  guint n = 0;

  for (guint i = 0; i < canvas->texts->len; i++)
    n += strcmp (canvas->texts->pdata[i], text) == 0;
  return n;
}

static void
test_repeated_names (void)
{
  g_autoptr (RecordingCanvas) canvas = draw_signs (10);

  g_test_summary ("A name comes again only where the last one is out of sight.");

  /* Of the 10 bars on some 1,500 pixels, the first and each fourth after it: 450 pixels are too
   * near, 600 are not. */
  g_assert_cmpuint (count_texts (canvas, "object 0 · work"), ==, 3);
  g_assert_cmpuint (count_texts (canvas, "work"), ==, 1); /* in the legend */
}

static void
test_returned_names (void)
{
  static const gint64 came_ns[] = { 0, 1000, 3000, 4000 };
  g_autoptr (Synthetic) synthetic = synthetic_new (2, 1);
  g_autoptr (SpurSpaceTimeView) view = NULL;
  g_autoptr (RecordingCanvas) canvas = NULL;

  g_test_summary ("An object that comes back to a target has its name there again.");

  for (guint i = 0; i < G_N_ELEMENTS (came_ns); i++)
    {
      guint target = i % 2;

      for (guint k = 0; i > 0 && k < 2; k++)
        synthetic_leave (synthetic, 1 - target, came_ns[i], synthetic->objects[0]);
      synthetic_append (synthetic, target, came_ns[i], SPUR_TYPE_LO_PLACEMENT_EVENT,
                        SPUR_USE_SUBJECT, synthetic->objects[0], SPUR_USE_DESTINATION,
                        synthetic->targets[target], SPUR_USE_NONE);
      /* The outer state leaves its name to the one in it. */
      synthetic_enter (synthetic, target, came_ns[i], synthetic->objects[0], synthetic->idle);
      synthetic_enter (synthetic, target, came_ns[i], synthetic->objects[0], synthetic->work);
    }
  synthetic_leave (synthetic, 1, 10000, synthetic->objects[0]);
  synthetic_seal (synthetic);
  view = spur_space_time_view_new (synthetic->trace, synthetic->edges);
  canvas = draw (view);
  g_assert_cmpuint (count_texts (canvas, "object 0 · work") + count_texts (canvas, "object 0"), ==,
                    4);
}

/* A target that idles and works by turns, on bars of some 120 and 12 pixels; on that an object. */
static void
test_state_names (void)
{
  g_autoptr (Synthetic) synthetic = synthetic_new (1, 1);
  g_autoptr (SpurSpaceTimeView) view = NULL;
  g_autoptr (RecordingCanvas) canvas = NULL;

  g_test_summary ("Bars are named by their states where there is room.");

  for (guint i = 0; i < 6; i++)
    {
      synthetic_enter (synthetic, 0, 1000 * i, synthetic->targets[0], synthetic->idle);
      synthetic_leave (synthetic, 0, 1000 * i + 900, synthetic->targets[0]);
      synthetic_enter (synthetic, 0, 1000 * i + 900, synthetic->targets[0], synthetic->wait);
      synthetic_leave (synthetic, 0, 1000 * i + 1000, synthetic->targets[0]);
    }
  synthetic_seal (synthetic);
  view = spur_space_time_view_new (synthetic->trace, synthetic->edges);
  spur_view_set_size (SPUR_VIEW (view), 800, 400);
  canvas = draw (view);
  /* The legend, and bars that are farther from one another than a window is wide. */
  g_assert_cmpuint (count_texts (canvas, "idle"), ==, 3);
  g_assert_cmpuint (count_texts (canvas, "wait"), ==, 1);
}

/* An object comes to the first target, or leaves it for the other one. */
static void
place (Synthetic *synthetic, gint64 time_ns, guint object, gboolean comes)
{
  synthetic_append (synthetic, 0, time_ns, SPUR_TYPE_LO_PLACEMENT_EVENT, SPUR_USE_SUBJECT,
                    synthetic->objects[object], SPUR_USE_DESTINATION,
                    synthetic->targets[comes ? 0 : 1], SPUR_USE_NONE);
}

/* An object is on a target until 1 us and from 3 us to 5 us, another one from 1 us to 4 us, in the
 * same row as the first one was, which comes back into a second row. */
static void
test_arrow_ends (void)
{
  static const struct
  {
    gint64 time_ns;
    guint from_above;
    guint from_below;
  } ends[] = { { 500, 0, 0 }, { 2000, 0, 0 }, { 3500, 0, 1 }, { 4500, 1, 1 } };
  g_autoptr (Synthetic) synthetic = synthetic_new (2, 2);
  g_autoptr (SpurSpaceTime) picture = NULL;
  SpurSpaceTimeOptions options = { .trace = synthetic->trace,
                                   .registry = spur_registry_get_default (),
                                   .n_columns = 100 };
  SpurLaneBars *bars;

  g_test_summary ("Arrows find the first row of a lane that has a bar at their times.");

  place (synthetic, 0, 0, TRUE);
  place (synthetic, 1000, 0, FALSE);
  place (synthetic, 1000, 1, TRUE);
  place (synthetic, 3000, 0, TRUE);
  place (synthetic, 4000, 1, FALSE);
  place (synthetic, 5000, 0, FALSE);
  synthetic_enter (synthetic, 1, 9000, synthetic->targets[1], synthetic->work);
  synthetic_leave (synthetic, 1, 9500, synthetic->targets[1]);
  synthetic_seal (synthetic);
  options.edges = synthetic->edges;
  picture = spur_space_time_new (&options);
  bars = spur_lane_bars_new (picture);
  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    for (guint is_above = 0; is_above < 2; is_above++)
      {
        const SpurTrack *track = spur_lane_bars_find (bars, 0, ends[i].time_ns, is_above != 0);

        g_assert_nonnull (track);
        g_assert_cmpuint (track->index, ==, is_above ? ends[i].from_above : ends[i].from_below);
      }
  g_assert_null (spur_lane_bars_find (bars, 0, 6000, TRUE));
  g_assert_null (spur_lane_bars_find (bars, 1, 500, FALSE));
  g_assert_true (spur_lane_bars_has_sign (bars, 0, 900, 1000));
  g_assert_false (spur_lane_bars_has_sign (bars, 0, 1001, 2999));
  spur_lane_bars_free (bars);
}

static char *
make_path (const char *name)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("spur-view-XXXXXX", &error);

  g_assert_no_error (error);
  return g_build_filename (folder, name, NULL);
}

static void
remove_with_folder (const char *path)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);

  g_assert_cmpint (g_remove (path), ==, 0);
  /* What was written beside has been renamed, not left. */
  g_assert_null (g_dir_read_name (dir));
  g_rmdir (folder);
}

static guint
count_scripts (xmlNode *node)
{
  guint n = 0;

  for (; node != NULL; node = node->next)
    {
      n +=
        node->type == XML_ELEMENT_NODE && g_ascii_strcasecmp ((char *) node->name, "script") == 0;
      for (xmlAttr *attribute = node->type == XML_ELEMENT_NODE ? node->properties : NULL;
           attribute != NULL; attribute = attribute->next)
        n += g_str_has_prefix ((char *) attribute->name, "on");
      n += count_scripts (node->children);
    }
  return n;
}

static void
test_svg (void)
{
  g_autoptr (Synthetic) synthetic = make_small ();
  g_autoptr (SpurSpaceTimeView) view =
    spur_space_time_view_new (synthetic->trace, synthetic->edges);
  g_autofree char *path = make_path ("picture.svg");
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  gsize length;
  xmlDoc *doc;

  g_test_summary ("An SVG file is well-formed, has no scripts, and replaces an old file whole.");

  g_assert_true (g_file_set_contents (path, "old", -1, NULL));
  spur_view_set_title (SPUR_VIEW (view), "<script>alert (1)</script>");
  spur_view_save (SPUR_VIEW (view), path, &error);
  g_assert_no_error (error);
  g_assert_true (g_file_get_contents (path, &text, &length, NULL));
  g_assert_cmpuint (length, <, 2000000);
  doc = xmlReadMemory (text, (int) length, path, NULL, XML_PARSE_NONET);
  g_assert_nonnull (doc);
  g_assert_cmpstr ((char *) xmlDocGetRootElement (doc)->name, ==, "svg");
  g_assert_cmpuint (count_scripts (xmlDocGetRootElement (doc)), ==, 0);
  xmlFreeDoc (doc);
  remove_with_folder (path);
}

static guint32
read_be32 (const guint8 *bytes)
{
  return (guint32) bytes[0] << 24 | (guint32) bytes[1] << 16 | (guint32) bytes[2] << 8 | bytes[3];
}

static void
test_png (void)
{
  g_autoptr (Synthetic) synthetic = make_small ();
  g_autoptr (SpurSpaceTimeView) view =
    spur_space_time_view_new (synthetic->trace, synthetic->edges);
  g_autofree char *path = make_path ("picture.PNG");
  g_autofree char *bytes = NULL;
  g_autoptr (GError) error = NULL;
  gsize length;

  g_test_summary ("A PNG file has as many pixels as the picture was given.");

  spur_view_set_size (SPUR_VIEW (view), 640, 320);
  spur_view_save (SPUR_VIEW (view), path, &error);
  g_assert_no_error (error);
  g_assert_true (g_file_get_contents (path, &bytes, &length, NULL));
  g_assert_cmpuint (length, >, 24);
  g_assert_cmpmem (bytes, 8, "\x89PNG\r\n\x1a\n", 8);
  g_assert_cmpuint (read_be32 ((guint8 *) bytes + 16), ==, 640);
  g_assert_cmpuint (read_be32 ((guint8 *) bytes + 20), ==, 320);
  remove_with_folder (path);
}

static void
test_save_errors (void)
{
  g_autoptr (Synthetic) synthetic = make_small ();
  g_autoptr (SpurSpaceTimeView) view =
    spur_space_time_view_new (synthetic->trace, synthetic->edges);
  const char *const names[] = { "picture.jpg", "picture", "svg", "picture.svg.gz" };

  g_test_summary ("Names, sizes and places that cannot be are said, and nothing is written.");

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_false (spur_view_save (SPUR_VIEW (view), names[i], &error));
      g_assert_error (error, SPUR_VIEW_ERROR, SPUR_VIEW_ERROR_SUFFIX);
      g_assert_false (g_file_test (names[i], G_FILE_TEST_EXISTS));
    }
  for (guint beyond = 0; beyond < 2; beyond++)
    {
      g_autofree char *path = make_path ("picture.svg");
      g_autoptr (GError) error = NULL;

      spur_view_set_size (SPUR_VIEW (view), 16000 + beyond, 200);
      g_assert_cmpint (spur_view_save (SPUR_VIEW (view), path, &error), ==, !beyond);
      if (beyond)
        g_assert_error (error, SPUR_VIEW_ERROR, SPUR_VIEW_ERROR_SIZE);
      else
        remove_with_folder (path);
    }
  {
    g_autoptr (GError) error = NULL;

    spur_view_set_size (SPUR_VIEW (view), 0, 0);
    g_assert_false (spur_view_save (SPUR_VIEW (view), "/nowhere/picture.svg", &error));
    g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  }
}

static void
test_empty (void)
{
  g_test_summary ("A trace of nothing, of no events, and of one event can be drawn.");

  for (guint n = 0; n < 3; n++)
    {
      g_autoptr (Synthetic) synthetic = synthetic_new (n > 0, 0);
      g_autoptr (SpurSpaceTimeView) view = NULL;
      g_autoptr (RecordingCanvas) canvas = NULL;
      g_autofree char *path = make_path ("picture.svg");
      g_autoptr (GError) error = NULL;

      if (n == 2)
        synthetic_enter (synthetic, 0, 5, synthetic->targets[0], synthetic->work);
      synthetic_seal (synthetic);
      view = spur_space_time_view_new (synthetic->trace, synthetic->edges);
      canvas = draw (view);
      g_assert_cmpuint (canvas->n_red, ==, 0);
      spur_view_save (SPUR_VIEW (view), path, &error);
      g_assert_no_error (error);
      remove_with_folder (path);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/space-time-view/marks", test_marks);
  g_test_add_func ("/space-time-view/inner-arrows", test_inner_arrows);
  g_test_add_func ("/space-time-view/legend", test_legend);
  g_test_add_func ("/space-time-view/edge-kinds", test_edge_kinds);
  g_test_add_func ("/space-time-view/corrected", test_corrected);
  g_test_add_func ("/space-time-view/span", test_span);
  g_test_add_func ("/space-time-view/zero", test_zero);
  g_test_add_func ("/space-time-view/narrow", test_narrow);
  g_test_add_func ("/space-time-view/thinning", test_thinning);
  g_test_add_func ("/space-time-view/bundles", test_bundles);
  g_test_add_func ("/space-time-view/bundles-of-many-lanes", test_bundles_of_many_lanes);
  g_test_add_func ("/space-time-view/collectives", test_collectives);
  g_test_add_func ("/space-time-view/glyphs", test_glyphs);
  g_test_add_func ("/space-time-view/signs", test_signs);
  g_test_add_func ("/space-time-view/repeated-names", test_repeated_names);
  g_test_add_func ("/space-time-view/returned-names", test_returned_names);
  g_test_add_func ("/space-time-view/state-names", test_state_names);
  g_test_add_func ("/space-time-view/arrow-ends", test_arrow_ends);
  g_test_add_func ("/space-time-view/svg", test_svg);
  g_test_add_func ("/space-time-view/png", test_png);
  g_test_add_func ("/space-time-view/save-errors", test_save_errors);
  g_test_add_func ("/space-time-view/empty", test_empty);
  return g_test_run ();
}
