/* SPDX-FileCopyrightText: 2026 The Spur authors
 * SPDX-License-Identifier: LGPL-2.1-or-later
 */
#include "config.h"

#include <glib/gstdio.h>

#include "recording-canvas.h"
#include "visualizers/plot/spur-bar-plot-internal.h"
#include "visualizers/space-time/spur-space-time-view.h"

static SpurBarPlot *
make_plot (guint n_groups, guint n_series)
{
  static const char *const names[] = { "method 0", "method 1", "method 2", "method 3", "method 4" };
  SpurBarPlot *plot = g_new0 (SpurBarPlot, 1);

  *plot = (SpurBarPlot){ .title = "Being fast, F",
                         .groups = "process",
                         .values = "F",
                         .unit = "us",
                         .n_groups = n_groups,
                         .n_series = n_series,
                         .marked = SPUR_NONE };
  for (guint s = 0; s < n_series; s++)
    {
      plot->series[s] = (SpurBarSeries){ names[s], g_new0 (double, n_groups) };
      for (guint i = 0; i < n_groups && s > 0; i++)
        plot->series[s].values[i] = 10.0 * s + i;
    }
  return plot;
}

static void
free_plot (SpurBarPlot *plot)
{
  for (guint s = 0; s < plot->n_series; s++)
    g_free (plot->series[s].values);
  g_free (plot);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SpurBarPlot, free_plot)

static void
test_draw (void)
{
  g_autoptr (SpurBarPlot) plot = make_plot (20, 3);
  g_autoptr (RecordingCanvas) canvas = recording_canvas_new ();

  g_test_summary ("A bar for every value; axes, unit, means, limit, mark and legend.");
  plot->subtitle = "of a grid";
  plot->limit = 5.0;
  plot->limit_label = "5 us";
  plot->marked = 8;
  plot->mark = "wrong clock";
  spur_bar_plot_draw (plot, &canvas->canvas);
  g_assert_cmpuint (canvas->n_rects[SPUR_LAYER_BAR], ==, 60);
  g_assert_cmpuint (canvas->n_bad, ==, 0);
  g_assert_cmpuint (canvas->n_red, ==, 0);
  g_assert_true (recording_canvas_has_text (canvas, "F [us]"));
  g_assert_true (recording_canvas_has_text (canvas, "process"));
  g_assert_true (recording_canvas_has_text (canvas, "19"));
  g_assert_true (recording_canvas_has_text (canvas, "40"));
  g_assert_true (recording_canvas_has_text (canvas, "method 2"));
  g_assert_true (recording_canvas_has_text (canvas, "mean method 0 0.00"));
  g_assert_true (recording_canvas_has_text (canvas, "mean method 1 20"));
  g_assert_true (recording_canvas_has_text (canvas, "5 us"));
  g_assert_true (recording_canvas_has_text (canvas, "wrong clock"));
  g_assert_true (recording_canvas_has_text (canvas, "of a grid"));
}

static void
test_zeros (void)
{
  g_autoptr (SpurBarPlot) plot = make_plot (20, 1);
  g_autoptr (RecordingCanvas) canvas = recording_canvas_new ();

  g_test_summary ("Where all values are 0 the axis has numbers that can be read.");
  spur_bar_plot_draw (plot, &canvas->canvas);
  g_assert_true (recording_canvas_has_text (canvas, "0.2"));
  g_assert_true (recording_canvas_has_text (canvas, "0.0"));
}

/* Nothing at all, and very much. */
static void
test_extremes (void)
{
  static const guint n_groups[] = { 1, 1, 1000, 65536 };
  static const guint n_series[] = { 0, 1, 5, 2 };

  g_test_summary ("Plots of nothing and of very much have only places that are numbers.");
  for (guint i = 0; i < G_N_ELEMENTS (n_groups); i++)
    {
      g_autoptr (SpurBarPlot) plot = make_plot (n_groups[i], n_series[i]);
      g_autoptr (RecordingCanvas) canvas = recording_canvas_new ();

      spur_bar_plot_draw (plot, &canvas->canvas);
      g_assert_cmpuint (canvas->n_bad, ==, 0);
      g_assert_cmpuint (canvas->n_rects[SPUR_LAYER_BAR], ==, n_groups[i] * n_series[i]);
      g_assert_cmpuint (canvas->texts->len, <, 100);
    }
}

static void
test_save (void)
{
  g_autofree char *folder = g_dir_make_tmp ("spur-XXXXXX", NULL);
  g_autofree char *svg = g_build_filename (folder, "plot.svg", NULL);
  g_autofree char *png = g_build_filename (folder, "plot.PNG", NULL);
  g_autofree char *bad = g_build_filename (folder, "plot.gif", NULL);
  g_autoptr (SpurBarPlot) plot = make_plot (4, 2);
  g_autofree char *content = NULL;
  g_autoptr (GError) error = NULL;

  g_test_summary ("SVG and PNG by the name, and no other images.");
  spur_bar_plot_save (plot, svg, &error);
  g_assert_no_error (error);
  g_assert_true (g_file_get_contents (svg, &content, NULL, NULL));
  g_assert_nonnull (strstr (content, "<svg"));
  g_clear_pointer (&content, g_free);
  spur_bar_plot_save (plot, png, &error);
  g_assert_no_error (error);
  g_assert_true (g_file_get_contents (png, &content, NULL, NULL));
  g_assert_cmpmem (content + 1, 3, "PNG", 3);
  g_assert_false (spur_bar_plot_save (plot, bad, &error));
  g_assert_error (error, SPUR_VIEW_ERROR, SPUR_VIEW_ERROR_SUFFIX);
  g_unlink (svg);
  g_unlink (png);
  g_rmdir (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/views/bar-plot/draw", test_draw);
  g_test_add_func ("/views/bar-plot/zeros", test_zeros);
  g_test_add_func ("/views/bar-plot/extremes", test_extremes);
  g_test_add_func ("/views/bar-plot/save", test_save);
  return g_test_run ();
}
