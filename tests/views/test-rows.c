/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* In a space-time picture a load object has a bar on its target from its placement until it leaves
 * or ends; its states are on that bar, and it stays in its row. */
#include "core/causality/spur-edges.h"
#include "plugins/projects/kit/sim-program.h"
#include "recording-canvas.h"
#include "tests/analysis/presence-world.h"
#include "visualizers/space-time/spur-space-time-internal.h"

#define ADDED SPUR_TYPE_TARGET_ADDITION_EVENT
#define REMOVED SPUR_TYPE_TARGET_REMOVAL_EVENT
#define CREATED SPUR_TYPE_LO_CREATION_PLACEMENT_EVENT
#define MIGRATED SPUR_TYPE_LO_MIGRATION_EVENT
#define CHANGED SPUR_TYPE_LO_STATE_CHANGE_EVENT
#define ENDED SPUR_TYPE_LO_TERMINATION_EVENT
#define ENTERED SPUR_TYPE_REGION_ENTER_EVENT
#define EXITED SPUR_TYPE_REGION_EXIT_EVENT

/* @span: begin and end, or NULL */
static SpurSpaceTime *
make_picture_of (SpurTrace *trace, const gint64 *span)
{
  g_autoptr (SpurEdges) edges = spur_edges_new_for_trace (trace, NULL, NULL);
  g_autoptr (SpurRegistry) registry = spur_registry_new ();
  const SpurSpaceTimeOptions options = { .trace = trace,
                                         .edges = edges,
                                         .registry = registry,
                                         .raw = TRUE,
                                         .has_span = span != NULL,
                                         .from_ns = span != NULL ? span[0] : 0,
                                         .to_ns = span != NULL ? span[1] : 0,
                                         .n_columns = 1000,
                                         .max_arrows = 1000,
                                         .max_bands = 1000 };

  return spur_space_time_new (&options);
}

static SpurSpaceTime *
make_picture (SpurTrace *trace)
{
  return make_picture_of (trace, NULL);
}

typedef struct
{
  guint32 lane;
  guint row;
  gint64 begin_ns;
  gint64 end_ns;
  guint32 object;
  guint32 state;
} Bar;

static void
assert_bars (SpurSpaceTime *picture, const Bar *expected, guint n_expected)
{
  gsize n_spans;
  const SpurSpan *spans = spur_history_get_spans (picture->history, &n_spans);
  guint n = 0;

  for (guint i = 0; i < picture->tracks->len; i++)
    {
      const SpurTrack *track = g_ptr_array_index (picture->tracks, i);

      for (guint k = 0; k < track->spans->len; k++, n++)
        {
          const SpurSpan *span = &spans[g_array_index (track->spans, guint32, k)];

          g_assert_cmpuint (n, <, n_expected);
          g_assert_cmpuint (track->lane, ==, expected[n].lane);
          g_assert_cmpuint (track->index, ==, expected[n].row);
          g_assert_cmpint (span->begin_ns, ==, expected[n].begin_ns);
          g_assert_cmpint (span->end_ns, ==, expected[n].end_ns);
          g_assert_cmpuint (span->object, ==, expected[n].object);
          g_assert_cmpuint (span->state, ==, expected[n].state);
        }
    }
  g_assert_cmpuint (n, ==, n_expected);
}

#define assert_has(picture, ...)                                                                   \
  assert_bars (picture, (const Bar[]){ __VA_ARGS__ },                                              \
               sizeof ((const Bar[]){ __VA_ARGS__ }) / sizeof (Bar))

/* Marks are where the object is that they are about, whichever stream records it. */
static void
assert_mark (SpurSpaceTime *picture, gint64 time_ns, guint32 lane)
{
  const SpurSceneGlyph *glyphs = (const SpurSceneGlyph *) picture->scene->glyphs->data;
  guint n_found = 0;

  for (guint i = 0; i < picture->scene->glyphs->len; i++)
    {
      if (glyphs[i].time_ns != time_ns)
        continue;
      g_assert_cmpuint (glyphs[i].lane, ==, lane);
      n_found++;
    }
  g_assert_cmpuint (n_found, ==, 1);
}

static void
assert_named (SpurSpaceTime *picture, gboolean is_named)
{
  const SpurSpaceTimeSize size = { "a picture", 800.0, 400.0, 1000 };
  g_autoptr (RecordingCanvas) canvas = recording_canvas_new ();

  spur_space_time_draw (picture, &canvas->canvas, &size);
  g_assert_cmpint (recording_canvas_has_text (canvas, "2 at once"), ==, is_named);
  g_assert_false (recording_canvas_has_text (canvas, "1 at once"));
}

static void
test_standard_scenario (void)
{
  PresenceWorld world;
  g_autoptr (SpurTimeline) timeline = NULL;
  g_autoptr (SpurSpaceTime) picture = NULL;
  guint32 hosts[2], process, work;

  g_test_summary ("A process has a bar from its creation to its end, with what it does on it.");

  presence_world_init (&world);
  hosts[0] = presence_world_add_object (&world, SPUR_TYPE_TARGET, "host 1");
  hosts[1] = presence_world_add_object (&world, SPUR_TYPE_TARGET, "host 2");
  process = presence_world_add_object (&world, SPUR_TYPE_LOAD_OBJECT, "process");
  work =
    spur_definitions_add_state (spur_trace_get_definitions (world.trace), "work", SPUR_STATE_WORK);
  presence_world_add_stream (&world, SPUR_NONE);
  presence_world_add_stream (&world, hosts[0]);
  presence_world_record (&world, { 0, 0, ADDED, hosts[0] }, { 0, 0, ADDED, hosts[1] },
                         { 0, 10, CREATED, process, .destination = hosts[0] },
                         { 0, 50, MIGRATED, process, .source = hosts[0], .destination = hosts[1] },
                         { 0, 90, ENDED, process }, { 1, 20, ENTERED, process, .state = work },
                         { 1, 30, EXITED, process, .state = work },
                         { 1, 60, ENTERED, process, .state = work },
                         { 1, 70, EXITED, process, .state = work });
  timeline = presence_world_finish (&world, 100);
  picture = make_picture (world.trace);
  assert_has (picture, { 0, 0, 10, 50, process, SPUR_NONE }, { 0, 0, 20, 30, process, work },
              { 1, 0, 50, 90, process, SPUR_NONE }, { 1, 0, 60, 70, process, work });
  assert_mark (picture, 10, 0);
  assert_mark (picture, 90, 1);
  presence_world_clear (&world);
}

static void
test_entered_at_once (void)
{
  PresenceWorld world;
  g_autoptr (SpurTimeline) timeline = NULL;
  g_autoptr (SpurSpaceTime) picture = NULL;
  guint32 hosts[2], process, sleep;

  g_test_summary ("What is entered when its object comes lies on the bar of the object, too.");

  presence_world_init (&world);
  hosts[0] = presence_world_add_object (&world, SPUR_TYPE_TARGET, "host 1");
  hosts[1] = presence_world_add_object (&world, SPUR_TYPE_TARGET, "host 2");
  process = presence_world_add_object (&world, SPUR_TYPE_LOAD_OBJECT, "process");
  sleep =
    spur_definitions_add_state (spur_trace_get_definitions (world.trace), "sleep", SPUR_STATE_IDLE);
  presence_world_add_stream (&world, hosts[0]);
  presence_world_add_stream (&world, hosts[1]);
  presence_world_record (&world, { 0, 10, CREATED, process, .destination = hosts[0] },
                         { 0, 10, ENTERED, process, .state = sleep },
                         { 0, 30, EXITED, process, .state = sleep },
                         { 1, 40, MIGRATED, process, .source = hosts[0], .destination = hosts[1] },
                         { 1, 40, ENTERED, process, .state = sleep },
                         { 1, 50, EXITED, process, .state = sleep }, { 1, 60, ENDED, process });
  timeline = presence_world_finish (&world, 100);
  picture = make_picture (world.trace);
  assert_has (picture, { 0, 0, 10, 40, process, SPUR_NONE }, { 0, 0, 10, 30, process, sleep },
              { 1, 0, 40, 60, process, SPUR_NONE }, { 1, 0, 40, 50, process, sleep });
  presence_world_clear (&world);
}

static void
test_idle_targets (void)
{
  PresenceWorld world;
  g_autoptr (SpurTimeline) timeline = NULL;
  g_autoptr (SpurSpaceTime) picture = NULL;
  guint32 hosts[3], process;

  g_test_summary ("A target on which nothing ever is has a lane, as it counts as one.");

  presence_world_init (&world);
  for (guint i = 0; i < G_N_ELEMENTS (hosts); i++)
    {
      g_autofree char *name = g_strdup_printf ("host %u", i + 1);

      hosts[i] = presence_world_add_object (&world, SPUR_TYPE_TARGET, name);
    }
  process = presence_world_add_object (&world, SPUR_TYPE_LOAD_OBJECT, "process");
  presence_world_add_stream (&world, SPUR_NONE);
  presence_world_record (&world, { 0, 0, ADDED, hosts[0] }, { 0, 0, ADDED, hosts[1] },
                         { 0, 5, ADDED, hosts[2] },
                         { 0, 10, CREATED, process, .destination = hosts[1] },
                         { 0, 80, ENDED, process }, { 0, 90, REMOVED, hosts[2] });
  timeline = presence_world_finish (&world, 100);
  picture = make_picture (world.trace);
  /* The fourth one is of the stream, which belongs to no target. */
  g_assert_cmpuint (picture->lanes->n_lanes, ==, 4);
  g_assert_cmpuint (picture->lanes->n_targets, ==, 3);
  assert_has (picture, { 1, 0, 10, 80, process, SPUR_NONE });
  assert_mark (picture, 5, 2);
  assert_mark (picture, 90, 2);
  assert_named (picture, FALSE);
  presence_world_clear (&world);
}

static void
assert_count (SpurSpaceTime *picture, gint64 from_ns, gint64 to_ns, guint n)
{
  SpurLaneBars *bars = spur_lane_bars_new (picture);

  g_assert_cmpuint (spur_lane_bars_count (bars, 0, from_ns, to_ns), ==, n);
  spur_lane_bars_free (bars);
}

static void
test_rows (void)
{
  PresenceWorld world;
  g_autoptr (SpurTimeline) timeline = NULL;
  g_autoptr (SpurSpaceTime) picture = NULL;
  guint32 host, first, second, third, busy, idle;

  g_test_summary ("An object stays in its row whatever becomes free above it, and what comes later "
                  "takes that row; before its first state it is just there. The lane's name says "
                  "how many are there at once, of which one may end as another comes.");

  presence_world_init (&world);
  host = presence_world_add_object (&world, SPUR_TYPE_TARGET, "host");
  first = presence_world_add_object (&world, SPUR_TYPE_LOAD_OBJECT, "first");
  second = presence_world_add_object (&world, SPUR_TYPE_LOAD_OBJECT, "second");
  third = presence_world_add_object (&world, SPUR_TYPE_LOAD_OBJECT, "third");
  busy =
    spur_definitions_add_state (spur_trace_get_definitions (world.trace), "busy", SPUR_STATE_WORK);
  idle =
    spur_definitions_add_state (spur_trace_get_definitions (world.trace), "idle", SPUR_STATE_IDLE);
  presence_world_add_stream (&world, host);
  presence_world_record (
    &world, { 0, 0, CREATED, first, .destination = host }, { 0, 0, CHANGED, first, .state = busy },
    { 0, 5, CREATED, second, .destination = host }, { 0, 10, CHANGED, second, .state = busy },
    { 0, 20, ENDED, first }, { 0, 20, CHANGED, second, .state = idle },
    { 0, 30, CREATED, third, .destination = host }, { 0, 30, CHANGED, third, .state = busy },
    { 0, 40, CHANGED, second, .state = busy }, { 0, 50, ENDED, second },
    { 0, 60, CHANGED, third, .state = idle }, { 0, 70, ENDED, third });
  timeline = presence_world_finish (&world, 80);
  picture = make_picture (world.trace);
  assert_has (picture, { 0, 0, 0, 20, first, busy }, { 0, 0, 30, 60, third, busy },
              { 0, 0, 60, 70, third, idle }, { 0, 1, 5, 10, second, SPUR_NONE },
              { 0, 1, 10, 20, second, busy }, { 0, 1, 20, 40, second, idle },
              { 0, 1, 40, 50, second, busy });
  assert_count (picture, 0, 80, 2);
  assert_count (picture, 0, 5, 1);
  assert_count (picture, 0, 6, 2);
  assert_count (picture, 20, 30, 1);
  assert_count (picture, 50, 80, 1);
  assert_named (picture, TRUE);
  presence_world_clear (&world);
}

static void
test_shared_stream (void)
{
  PresenceWorld world;
  g_autoptr (SpurTimeline) timeline = NULL;
  g_autoptr (SpurSpaceTime) picture = NULL;
  guint32 host, process, task, distributing, work, loads[2];

  g_test_summary ("What is entered lies on the bar of what it is in, whatever that is set to "
                  "meanwhile; a stream that runs many objects draws no bar for each.");

  presence_world_init (&world);
  host = presence_world_add_object (&world, SPUR_TYPE_TARGET, "host");
  process = presence_world_add_object (&world, SPUR_TYPE_LOAD_OBJECT, "process");
  task = presence_world_add_object (&world, SPUR_TYPE_LOAD_OBJECT, "task");
  distributing = presence_world_add_object (&world, SPUR_TYPE_LOAD_OBJECT, "distributor");
  work =
    spur_definitions_add_state (spur_trace_get_definitions (world.trace), "work", SPUR_STATE_WORK);
  loads[0] =
    spur_definitions_add_state (spur_trace_get_definitions (world.trace), "low", SPUR_STATE_IDLE);
  loads[1] =
    spur_definitions_add_state (spur_trace_get_definitions (world.trace), "high", SPUR_STATE_IDLE);
  presence_world_add_stream (&world, host);
  presence_world_record (
    &world, { 0, 0, CREATED, process, .destination = host },
    { 0, 0, CHANGED, process, .state = loads[0] }, { 0, 0, CREATED, task, .destination = host },
    { 0, 0, CREATED, distributing, .destination = process },
    { 0, 10, ENTERED, distributing, .state = work }, { 0, 15, CHANGED, process, .state = loads[1] },
    { 0, 20, EXITED, distributing, .state = work }, { 0, 30, ENTERED, task, .state = work },
    { 0, 40, EXITED, task, .state = work }, { 0, 50, ENDED, process });
  timeline = presence_world_finish (&world, 60);
  picture = make_picture (world.trace);
  assert_has (picture, { 0, 0, 0, 15, process, loads[0] }, { 0, 0, 10, 20, distributing, work },
              { 0, 0, 15, 50, process, loads[1] }, { 0, 0, 30, 40, task, work });
  presence_world_clear (&world);
}

/* The row of an object's last state, and when that ended. */
typedef struct
{
  const SpurTrack *track;
  gint64 end_ns;
} Drawn;

static guint
count_changes (SpurSpaceTime *picture, guint *n_continued)
{
  guint32 n_objects = spur_definitions_get_n_objects (spur_trace_get_definitions (picture->trace));
  gsize n_spans, n_changes = 0;
  const SpurSpan *spans = spur_history_get_spans (picture->history, &n_spans);
  g_autofree const SpurTrack **track_of_span = g_new0 (const SpurTrack *, n_spans);
  g_autofree Drawn *drawn = g_new0 (Drawn, n_objects);

  for (guint i = 0; i < picture->tracks->len; i++)
    {
      const SpurTrack *track = g_ptr_array_index (picture->tracks, i);

      for (guint k = 0; k < track->spans->len; k++)
        track_of_span[g_array_index (track->spans, guint32, k)] = track;
    }
  for (gsize i = 0; i < n_spans; i++)
    {
      Drawn *last = &drawn[spans[i].object];

      if (spans[i].is_entered)
        continue;
      if (last->track != NULL && last->end_ns == spans[i].begin_ns &&
          last->track->lane == track_of_span[i]->lane)
        {
          *n_continued += 1;
          n_changes += last->track != track_of_span[i];
        }
      *last = (Drawn){ track_of_span[i], spans[i].end_ns };
    }
  return (guint) n_changes;
}

static void
test_projects (void)
{
  const SimProgram *programs[] = { &a1_program, &b3_program, &b4_program, &b5_program };

  g_test_summary ("No object of the simulated projects changes its row while it stays.");

  for (guint i = 0; i < G_N_ELEMENTS (programs); i++)
    {
      SimOptions options = sim_program_get_defaults (programs[i]);
      g_autoptr (GError) error = NULL;
      g_autoptr (SpurTrace) trace = sim_program_simulate (programs[i], &options, &error);
      g_autoptr (SpurSpaceTime) picture = NULL;
      guint n_continued = 0;

      g_assert_no_error (error);
      picture = make_picture (trace);
      g_assert_cmpuint (count_changes (picture, &n_continued), ==, 0);
      g_assert_cmpuint (n_continued, >, 10);
    }
}

static guint
count_marks (SpurSpaceTime *picture, gint64 time_ns)
{
  guint n_marks = 0;

  for (guint i = 0; i < picture->scene->glyphs->len; i++)
    n_marks += g_array_index (picture->scene->glyphs, SpurSceneGlyph, i).time_ns == time_ns;
  return n_marks;
}

static void
test_span (void)
{
  static const gint64 times_ns[2][6] = { { 10, 20, 20, 30, 30, 40 }, { 10, 40, 21, 9, 29, 50 } };
  const gint64 all[2] = { 0, 100 };
  const gint64 spans[][2] = { { 20, 30 }, { 11, 19 }, { 30, 90 }, { 0, 10 }, { 41, 49 } };
  PresenceWorld world;
  g_autoptr (SpurTimeline) timeline = NULL;
  g_autoptr (SpurSpaceTime) whole = NULL;

  g_test_summary ("A span has the marks of the whole picture that are in it, also of a stream "
                  "whose times fall.");

  presence_world_init (&world);
  for (guint s = 0; s < 2; s++)
    {
      guint32 host = presence_world_add_object (&world, SPUR_TYPE_TARGET, "host");

      presence_world_add_stream (&world, host);
      for (guint i = 0; i < 6; i++)
        presence_world_record (
          &world, { s, times_ns[s][i], CREATED,
                    presence_world_add_object (&world, SPUR_TYPE_LOAD_OBJECT, "process"),
                    .destination = host });
    }
  timeline = presence_world_finish (&world, 100);
  whole = make_picture_of (world.trace, all);
  g_assert_cmpuint (whole->scene->glyphs->len, >, 6);
  for (guint i = 0; i < G_N_ELEMENTS (spans); i++)
    {
      g_autoptr (SpurSpaceTime) part = make_picture_of (world.trace, spans[i]);

      for (gint64 time_ns = 0; time_ns <= 100; time_ns++)
        {
          gboolean is_shown = time_ns >= spans[i][0] && time_ns <= spans[i][1];

          g_assert_cmpuint (count_marks (part, time_ns), ==,
                            is_shown ? count_marks (whole, time_ns) : 0);
        }
    }
  presence_world_clear (&world);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/rows/standard-scenario", test_standard_scenario);
  g_test_add_func ("/rows/entered-at-once", test_entered_at_once);
  g_test_add_func ("/rows/idle-targets", test_idle_targets);
  g_test_add_func ("/rows/stay", test_rows);
  g_test_add_func ("/rows/shared-stream", test_shared_stream);
  g_test_add_func ("/rows/span", test_span);
  g_test_add_func ("/rows/projects", test_projects);
  return g_test_run ();
}
