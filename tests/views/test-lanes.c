/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
/* A lane has as much of a state's colour as the state has of the time. */
#include <cairo.h>
#include <string.h>

#include "synthetic-trace.h"
#include "visualizers/spur-view.h"

#define WIDTH_PX 1600
#define LENGTH_NS 1000000

typedef struct
{
  guint n_lanes;
  guint height_px;
  guint n_periods;
  guint work_percent;
} Case;

/* Work at the begin of every period and idling after it; the reference only works. */
static Synthetic *
make_trace (const Case *test, gboolean is_reference)
{
  Synthetic *self = synthetic_new (test->n_lanes, 0);
  gint64 period_ns = LENGTH_NS / test->n_periods;
  gint64 work_ns = is_reference ? period_ns : period_ns * test->work_percent / 100;

  for (guint lane = 0; lane < test->n_lanes; lane++)
    for (guint i = 0; i < test->n_periods; i++)
      {
        gint64 begin_ns = i * period_ns;

        synthetic_enter (self, lane, begin_ns, self->targets[lane], self->work);
        synthetic_leave (self, lane, begin_ns + work_ns, self->targets[lane]);
        if (is_reference)
          continue;
        synthetic_enter (self, lane, begin_ns + work_ns, self->targets[lane], self->idle);
        synthetic_leave (self, lane, begin_ns + period_ns, self->targets[lane]);
      }
  synthetic_seal (self);
  return self;
}

static cairo_surface_t *
draw (const Case *test, gboolean is_reference)
{
  g_autoptr (Synthetic) synthetic = make_trace (test, is_reference);
  g_autoptr (SpurSpaceTimeView) view =
    spur_space_time_view_new (synthetic->trace, synthetic->edges);
  cairo_surface_t *surface =
    cairo_image_surface_create (CAIRO_FORMAT_RGB24, WIDTH_PX, (int) test->height_px);
  cairo_t *context = cairo_create (surface);

  spur_view_set_size (SPUR_VIEW (view), WIDTH_PX, test->height_px);
  spur_view_draw (SPUR_VIEW (view), context);
  cairo_destroy (context);
  cairo_surface_flush (surface);
  return surface;
}

/* How much redder than blue: 0 for grey and white, the most for the colour of work. */
static int
get_tint (cairo_surface_t *surface, int x, int y)
{
  const guchar *row =
    cairo_image_surface_get_data (surface) + y * cairo_image_surface_get_stride (surface);
  guint32 pixel;

  memcpy (&pixel, row + 4 * x, sizeof pixel);
  return ABS ((int) (pixel & 0xff) - (int) (pixel >> 16 & 0xff));
}

/* The share of colour that @surface has of that of @reference, in rows that are bars there. */
static double
measure_share (cairo_surface_t *surface, cairo_surface_t *reference)
{
  int height = cairo_image_surface_get_height (reference);
  double sum = 0.0, full = 0.0;

  for (int y = 0; y < height; y++)
    {
      double row = 0.0, full_row = 0.0;

      for (int x = 0; x < WIDTH_PX; x++)
        {
          row += get_tint (surface, x, y);
          full_row += get_tint (reference, x, y);
        }
      if (full_row < 20.0 * WIDTH_PX)
        continue;
      sum += row;
      full += full_row;
    }
  g_assert_cmpfloat (full, >, 0.0);
  return sum / full;
}

static void
test_share (gconstpointer data)
{
  const Case *test = data;
  cairo_surface_t *reference = draw (test, TRUE);
  cairo_surface_t *surface = draw (test, FALSE);
  double share = measure_share (surface, reference);
  /* Grey has a little blue in it. */
  const Case nothing = { test->n_lanes, test->height_px, 1, 0 };
  cairo_surface_t *idle = draw (&nothing, FALSE);
  double grey = measure_share (idle, reference);

  g_test_summary ("The colour of work covers as much of a lane as work takes of the time.");

  share = (share - grey) / (1.0 - grey);
  g_test_message ("work is %u %% of the time and %.1f %% of the lane", test->work_percent,
                  share * 100.0);
  g_assert_cmpfloat (share * 100.0, >, test->work_percent * 0.85);
  g_assert_cmpfloat (share * 100.0, <, test->work_percent * 1.15);
  cairo_surface_destroy (idle);
  cairo_surface_destroy (surface);
  cairo_surface_destroy (reference);
}

int
main (int argc, char **argv)
{
  /* Bars of idling that are wide enough to be drawn alone meet work that is not. */
  static const Case bars = { 1, 300, 500, 15 };
  static const Case few = { 1, 300, 300, 5 };
  /* Everything is narrow. */
  static const Case columns = { 1, 300, 5000, 30 };
  /* Lanes that are too low for shares. */
  static const Case low_bars = { 8, 220, 500, 15 };
  static const Case low_columns = { 8, 220, 5000, 30 };

  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/lanes/bars", &bars, test_share);
  g_test_add_data_func ("/lanes/few", &few, test_share);
  g_test_add_data_func ("/lanes/columns", &columns, test_share);
  g_test_add_data_func ("/lanes/low-bars", &low_bars, test_share);
  g_test_add_data_func ("/lanes/low-columns", &low_columns, test_share);
  return g_test_run ();
}
