/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "core/store/container/spur-container.h"
#include "events/spur-events.h"
#include "recording-canvas.h"
#include "synthetic-trace.h"
#include "visualizers/space-time/spur-space-time-internal.h"
#include "visualizers/style/spur-view-registry.h"
#include "visualizers/view/spur-view-internal.h"

#define WIDTH_PX 600
#define HEIGHT_PX 300
#define N_STATES 20000

/* Streams that do one thing after the other, for times from 0 to some us. */
static Synthetic *
make_dense (guint n_streams)
{
  Synthetic *self = synthetic_new (n_streams, 0);
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  const guint32 states[] = { self->work, self->wait, self->idle };

  for (guint s = 0; s < n_streams; s++)
    {
      gint64 now_ns = 0;

      for (guint i = 0; i < N_STATES; i++)
        {
          synthetic_enter (self, s, now_ns, self->targets[s],
                           states[g_rand_int_range (rand, 0, 3)]);
          now_ns += g_rand_int_range (rand, 0, i % 4000 < 2000 ? 10000 : 2000);
          synthetic_leave (self, s, now_ns, self->targets[s]);
        }
    }
  synthetic_seal (self);
  return self;
}

/* Whether columns are painted, as they are for a file of pixels. */
static gboolean paints_columns;

static SpurSpaceTime *
new_picture (
  Synthetic *synthetic, SpurIndex *index, guint64 max_span_events, gint64 from_ns, gint64 to_ns)
{
  SpurSpaceTimeOptions options = { .trace = synthetic->trace,
                                   .edges = synthetic->edges,
                                   .registry = spur_registry_get_default (),
                                   .index = index,
                                   .has_span = TRUE,
                                   .from_ns = from_ns,
                                   .to_ns = to_ns,
                                   .n_columns = WIDTH_PX,
                                   .max_span_events = max_span_events };

  return spur_space_time_new (&options);
}

/* Draws a span, with an index or without one. */
static cairo_surface_t *
draw_span (
  Synthetic *synthetic, SpurIndex *index, guint64 max_span_events, gint64 from_ns, gint64 to_ns)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, WIDTH_PX, HEIGHT_PX);
  cairo_t *context = cairo_create (surface);
  SpurCanvas *canvas = spur_cairo_canvas_new (context);
  SpurSpaceTimeSize size = { "picture", WIDTH_PX, HEIGHT_PX, 0 };
  g_autoptr (SpurSpaceTime) picture =
    new_picture (synthetic, index, max_span_events, from_ns, to_ns);

  if (paints_columns)
    spur_cairo_canvas_set_image (canvas, surface);
  g_assert_cmpint (picture->has_cells, ==, index != NULL && max_span_events == 0);
  spur_space_time_draw (picture, canvas, &size);
  spur_cairo_canvas_free (canvas);
  cairo_destroy (context);
  cairo_surface_flush (surface);
  return surface;
}

/* The mean difference of a colour of a pixel, from 0 to 255. */
static double
get_difference (cairo_surface_t *a, cairo_surface_t *b)
{
  gsize n_bytes = (gsize) cairo_image_surface_get_stride (a) * HEIGHT_PX;
  const guint8 *p = cairo_image_surface_get_data (a), *q = cairo_image_surface_get_data (b);
  double sum = 0.0;

  for (gsize i = 0; i < n_bytes; i++)
    sum += i % 4 < 3 ? ABS (p[i] - q[i]) : 0;
  return sum / (WIDTH_PX * HEIGHT_PX * 3.0);
}

static void
assert_alike (Synthetic *synthetic,
              SpurIndex *index,
              guint64 max_span_events,
              const gint64 *span_ns,
              double most)
{
  cairo_surface_t *expected = draw_span (synthetic, NULL, 0, span_ns[0], span_ns[1]);
  cairo_surface_t *found = draw_span (synthetic, index, max_span_events, span_ns[0], span_ns[1]);

  g_assert_cmpfloat (get_difference (expected, found), <=, most);
  cairo_surface_destroy (expected);
  cairo_surface_destroy (found);
}

static void
test_spans (void)
{
  static const gint64 spans_ns[][2] = {
    { 0, 100000000 }, { 1000000, 1500000 }, { 20000000, 20000300 }, { 119000000, 200000000 }
  };
  g_autoptr (Synthetic) synthetic = make_dense (3);
  g_autoptr (SpurIndex) index = spur_index_new (synthetic->trace, NULL, NULL);

  g_test_summary ("A window that is drawn by the index is the same picture.");

  /* A state that is entered when it was left just now is one bar or two, of which each alone may be
   * too narrow for one. */
  for (guint i = 0; i < G_N_ELEMENTS (spans_ns); i++)
    assert_alike (synthetic, index, G_MAXUINT64, spans_ns[i], 0.1);
}

static void
test_shares (void)
{
  static const gint64 spans_ns[][2] = { { 0, 120000000 }, { 15000000, 100000000 } };
  g_autoptr (Synthetic) synthetic = make_dense (3);
  g_autoptr (SpurIndex) index = spur_index_new (synthetic->trace, NULL, NULL);

  g_test_summary ("Of many events the shares of columns are drawn, which look as their sums do.");

  /* Half a level: places of half a point are rounded the other way here and there. */
  for (guint i = 0; i < G_N_ELEMENTS (spans_ns); i++)
    assert_alike (synthetic, index, 0, spans_ns[i], 0.5);
}

static guint32
get_pixel (cairo_surface_t *picture, guint x, guint y)
{
  gsize stride = (gsize) cairo_image_surface_get_stride (picture);

  return *(const guint32 *) (gconstpointer) (cairo_image_surface_get_data (picture) + y * stride +
                                             x * 4) &
         0xffffff;
}

static void
test_painted (void)
{
  static const gint64 spans_ns[][2] = { { 0, 120000000 }, { 15000000, 100000000 } };
  g_autoptr (Synthetic) synthetic = make_dense (3);
  g_autoptr (SpurIndex) index = spur_index_new (synthetic->trace, NULL, NULL);

  g_test_summary ("Columns that are painted look as those that are filled paths.");

  for (guint i = 0; i < G_N_ELEMENTS (spans_ns); i++)
    {
      cairo_surface_t *expected = draw_span (synthetic, index, 0, spans_ns[i][0], spans_ns[i][1]);
      cairo_surface_t *found;

      paints_columns = TRUE;
      found = draw_span (synthetic, index, 0, spans_ns[i][0], spans_ns[i][1]);
      paints_columns = FALSE;
      /* Parts of pixels are rounded. */
      g_assert_cmpfloat (get_difference (expected, found), <=, 0.1);
      cairo_surface_destroy (expected);
      cairo_surface_destroy (found);
    }
}

/* Columns that reach over the sides of an image, on it and behind it. */
static void
test_clipped (void)
{
  const double heights[] = { 30.0, 100.5, 0.0, 2.25 };
  SpurPaint paint = { .color = 0x123456, .opacity = 1.0 };
  cairo_surface_t *image = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 20, 10);
  cairo_t *context = cairo_create (image);
  SpurCanvas *canvas = spur_cairo_canvas_new (context);
  SpurColumns columns = { -3.0, 8.0, 28.5, 12.0, heights, G_N_ELEMENTS (heights) };

  g_test_summary ("What of columns is outside of the image is left out.");

  g_assert_false (canvas->fill_columns (canvas, SPUR_LAYER_BAR, &paint, &columns));
  spur_cairo_canvas_set_image (canvas, image);
  g_assert_true (canvas->fill_columns (canvas, SPUR_LAYER_BAR, &paint, &columns));
  g_assert_cmphex (get_pixel (image, 0, 0), ==, 0x123456);
  g_assert_cmphex (get_pixel (image, 12, 9), ==, 0x123456);
  g_assert_cmphex (get_pixel (image, 13, 9), ==, 0);
  /* The last column begins behind the image's side. */
  columns.x = -3.5;
  g_assert_false (canvas->fill_columns (canvas, SPUR_LAYER_BAR, &paint, &columns));
  columns = (SpurColumns){ 2.0, 4.0, 3.5, 9.5, heights + 3, 1 };
  paint.color = 0xffffff;
  g_assert_true (canvas->fill_columns (canvas, SPUR_LAYER_BAR, &paint, &columns));
  /* A half of the pixel on the right, and a quarter of the one above. */
  g_assert_cmphex (get_pixel (image, 2, 8), ==, 0xffffff);
  g_assert_cmphex (get_pixel (image, 3, 8), ==, 0x899aab);
  g_assert_cmphex (get_pixel (image, 2, 6), ==, 0x123456);
  spur_cairo_canvas_free (canvas);
  cairo_destroy (context);
  cairo_surface_destroy (image);
}

/* Whether all pixels of a column, from the first row to the last, are of one colour. */
static gboolean
has_one_color (cairo_surface_t *picture, guint x, guint first, guint last)
{
  gsize stride = (gsize) cairo_image_surface_get_stride (picture);
  const guint8 *pixels = cairo_image_surface_get_data (picture) + x * 4;

  for (guint y = first; y <= last; y++)
    {
      if (memcmp (pixels + y * stride, pixels + first * stride, 3) != 0)
        return FALSE;
    }
  return TRUE;
}

static void
test_thin_rows (void)
{
  const guint top = 120, bottom = 195, left = WIDTH_PX / 3, right = WIDTH_PX * 4 / 5;
  g_autoptr (Synthetic) synthetic = synthetic_new (SYNTHETIC_MAX_TARGETS, 0);
  g_autoptr (SpurIndex) index = NULL;

  g_test_summary ("Rows thinner than a pixel are drawn in full colours, several in each pixel.");

  for (guint i = 0; i < SYNTHETIC_MAX_TARGETS; i++)
    {
      synthetic_enter (synthetic, i, 0, synthetic->targets[i], synthetic->work);
      synthetic_leave (synthetic, i, 500000, synthetic->targets[i]);
      synthetic_enter (synthetic, i, 500000, synthetic->targets[i], synthetic->wait);
      synthetic_leave (synthetic, i, 1000000, synthetic->targets[i]);
    }
  synthetic_seal (synthetic);
  index = spur_index_new (synthetic->trace, NULL, NULL);
  for (guint i = 0; i < 3; i++)
    {
      cairo_surface_t *picture =
        draw_span (synthetic, i > 0 ? index : NULL, i > 1 ? G_MAXUINT64 : 0, 0, 1000000);

      g_assert_true (has_one_color (picture, left, top, bottom));
      g_assert_true (has_one_color (picture, right, top, bottom));
      g_assert_cmphex (get_pixel (picture, left, top), !=, get_pixel (picture, right, top));
      g_assert_cmphex (get_pixel (picture, left, top), !=, SPUR_COLOR_PAPER);
      g_assert_cmphex (get_pixel (picture, right, top), !=, SPUR_COLOR_PAPER);
      cairo_surface_destroy (picture);
    }
}

/* Draws a span by the index on a canvas that keeps the texts. */
static RecordingCanvas *
record_span (Synthetic *synthetic, SpurIndex *index, gint64 from_ns, gint64 to_ns)
{
  RecordingCanvas *canvas = recording_canvas_new ();
  SpurSpaceTimeSize size = { "picture", WIDTH_PX, HEIGHT_PX, 0 };
  g_autoptr (SpurSpaceTime) picture = new_picture (synthetic, index, 0, from_ns, to_ns);

  g_assert_true (picture->has_cells);
  spur_space_time_draw (picture, &canvas->canvas, &size);
  return canvas;
}

static guint
count_texts (const RecordingCanvas *canvas, const char *text)
{
  guint n_found = 0;

  for (guint i = 0; i < canvas->texts->len; i++)
    n_found += g_str_equal (g_ptr_array_index (canvas->texts, i), text);
  return n_found;
}

static void
test_names (void)
{
  g_autoptr (Synthetic) synthetic = synthetic_new (1, 0);
  g_autoptr (SpurIndex) index = NULL;
  g_autoptr (RecordingCanvas) canvas = NULL, near = NULL;

  g_test_summary ("Bars are named by their states, and the legend has what is seen of them.");

  /* Two bars of half the picture, and a state of a thousandth of a pixel's time. */
  synthetic_enter (synthetic, 0, 0, synthetic->targets[0], synthetic->work);
  synthetic_leave (synthetic, 0, 500000000, synthetic->targets[0]);
  synthetic_enter (synthetic, 0, 500000000, synthetic->targets[0], synthetic->idle);
  synthetic_leave (synthetic, 0, 500001000, synthetic->targets[0]);
  synthetic_enter (synthetic, 0, 500001000, synthetic->targets[0], synthetic->wait);
  synthetic_leave (synthetic, 0, 1000000000, synthetic->targets[0]);
  synthetic_seal (synthetic);
  index = spur_index_new (synthetic->trace, NULL, NULL);
  canvas = record_span (synthetic, index, 0, 1000000000);
  /* On the bar, and in the legend. */
  g_assert_cmpuint (count_texts (canvas, "work"), ==, 2);
  g_assert_cmpuint (count_texts (canvas, "wait"), ==, 2);
  g_assert_cmpuint (count_texts (canvas, "idle"), ==, 0);
  near = record_span (synthetic, index, 499999500, 500001500);
  g_assert_cmpuint (count_texts (near, "idle"), ==, 2);
}

#define MEASURED_END_NS 4000000

static void
measure_load (Synthetic *self, guint stream, gint64 time_ns, guint32 target, double load)
{
  const SpurEventLayout *layout = spur_event_type_get_layout (SPUR_TYPE_LM_TARGET_LOAD_EVENT);
  g_autofree guint8 *record = g_malloc0 (layout->n_bytes);
  guint64 bits;

  memcpy (&bits, &load, sizeof bits);
  spur_event_layout_set_uint (layout, (guint) layout->field_of_use[SPUR_USE_SUBJECT], record,
                              target);
  spur_event_layout_set_uint (layout, (guint) layout->field_of_use[SPUR_USE_LOAD], record, bits);
  spur_event_layout_set_uint (layout, (guint) layout->field_of_use[SPUR_USE_VALUES], record,
                              SPUR_NONE);
  spur_stream_append (spur_trace_get_stream (self->trace, stream), time_ns,
                      spur_trace_add_event_type (self->trace, SPUR_TYPE_LM_TARGET_LOAD_EVENT),
                      record);
}

/* Targets in states whose loads are measured: of the first one now and then, of the second one all
 * the time, with values that are no numbers; and the third stream tells of the other two. */
static Synthetic *
make_measured (void)
{
  Synthetic *self = synthetic_new (3, 0);
  g_autoptr (GRand) rand = g_rand_new_with_seed (2);

  for (guint s = 0; s < 3; s++)
    {
      gint64 now_ns = 0;

      for (guint i = 0; now_ns < MEASURED_END_NS; i++)
        {
          guint32 random = g_rand_int (rand);
          double load = random % 50 == 0 ? NAN : random % 50 == 1 ? -INFINITY : random / 1e6;

          synthetic_enter (self, s, now_ns, self->targets[s], self->work);
          now_ns += random % 500;
          if (s == 0 ? i % 700 == 0 : s == 1 || i > 3000)
            measure_load (self, s, now_ns, self->targets[s < 2 ? s : i % 2], load);
          synthetic_leave (self, s, now_ns, self->targets[s]);
        }
    }
  synthetic_seal (self);
  return self;
}

static void
assert_same_value (const SpurSceneValue *a, const SpurSceneValue *b)
{
  g_assert_cmpint (a->time_ns, ==, b->time_ns);
  g_assert_cmpuint (a->lane, ==, b->lane);
  g_assert_cmpuint (a->style, ==, b->style);
  g_assert_cmpuint (a->series, ==, b->series);
  g_assert_cmpfloat (a->value, ==, b->value);
}

static void
assert_same_values (Synthetic *synthetic, SpurIndex *index, gint64 from_ns, gint64 to_ns)
{
  g_autoptr (SpurSpaceTime) expected = new_picture (synthetic, NULL, 0, from_ns, to_ns);

  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (SpurSpaceTime) found =
        new_picture (synthetic, index, i == 0 ? 0 : G_MAXUINT64, from_ns, to_ns);

      g_assert_nonnull (found->index);
      g_assert_cmpint (found->has_cells, ==, i == 0);
      g_assert_cmpuint (found->lanes->n_lanes, ==, expected->lanes->n_lanes);
      g_assert_cmpuint (found->scene->n_hidden, ==, expected->scene->n_hidden);
      g_assert_cmpuint (found->scene->values->len, ==, expected->scene->values->len);
      for (guint k = 0; k < found->scene->values->len; k++)
        assert_same_value (&g_array_index (found->scene->values, SpurSceneValue, k),
                           &g_array_index (expected->scene->values, SpurSceneValue, k));
    }
}

static void
test_values (void)
{
  static const gint64 spans_ns[][2] = {
    { 0, MEASURED_END_NS }, { 1000000, 3000000 }, { 2000000, 2000900 }, { -5000000, 1500000 }
  };
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), "test-index-view-XXXXXX", NULL);
  g_autoptr (Synthetic) synthetic = make_measured ();
  g_autoptr (GError) error = NULL;

  g_test_summary ("By the index there are the same measured values, in memory and in a container.");

  g_assert_true (g_close (g_mkstemp (path), NULL));
  for (guint round = 0; round < 2; round++)
    {
      g_autoptr (SpurIndex) index = spur_index_new (synthetic->trace, NULL, NULL);

      for (guint i = 0; i < G_N_ELEMENTS (spans_ns); i++)
        assert_same_values (synthetic, index, spans_ns[i][0], spans_ns[i][1]);
      g_assert_true (spur_container_save (synthetic->trace, path, NULL, &error));
      g_assert_no_error (error);
      g_object_unref (synthetic->trace);
      synthetic->trace = spur_container_open (path, NULL, &error);
      g_assert_no_error (error);
    }
  g_unlink (path);
}

/* A target that works, in another one of several states with long names now and then. */
static RecordingCanvas *
draw_with_states (gint64 lasting_ns)
{
  g_autoptr (Synthetic) synthetic = synthetic_new (1, 0);
  SpurDefinitions *definitions = spur_trace_get_definitions (synthetic->trace);
  g_autoptr (SpurSpaceTimeView) view = NULL;
  RecordingCanvas *canvas = recording_canvas_new ();

  synthetic_enter (synthetic, 0, 0, synthetic->targets[0], synthetic->work);
  for (guint i = 1; i <= 8; i++)
    {
      g_autofree char *name =
        g_strdup_printf ("state number %u, whose name takes much of a row", i);
      gint64 begin_ns = i * G_GINT64_CONSTANT (100000);

      synthetic_enter (synthetic, 0, begin_ns, synthetic->targets[0],
                       spur_definitions_add_state (definitions, name, SPUR_STATE_COMMUNICATION));
      synthetic_leave (synthetic, 0, begin_ns + lasting_ns, synthetic->targets[0]);
    }
  synthetic_leave (synthetic, 0, 1000000, synthetic->targets[0]);
  synthetic_seal (synthetic);
  view = spur_space_time_view_new (synthetic->trace, synthetic->edges);
  spur_view_draw_on (SPUR_VIEW (view), &canvas->canvas);
  return canvas;
}

static void
test_legend_rows (void)
{
  g_autoptr (RecordingCanvas) never = draw_with_states (0);
  g_autoptr (RecordingCanvas) shortly = draw_with_states (30);
  g_autoptr (RecordingCanvas) often = draw_with_states (10000);

  g_test_summary ("A legend has no rows for states that take too little of the picture.");

  g_assert_false (
    recording_canvas_has_text (shortly, "state number 1, whose name takes much of a row"));
  g_assert_true (
    recording_canvas_has_text (often, "state number 1, whose name takes much of a row"));
  g_assert_cmpfloat (shortly->top_of_bars, ==, never->top_of_bars);
  g_assert_cmpfloat (often->top_of_bars, >, never->top_of_bars);
}

/* Where a name stands on a bar that lies on @depth others. */
static double
find_name_y (guint depth)
{
  g_autoptr (Synthetic) synthetic = synthetic_new (1, 0);
  g_autoptr (SpurSpaceTimeView) view = NULL;
  g_autoptr (RecordingCanvas) canvas = recording_canvas_new ();

  for (guint i = 0; i < depth; i++)
    synthetic_enter (synthetic, 0, i, synthetic->targets[0], synthetic->wait);
  synthetic_enter (synthetic, 0, depth, synthetic->targets[0], synthetic->work);
  for (guint i = 0; i <= depth; i++)
    synthetic_leave (synthetic, 0, 9000 + 10 * i, synthetic->targets[0]);
  synthetic_seal (synthetic);
  view = spur_space_time_view_new (synthetic->trace, synthetic->edges);
  spur_view_draw_on (SPUR_VIEW (view), &canvas->canvas);
  return canvas->name_y;
}

static void
test_nested_names (void)
{
  double flat = find_name_y (0), once = find_name_y (1), twice = find_name_y (2);

  g_test_summary ("The name of a bar stands in the middle of what is seen of it.");

  /* A bar ends where those below it end, so its middle is lower by half of what it begins lower. */
  g_assert_cmpfloat (once, >=, flat + 2.0);
  g_assert_cmpfloat_with_epsilon (twice - once, once - flat, 1e-6);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  spur_view_register_visualizers (spur_registry_get_default ());
  g_test_add_func ("/index-view/spans", test_spans);
  g_test_add_func ("/index-view/shares", test_shares);
  g_test_add_func ("/index-view/painted", test_painted);
  g_test_add_func ("/index-view/clipped", test_clipped);
  g_test_add_func ("/index-view/thin-rows", test_thin_rows);
  g_test_add_func ("/index-view/values", test_values);
  g_test_add_func ("/index-view/names", test_names);
  g_test_add_func ("/index-view/nested-names", test_nested_names);
  g_test_add_func ("/index-view/legend-rows", test_legend_rows);
  return g_test_run ();
}
