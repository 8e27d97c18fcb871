/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include <glib/gstdio.h>
#include <string.h>

#include "core/plugin/spur-registry.h"
#include "events/spur-events.h"
#include "recording-canvas.h"
#include "synthetic-trace.h"
#include "visualizers/lifeline/spur-lifelines-internal.h"
#include "visualizers/spur-view.h"
#include "visualizers/view/spur-view-internal.h"

/* Two requests of NetLogger, the load of a host, and a packet that is sent again. */
static const char log_text[] =
  "ts=2012-03-13T12:36:00.000000Z event=req.send level=Info req=r1 host=alpha\n"
  "ts=2012-03-13T12:36:00.100000Z event=req.send level=Info req=r2 host=beta\n"
  "ts=2012-03-13T12:36:00.300000Z event=srv.in level=Info req=r1 host=srv\n"
  "ts=2012-03-13T12:36:00.400000Z event=srv.in level=Info req=r2 host=srv\n"
  "ts=2012-03-13T12:36:00.500000Z event=cpu.load level=Info host=srv load=0.5\n"
  "ts=2012-03-13T12:36:00.900000Z event=srv.out level=Info req=r2 bytes=1024 secs=2\n"
  "ts=2012-03-13T12:36:01.000000Z event=tcp.retransmit level=Info host=srv\n"
  "ts=2012-03-13T12:36:01.100000Z event=srv.out level=Info req=r1 bytes=6144 secs=2\n"
  "ts=2012-03-13T12:36:01.200000Z event=cpu.load level=Info host=srv load=0.75\n";

static SpurTrace *
open_text (const char *text)
{
  g_autofree char *folder = g_dir_make_tmp ("spur-lifeline-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "some.bp", NULL);
  g_autoptr (GError) error = NULL;
  SpurTrace *trace;

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  trace = spur_registry_open_trace (spur_registry_get_default (), path, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (g_remove (path), ==, 0);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
  return trace;
}

static SpurTrace *
open_log (void)
{
  return open_text (log_text);
}

static SpurLifelinesOptions
get_options (SpurTrace *trace)
{
  SpurLifelinesOptions options = { .trace = trace,
                                   .registry = spur_registry_get_default (),
                                   .max_events = 1000 };

  spur_trace_get_span_ns (trace, FALSE, &options.from_ns, &options.to_ns);
  return options;
}

static SpurLifelines *
collect (const SpurLifelinesOptions *options)
{
  g_autoptr (GError) error = NULL;
  SpurLifelines *picture = spur_lifelines_new (options, NULL, &error);

  g_assert_no_error (error);
  return picture;
}

/* The rows from the bottom, with " > " between them. */
static char *
describe_rows (const SpurLifelines *picture)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < picture->order->len; i++)
    {
      guint32 row = g_array_index (picture->order, guint32, i);
      const SpurLifelineRow *info = &g_array_index (picture->rows->all, SpurLifelineRow, row);

      g_assert_cmpuint (info->place, ==, i);
      g_string_append_printf (text, "%s%s", i > 0 ? " > " : "", info->name);
    }
  return g_string_free (text, FALSE);
}

static void
assert_rows (const SpurLifelines *picture, const char *wanted)
{
  g_autofree char *rows = describe_rows (picture);

  g_assert_cmpstr (rows, ==, wanted);
}

static const SpurLifeline *
get_line (const SpurLifelines *picture, guint index)
{
  g_assert_cmpuint (index, <, picture->lines->len);
  return &g_array_index (picture->lines, SpurLifeline, index);
}

static void
test_identity (void)
{
  g_autoptr (SpurTrace) trace = open_log ();
  SpurLifelinesOptions options = get_options (trace);
  g_autoptr (SpurLifelines) picture = NULL;
  const SpurLifelinePoint *points;

  g_test_summary ("Events that have the same value of a field are one line, rows as lines go.");

  options.identity = "req";
  options.group = "host";
  picture = collect (&options);
  assert_rows (picture, "req.send > srv.in > srv.out");
  g_assert_cmpuint (picture->lines->len, ==, 2);
  g_assert_cmpuint (picture->points->len, ==, 6);
  points = (const SpurLifelinePoint *) picture->points->data;
  g_assert_cmpuint (get_line (picture, 0)->n_points, ==, 3);
  points += get_line (picture, 0)->first;
  g_assert_cmpint (points[0].time_ns - options.from_ns, ==, 0);
  g_assert_cmpint (points[1].time_ns - options.from_ns, ==, 300000000);
  g_assert_cmpint (points[2].time_ns - options.from_ns, ==, 1100000000);
  /* By the first host of each. */
  g_assert_cmpstr (picture->groups->pdata[get_line (picture, 0)->group], ==, "alpha");
  g_assert_cmpstr (picture->groups->pdata[get_line (picture, 1)->group], ==, "beta");
}

static void
test_two_fields (void)
{
  g_autoptr (SpurTrace) trace = open_log ();
  SpurLifelinesOptions options = get_options (trace);
  g_autoptr (SpurLifelines) picture = NULL;

  g_test_summary ("An identity of two fields needs both: what has only one is on no line.");

  options.identity = "host, req";
  picture = collect (&options);
  assert_rows (picture, "req.send > srv.in");
  g_assert_cmpuint (picture->lines->len, ==, 4);
}

static void
test_rows_and_points (void)
{
  g_autoptr (SpurTrace) trace = open_log ();
  SpurLifelinesOptions options = get_options (trace);
  g_autoptr (SpurLifelines) picture = NULL;
  g_autoptr (SpurLifelines) wanted = NULL;
  RecordingCanvas *canvas = recording_canvas_new ();
  const SpurLifelinesSize size = { "title", 800.0, 400.0 };

  g_test_summary ("Rows come as they are wanted; events of points are signs and on no line.");

  options.identity = "req";
  options.points = "tcp.*";
  picture = collect (&options);
  assert_rows (picture, "req.send > srv.in > srv.out > tcp.retransmit");
  g_assert_cmpuint (picture->lines->len, ==, 2);
  spur_lifelines_draw (picture, &canvas->canvas, &size);
  g_assert_cmpuint (canvas->n_bad, ==, 0);
  g_assert_cmpuint (canvas->n_segments[SPUR_LAYER_MESSAGE], ==, 4);
  g_assert_cmpuint (canvas->n_glyphs[SPUR_LAYER_GLYPH], ==, 7);
  g_assert_true (recording_canvas_has_text (canvas, "tcp.retransmit"));
  recording_canvas_free (canvas);

  options.rows = "srv.out,req.send";
  options.points = "srv.in";
  wanted = collect (&options);
  assert_rows (wanted, "srv.out > req.send > srv.in");
  g_assert_cmpuint (get_line (wanted, 0)->n_points, ==, 2);
}

static void
test_load_line (void)
{
  g_autoptr (SpurTrace) trace = open_log ();
  SpurLifelinesOptions options = get_options (trace);
  g_autoptr (SpurLifelines) picture = NULL;
  const SpurLoadLine *lines;
  const SpurLoadPoint *values;

  g_test_summary ("Numbers are those of the formula, where an event has all of its fields.");

  options.load_line = "load, bytes / 1024 / secs";
  picture = collect (&options);
  lines = (const SpurLoadLine *) picture->load_lines->data;
  values = (const SpurLoadPoint *) picture->values->data;
  g_assert_cmpuint (picture->load_lines->len, ==, 2);
  g_assert_cmpuint (picture->values->len, ==, 4);
  g_assert_cmpuint (lines[0].n_points, ==, 2);
  g_assert_cmpfloat (values[0].value, ==, 0.5);
  g_assert_cmpfloat (values[1].value, ==, 0.75);
  g_assert_cmpint (values[1].time_ns - values[0].time_ns, ==, 700000000);
  g_assert_cmpfloat (lines[1].least, ==, 0.5);
  g_assert_cmpfloat (lines[1].most, ==, 3.0);
}

static void
test_objects (void)
{
  g_autoptr (Synthetic) synthetic = synthetic_new (2, 2);
  SpurLifelinesOptions options;
  g_autoptr (SpurLifelines) picture = NULL;
  static const gint64 begins_ns[] = { 1000, 1500 };

  g_test_summary ("Without an identity the load objects have lines, from stream to stream.");

  for (guint i = 0; i < 2; i++)
    synthetic_append (synthetic, i, begins_ns[i], SPUR_TYPE_LO_CREATION_EVENT, SPUR_USE_SUBJECT,
                      synthetic->objects[i], SPUR_USE_NONE);
  synthetic_append (synthetic, 0, 2000, SPUR_TYPE_LO_PLACEMENT_EVENT, SPUR_USE_SUBJECT,
                    synthetic->objects[0], SPUR_USE_DESTINATION, synthetic->targets[0],
                    SPUR_USE_NONE);
  synthetic_append (synthetic, 1, 2500, SPUR_TYPE_LO_STATE_CHANGE_EVENT, SPUR_USE_SUBJECT,
                    synthetic->objects[1], SPUR_USE_STATE, synthetic->wait, SPUR_USE_NONE);
  synthetic_append (synthetic, 1, 3000, SPUR_TYPE_LO_STATE_CHANGE_EVENT, SPUR_USE_SUBJECT,
                    synthetic->objects[0], SPUR_USE_STATE, synthetic->work, SPUR_USE_NONE);
  for (guint i = 0; i < 2; i++)
    synthetic_append (synthetic, 1, 4000 + i, SPUR_TYPE_LO_TERMINATION_EVENT, SPUR_USE_SUBJECT,
                      synthetic->objects[i], SPUR_USE_NONE);
  /* Targets go nowhere. */
  synthetic_enter (synthetic, 0, 5000, synthetic->targets[0], synthetic->idle);
  synthetic_leave (synthetic, 0, 6000, synthetic->targets[0]);
  synthetic_seal (synthetic);
  options = get_options (synthetic->trace);
  picture = collect (&options);
  /* The second line comes from the creation, too, and its row stands behind that. */
  assert_rows (picture, "LO_Creation_Event > LO_State_Change_Event: wait > LO_Placement_Event > "
                        "LO_State_Change_Event: work > LO_Termination_Event");
  g_assert_cmpuint (picture->lines->len, ==, 2);
  g_assert_cmpuint (get_line (picture, 0)->n_points, ==, 4);
  g_assert_cmpuint (get_line (picture, 1)->n_points, ==, 3);
  g_assert_cmpstr (picture->groups->pdata[get_line (picture, 1)->group], ==, "PE 1");
}

static void
test_sample (void)
{
  const guint n_objects = 8;
  g_autoptr (Synthetic) synthetic = synthetic_new (1, n_objects);
  SpurLifelinesOptions options;
  g_autoptr (GError) error = NULL;

  g_test_summary (
    "Of too many events some objects are left out, with all of theirs, and it says so.");

  for (guint i = 0; i < 100; i++)
    for (guint j = 0; j < n_objects; j++)
      synthetic_append (synthetic, 0, 1000 * (i + 1), SPUR_TYPE_LO_STATE_CHANGE_EVENT,
                        SPUR_USE_SUBJECT, synthetic->objects[j], SPUR_USE_STATE,
                        i % 2 == 0 ? synthetic->work : synthetic->wait, SPUR_USE_NONE);
  synthetic_seal (synthetic);
  options = get_options (synthetic->trace);
  for (gsize max = 900; max >= 300; max /= 3)
    {
      g_autoptr (SpurLifelines) picture = NULL;
      g_autofree char *note = NULL;

      options.max_events = max;
      picture = collect (&options);
      note = spur_lifelines_get_note (picture);
      g_assert_cmpuint (picture->points->len, <, max);
      g_assert_cmpuint (picture->points->len, ==, 100 * picture->lines->len);
      g_assert_cmpint (picture->lines->len == n_objects, ==, picture->shift == 0);
      g_assert_cmpint (strstr (note, "one object in ") != NULL, ==, picture->shift > 0);
      g_assert_cmpint (picture->shift > 0, ==, max < 800);
    }
  options.rows = "LO_State_Change_Event: work";
  options.identity = "state";
  options.max_events = 300;
  g_assert_null (spur_lifelines_new (&options, NULL, &error));
  g_assert_error (error, SPUR_VIEW_ERROR, SPUR_VIEW_ERROR_OPTION);
}

/* What a column of pixels shows of a line: where it comes from, where it goes to, and its rows or
 * the range of its values. */
typedef struct
{
  guint64 n_events;
  guint32 rows;
  guint32 first_row;
  guint32 last_row;
  double first;
  double last;
  double least;
  double most;
} Column;

#define N_COLUMNS 40

static guint
find_column (const SpurLifelines *picture, gint64 time_ns)
{
  return (guint) ((double) (time_ns - picture->from_ns) /
                  ((double) (picture->to_ns - picture->from_ns) + 1.0) * N_COLUMNS);
}

/* By column, of the first line and the first load-line. */
static void
scan_columns (const SpurLifelines *picture, Column *columns)
{
  const SpurLifeline *line = get_line (picture, 0);
  const SpurLifelinePoint *points = (const SpurLifelinePoint *) picture->points->data + line->first;

  memset (columns, 0, N_COLUMNS * sizeof *columns);
  for (guint i = 0; i < line->n_points; i++)
    {
      Column *column = &columns[find_column (picture, points[i].time_ns)];

      column->first_row = column->rows == 0 ? points[i].row : column->first_row;
      column->last_row = points[i].row;
      column->rows |= 1u << points[i].row;
      column->n_events += points[i].n_events;
    }
  for (guint i = 0; i < picture->values->len; i++)
    {
      const SpurLoadPoint *value = &g_array_index (picture->values, SpurLoadPoint, i);
      Column *column = &columns[find_column (picture, value->time_ns)];
      gboolean is_first =
        i == 0 || find_column (picture, value[-1].time_ns) != find_column (picture, value->time_ns);

      column->first = is_first ? value->value : column->first;
      column->last = value->value;
      column->least = is_first ? value->value : MIN (column->least, value->value);
      column->most = is_first ? value->value : MAX (column->most, value->value);
    }
}

static void
test_pixels (void)
{
  g_autoptr (Synthetic) synthetic = synthetic_new (1, 1);
  guint32 states[] = { synthetic->work, synthetic->wait, synthetic->idle };
  g_autoptr (SpurLifelines) whole = NULL, thin = NULL, signs = NULL;
  g_autoptr (GRand) numbers = g_rand_new_with_seed (4);
  Column wanted[N_COLUMNS], found[N_COLUMNS];
  SpurLifelinesOptions options;
  g_autofree char *note = NULL;

  g_test_summary ("Of an object with more events than there is room for, each column of pixels has "
                  "the same rows, ends and range of values as with all of them.");

  for (guint i = 0; i < 5000; i++)
    {
      guint state = (guint) g_rand_int_range (numbers, 0, 100);

      synthetic_append (synthetic, 0, 1000 * (i + 1) + g_rand_int_range (numbers, 0, 900),
                        SPUR_TYPE_LO_STATE_CHANGE_EVENT, SPUR_USE_SUBJECT, synthetic->objects[0],
                        SPUR_USE_STATE, states[state < 97 ? state % 2 : 2], SPUR_USE_NONE);
      synthetic_append (synthetic, 0, 1000 * (i + 1) + 900, SPUR_TYPE_LO_MESSAGE_SEND_EVENT,
                        SPUR_USE_SUBJECT, synthetic->objects[0], SPUR_USE_TAG,
                        (guint) g_rand_int_range (numbers, 0, 1000), SPUR_USE_NONE);
    }
  synthetic_seal (synthetic);
  options = get_options (synthetic->trace);
  options.load_line = "tag";
  options.max_events = 100000;
  whole = collect (&options);
  options.max_events = 1000;
  options.n_columns = N_COLUMNS;
  thin = collect (&options);
  g_assert_cmpuint (whole->points->len, ==, 10000);
  g_assert_cmpuint (whole->values->len, ==, 5000);
  g_assert_cmpuint (thin->points->len + thin->values->len, <, 1000 + 1);
  g_assert_cmpuint (spur_lifelines_count_events (thin), ==, 10000);
  g_assert_cmpuint (thin->shift, ==, 0);
  scan_columns (whole, wanted);
  scan_columns (thin, found);
  for (guint i = 0; i < N_COLUMNS; i++)
    g_assert_cmpmem (&wanted[i], sizeof wanted[i], &found[i], sizeof found[i]);
  options.load_line = NULL;
  options.rows = options.points = "LO_Message_Send_Event";
  signs = collect (&options);
  g_assert_cmpuint (signs->points->len, <, 1000 + N_COLUMNS);
  g_assert_cmpuint (signs->lines->len, ==, 0);
  g_assert_cmpuint (spur_lifelines_count_events (signs), ==, 5000);
  note = spur_lifelines_get_note (thin);
  g_assert_nonnull (strstr (note, "of what is at one pixel, that is drawn which changes it"));
}

static void
test_wrong (void)
{
  g_autoptr (SpurTrace) trace = open_log ();
  static const char *const bad[][3] = {
    { "identity", "reqs", "identity: found 'reqs', expected a field" },
    { "identity", "req,", "identity: found ''" },
    { "group", "hosts", "group: found 'hosts'" },
    { "rows", "srv.inn", "found row 'srv.inn', expected a class" },
    { "points", "udp.*", "found row 'udp.*'" },
    { "load-line", "load +", "load-line: 'load +': at character 7" },
    { "load-line", "lead", "load-line: found 'lead', expected a field that events have, as " },
  };

  g_test_summary (
    "Options that say nothing of the trace are refused: what was found and expected.");

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (SpurLifelineView) view = spur_lifeline_view_new (trace);
      g_autoptr (GError) error = NULL;

      g_assert_true (spur_view_set_option (SPUR_VIEW (view), bad[i][0], bad[i][1], &error));
      g_assert_false (spur_view_prepare (SPUR_VIEW (view), NULL, &error));
      g_assert_error (error, SPUR_VIEW_ERROR, SPUR_VIEW_ERROR_OPTION);
      g_test_message ("%s", error->message);
      g_assert_true (g_str_has_prefix (error->message, bad[i][2]));
    }
}

static void
test_view (void)
{
  g_autoptr (SpurTrace) trace = open_log ();
  g_autoptr (SpurView) view = spur_view_make (spur_registry_get_default (), "lifeline", NULL);
  RecordingCanvas *canvas = recording_canvas_new ();
  g_autofree char *note = NULL;

  g_test_summary ("The view draws what its properties say, and says how much that is.");

  g_assert_nonnull (view);
  spur_view_set_trace (view, trace);
  g_object_set (view, "identity", "req", "load-line", "load", "group", "host", NULL);
  spur_view_draw_on (view, &canvas->canvas);
  note = spur_view_get_note (view);
  g_assert_cmpstr (note, ==, "Times as recorded; 2 lifelines through 3 rows; 2 values.");
  g_assert_cmpuint (canvas->n_bad, ==, 0);
  g_assert_true (recording_canvas_has_text (canvas, "load"));
  g_assert_true (recording_canvas_has_text (canvas, "alpha"));
  g_assert_true (recording_canvas_has_text (canvas, "srv.out"));
  recording_canvas_free (canvas);
}

/* Four jobs; the first one's host has a clock that is behind, so that its main.start comes after
 * its main.end, and one does not end. */
static const char jobs_text[] =
  "ts=2012-03-13T12:00:00.000000Z event=wf.job.submit level=Info req=j1\n"
  "ts=2012-03-13T12:00:01.000000Z event=wf.job.end level=Info req=j1\n"
  "ts=2012-03-13T12:00:02.000000Z event=wf.job.start level=Info req=j1\n"
  "ts=2012-03-13T12:00:03.000000Z event=wf.job.submit level=Info req=j2\n"
  "ts=2012-03-13T12:00:04.000000Z event=wf.job.start level=Info req=j2\n"
  "ts=2012-03-13T12:00:05.000000Z event=wf.job.end level=Info req=j2\n"
  "ts=2012-03-13T12:00:06.000000Z event=wf.job.submit level=Info req=j3\n"
  "ts=2012-03-13T12:00:07.000000Z event=wf.job.start level=Info req=j3\n"
  "ts=2012-03-13T12:00:08.000000Z event=wf.job.end level=Info req=j3\n"
  "ts=2012-03-13T12:00:09.000000Z event=wf.job.submit level=Info req=j4\n";

static void
test_majority (void)
{
  g_autoptr (SpurTrace) trace = open_text (jobs_text);
  SpurLifelinesOptions options = get_options (trace);
  g_autoptr (SpurLifelines) picture = NULL;
  g_autoptr (SpurView) view = spur_view_make (spur_registry_get_default (), "lifeline", NULL);
  RecordingCanvas *canvas = recording_canvas_new ();

  g_test_summary ("Rows stand as most lines go through them, though the first line does not, and "
                  "what all of their names begin with is said once.");

  options.identity = "req";
  picture = collect (&options);
  assert_rows (picture, "wf.job.submit > wf.job.start > wf.job.end");
  spur_view_set_trace (view, trace);
  g_object_set (view, "identity", "req", NULL);
  spur_view_draw_on (view, &canvas->canvas);
  g_assert_true (recording_canvas_has_text (canvas, "start"));
  g_assert_true (recording_canvas_has_text (
    canvas, "10 events on 4 lifelines; 9 s shown; the names of rows begin with wf.job."));
  recording_canvas_free (canvas);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/lifeline/identity", test_identity);
  g_test_add_func ("/lifeline/two-fields", test_two_fields);
  g_test_add_func ("/lifeline/rows-and-points", test_rows_and_points);
  g_test_add_func ("/lifeline/load-line", test_load_line);
  g_test_add_func ("/lifeline/objects", test_objects);
  g_test_add_func ("/lifeline/sample", test_sample);
  g_test_add_func ("/lifeline/pixels", test_pixels);
  g_test_add_func ("/lifeline/wrong", test_wrong);
  g_test_add_func ("/lifeline/view", test_view);
  g_test_add_func ("/lifeline/majority", test_majority);
  return g_test_run ();
}
